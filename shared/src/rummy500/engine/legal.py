"""All legal actions of a position, for highlights, hints, computer players and tests.

Candidates are built so that only legal ones arise, but for the last question, whether the turn
could still end: that is asked of the same functions that judge a play.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from rummy500.engine.cards import PACK, Card, iterate
from rummy500.engine.events import MeldKind
from rummy500.engine.melds import (
    Meld,
    both_ends_fit,
    card_at,
    extended_shape,
    find_melds,
    reach_down,
    reach_up,
    shape_of,
    span_of,
)
from rummy500.engine.options import DeepDrawTiming, DeepDrawUse
from rummy500.engine.position import Position
from rummy500.engine.rules import (
    can_turn_pile,
    check_undo,
    layoff_problem,
    may_lay_off,
    may_meld,
    meld_problem,
    usable,
)
from rummy500.engine.state import Phase


_STOCK: Final = DrawStock()
_DECLINE: Final = Decline()
_UNDO: Final = Undo()
_TAKE: Final = tuple(TakePile(card) for card in PACK)
_DISCARD: Final = tuple(DiscardCard(card) for card in PACK)


def legal_actions(position: Position) -> list[Action]:
    """Return every legal action of the seat on turn, each set of cards once.

    The word for an ace is given only where it makes a difference (R23). The position must be the
    true state, or the view of the seat on turn.
    """
    if position.end is not None:
        return []
    if position.turn.phase is Phase.DRAW:
        return _draws(position)
    found: list[Action] = []
    found.extend(legal_melds(position))
    found.extend(legal_layoffs(position))
    found.extend(legal_discards(position))
    if check_undo(position) is None:
        found.append(_UNDO)
    return found


def _draws(position: Position) -> list[Action]:
    stock = position.stock_count > 0 or can_turn_pile(position)
    found: list[Action] = [_STOCK if stock else _DECLINE]
    found.extend(_TAKE[card] for card in legal_takes(position))
    return found


def legal_takes(position: Position) -> list[Card]:
    """Return the pile cards that may be taken, top first: those to highlight (UI2, R10, R14)."""
    pile = position.pile
    if not pile or position.turn.phase is not Phase.DRAW:
        return []
    options = position.options
    top = len(pile) - 1
    found = [pile[top]] if not options.top_draw_must_use or usable(position, top) else []
    if options.deep_draw:
        found.extend(pile[i] for i in range(top - 1, -1, -1) if usable(position, i))
    return found


def _required_bit(position: Position) -> int:
    """Return the bit that every play must hold under O3, or 0."""
    required = position.turn.required
    if required is None or position.options.deep_draw_timing is DeepDrawTiming.SAME_TURN:
        return 0
    return 1 << required


def legal_melds(position: Position) -> Iterator[MeldCards]:
    """Yield every legal new meld."""
    if not may_meld(position):
        return
    mode = position.options.ace_mode
    must = _required_bit(position)
    for cards in find_melds(position.own, mode):
        if cards & must != must:
            continue
        shape = shape_of(cards, mode, None)
        if shape is None or meld_problem(position, cards, shape) is not None:
            continue
        listed = tuple(iterate_cards(cards))
        yield MeldCards(listed)
        if shape.kind is MeldKind.RUN and both_ends_fit(cards, mode):
            yield MeldCards(listed, AceEnd.LOW)


def legal_layoffs(position: Position) -> Iterator[LayOff]:
    """Yield every legal lay-off, of one card or several, on every meld."""
    if not may_lay_off(position):
        return
    must = _required_bit(position)
    required = position.turn.required
    barred = 0
    if required is not None and position.options.deep_draw_use is DeepDrawUse.MELD_ONLY:
        barred = 1 << required
    for meld in position.melds:
        for cards in _fitting(position, meld):
            if cards & must != must or cards & barred:
                continue
            yield from _layoffs_of(position, meld, cards)


def _layoffs_of(position: Position, meld: Meld, cards: int) -> Iterator[LayOff]:
    mode = position.options.ace_mode
    shape = extended_shape(meld, cards, mode, None)
    if shape is None or layoff_problem(position, cards, meld, shape) is not None:
        return
    listed = tuple(iterate_cards(cards))
    yield LayOff(listed, meld.id)
    free = meld.ace is None and meld.kind is MeldKind.RUN
    if free and both_ends_fit(meld.cards | cards, mode):
        yield LayOff(listed, meld.id, AceEnd.LOW)


def _fitting(position: Position, meld: Meld) -> list[int]:
    """Return every set of own cards that fits the meld."""
    own = position.own
    if meld.kind is MeldKind.GROUP:
        rank = ((meld.cards & -meld.cards).bit_length() - 1) % 13
        fits = own & (1 | 1 << 13 | 1 << 26 | 1 << 39) << rank
        return [fits] if fits else []
    span = span_of(meld)
    mode = position.options.ace_mode
    down = reach_down(span, own, mode)
    up = reach_up(span, own, mode)
    if not down and not up:
        return []
    found: dict[int, None] = {}
    below = 0
    for low in range(span.low, span.low - down - 1, -1):
        if low < span.low:
            below |= 1 << card_at(span.suit, low)
        cards = below
        found[cards] = None
        for high in range(span.high + 1, span.high + up + 1):
            bit = 1 << card_at(span.suit, high)
            if cards & bit:
                break
            cards |= bit
            found[cards] = None
    found.pop(0, None)
    return list(found)


def legal_discards(position: Position) -> Iterator[DiscardCard]:
    """Yield every legal discard (R26, R27)."""
    turn = position.turn
    if turn.phase is not Phase.PLAY or turn.required is not None:
        return
    kept = turn.taken if position.options.forbid_discard_of_taken_top else None
    for card in iterate(position.own):
        if card != kept:
            yield _DISCARD[card]


def iterate_cards(cards: int) -> Iterator[Card]:
    """Yield the cards of a plain mask in the order of the pack."""
    for card in PACK:
        if cards >> card & 1:
            yield card
