"""``decide(state, seat, action)``: what an action brings about, or why it may not be.

Every action is checked completely before anything happens; a refused action changes nothing
(R51). Randomness is never made here: a pile that becomes the stock is shuffled by the caller's
``Reshuffle``, from the seed of the hand unless a record dictates the order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rummy500.engine.actions import (
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import BIT, Card
from rummy500.engine.deal import reshuffled
from rummy500.engine.events import (
    Declined,
    Discarded,
    EndReason,
    HandEnded,
    HandEvent,
    LaidOff,
    Melded,
    PileTaken,
    PileTurned,
    StockDrawn,
    Undone,
)
from rummy500.engine.evolve import idle_after_discard
from rummy500.engine.ids import Seat
from rummy500.engine.options import ExhaustedStock
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import (
    MAX_PILE_TURNS,
    check_decline,
    check_discard,
    check_layoff,
    check_meld,
    check_stock,
    check_take,
    check_undo,
    turn_refusal,
)
from rummy500.engine.state import Drew, HandState, StockAtStart


_FULL: Final = StockAtStart.FULL

Reshuffle = Callable[[HandState], tuple[Card, ...]]
"""Gives the new stock, next card first, when the pile becomes the stock (O10)."""

Decision = tuple[HandEvent, ...] | Refusal


def seeded_reshuffle(state: HandState) -> tuple[Card, ...]:
    """Return the pile without its top, turned over or shuffled from the seed of the hand (O10)."""
    under = state.pile[:-1]
    if state.options.exhausted_stock is ExhaustedStock.FLIP_PILE:
        return under
    return reshuffled(state.seed, state.pile_turns + 1, under)


def decide(
    state: HandState, seat: Seat, action: Action, reshuffle: Reshuffle = seeded_reshuffle
) -> Decision:
    """Return the events that ``action`` of ``seat`` brings about, or a refusal."""
    if state.turn.seat != seat or state.end is not None:
        return turn_refusal(state)
    if isinstance(action, DrawStock):
        return _draw_stock(state, seat, reshuffle)
    return DECIDERS[type(action)](state, seat, action)


def _draw_stock(state: HandState, seat: Seat, reshuffle: Reshuffle) -> Decision:
    refusal = check_stock(state)
    if refusal is not None:
        return refusal
    if state.stock:
        return (StockDrawn(seat, state.stock[0]),)
    if state.pile_turns >= MAX_PILE_TURNS and state.options.idle_rounds:
        return (HandEnded(EndReason.IDLE_LIMIT, None),)
    stock = reshuffle(state)
    return (PileTurned(seat, stock), StockDrawn(seat, stock[0]))


def _take(state: HandState, seat: Seat, action: TakePile) -> Decision:
    taking = check_take(state, action.card)
    if isinstance(taking, Refusal):
        return taking
    return (PileTaken(seat, taking.cards, taking.required),)


def _meld(state: HandState, seat: Seat, action: MeldCards) -> Decision:
    melding = check_meld(state, action)
    if isinstance(melding, Refusal):
        return melding
    shape = melding.shape
    laid = Melded(seat, state.next_meld, shape.kind, action.cards, shape.ace)
    return (laid, *_out(state, seat, melding.cards))


def _lay_off(state: HandState, seat: Seat, action: LayOff) -> Decision:
    laying = check_layoff(state, action)
    if isinstance(laying, Refusal):
        return laying
    laid = LaidOff(seat, action.meld, action.cards, laying.shape.ace)
    return (laid, *_out(state, seat, laying.cards))


def _out(state: HandState, seat: Seat, cards: int) -> tuple[HandEvent, ...]:
    """Return the end of the hand if these are the last cards of the seat (R29)."""
    if state.hands[seat] & ~cards:
        return ()
    return (HandEnded(EndReason.WENT_OUT, seat),)


def _discard(state: HandState, seat: Seat, action: DiscardCard) -> Decision:
    refusal = check_discard(state, action)
    if refusal is not None:
        return refusal
    card = action.card
    discarded = Discarded(seat, card)
    if state.hands[seat] == BIT[card]:
        return (discarded, HandEnded(EndReason.WENT_OUT, seat))
    if state.stock and state.turn.stock_at_start is _FULL:
        return (discarded,)
    return (discarded, *_end_by_stock(state))


def _end_by_stock(state: HandState) -> tuple[HandEvent, ...]:
    """Return the end of a hand that a discard brings about for want of a stock (O10, R35)."""
    options = state.options
    drew_last = state.turn.drew is Drew.STOCK and not state.stock
    if drew_last and options.exhausted_stock is ExhaustedStock.ENDS_WITH_LAST_CARD:
        return (HandEnded(EndReason.STOCK_EXHAUSTED, None),)
    limit = options.idle_rounds * state.players
    if limit and idle_after_discard(state) >= limit:
        return (HandEnded(EndReason.IDLE_LIMIT, None),)
    return ()


def _decline(state: HandState, seat: Seat, _: Decline) -> Decision:
    refusal = check_decline(state)
    if refusal is not None:
        return refusal
    declined = Declined(seat)
    waits = state.options.exhausted_stock is ExhaustedStock.ALL_MUST_DECLINE
    if waits and state.declines + 1 < state.players:
        return (declined,)
    return (declined, HandEnded(EndReason.STOCK_EXHAUSTED, None))


def _undo(state: HandState, seat: Seat, _: Undo) -> Decision:
    return check_undo(state) or (Undone(seat),)


DECIDERS: Final[dict[type[Action], Callable[[HandState, Seat, Any], Decision]]] = {
    TakePile: _take,
    MeldCards: _meld,
    LayOff: _lay_off,
    DiscardCard: _discard,
    Decline: _decline,
    Undo: _undo,
}
"""Who judges each action but the draw from the stock. As in ``evolve``, a test holds the keys
against the union."""
