"""What the steady player thinks of a position: one number for a hand, a discard and a draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy500.engine.cards import PACK, Card, CardSet, card_list, card_set
from rummy500.engine.options import Scoring
from rummy500.engine.rules import can_turn_pile
from rummy500.engine.scoring import values_of
from rummy500_server.bots.danger import Reachable, danger, reachable
from rummy500_server.bots.lanes import scale_of, table_of
from rummy500_server.bots.layout_search import NOTHING, Layout, limited_layout, placeable
from rummy500_server.bots.outs import NEAR, Chances, Loose, chances_of, hopes, with_chance
from rummy500_server.bots.plays import ending_of, find_finish, limits_of
from rummy500_server.bots.wire import SeatView


class Weights(NamedTuple):
    """What the player believes, in points and chances. Measured by duplicate deals."""

    danger: float = 1.0
    """How much a point for the others weighs."""
    pile_chance: float = 0.5
    """How likely an out in the pile is still there when it is wanted."""
    turns_least: float = 1.5
    turns_per_card: float = 0.6
    """Own turns still to come: so many, and so many for each card of the smallest other hand."""
    sources: float = 2.0
    """Unseen cards that come within reach in a turn: the draw, and what the others discard."""
    stock_base: float = 4.0
    """What a stock card is worth beside the mean of what the unseen cards would bring."""
    out_per_card: float = 5.0
    """What going out is worth for each card that another seat holds."""
    hold_above: int = 3
    """Melds stay in the hand while every other seat has more cards than that."""


_MOST_LIKELY: Final = 0.9
_KNOWN_OUT: Final = 0.1
"""How likely a card that another seat is known to hold comes within reach."""
_BREAKING: Final = 10.0
"""About what it costs to discard from a hand of which every card could be tabled."""
_TRIED: Final = 4
"""Discards that are judged in full, the best ones at first sight."""
_PACK: Final = (1 << 52) - 1


class Prospect(NamedTuple):
    """What a hand after the draw promises, and the discard that it takes."""

    value: float
    discard: Card | None


class Surroundings:
    """What a discard is judged by, once the pile after the draw is known."""

    def __init__(self, judgement: Judgement, pile: Sequence[Card], kept: Card | None) -> None:
        self.chances = judgement.chances(pile)
        self.kept = kept
        """The card that may not be discarded (R27)."""
        self._judgement = judgement
        self._reach = judgement.reach(pile)
        self._risks: dict[Card, float] = {}

    def risk(self, card: Card) -> float:
        """Return what a discard of ``card`` may cost."""
        found = self._risks.get(card)
        if found is None:
            judgement = self._judgement
            points = danger(card, judgement.table, self._reach, judgement.mode)
            found = self._risks[card] = judgement.weights.danger * points
        return found


class Judgement:
    """The view of one seat, weighed."""

    def __init__(self, view: SeatView, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.options = view.options
        self.mode = view.options.ace_mode
        self.scale = scale_of(view.options)
        self.table = table_of(view.melds)
        self.held = values_of(view.options).held
        self.tabled = 1 if view.options.scoring is Scoring.PLACED_MINUS_HAND else 0
        """Points of a card on the table; its points in the hand are lost in every scoring."""
        self.dug_chance = weights.pile_chance if view.options.deep_draw else 0.0
        """How likely this seat can dig for a card that lies in the pile."""
        self.ready = self._ready()
        """Cards that could be tabled before the draw."""
        others = [count for seat, count in enumerate(view.counts) if seat != view.viewer]
        self.fewest = min(others)
        self.out_bonus = weights.out_per_card * sum(others) / len(others)
        self._look_around(sum(others))

    def _ready(self) -> int:
        limits = limits_of(self.view, self.view.turn.required)
        layout = limited_layout(self.view.own, self.table, self.scale, limits)
        return 0 if layout is None else layout.cards

    def _look_around(self, in_hands: int) -> None:
        """Settle which cards are unseen, and how likely they come to whom."""
        view, weights = self.view, self.weights
        self.known = 0
        for seat, cards in enumerate(view.taken):
            if seat != view.viewer:
                self.known |= cards
        seen = view.own | card_set(view.pile) | self.known
        for meld in view.melds:
            seen |= meld.cards
        self.unseen = _PACK & ~seen
        number = max(1, self.unseen.bit_count())
        self.share = max(0, in_hands - self.known.bit_count()) / number
        turns = weights.turns_least + weights.turns_per_card * self.fewest
        if not can_turn_pile(view):
            turns = min(turns, 1 + view.stock_count / view.players)
        out = min(_MOST_LIKELY, turns * weights.sources / number)
        self._chances = [
            out if self.unseen >> card & 1 else _KNOWN_OUT if self.known >> card & 1 else 0.0
            for card in PACK
        ]

    def may_hold(self) -> bool:
        """Return whether melds are better kept in the hand for another round.

        A meld on the table takes the cards of others and tells what the hand is after; in the
        hand it can only be lost by the end of the hand. So it is kept while none is near.
        """
        view = self.view
        enough = view.stock_count > 2 * view.players or can_turn_pile(view)
        return bool(self.tabled) and enough and self.fewest > self.weights.hold_above

    # --- a hand ----------------------------------------------------------------------------------

    def keeping(self, own: int, layout: Layout, chances: Chances) -> float:
        """Return what a hand is worth if nothing had to be discarded."""
        worths = self._worths(self._loose(own, layout), chances)
        return self.tabled * layout.worth + sum(worths.values())

    def _loose(self, own: int, layout: Layout) -> Loose:
        cells, runs = self.table.cells, layout.runs
        anchors = (cells[0] | runs[0], cells[1] | runs[1], cells[2] | runs[2], cells[3] | runs[3])
        return Loose(own & ~layout.cards, anchors)

    def _worths(self, loose: Loose, chances: Chances, among: int = -1) -> dict[Card, float]:
        """Return what each loose card is worth: what it may become, less what it costs."""
        gain = 1 + self.tabled
        held = self.held
        return {
            card: held[card] * (gain * chance - 1.0)
            for card, chance in hopes(loose, chances, self.mode, among)
        }

    def chances(self, pile: Sequence[Card]) -> Chances:
        """Return how likely each card comes to this seat, with this pile."""
        chances = self._chances.copy()
        for card in pile:
            chances[card] = self.dug_chance
        return chances_of(chances, self.mode)

    def reach(self, pile: Sequence[Card]) -> Reachable:
        """Return what the others can put their hands on, with this pile."""
        dug = pile if self.options.deep_draw else ()
        return reachable(
            self.held, pile=dug, known=self.known, unseen=self.unseen, share=self.share
        )

    # --- a discard -------------------------------------------------------------------------------

    def after_discard(self, own: int, layout: Layout, after: Surroundings) -> Prospect:
        """Return the best that a discard leaves."""
        loose = self._worths(self._loose(own, layout), after.chances)
        costs = [
            (worth + after.risk(card), card) for card, worth in loose.items() if card != after.kept
        ]
        if not costs:
            return self._breaking(own, after)
        best = Prospect(float("-inf"), None)
        for _, card in sorted(costs)[:_TRIED]:
            chances = with_chance(after.chances, card, self.dug_chance, self.mode)
            value = self.keeping(own & ~(1 << card), layout, chances) - after.risk(card)
            if value > best.value:
                best = Prospect(value, card)
        return best

    def _breaking(self, own: int, after: Surroundings) -> Prospect:
        """Return the best discard out of a hand of which every card could be tabled."""
        limits = limits_of(self.view, None)
        best = Prospect(float("-inf"), None)
        for card in card_list(CardSet(own)):
            if card == after.kept:
                continue
            rest = own & ~(1 << card)
            layout = limited_layout(rest, self.table, self.scale, limits) or NOTHING
            value = self.keeping(rest, layout, after.chances) - after.risk(card)
            if value > best.value:
                best = Prospect(value, card)
        return best

    def at_a_glance(self, own: int, layout: Layout, after: Surroundings) -> float:
        """Return about what the best discard leaves, without asking what it takes from others."""
        return self._glance(layout, self._worths(self._loose(own, layout), after.chances), after)

    def _glance(self, layout: Layout, worths: dict[Card, float], after: Surroundings) -> float:
        costs = [worth + after.risk(card) for card, worth in worths.items() if card != after.kept]
        value = self.tabled * layout.worth + sum(worths.values())
        return value - min(costs, default=_BREAKING)

    # --- a draw ----------------------------------------------------------------------------------

    def of_take(self, card: Card) -> float:
        """Return what it is worth to take ``card`` and all above it from the pile.

        The top alone is taken only if it makes more cards ready to be tabled. A card may well be
        worth keeping before that; but two players who both think so can pass cards to each other
        for ever, since the rules count idle turns only once the stock is empty (R35). Nothing is
        remembered between two questions, so the rule must hold for each draw by itself.
        """
        view, options = self.view, self.options
        index = view.pile.index(card)
        own = view.own | card_set(view.pile[index:])
        top = index == len(view.pile) - 1
        required = card if not top or options.top_draw_must_use else None
        taken = card if top else None
        ending = ending_of(view, required, taken)
        finish = find_finish(own, self.table, self.scale, ending)
        if finish is not None:
            return self.tabled * finish.layout.worth + self.out_bonus
        layout = limited_layout(own, self.table, self.scale, ending.limits)
        if layout is None:
            return float("-inf")
        if required is None and layout.cards.bit_count() <= self.ready.bit_count():
            return float("-inf")
        after = Surroundings(self, view.pile[:index], ending.kept)
        return self.at_a_glance(own, layout, after)

    def of_stock(self) -> float:
        """Return what it is worth to draw an unseen card: the mean over all of them."""
        own: int = self.view.own
        limits = limits_of(self.view, None)
        after = Surroundings(self, self.view.pile, None)
        before = limited_layout(own, self.table, self.scale, limits) or NOTHING
        loose = self._loose(own, before)
        worths = self._worths(loose, after.chances)
        total = 0.0
        cards = card_list(CardSet(self.unseen))
        for card in cards:
            bit = 1 << card
            if loose.cards and not placeable(own, bit, self.table, self.scale):
                grown = Loose(loose.cards | bit, loose.anchors)
                changed = self._worths(grown, after.chances, NEAR[card])
                total += self._glance(before, worths | changed, after)
                continue
            layout = limited_layout(own | bit, self.table, self.scale, limits) or NOTHING
            if ((own | bit) & ~layout.cards).bit_count() <= 1:
                total += self.tabled * layout.worth + self.out_bonus
            else:
                total += self.at_a_glance(own | bit, layout, after)
        return total / max(1, len(cards)) + self.weights.stock_base

    def of_declining(self) -> float:
        """Return what it is worth to end the hand here, with all cards in the hands (R32)."""
        return self.out_bonus / 2 - sum(self.held[card] for card in card_list(self.view.own))
