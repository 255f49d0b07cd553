"""``evolve(state, event)``: the state after what has happened. Total: it never refuses."""

from __future__ import annotations

from rummy500.engine.cards import CardSet, card_set, contains
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


def evolve(state: HandState, event: HandEvent) -> HandState:
    """Return the state after one event."""
    match event:
        case StockDrawn():
            return _stock_drawn(state, event)
        case PileTaken():
            return _pile_taken(state, event)
        case Discarded():
            return _discarded(state, event)
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


def with_hand(hands: tuple[CardSet, ...], seat: Seat, cards: int) -> tuple[CardSet, ...]:
    """Return ``hands`` with the cards of one seat replaced."""
    return (*hands[:seat], CardSet(cards), *hands[seat + 1 :])


def _stock_drawn(state: HandState, event: StockDrawn) -> HandState:
    turn = state.turn
    seat = event.seat
    return state._replace(
        hands=with_hand(state.hands, seat, state.hands[seat] | 1 << event.card),
        stock=state.stock[1:],
        turn=Turn(seat, Phase.PLAY, Drew.STOCK, stock_at_start=turn.stock_at_start),
        declines=0,
        before=None,
        drawn=event.card,
    )


def _pile_taken(state: HandState, event: PileTaken) -> HandState:
    seat = event.seat
    cards = event.cards
    taken = cards[0] if len(cards) == 1 else None
    drew = Drew.DEEP if taken is None else Drew.TOP
    at_start = state.turn.stock_at_start
    return state._replace(
        hands=with_hand(state.hands, seat, state.hands[seat] | card_set(cards)),
        pile=state.pile[: -len(cards)],
        turn=Turn(seat, Phase.PLAY, drew, event.required, taken, stock_at_start=at_start),
        declines=0,
        before=state,
    )


def _after_tabling(turn: Turn, cards: int, new_melds: int) -> Turn:
    required = turn.required
    taken = turn.taken
    return Turn(
        turn.seat,
        turn.phase,
        turn.drew,
        None if required is not None and contains(CardSet(cards), required) else required,
        None if taken is not None and contains(CardSet(cards), taken) else taken,
        turn.new_melds + new_melds,
        Tabled.YES,
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
    return state._replace(
        hands=with_hand(state.hands, seat, state.hands[seat] & ~cards),
        melds=tuple(
            _grown(meld, cards, event) if meld.id == event.meld else meld for meld in state.melds
        ),
        turn=_after_tabling(state.turn, cards, 0),
        before=state,
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


def _next_turn(state: HandState, stock_count: int) -> Turn:
    at_start = StockAtStart.FULL if stock_count else StockAtStart.EMPTY
    return Turn(next_seat(state.turn.seat, state.players), Phase.DRAW, stock_at_start=at_start)


def idle_after_discard(state: HandState) -> int:
    """Return the count of R35 once the turn in ``state`` ends with a discard."""
    turn = state.turn
    idle = turn.stock_at_start is StockAtStart.EMPTY and turn.tabled is Tabled.NO
    return state.idle + 1 if idle else 0


def _discarded(state: HandState, event: Discarded) -> HandState:
    seat = event.seat
    left = state.hands[seat] & ~(1 << event.card)
    hands = with_hand(state.hands, seat, left)
    pile = (*state.pile, event.card)
    if not left:
        return state._replace(hands=hands, pile=pile, before=None)
    known = state.tabled_before
    if state.turn.tabled is Tabled.YES and seat not in known:
        known = (*known, seat)
    return state._replace(
        hands=hands,
        pile=pile,
        turn=_next_turn(state, len(state.stock)),
        tabled_before=known,
        idle=idle_after_discard(state),
        before=None,
        drawn=None,
    )


def _declined(state: HandState, event: Declined) -> HandState:
    if state.options.exhausted_stock is not ExhaustedStock.ALL_MUST_DECLINE:
        return state._replace(before=None)
    turn = Turn(next_seat(event.seat, state.players), Phase.DRAW, stock_at_start=StockAtStart.EMPTY)
    return state._replace(turn=turn, declines=state.declines + 1, before=None)


def _ended(state: HandState, event: HandEnded) -> HandState:
    rummy = (
        event.out is not None
        and event.out not in state.tabled_before
        and state.turn.tabled is Tabled.YES
    )
    finish = Finish(event.reason, event.out, rummy)
    scores = hand_scores(state.hands, state.melds, state.options, finish)
    return state._replace(
        turn=Turn(state.turn.seat, Phase.OVER),
        before=None,
        end=HandEnd(event.reason, event.out, scores),
    )
