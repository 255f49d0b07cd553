"""The easy player: plays like somebody who learned the game this week.

It takes the top of the pile when that melds, digs two cards deep at most, lays everything at
once, overlooks a lay-off about one time in seven and discards by feeling. Its mistakes are near
misses of a sensible choice, never random plays, and it never does what nobody would do: break a
meld that is ready, throw a card that fits a meld on the table, sit on a hand that can go out.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from random import Random
from typing import Final

from rummy500.engine.actions import Action, Decline, DiscardCard, DrawStock, LayOff, TakePile
from rummy500.engine.cards import Card, CardSet, card_list
from rummy500.engine.legal import legal_actions, legal_takes
from rummy500.engine.melds import Meld, extended_shape
from rummy500.engine.rules import check_stock
from rummy500.engine.scoring import values_of
from rummy500.engine.state import Phase
from rummy500_server.bots.lanes import scale_of, table_of
from rummy500_server.bots.layout_search import limited_layout
from rummy500_server.bots.plays import ending_of, find_finish, limits_of, plays_of
from rummy500_server.bots.policy import safe_action, vetted
from rummy500_server.bots.wire import SeatView


_DEEPEST: Final = 2
"""How many pile cards it takes at most."""
_SIGHT: Final = 6 / 7
"""How often it sees a lay-off."""
_WORTH_TAKING: Final = 6
"""Points that the pile must bring at once before it is preferred to the stock."""
_TEMPERATURE: Final = 4.0
"""Points by which two discards may differ and still look alike to it."""
_NEIGHBOUR: Final = 5.0
"""What a card next to another one seems to be worth, in points."""


class EasyPlayer:
    """A beginner. Told apart from a weak random player by never being foolish."""

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return its next play."""
        if view.turn.phase is Phase.DRAW:
            return vetted(view, _draw(view))
        return vetted(view, _play(view, rng))


def _draw(view: SeatView) -> Action:
    """Return the top or the two top cards if they meld at once, else the stock."""
    scale = scale_of(view.options)
    table = table_of(view.melds)
    before = limited_layout(view.own, table, scale, limits_of(view, None))
    base = 0 if before is None else before.worth
    best: Action = DrawStock() if check_stock(view) is None else Decline()
    takes = legal_takes(view)
    most = _WORTH_TAKING - 1
    own: int = view.own
    for depth, card in enumerate(reversed(view.pile[-_DEEPEST:]), start=1):
        own |= 1 << card
        if card not in takes:
            continue
        owed = card if depth > 1 or view.options.top_draw_must_use else None
        after = limited_layout(own, table, scale, limits_of(view, owed))
        if after is not None and after.worth - base > most:
            most = after.worth - base
            best = TakePile(card)
    return best


def _play(view: SeatView, rng: Random) -> Action:
    scale = scale_of(view.options)
    table = table_of(view.melds)
    turn = view.turn
    legal = legal_actions(view)
    finish = find_finish(view.own, table, scale, ending_of(view, turn.required, turn.taken))
    if finish is not None:
        last = [] if finish.discard is None else [DiscardCard(finish.discard)]
        for action in [*plays_of(view, finish.layout), *last]:
            if action in legal:
                return action
    layout = limited_layout(view.own, table, scale, limits_of(view, turn.required))
    if layout is None:
        return safe_action(view)
    for action in plays_of(view, layout):
        seen = turn.required is not None or not isinstance(action, LayOff) or rng.random() < _SIGHT
        if seen and action in legal:
            return action
    return _discard(view, layout.cards, rng)


def _discard(view: SeatView, ready: int, rng: Random) -> Action:
    """Return a discard that it feels it can spare, by chance among those that look alike."""
    legal = [action for action in legal_actions(view) if isinstance(action, DiscardCard)]
    if not legal:
        return safe_action(view)
    sensible = [a for a in legal if not ready >> a.card & 1 and not _fits(view, a.card)]
    sensible = sensible or [a for a in legal if not ready >> a.card & 1] or legal
    held = values_of(view.options).held
    keep = [_keeps(view.own, action.card) - 0.5 * held[action.card] for action in sensible]
    least = min(keep)
    weights = [exp((least - value) / _TEMPERATURE) for value in keep]
    return rng.choices(sensible, weights)[0]


def _fits(view: SeatView, card: Card) -> bool:
    """Return whether a card goes straight on a meld on the table."""
    return any(_joins(meld, card, view) for meld in view.melds)


def _joins(meld: Meld, card: Card, view: SeatView) -> bool:
    return extended_shape(meld, 1 << card, view.options.ace_mode, None) is not None


def _keeps(own: int, card: Card) -> float:
    """Return how much a card seems to belong to others in the hand."""
    suit, rank = divmod(card, 13)
    return _NEIGHBOUR * sum(_near(other, suit, rank) for other in _others(own, card))


def _others(own: int, card: Card) -> Iterable[Card]:
    return card_list(CardSet(own & ~(1 << card)))


def _near(other: Card, suit: int, rank: int) -> float:
    """Return 1 for a card of the same rank or next in suit, less for one a step further."""
    other_suit, other_rank = divmod(other, 13)
    if other_rank == rank:
        return 1.0
    if other_suit != suit:
        return 0.0
    gap = abs(other_rank - rank)
    return {1: 1.0, 2: 0.6, 12: 0.6}.get(gap, 0.0)
