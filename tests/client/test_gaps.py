"""The log says where it knows nothing: after a new start, after a lost connection."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from tests.client.little_table import LittleTable, words

from rummy500.engine.actions import DiscardCard, DrawStock
from rummy500.engine.legal import legal_discards
from rummy500_client.presenters.glance import look
from rummy500_client.presenters.log_words import log_of
from rummy500_client.presenters.status import status_of
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState, Gap
from rummy500_client.state.reduce import reduce


UNKNOWN = "What came before is not known to this window."
UNDONE = "The server lost the last moves. The game goes on from here."
SHORT = "The server lost the last moves"
"""In the bar, where there is little room."""
MISSING = "Some plays are missing here: the connection was lost."


def lines(state: ClientState) -> list[str]:
    assert state.table is not None
    log = log_of(look(state.table, LocalTable(), words()))
    return [line for group in log.groups for line in group.lines]


def gaps(state: ClientState) -> tuple[Gap, ...]:
    assert state.table is not None
    return state.table.gaps


def turn(table: LittleTable) -> None:
    """Play a turn of whoever is to move."""
    table.play(DrawStock())
    table.play(DiscardCard(next(iter(legal_discards(table.hand))).card))


def test_a_hand_that_was_seen_from_its_deal_has_no_gap() -> None:
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    state = reduce(state, table.play(DrawStock()))
    assert gaps(state) == ()
    assert UNKNOWN not in lines(state)


def test_who_comes_into_a_running_hand_is_told_that_more_was_played() -> None:
    table = LittleTable()
    table.deal()
    turn(table)
    state = reduce(ClientState(), table.news())
    assert lines(state) == [UNKNOWN]
    state = reduce(state, table.play(DrawStock()))
    assert lines(state)[0] == UNKNOWN
    assert len(lines(state)) == 2


def test_who_comes_before_the_first_play_has_missed_nothing() -> None:
    table = LittleTable()
    table.deal()
    assert gaps(reduce(ClientState(), table.news())) == ()


def test_plays_that_were_made_while_we_were_away_leave_a_gap_where_they_belong() -> None:
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    state = reduce(state, table.play(DrawStock()))
    known = len(lines(state))
    table.play(DiscardCard(next(iter(legal_discards(table.hand))).card))
    table.play(DrawStock())
    state = reduce(state, table.news())
    assert lines(state)[known] == MISSING
    state = reduce(state, table.play(DiscardCard(next(iter(legal_discards(table.hand))).card)))
    assert lines(state)[known] == MISSING
    assert lines(state)[-1] != MISSING


def test_news_without_plays_between_leave_no_gap() -> None:
    """We lost the connection and came back: that alone is news twice, and nothing was played."""
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    table.news()
    state = reduce(state, table.news())
    assert gaps(state) == ()


def test_another_hand_begins_without_the_gaps_of_the_last() -> None:
    table = LittleTable()
    table.deal()
    turn(table)
    state = reduce(ClientState(), table.news())
    assert state.table is not None
    number = state.table.now.number
    later = replace(state, table=replace(state.table, log=(), gaps=(Gap(number - 1, 0),)))
    assert lines(later) == []


def test_moves_that_the_server_has_lost_are_said_to_be_lost() -> None:
    """In the log where it happened, and below the cards until the next play."""
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    before = table.news()
    state = reduce(state, table.play(DrawStock()))
    state = reduce(state, msgspec.structs.replace(before, rewound=True))
    assert state.table is not None
    assert state.table.seq == before.seq
    assert state.table.now == before.now
    assert lines(state)[-1] == UNDONE
    assert status_of(look(state.table, LocalTable(), words())).second == SHORT

    played = table.play(DiscardCard(next(iter(legal_discards(table.hand))).card))
    state = reduce(state, msgspec.structs.replace(played, seq=before.seq + 1))
    assert UNDONE in lines(state)[:-1]
    assert status_of(look(state.table, LocalTable(), words())).second != SHORT
