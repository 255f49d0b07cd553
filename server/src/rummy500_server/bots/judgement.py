"""What the steady player thinks of a position: one number for a hand, a discard and a draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy500.engine.cards import PACK, Card, CardSet, card_list, card_set
from rummy500.engine.options import Scoring
from rummy500.engine.rules import can_turn_pile
from rummy500.engine.scoring import values_of
from rummy500_server.bots.danger import Reachable, danger, reachable
from rummy500_server.bots.lanes import Lanes, scale_of, table_of
from rummy500_server.bots.layout_search import Layout, limited_layout
from rummy500_server.bots.outs import chances_of, hopes
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
    sources: float = 1.5
    """Unseen cards that come within reach in a turn: the draw, and what the others discard."""
    stock_gain: float = 1.0
    """Weight of what the stock card brings to the table at once."""
    stock_base: float = 2.0
    """What a stock card is worth beside that."""
    out_per_card: float = 5.0
    """What going out is worth for each card that another seat holds."""
    hold_above: int = 3
    """Melds stay in the hand while every other seat has more cards than that."""


_MOST_LIKELY: Final = 0.9
_KNOWN_OUT: Final = 0.1
"""How likely a card that another seat is known to hold comes within reach."""
_TRIED: Final = 4
"""Discards that are judged in full, the best ones at first sight."""
_PACK: Final = (1 << 52) - 1


class Prospect(NamedTuple):
    """What a hand after the draw promises, and the discard that it takes."""

    value: float
    discard: Card | None


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
        others = [count for seat, count in enumerate(view.counts) if seat != view.viewer]
        self.fewest = min(others)
        self.out_bonus = weights.out_per_card * sum(others) / len(others)
        self._look_around(sum(others))

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

    def keeping(self, own: int, layout: Layout, chances: list[float]) -> float:
        """Return what a hand is worth if nothing had to be discarded."""
        return self.tabled * layout.worth + sum(
            worth for _, worth in self._loose(own, layout, chances)
        )

    def _loose(self, own: int, layout: Layout, chances: list[float]) -> list[tuple[Card, float]]:
        """Return what each card outside the layout is worth: what it may become, or costs."""
        anchors = _joined(self.table.cells, layout.runs)
        found = hopes(own & ~layout.cards, anchors, chances_of(chances, self.mode), self.mode)
        gain = 1 + self.tabled
        return [(Card(card), self.held[card] * (gain * chance - 1.0)) for card, chance in found]

    def chances(self, pile: Sequence[Card]) -> list[float]:
        """Return how likely each card comes to this seat, with this pile."""
        chances = self._chances.copy()
        for card in pile:
            chances[card] = self.weights.pile_chance
        return chances

    # --- a discard -------------------------------------------------------------------------------

    def after_discard(
        self, own: int, layout: Layout, pile: Sequence[Card], kept: Card | None
    ) -> Prospect:
        """Return the best that a discard leaves; ``kept`` may not be discarded."""
        chances = self.chances(pile)
        reach = reachable(
            self.held, pile=pile, known=self.known, unseen=self.unseen, share=self.share
        )
        loose = [(worth, card) for card, worth in self._loose(own, layout, chances) if card != kept]
        if not loose:
            return self._breaking(own, pile, kept, reach)
        risks = {card: self._risk(card, reach) for _, card in loose}
        loose.sort(key=lambda entry: (entry[0] + risks[entry[1]], entry[1]))
        best = Prospect(float("-inf"), None)
        for _, card in loose[:_TRIED]:
            risk = risks[card]
            likely = chances[card]
            chances[card] = self.weights.pile_chance
            value = self.keeping(own & ~(1 << card), layout, chances) - risk
            chances[card] = likely
            if value > best.value:
                best = Prospect(value, card)
        return best

    def _risk(self, card: Card, reach: Reachable) -> float:
        return self.weights.danger * danger(card, self.table, reach, self.mode)

    def _breaking(
        self, own: int, pile: Sequence[Card], kept: Card | None, reach: Reachable
    ) -> Prospect:
        """Return the best discard out of a hand of which every card could be tabled."""
        chances = self.chances(pile)
        limits = limits_of(self.view, None)
        best = Prospect(float("-inf"), None)
        for card in card_list(CardSet(own)):
            if card == kept:
                continue
            rest = own & ~(1 << card)
            layout = limited_layout(rest, self.table, self.scale, limits)
            if layout is not None:
                value = self.keeping(rest, layout, chances) - self._risk(card, reach)
                if value > best.value:
                    best = Prospect(value, card)
        return best

    # --- a draw ----------------------------------------------------------------------------------

    def of_take(self, card: Card) -> float:
        """Return what it is worth to take ``card`` and all above it from the pile."""
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
        return self.after_discard(own, layout, view.pile[:index], ending.kept).value

    def of_stock(self) -> float:
        """Return what it is worth to draw an unseen card.

        What each unseen card would bring to the table at once is looked at; the rest of its worth
        (it may be kept, or be a safer discard than the hand has) is one number.
        """
        own: int = self.view.own
        limits = limits_of(self.view, None)
        layout = limited_layout(own, self.table, self.scale, limits)
        if layout is None:
            return float("-inf")
        value = self.keeping(own, layout, self.chances(self.view.pile))
        gain = 0.0
        cards = card_list(CardSet(self.unseen))
        for card in cards:
            grown = own | 1 << card
            after = limited_layout(grown, self.table, self.scale, limits)
            if after is not None:
                gain += self.tabled * (after.worth - layout.worth)
                if (grown & ~after.cards).bit_count() <= 1:
                    gain += self.out_bonus
        weights = self.weights
        return value + weights.stock_gain * gain / max(1, len(cards)) + weights.stock_base

    def of_declining(self) -> float:
        """Return what it is worth to end the hand here, with all cards in the hands (R32)."""
        return self.out_bonus / 2 - sum(self.held[card] for card in card_list(self.view.own))


def _joined(one: Lanes, other: Lanes) -> Lanes:
    return (one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3])
