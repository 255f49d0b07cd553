"""All legal actions of a position, for highlights, hints, computer players and tests.

Candidates are built so that only legal ones arise, but for the last question, whether the turn
could still end: that is asked of the same functions that judge a play.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from rummy500.engine.actions import (
    AceEnd,
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import LANE, PACK, Card, card_list
from rummy500.engine.ids import MeldId
from rummy500.engine.melds import (
    both_ends_fit,
    ends_by_cards,
    extended_shape,
    find_melds,
    layoffs_at,
    shape_of,
)
from rummy500.engine.options import DeepDrawTiming, DeepDrawUse
from rummy500.engine.position import Position
from rummy500.engine.rules import (
    can_turn_pile,
    check_undo,
    free_room,
    layoff_problem,
    may_lay_off,
    may_meld,
    meld_problem,
    usable_from,
)
from rummy500.engine.state import Phase


_DRAW: Final = Phase.DRAW
_PLAY: Final = Phase.PLAY
_STOCK: Final = DrawStock()
_DECLINE: Final = Decline()
_UNDO: Final = Undo()
_TAKE: Final = tuple(TakePile(card) for card in PACK)
_DISCARD: Final = tuple(DiscardCard(card) for card in PACK)
_REMEMBERED: Final = 4096
"""Lay-offs that are kept ready: more than a table sees in many hands."""


def legal_actions(position: Position) -> list[Action]:
    """Return every legal action of the seat on turn, each set of cards once.

    The word for an ace is given only where it makes a difference (R23). The position must be the
    true state, or the view of the seat on turn.
    """
    if position.end is not None:
        return []
    if position.turn.phase is _DRAW:
        return _draws(position)
    found: list[Action] = []
    found += legal_melds(position)
    found += legal_layoffs(position)
    found += legal_discards(position)
    if check_undo(position) is None:
        found.append(_UNDO)
    return found


def _draws(position: Position) -> list[Action]:
    stock = position.stock_count > 0 or can_turn_pile(position)
    found: list[Action] = [_STOCK if stock else _DECLINE]
    found += [_TAKE[card] for card in legal_takes(position)]
    return found


def legal_takes(position: Position) -> list[Card]:
    """Return the pile cards that may be taken, top first: those to highlight (UI2, R10, R14)."""
    pile = position.pile
    if not pile or position.turn.phase is not _DRAW:
        return []
    options = position.options
    lowest = 0 if options.deep_draw else len(pile) - 1
    if options.top_draw_must_use:
        return usable_from(position, lowest)
    found = usable_from(position, lowest) if lowest < len(pile) - 1 else []
    return found if found and found[0] == pile[-1] else [pile[-1], *found]


def _required_bit(position: Position) -> int:
    """Return the bit that every play must hold under O3, or 0."""
    required = position.turn.required
    if required is None or position.options.deep_draw_timing is DeepDrawTiming.SAME_TURN:
        return 0
    return 1 << required


def legal_melds(position: Position) -> list[MeldCards]:
    """Return every legal new meld."""
    if position.turn.phase is not _PLAY or not may_meld(position):
        return []
    mode = position.options.ace_mode
    melds = find_melds(position.own, mode)
    if not melds:
        return []
    must = _required_bit(position)
    room = free_room(position)
    found = []
    for cards in melds:
        if cards & must != must:
            continue
        if cards.bit_count() > room:
            shape = shape_of(cards, mode, None)
            if shape is None or meld_problem(position, cards, shape) is not None:
                continue
        found.append(_meld_cards(cards, None))
        if both_ends_fit(cards, mode):
            found.append(_meld_cards(cards, AceEnd.LOW))
    return found


@cache
def _meld_cards(cards: int, ace: AceEnd | None) -> MeldCards:
    return MeldCards(card_list(cards), ace)


def legal_layoffs(position: Position) -> list[LayOff]:
    """Return every legal lay-off, of one card or several, on every meld."""
    if position.turn.phase is not _PLAY or not may_lay_off(position):
        return []
    mode = position.options.ace_mode
    own = position.own
    by_cards = ends_by_cards(mode)
    growing = [m for m in position.melds if by_cards[m.cards].next & own]
    if not growing:
        return []
    must = _required_bit(position)
    required = position.turn.required
    barred = 0
    if required is not None and position.options.deep_draw_use is DeepDrawUse.MELD_ONLY:
        barred = 1 << required
    room = free_room(position)
    found = []
    for meld in growing:
        for cards in layoffs_at(by_cards[meld.cards], own):
            if cards & must != must or cards & barred:
                continue
            if cards.bit_count() > room:
                shape = extended_shape(meld, cards, mode, None)
                if shape is None or layoff_problem(position, cards, meld, shape) is not None:
                    continue
            found.append(_lay_off(cards, meld.id, None))
            if meld.ace is None and both_ends_fit(meld.cards | cards, mode):
                found.append(_lay_off(cards, meld.id, AceEnd.LOW))
    return found


@lru_cache(_REMEMBERED)
def _lay_off(cards: int, meld: MeldId, ace: AceEnd | None) -> LayOff:
    return LayOff(card_list(cards), meld, ace)


def legal_discards(position: Position) -> list[DiscardCard]:
    """Return every legal discard (R26, R27)."""
    turn = position.turn
    if turn.phase is not _PLAY or turn.required is not None:
        return []
    own: int = position.own
    if turn.taken is not None and position.options.forbid_discard_of_taken_top:
        own &= ~(1 << turn.taken)
    return [
        *_discards(own & LANE, 0),
        *_discards(own >> 13 & LANE, 13),
        *_discards(own >> 26 & LANE, 26),
        *_discards(own >> 39, 39),
    ]


@cache
def _discards(lane: int, first: int) -> tuple[DiscardCard, ...]:
    """Return the discards of one suit whose ace is ``first``. At most 8192 lanes exist."""
    return tuple(_DISCARD[first + rank] for rank in range(13) if lane >> rank & 1)
