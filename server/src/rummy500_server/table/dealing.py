"""The beginnings of matches and hands: who deals, and from which pack."""

from __future__ import annotations

from rummy500.engine.daily import DAILY_DEALER
from rummy500.engine.deal import pack_from_seed
from rummy500.engine.ids import HandNumber, Seat
from rummy500.engine.match import Match, next_dealer, next_hand, start_match
from rummy500.engine.options import PACK_SIZE, FirstDealer
from rummy500.engine.state import HandState, Phase
from rummy500_server.store import records
from rummy500_server.table.journal import fact_of
from rummy500_server.table.ports import Chance, draw_below, draw_seed
from rummy500_server.table.state import TableState


def first_match(state: TableState, dice: Chance) -> tuple[records.AnyFact, ...]:
    """Return the beginning of a table's first match, its first deal included (O21)."""
    return _match_from(state, _first_dealer(state, dice), dice)


def _first_dealer(state: TableState, dice: Chance) -> Seat:
    match state.options.first_dealer:
        case FirstDealer.RANDOM:
            return Seat(draw_below(dice, len(state.seats)))
        case FirstDealer.SEAT1:
            return Seat(0)


def another_match(state: TableState, dice: Chance) -> tuple[records.AnyFact, ...]:
    """Return the beginning of the match after the one that is over: the deal moves on."""
    return _match_from(state, next_dealer(_match_of(state)), dice)


def next_deal(state: TableState, dice: Chance) -> records.AnyFact:
    """Return the next deal of the match that runs."""
    return _deal(_match_of(state), state.day, dice)


def untouched(hand: HandState) -> bool:
    """Return whether a hand lies as it was dealt: nobody has drawn yet."""
    dealt = hand.players * hand.options.cards_each(hand.players)
    begins = Seat((hand.dealer + 1) % hand.players)
    return (
        hand.turn.seat == begins
        and hand.turn.phase is Phase.DRAW
        and len(hand.pile) == 1
        and len(hand.stock) == PACK_SIZE - dealt - 1
        and not hand.melds
    )


def _match_from(state: TableState, dealer: Seat, dice: Chance) -> tuple[records.AnyFact, ...]:
    day = ""
    if state.options.daily:
        day, dealer = dice.today(), DAILY_DEALER
    begun = start_match(state.options, len(state.seats), dealer)
    return records.MatchBegun(dealer, day), _deal(begun, day, dice)


def _deal(match: Match, day: str, dice: Chance) -> records.AnyFact:
    number = HandNumber(match.number + 1)
    seed = dice.day_seed(day, number) if day else draw_seed(dice)
    return fact_of(next_hand(match, pack_from_seed(seed), seed))


def _match_of(state: TableState) -> Match:
    if state.match is None:
        msg = "no match has begun"
        raise ValueError(msg)
    return state.match
