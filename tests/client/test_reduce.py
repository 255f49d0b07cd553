"""The state after what the server tells, the network does and we ask."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from tests.client.little_table import LittleTable, position

from rummy500.engine.actions import Decline, DiscardCard, DrawStock, MeldCards, TakePile, Undo
from rummy500.engine.cards import card_list
from rummy500.engine.events import EndReason
from rummy500.engine.legal import legal_actions, legal_discards, legal_melds
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.state import Phase
from rummy500.protocol import acts
from rummy500.protocol.commands import CreateTable, Leave, ListTables, Play, Resume
from rummy500.protocol.happenings import CardDiscarded, DrewStock, MatchBegan
from rummy500.protocol.tables import ResultOfHand
from rummy500.protocol.updates import (
    Accepted,
    Refused,
    SatDown,
    TableClosed,
    TableNews,
    TablesListed,
)
from rummy500_client.state.model import (
    Away,
    ClientState,
    CommandSent,
    ConnectionChanged,
    Offline,
    Online,
    TableState,
    Verdict,
)
from rummy500_client.state.reduce import Change, CommandAnswered, fresh_cards, reduce


ONLINE = ConnectionChanged(Online("p1", "Ana", "0.1.0"), ("t9",))


def after(*changes: Change, state: ClientState | None = None) -> ClientState:
    state = state or ClientState()
    for change in changes:
        state = reduce(state, change)
    return state


def at(state: ClientState) -> TableState:
    assert state.table is not None
    return state.table


def play(ref: int = 5) -> Play:
    return Play(ref=ref, table="t1", act=acts.Stock())


def test_a_connection_comes_and_goes_and_the_table_stays() -> None:
    table = LittleTable()
    state = after(ONLINE, table.deal())
    assert state.seated_at == ("t9",)
    lost = reduce(state, ConnectionChanged(Away(2, 1.0, "dropped")))
    assert at(lost) == at(state)
    assert reduce(lost, ConnectionChanged(Offline())) == ClientState()


def test_a_command_is_pending_until_its_answer() -> None:
    table = LittleTable()
    state = after(ONLINE, table.deal(), CommandSent(play()))
    assert at(state).pending == play()
    other = reduce(state, CommandAnswered(play(6), Accepted(6)))
    assert at(other).pending == play()
    done = reduce(state, CommandAnswered(play(), Accepted(5, 2)))
    assert at(done).pending is None


def test_a_refusal_is_kept_with_what_it_answers() -> None:
    table = LittleTable()
    refused = Refused(5, "STOCK_EMPTY", {"card": "7D"})
    state = after(table.deal(), CommandSent(play()), CommandAnswered(play(), refused))
    rejection = at(state).rejection
    assert rejection is not None
    assert (rejection.serial, rejection.code) == (1, "STOCK_EMPTY")
    assert rejection.command == play()
    again = after(CommandSent(play(7)), CommandAnswered(play(7), refused), state=state)
    assert at(again).rejection != rejection


def test_the_list_of_tables_arrives() -> None:
    state = after(CommandSent(ListTables(ref=3)))
    assert state.pending is not None
    state = reduce(state, CommandAnswered(ListTables(ref=3), Accepted(3, 0, TablesListed(()))))
    assert state.rows == ()
    assert state.pending is None


def test_leaving_and_closing_end_the_table() -> None:
    table = LittleTable()
    here = after(table.deal())
    leave = Leave(ref=4, table="t1")
    assert reduce(here, CommandAnswered(leave, Accepted(4))).table is None
    closed = reduce(here, TableClosed("t1"))
    assert closed.table is None
    assert closed.closed
    assert reduce(here, TableClosed("t2")) == here


def test_a_table_that_cannot_be_resumed_is_gone() -> None:
    table = LittleTable()
    resume = Resume(ref=4, table="t1", seq=1)
    refused = Refused(4, "NO_SUCH_TABLE")
    state = after(table.deal(), CommandAnswered(resume, refused))
    assert state.table is None
    assert state.closed


def test_a_refused_table_is_told_outside_tables() -> None:
    command = CreateTable(ref=2, name="x", seats=2)
    state = after(CommandAnswered(command, Refused(2, "SERVER_FULL")))
    assert state.rejection is not None
    done = reduce(state, CommandAnswered(command, Accepted(2, 0, SatDown("t1", 0))))
    assert done.rejection is None


# --- news ----------------------------------------------------------------------------------------


def test_news_told_twice_changes_nothing_the_second_time() -> None:
    table = LittleTable()
    state = after(table.deal())
    news = table.play(DrawStock())
    once = reduce(state, news)
    assert reduce(once, news) == once
    assert [type(entry.happening) for entry in at(once).log[1:]] == [DrewStock]


def test_only_the_own_draw_is_known() -> None:
    table = LittleTable()
    state = after(table.deal())
    assert table.hand.turn.seat == 0
    state = reduce(state, table.play(DrawStock()))
    own = at(state).log[-1].own_card
    assert own == table.hand.drawn
    assert fresh_cards(at(state)) == (own,)
    card = next(iter(legal_discards(table.hand))).card
    state = reduce(state, table.play(DiscardCard(card)))
    assert at(state).last == CardDiscarded(0, card)
    state = reduce(state, table.play(DrawStock()))
    assert at(state).log[-1].own_card is None
    assert fresh_cards(at(state)) == ()


def test_taken_cards_are_fresh_until_the_turn_ends_and_undo_takes_the_mark() -> None:
    table = LittleTable()
    hand = position("8H TH KS 2D", pile="9H 3D QD", phase=Phase.DRAW)
    state = after(table.put(hand))
    state = reduce(state, table.play(TakePile(parse_card("9H"))))
    assert set(fresh_cards(at(state))) == set(parse_cards("9H 3D QD"))
    state = reduce(state, table.play(MeldCards(parse_cards("8H 9H TH"))))
    assert set(fresh_cards(at(state))) == set(parse_cards("3D QD"))
    state = reduce(state, table.play(Undo()))
    state = reduce(state, table.play(Undo()))
    assert fresh_cards(at(state)) == ()
    assert at(state).last is None


def test_who_comes_in_the_middle_of_a_turn_knows_the_card_drawn() -> None:
    table = LittleTable()
    table.deal()
    news = table.play(DrawStock())
    state = after(news)
    assert fresh_cards(at(state)) == (table.hand.drawn,)


def test_a_new_match_starts_a_new_log() -> None:
    table = LittleTable()
    state = after(table.deal(), table.play(DrawStock()))
    fresh = reduce(state, table.news(MatchBegan()))
    assert [type(entry.happening) for entry in at(fresh).log] == [MatchBegan]
    assert [deal.hand for deal in at(fresh).deals] == [1]


# --- the fair deal -------------------------------------------------------------------------------


def test_results_that_news_of_a_play_leave_out_are_as_they_were() -> None:
    table = LittleTable()
    result = ResultOfHand(1, 0, EndReason.WENT_OUT, (5, -5), (5, -5))
    deal = table.deal()
    second = msgspec.structs.replace(deal.now, number=2, results=(result,))
    state = after(msgspec.structs.replace(deal, now=second))
    drawn = msgspec.structs.replace(second, results=())
    state = after(msgspec.structs.replace(deal, seq=deal.seq + 1, now=drawn), state=state)
    assert at(state).now.results == (result,)
    anew = msgspec.structs.replace(drawn, number=1)
    state = after(msgspec.structs.replace(deal, seq=deal.seq + 2, now=anew), state=state)
    assert at(state).now.results == ()


def finished(table: LittleTable, state: ClientState) -> tuple[ClientState, TableNews]:
    """Play the hand to its end in any legal way."""
    news = table.news()
    while table.hand.end is None:
        moves = legal_actions(table.hand)
        melds = list(legal_melds(table.hand)) if table.hand.turn.phase is Phase.PLAY else []
        draws = [move for move in moves if isinstance(move, DrawStock | Decline)]
        discards = [move for move in moves if isinstance(move, DiscardCard)]
        news = table.play((melds or draws or discards)[0])
        state = reduce(state, news)
    return state, news


def test_a_true_deal_is_verified() -> None:
    table = LittleTable()
    state, _ = finished(table, after(table.deal(7)))
    (deal,) = at(state).deals
    assert deal.verdict is Verdict.VERIFIED
    assert deal.own
    assert deal.upcard is not None


def test_another_seed_is_found_out() -> None:
    table = LittleTable()
    state = after(table.deal(7))
    broken = replace_end(table, b"\x01" * 32)
    assert verdict(reduce(state, broken)) is Verdict.BROKEN


def replace_end(table: LittleTable, seed: bytes) -> TableNews:
    """Return the news of the end of the hand, with another seed."""
    _, news = finished(table, ClientState())
    hand = news.now.hand
    assert hand is not None
    assert hand.end is not None
    end = msgspec.structs.replace(hand.end, seed=seed)
    now = msgspec.structs.replace(news.now, hand=msgspec.structs.replace(hand, end=end))
    return msgspec.structs.replace(news, now=now)


def verdict(state: ClientState) -> Verdict | None:
    return at(state).deals[-1].verdict


def test_other_cards_than_the_seed_gives_are_found_out() -> None:
    table = LittleTable()
    state = after(table.deal(7))
    (deal,) = at(state).deals
    swapped = replace(deal, own=type(deal.own)(deal.own ^ 3))
    state = replace(state, table=replace(at(state), deals=(swapped,)))
    state, _ = finished(table, state)
    assert verdict(state) is Verdict.BROKEN
    assert card_list(deal.own)


def test_who_comes_after_the_promise_cannot_verify() -> None:
    table = LittleTable()
    table.deal(7)
    _, news = finished(table, ClientState())
    assert verdict(after(news)) is Verdict.UNKNOWN
