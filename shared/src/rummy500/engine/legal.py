"""All legal actions of a position, for highlights, hints, computer players and tests.

Candidates are built so that only legal ones arise, but for the last question, whether the turn
could still end: that is asked of the same functions that judge a play.
"""

from __future__ import annotations

from functools import lru_cache
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
from rummy500.engine.cards import BIT, HALF, LANE, PACK, Card, card_list
from rummy500.engine.ids import MeldId
from rummy500.engine.joining import ENDS, layoffs_at
from rummy500.engine.melds import Meld, both_ends_fit, extended_shape, find_melds, shape_of
from rummy500.engine.options import DeepDrawTiming, DeepDrawUse
from rummy500.engine.position import Position
from rummy500.engine.rules import (
    can_turn_pile,
    layoff_problem,
    may_lay_off,
    may_meld,
    meld_problem,
    plainly_fine,
    usable_cards,
)
from rummy500.engine.state import Phase


_DRAW: Final = Phase.DRAW
_PLAY: Final = Phase.PLAY
_NEXT_ACTION: Final = DeepDrawTiming.NEXT_ACTION
_MELD_ONLY: Final = DeepDrawUse.MELD_ONLY
_FULL_SUIT: Final = 13
_ALL: Final = 52
_STOCK: Final = DrawStock()
_DECLINE: Final = Decline()
_UNDO: Final = Undo()
_take: Final = tuple(TakePile(card) for card in PACK).__getitem__
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
        stock = position.stock_count > 0 or can_turn_pile(position)
        return [_STOCK if stock else _DECLINE, *map(_take, _takes(position))]
    own = position.own
    options = position.options
    melds = find_melds(own, options.ace_mode)
    found: list[Action] = [*_melds(position, own, melds)] if melds else []
    if position.fits & own:
        found += _layoffs(position, own)
    if position.turn.required is None:
        found += _discards(position, own)
    if position.undoable and options.undo:
        found.append(_UNDO)
    return found


def legal_takes(position: Position) -> list[Card]:
    """Return the pile cards that may be taken, top first: those to highlight (UI2, R10, R14)."""
    return _takes(position) if position.turn.phase is _DRAW else []


def legal_melds(position: Position) -> list[MeldCards]:
    """Return every legal new meld."""
    if position.turn.phase is not _PLAY:
        return []
    own = position.own
    melds = find_melds(own, position.options.ace_mode)
    return _melds(position, own, melds) if melds else []


def legal_layoffs(position: Position) -> list[LayOff]:
    """Return every legal lay-off, of one card or several, on every meld."""
    if position.turn.phase is not _PLAY:
        return []
    return _layoffs(position, position.own)


def legal_discards(position: Position) -> list[DiscardCard]:
    """Return every legal discard (R26, R27)."""
    turn = position.turn
    if turn.phase is not _PLAY or turn.required is not None:
        return []
    return list(_discards(position, position.own))


def _takes(position: Position) -> list[Card]:
    pile = position.pile
    if not pile:
        return []
    options = position.options
    top = pile[-1]
    if options.top_draw_must_use:
        return usable_cards(position, position.own, pile[::-1] if options.deep_draw else (top,))
    if not options.deep_draw or len(pile) == 1:
        return [top]
    return [top, *usable_cards(position, position.own | BIT[top], pile[-2::-1])]


def _spare(position: Position, own: int) -> int:
    """Return how many cards may be tabled without asking whether the turn can end (R28).

    While a card is owed, none. Otherwise any number as long as two cards stay, and all of them
    where no card is barred from being discarded and none need be.
    """
    turn = position.turn
    if turn.required is not None:
        return -1
    if turn.taken is None and not position.options.must_discard_to_go_out:
        return _ALL
    return own.bit_count() - 2


