"""``evolve(state, event)``: the state after what has happened. Total: it never refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from rummy500.engine.cards import BIT, EMPTY, CardSet, card_set
from rummy500.engine.events import (
    Declined,
    Discarded,
    HandEnded,
    HandEvent,
    LaidOff,
    Melded,
    PileTaken,
    PileTurned,
    StockDrawn,
    Undone,
)
from rummy500.engine.ids import MeldId, Seat, next_seat
from rummy500.engine.joining import ENDS
from rummy500.engine.melds import Meld
from rummy500.engine.options import MAX_PLAYERS, ExhaustedStock
from rummy500.engine.scoring import Finish, hand_scores
from rummy500.engine.state import Drew, HandEnd, HandState, Phase, StockAtStart, Tabled, Turn


_DRAW: Final = Phase.DRAW
_PLAY: Final = Phase.PLAY
_STOCK: Final = Drew.STOCK
_TOP: Final = Drew.TOP
_DEEP: Final = Drew.DEEP
_NO: Final = Tabled.NO
_YES: Final = Tabled.YES
_FULL: Final = StockAtStart.FULL
_EMPTY: Final = StockAtStart.EMPTY
_NOTHING: Final = (EMPTY,) * 4


def evolve(state: HandState, event: HandEvent) -> HandState:
    """Return the state after one event."""
    return EVOLVERS[type(event)](state, event)


# States are built by position where random play passes most: ``replace`` takes far longer.


def with_hand(hands: tuple[CardSet, ...], seat: Seat, cards: int) -> tuple[CardSet, ...]:
    """Return ``hands`` with the cards of one seat replaced."""
    changed: list[Any] = list(hands)
    changed[seat] = cards
    return tuple(changed)


def _turns(at_start: StockAtStart) -> tuple[tuple[Turn, ...], ...]:
    """Return the turn that follows, by the number of seats and by the seat whose turn ends."""
    return tuple(
        tuple(
            Turn(next_seat(Seat(seat), players), _DRAW, stock_at_start=at_start)
            for seat in range(players)
        )
        for players in range(MAX_PLAYERS + 1)
    )


_WITH_STOCK: Final = _turns(_FULL)
_WITHOUT_STOCK: Final = _turns(_EMPTY)


@cache
def _drew_from_stock(seat: Seat, at_start: StockAtStart) -> Turn:
    return Turn(seat, _PLAY, _STOCK, stock_at_start=at_start)


def _stock_drawn(state: HandState, event: StockDrawn) -> HandState:
    seat, card = event.seat, event.card
    hands: list[Any] = list(state.hands)
    hands[seat] |= BIT[card]
    return HandState(
        state.options,
        state.dealer,
        tuple(hands),
        state.stock[1:],
        state.pile,
        state.melds,
        _drew_from_stock(seat, state.turn.stock_at_start),
        state.melded,
        state.tabled_before,
        state.idle,
        0,
        state.pile_turns,
        state.next_meld,
        None,
        card,
        state.seed,
        None,
        state.fits,
    )


def _pile_taken(state: HandState, event: PileTaken) -> HandState:
    seat, cards = event.seat, event.cards
    deep = len(cards) > 1
    hands: list[Any] = list(state.hands)
    hands[seat] |= card_set(cards) if deep else BIT[cards[0]]
    at_start = state.turn.stock_at_start
    return HandState(
        state.options,
        state.dealer,
        tuple(hands),
        state.stock,
        state.pile[: -len(cards)],
        state.melds,
        Turn(
            seat,
            _PLAY,
            _DEEP if deep else _TOP,
            event.required,
            None if deep else cards[0],
            0,
            _NO,
            at_start,
        ),
        state.melded,
        state.tabled_before,
        state.idle,
        0,
        state.pile_turns,
        state.next_meld,
        state,
        state.drawn,
        state.seed,
        None,
        state.fits,
    )


def _after_tabling(turn: Turn, cards: int, new_melds: int) -> Turn:
    required = turn.required
    taken = turn.taken
    return Turn(
        turn.seat,
        turn.phase,
        turn.drew,
        None if required is not None and cards & BIT[required] else required,
        None if taken is not None and cards & BIT[taken] else taken,
        turn.new_melds + new_melds,
        _YES,
        turn.stock_at_start,
    )


def _melded(state: HandState, event: Melded) -> HandState:
    seat = event.seat
    cards = card_set(event.cards)
    hands = state.hands
    placed = with_hand(_NOTHING[: len(hands)], seat, cards)
    melded = state.melded
    return HandState(
        state.options,
        state.dealer,
        with_hand(hands, seat, hands[seat] & ~cards),
        state.stock,
        state.pile,
        (*state.melds, Meld(event.meld, event.kind, cards, event.ace, placed)),
        _after_tabling(state.turn, cards, 1),
        melded if seat in melded else (*melded, seat),
        state.tabled_before,
        state.idle,
        state.declines,
        state.pile_turns,
        MeldId(event.meld + 1),
        state,
        state.drawn,
        state.seed,
        None,
        state.fits | ENDS[state.options.ace_mode][cards].next,
    )


def _laid_off(state: HandState, event: LaidOff) -> HandState:
    seat = event.seat
    cards = card_set(event.cards)
    melds = list(state.melds)
    place = 0
    while melds[place].id != event.meld:
        place += 1
    grown = melds[place] = _grown(melds[place], cards, event)
    return HandState(
        state.options,
        state.dealer,
        with_hand(state.hands, seat, state.hands[seat] & ~cards),
        state.stock,
        state.pile,
        tuple(melds),
        _after_tabling(state.turn, cards, 0),
        state.melded,
        state.tabled_before,
        state.idle,
        state.declines,
        state.pile_turns,
        state.next_meld,
        state,
        state.drawn,
        state.seed,
        None,
        state.fits | ENDS[state.options.ace_mode][grown.cards].next,
    )


def _grown(meld: Meld, cards: CardSet, event: LaidOff) -> Meld:
    return Meld(
        meld.id,
        meld.kind,
        CardSet(meld.cards | cards),
        event.ace,
        with_hand(meld.placed, event.seat, meld.placed[event.seat] | cards),
    )


def undone(state: HandState) -> HandState:
    """Return the state before the last play; the ids of melds stay spent (vector I15)."""
    before = state.before
    return state if before is None else replace(before, next_meld=state.next_meld)


def idle_after_discard(state: HandState) -> int:
    """Return the count of R35 once the turn in ``state`` ends with a discard."""
    turn = state.turn
    idle = turn.stock_at_start is _EMPTY and turn.tabled is _NO
    return state.idle + 1 if idle else 0


def _discarded(state: HandState, event: Discarded) -> HandState:
    seat = event.seat
    hands: list[Any] = list(state.hands)
    hands[seat] &= ~BIT[event.card]
    pile = state.pile + (event.card,)  # noqa: RUF005 - every discard passes here
    if not hands[seat]:
        return replace(state, hands=tuple(hands), pile=pile, before=None)
    known = state.tabled_before
    if state.turn.tabled is _YES and seat not in known:
        known = (*known, seat)
    return HandState(
        state.options,
        state.dealer,
        tuple(hands),
        state.stock,
        pile,
        state.melds,
        (_WITH_STOCK if state.stock else _WITHOUT_STOCK)[len(hands)][seat],
        state.melded,
        known,
        0 if state.turn.stock_at_start is _FULL else idle_after_discard(state),
        state.declines,
        state.pile_turns,
        state.next_meld,
        None,
        None,
        state.seed,
        None,
        state.fits,
    )


def _declined(state: HandState, event: Declined) -> HandState:
    if state.options.exhausted_stock is not ExhaustedStock.ALL_MUST_DECLINE:
        return replace(state, before=None)
    turn = _WITHOUT_STOCK[state.players][event.seat]
    return replace(state, turn=turn, declines=state.declines + 1, before=None)


def _ended(state: HandState, event: HandEnded) -> HandState:
    rummy = (
        event.out is not None and event.out not in state.tabled_before and state.turn.tabled is _YES
    )
    finish = Finish(event.reason, event.out, rummy)
    scores = hand_scores(state.hands, state.melds, state.options, finish)
    return HandState(
        state.options,
        state.dealer,
        state.hands,
        state.stock,
        state.pile,
        state.melds,
        Turn(state.turn.seat, Phase.OVER),
        state.melded,
        state.tabled_before,
        state.idle,
        state.declines,
        state.pile_turns,
        state.next_meld,
        None,
        state.drawn,
        state.seed,
        HandEnd(event.reason, event.out, scores),
        state.fits,
    )


def _pile_turned(state: HandState, event: PileTurned) -> HandState:
    return replace(state, stock=event.stock, pile=state.pile[-1:], pile_turns=state.pile_turns + 1)


EVOLVERS: Final[dict[type[HandEvent], Callable[[HandState, Any], HandState]]] = {
    StockDrawn: _stock_drawn,
    PileTurned: _pile_turned,
    PileTaken: _pile_taken,
    Melded: _melded,
    LaidOff: _laid_off,
    Discarded: _discarded,
    Declined: _declined,
    Undone: lambda state, _: undone(state),
    HandEnded: _ended,
}
"""What each event does. Every step passes here, and a ``match`` costs eight times as much; a test
holds the keys against the union."""
