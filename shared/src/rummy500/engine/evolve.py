"""``evolve(state, event)``: the state after what has happened. Total: it never refuses."""

from __future__ import annotations

from functools import cache
from typing import Final

from rummy500.engine.cards import CardSet, card_set
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
from rummy500.engine.melds import Meld
from rummy500.engine.options import ExhaustedStock
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


def evolve(state: HandState, event: HandEvent) -> HandState:
    """Return the state after one event."""
    match event:
        case Discarded():
            return _discarded(state, event)
        case StockDrawn():
            return _stock_drawn(state, event)
        case PileTaken():
            return _pile_taken(state, event)
        case Melded():
            return _melded(state, event)
        case LaidOff():
            return _laid_off(state, event)
        case Undone():
            return undone(state)
        case Declined():
            return _declined(state, event)
        case PileTurned():
            return state._replace(
                stock=event.stock, pile=state.pile[-1:], pile_turns=state.pile_turns + 1
            )
        case HandEnded():
            return _ended(state, event)


# States are built by position where random play passes most: ``_replace`` takes twice as long.


def with_hand(hands: tuple[CardSet, ...], seat: Seat, cards: int) -> tuple[CardSet, ...]:
    """Return ``hands`` with the cards of one seat replaced."""
    changed = list(hands)
    changed[seat] = CardSet(cards)
    return tuple(changed)


@cache
def _next_turn(seat: Seat, at_start: StockAtStart) -> Turn:
    return Turn(seat, _DRAW, stock_at_start=at_start)


def _stock_drawn(state: HandState, event: StockDrawn) -> HandState:
    seat, card = event.seat, event.card
    hands = state.hands
    return HandState(
        state.options,
        state.dealer,
        with_hand(hands, seat, hands[seat] | 1 << card),
        state.stock[1:],
        state.pile,
        state.melds,
        Turn(seat, _PLAY, _STOCK, None, None, 0, _NO, state.turn.stock_at_start),
        state.melded,
        state.tabled_before,
        state.idle,
        0,
        state.pile_turns,
        state.next_meld,
        None,
        card,
        state.seed,
    )


def _pile_taken(state: HandState, event: PileTaken) -> HandState:
    seat, cards = event.seat, event.cards
    hands = state.hands
    deep = len(cards) > 1
    at_start = state.turn.stock_at_start
    return HandState(
        state.options,
        state.dealer,
        with_hand(hands, seat, hands[seat] | card_set(cards)),
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
    )


def _after_tabling(turn: Turn, cards: int, new_melds: int) -> Turn:
    required = turn.required
    taken = turn.taken
    return Turn(
        turn.seat,
        turn.phase,
        turn.drew,
        None if required is not None and cards >> required & 1 else required,
        None if taken is not None and cards >> taken & 1 else taken,
        turn.new_melds + new_melds,
        _YES,
        turn.stock_at_start,
    )


def _melded(state: HandState, event: Melded) -> HandState:
    seat = event.seat
    cards = card_set(event.cards)
    placed = tuple(cards if s == seat else CardSet(0) for s in range(state.players))
    return state._replace(
        hands=with_hand(state.hands, seat, state.hands[seat] & ~cards),
        melds=(*state.melds, Meld(event.meld, event.kind, cards, event.ace, placed)),
        turn=_after_tabling(state.turn, cards, 1),
        melded=state.melded if seat in state.melded else (*state.melded, seat),
        next_meld=MeldId(event.meld + 1),
        before=state,
    )


def _laid_off(state: HandState, event: LaidOff) -> HandState:
    seat = event.seat
    cards = card_set(event.cards)
    return HandState(
        state.options,
        state.dealer,
        with_hand(state.hands, seat, state.hands[seat] & ~cards),
        state.stock,
        state.pile,
        tuple(
            [_grown(meld, cards, event) if meld.id == event.meld else meld for meld in state.melds]
        ),
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
    return state if before is None else before._replace(next_meld=state.next_meld)


def idle_after_discard(state: HandState) -> int:
    """Return the count of R35 once the turn in ``state`` ends with a discard."""
    turn = state.turn
    idle = turn.stock_at_start is _EMPTY and turn.tabled is _NO
    return state.idle + 1 if idle else 0


def _discarded(state: HandState, event: Discarded) -> HandState:
    seat = event.seat
    left = state.hands[seat] & ~(1 << event.card)
    hands = with_hand(state.hands, seat, left)
    pile = (*state.pile, event.card)
    if not left:
        return state._replace(hands=hands, pile=pile, before=None)
    known = state.tabled_before
    if state.turn.tabled is _YES and seat not in known:
        known = (*known, seat)
    at_start = _FULL if state.stock else _EMPTY
    return HandState(
        state.options,
        state.dealer,
        hands,
        state.stock,
        pile,
        state.melds,
        _next_turn(next_seat(seat, len(hands)), at_start),
        state.melded,
        known,
        idle_after_discard(state),
        state.declines,
        state.pile_turns,
        state.next_meld,
        None,
        None,
        state.seed,
    )


def _declined(state: HandState, event: Declined) -> HandState:
    if state.options.exhausted_stock is not ExhaustedStock.ALL_MUST_DECLINE:
        return state._replace(before=None)
    turn = _next_turn(next_seat(event.seat, state.players), _EMPTY)
    return state._replace(turn=turn, declines=state.declines + 1, before=None)


def _ended(state: HandState, event: HandEnded) -> HandState:
    rummy = (
        event.out is not None and event.out not in state.tabled_before and state.turn.tabled is _YES
    )
    finish = Finish(event.reason, event.out, rummy)
    scores = hand_scores(state.hands, state.melds, state.options, finish)
    return state._replace(
        turn=Turn(state.turn.seat, Phase.OVER),
        before=None,
        end=HandEnd(event.reason, event.out, scores),
    )
