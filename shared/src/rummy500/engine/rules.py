"""The rules of a turn, as questions about a position. Nothing here changes anything.

Each check returns what the play needs to know when it is legal, and the first refusal that
applies, in the order of "Refusals" in ``docs/rules.md``, when it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rummy500.engine.actions import DiscardCard, LayOff, MeldCards
from rummy500.engine.cards import BIT, Card, CardSet, card_set, contains
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.joining import BESIDE, COMPLETING, NEAR, SUIT_OF, fitting
from rummy500.engine.lean import lean
from rummy500.engine.melds import MIN_MELD, Meld, MeldShape, extended_shape, shape_of
from rummy500.engine.notation import card_text
from rummy500.engine.options import DeepDrawTiming, DeepDrawUse, ExhaustedStock
from rummy500.engine.position import Position
from rummy500.engine.refusals import Code, Refusal
from rummy500.engine.state import Drew, Phase
from rummy500.engine.usability import Leftover, can_table, leftover_problem


_DRAW: Final = Phase.DRAW
_PLAY: Final = Phase.PLAY
_TOP: Final = Drew.TOP
_DEEP: Final = Drew.DEEP
_NEXT_ACTION: Final = DeepDrawTiming.NEXT_ACTION
_MELD_ONLY: Final = DeepDrawUse.MELD_ONLY
_TURNING: Final = (ExhaustedStock.RESHUFFLE_KEEP_TOP, ExhaustedStock.FLIP_PILE)
MAX_PILE_TURNS: Final = 2
"""The pile becomes the stock at most twice; the third time the hand ends (R35)."""


def check_turn(position: Position, seat: Seat) -> Refusal | None:
    """Refuse any action when the hand is over or another seat is on turn."""
    fine = position.end is None and position.turn.seat == seat
    return None if fine else turn_refusal(position)


def turn_refusal(position: Position) -> Refusal:
    """Return why a seat may do nothing: the hand is over, or another seat is on turn."""
    if position.end is not None:
        return Refusal(Code.HAND_OVER)
    return Refusal(Code.NOT_YOUR_TURN, (("seat", position.turn.seat + 1),))


# --- drawing -------------------------------------------------------------------------------------


def can_turn_pile(position: Position) -> bool:
    """Return whether an empty stock would be refilled from the pile (O10)."""
    return position.options.exhausted_stock in _TURNING and len(position.pile) > 1


def check_stock(position: Position) -> Refusal | None:
    """Judge a draw from the stock (R8, R9)."""
    if position.turn.phase is not _DRAW:
        return Refusal(Code.ALREADY_DREW)
    if position.stock_count == 0 and not can_turn_pile(position):
        return Refusal(Code.STOCK_EMPTY)
    return None


def check_decline(position: Position) -> Refusal | None:
    """Judge a refusal of the pile (R32, R34)."""
    if position.turn.phase is not _DRAW:
        return Refusal(Code.ALREADY_DREW)
    if position.stock_count or can_turn_pile(position):
        return Refusal(Code.STOCK_NOT_EMPTY)
    return None


@lean
@dataclass(frozen=True, slots=True)
class Taking:
    """A legal draw from the pile."""

    drew: Drew
    cards: tuple[Card, ...]
    required: Card | None


def check_take(position: Position, card: Card) -> Taking | Refusal:
    """Judge a draw from the pile: the top alone, or a deeper card with all above (R10 to R15)."""
    pile = position.pile
    if position.turn.phase is not _DRAW:
        return Refusal(Code.ALREADY_DREW)
    if not pile:
        return Refusal(Code.PILE_EMPTY)
    try:
        index = pile.index(card)
    except ValueError:
        return Refusal(Code.NOT_IN_PILE, (("card", card_text(card)),))
    options = position.options
    if index == len(pile) - 1:
        if options.top_draw_must_use and not usable_cards(position, position.own, (card,)):
            return Refusal(Code.DEEP_DRAW_UNUSABLE, (("card", card_text(card)),))
        required = card if options.top_draw_must_use else None
        return Taking(_TOP, (card,), required)
    if not options.deep_draw:
        return Refusal(Code.DEEP_DRAW_DISABLED)
    above = card_set(pile[index + 1 :])
    if not usable_cards(position, position.own | above, (card,)):
        return Refusal(Code.DEEP_DRAW_UNUSABLE, (("card", card_text(card)),))
    return Taking(_DEEP, pile[index:], card)


def usable_cards(position: Position, held: int, cards: Sequence[Card]) -> list[Card]:
    """Return which pile cards could reach the table this turn, the top one first (R14).

    Args:
        position: the seat on turn has not drawn yet.
        held: what it would hold before it takes the first of ``cards``.
        cards: neighbours in the pile, from the top down; each comes with all before it.

    """
    options = position.options
    completing = COMPLETING[options.ace_mode]
    fits = position.fits
    if fits < 0:
        fits = fitting(position.melds, options.ace_mode)
    found = []
    for card in cards:
        bit = BIT[card]
        held |= bit
        near = held & NEAR[card]
        if near in completing[card] or fits & bit:
            if options.plays_limited and not can_table(_leftover(position, CardSet(held)), card):
                continue
        # A bridge to the card holds a neighbour of it and a card that fits on the table.
        elif (
            not near & BESIDE[card]
            or not fits & held & SUIT_OF[card]
            or not can_table(_leftover(position, CardSet(held)), card)
        ):
            continue
        found.append(card)
    return found


def _leftover(position: Position, own: CardSet) -> Leftover:
    turn = position.turn
    return Leftover(
        position.options,
        own,
        position.melds,
        turn.new_melds,
        turn.seat in position.melded,
        position.fits,
    )


# --- melding and laying off ----------------------------------------------------------------------


@lean
@dataclass(frozen=True, slots=True)
class Melding:
    """A legal new meld."""

    cards: CardSet
    shape: MeldShape


@lean
@dataclass(frozen=True, slots=True)
class LayingOff:
    """A legal lay-off: the meld as it lies, and what it becomes."""

    cards: CardSet
    meld: Meld
    shape: MeldShape


def _check_cards(position: Position, cards: tuple[Card, ...]) -> Refusal | int:
    """Return the cards as a set, or the refusal that a new meld and a lay-off share."""
    if position.turn.phase is not _PLAY:
        return Refusal(Code.MUST_DRAW_FIRST)
    chosen = 0
    for card in cards:
        if chosen & BIT[card]:
            return Refusal(Code.DUPLICATE_CARD, (("card", card_text(card)),))
        chosen |= BIT[card]
    if chosen & ~position.own:
        missing = next(card for card in cards if not contains(position.own, card))
        return Refusal(Code.NOT_IN_HAND, (("card", card_text(missing)),))
    return chosen


def check_meld(position: Position, action: MeldCards) -> Melding | Refusal:
    """Judge a new meld (R16 to R20, R25, R28)."""
    chosen = _check_cards(position, action.cards)
    if isinstance(chosen, Refusal):
        return chosen
    options = position.options
    if len(action.cards) < MIN_MELD:
        return Refusal(Code.TOO_FEW_CARDS, (("least", MIN_MELD),))
    shape = shape_of(chosen, options.ace_mode, action.ace)
    if shape is None:
        return Refusal(Code.NOT_A_MELD)
    if not may_meld(position):
        return Refusal(Code.MELD_LIMIT, (("limit", options.max_melds_per_turn),))
    if position.turn.required is not None and _must_come_first(position, chosen):
        return _pending(position)
    fine = plainly_fine(position, position.own & ~chosen, chosen)
    problem = None if fine else meld_problem(position, chosen, shape)
    return Melding(CardSet(chosen), shape) if problem is None else _after(position, problem)


def check_layoff(position: Position, action: LayOff) -> LayingOff | Refusal:
    """Judge a lay-off of one or more cards on one meld (R21 to R25, R28)."""
    chosen = _check_cards(position, action.cards)
    if isinstance(chosen, Refusal):
        return chosen
    if not chosen:
        return Refusal(Code.TOO_FEW_CARDS, (("least", 1),))
    meld = find_meld(position.melds, action.meld)
    if meld is None:
        return Refusal(Code.NO_SUCH_MELD)
    shape = extended_shape(meld, chosen, position.options.ace_mode, action.ace)
    if shape is None:
        return Refusal(Code.LAYOFF_INVALID)
    if not may_lay_off(position):
        return Refusal(Code.LAYOFF_NEEDS_MELD)
    if position.turn.required is not None:
        if _must_come_first(position, chosen):
            return _pending(position)
        if _needs_new_meld(position, chosen):
            return Refusal(Code.REQUIRED_NEEDS_NEW_MELD, _required(position))
    fine = plainly_fine(position, position.own & ~chosen, chosen)
    problem = None if fine else layoff_problem(position, chosen, meld, shape)
    if problem is not None:
        return _after(position, problem)
    return LayingOff(CardSet(chosen), meld, shape)


def find_meld(melds: Sequence[Meld], meld_id: MeldId) -> Meld | None:
    """Return the meld with this id, or None."""
    for meld in melds:
        if meld.id == meld_id:
            return meld
    return None


def may_meld(position: Position) -> bool:
    """Return whether the turn has room for a new meld (O6)."""
    limit = position.options.max_melds_per_turn
    return limit == 0 or position.turn.new_melds < limit


def may_lay_off(position: Position) -> bool:
    """Return whether the seat on turn may lay off at all (O7)."""
    return not position.options.layoff_requires_own_meld or position.turn.seat in position.melded


def _must_come_first(position: Position, chosen: int) -> bool:
    """Return whether a required card that is not among the chosen ones must come first (O3)."""
    required = position.turn.required
    return (
        required is not None
        and position.options.deep_draw_timing is _NEXT_ACTION
        and not chosen >> required & 1
    )


def _needs_new_meld(position: Position, chosen: int) -> bool:
    """Return whether the required card is about to be laid off although it may not (O2)."""
    required = position.turn.required
    return (
        required is not None
        and position.options.deep_draw_use is _MELD_ONLY
        and chosen >> required & 1 == 1
    )


def meld_problem(position: Position, chosen: int, shape: MeldShape) -> Code | None:
    """Return why the turn could not end after this new meld, or None (R28, O9)."""
    left = position.own & ~chosen
    fresh = Meld(MeldId(0), shape.kind, CardSet(chosen), shape.ace, ())
    turn = position.turn
    after = Leftover(
        position.options,
        CardSet(left),
        (*position.melds, fresh),
        turn.new_melds + 1,
        True,  # noqa: FBT003 - a field of a value
    )
    return leftover_problem(after, turn)


def layoff_problem(position: Position, chosen: int, meld: Meld, shape: MeldShape) -> Code | None:
    """Return why the turn could not end after this lay-off, or None (R28, O9)."""
    left = position.own & ~chosen
    grown = Meld(meld.id, meld.kind, CardSet(meld.cards | chosen), shape.ace, meld.placed)
    turn = position.turn
    after = Leftover(
        position.options,
        CardSet(left),
        tuple(grown if m.id == meld.id else m for m in position.melds),
        turn.new_melds,
        turn.seat in position.melded,
    )
    return leftover_problem(after, turn)


def plainly_fine(position: Position, left: int, chosen: int) -> bool:
    """Return whether the turn can surely end after ``chosen`` is tabled and ``left`` is kept.

    So it is when nothing is owed and some card may be discarded or none need be, and when what is
    owed can lie down at once. A False says nothing.
    """
    turn = position.turn
    options = position.options
    card = turn.required
    if card is None or chosen & BIT[card]:
        free = turn.taken is None and not options.must_discard_to_go_out
        return free or left.bit_count() > 1
    if options.plays_limited:
        return False
    if position.fits >= 0 and position.fits & BIT[card]:
        return True
    return left & NEAR[card] in COMPLETING[options.ace_mode][card]


def _required(position: Position) -> tuple[tuple[str, str | int], ...]:
    required = position.turn.required
    return () if required is None else (("card", card_text(required)),)


def _pending(position: Position) -> Refusal:
    return Refusal(Code.REQUIRED_CARD_PENDING, _required(position))


def _after(position: Position, code: Code) -> Refusal:
    match code:
        case Code.REQUIRED_WOULD_BE_STRANDED:
            return Refusal(code, _required(position))
        case Code.NO_LEGAL_DISCARD_LEFT if position.turn.taken is not None:
            return Refusal(code, (("card", card_text(position.turn.taken)),))
        case _:
            return Refusal(code)


# --- ending the turn -----------------------------------------------------------------------------


def check_discard(position: Position, action: DiscardCard) -> Refusal | None:
    """Judge a discard (R12, R26, R27)."""
    turn = position.turn
    if turn.phase is not _PLAY:
        return Refusal(Code.MUST_DRAW_FIRST)
    if not position.own & BIT[action.card]:
        return Refusal(Code.NOT_IN_HAND, (("card", card_text(action.card)),))
    if turn.required is not None:
        return _pending(position)
    if action.card == turn.taken and position.options.forbid_discard_of_taken_top:
        return Refusal(Code.CANNOT_DISCARD_TAKEN_TOP, (("card", card_text(action.card)),))
    return None


def check_undo(position: Position) -> Refusal | None:
    """Judge an undo (R47, R48, O23)."""
    if not position.options.undo:
        return Refusal(Code.UNDO_DISABLED)
    if position.undoable:
        return None
    if position.turn.drew is Drew.STOCK:
        return Refusal(Code.UNDO_BLOCKED)
    return Refusal(Code.NOTHING_TO_UNDO)