def _melds(position: Position, own: int, melds: tuple[int, ...]) -> list[MeldCards]:
    """Return which of ``melds``, all that ``own`` holds and at least one, are legal."""
    options = position.options
    if options.max_melds_per_turn and not may_meld(position):
        return []
    spare = _spare(position, own)
    fine = spare == _ALL or max(map(int.bit_count, melds)) <= spare
    if fine and own.bit_count() < _FULL_SUIT:
        return [*map(_meld, melds)]
    mode = options.ace_mode
    required = position.turn.required
    must = 0
    if required is not None and options.deep_draw_timing is _NEXT_ACTION:
        must = BIT[required]
    found = []
    for cards in melds:
        if cards & must != must:
            continue
        count = cards.bit_count()
        if count > spare and not plainly_fine(position, own & ~cards, cards):
            shape = shape_of(cards, mode, None)
            if shape is None or meld_problem(position, cards, shape) is not None:
                continue
        found.append(_meld(cards))
        if count == _FULL_SUIT and both_ends_fit(cards, mode):
            found.append(MeldCards(card_list(cards), AceEnd.LOW))
    return found


class _Melds(dict[int, MeldCards]):
    """The new melds by their cards, made when first met: there are some 500."""

    def __missing__(self, cards: int) -> MeldCards:
        made = self[cards] = MeldCards(card_list(cards))
        return made


_meld: Final = _Melds().__getitem__


def _layoffs(position: Position, own: int) -> list[LayOff]:
    options = position.options
    if options.layoff_requires_own_meld and not may_lay_off(position):
        return []
    mode = options.ace_mode
    by_cards = ENDS[mode]
    spare = _spare(position, own)
    found: list[LayOff] = []
    for meld in position.melds:
        ends = by_cards[meld.cards]
        if not ends.next & own:
            continue
        for cards in layoffs_at(ends, own):
            count = cards.bit_count()
            if count > spare and not _may_lay(position, own, meld, cards):
                continue
            found.append(_lay_off(cards, meld.id, None))
            whole = count + meld.cards.bit_count() == _FULL_SUIT
            if whole and meld.ace is None and both_ends_fit(meld.cards | cards, mode):
                found.append(_lay_off(cards, meld.id, AceEnd.LOW))
    return found


def _may_lay(position: Position, own: int, meld: Meld, cards: int) -> bool:
    """Return whether cards that fit on a meld may be laid off there at the moment."""
    required = position.turn.required
    options = position.options
    if required is not None:
        if cards & BIT[required]:
            if options.deep_draw_use is _MELD_ONLY:
                return False
        elif options.deep_draw_timing is _NEXT_ACTION:
            return False
    if plainly_fine(position, own & ~cards, cards):
        return True
    shape = extended_shape(meld, cards, options.ace_mode, None)
    return shape is not None and layoff_problem(position, cards, meld, shape) is None


@lru_cache(_REMEMBERED)
def _lay_off(cards: int, meld: MeldId, ace: AceEnd | None) -> LayOff:
    return LayOff(card_list(cards), meld, ace)


def _discards(position: Position, own: int) -> tuple[DiscardCard, ...]:
    """Return the legal discards of a turn in which nothing is owed."""
    turn = position.turn
    if turn.taken is not None and position.options.forbid_discard_of_taken_top:
        own &= ~BIT[turn.taken]
    clubs, diamonds, hearts, spades = _DISCARDS or _fill_discards()
    lower = own & HALF
    upper = own >> 26
    return clubs[lower & LANE] + diamonds[lower >> 13] + hearts[upper & LANE] + spades[upper >> 13]


_DISCARDS: Final[list[list[tuple[DiscardCard, ...]]]] = []
"""The discards of each suit by its lane, once somebody has asked: some 10 ms and 3 MB."""


def _fill_discards() -> list[list[tuple[DiscardCard, ...]]]:
    tables = []
    for first in range(0, 52, 13):
        lanes: list[tuple[DiscardCard, ...]] = [()]
        for lane in range(1, LANE + 1):
            rank = lane.bit_length() - 1
            lanes.append((*lanes[lane ^ 1 << rank], _DISCARD[first + rank]))
        tables.append(lanes)
    _DISCARDS[:] = tables
    return _DISCARDS
