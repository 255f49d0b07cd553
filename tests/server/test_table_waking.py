"""Long journals are folded, and the other tables go on meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.fakes import Onlooker, StillClock
from tests.server.fellowship import Node, SharedStore, begun
from tests.server.house import FrailStore, House, opened
from tests.support.log_watch import LogWatch

from rummy500_server.store.ports import Appended, Attempt, Tail
from rummy500_server.store.records import FORMAT, Entry, PersonCame, TimeCredited, write_entry
from rummy500_server.table.actor import Table
from rummy500_server.table.evolve import fold_all
from rummy500_server.table.mailbox import Deafened
from rummy500_server.table.state import TableState


LONG = 8000
MISSED = 1000
PIECE = 500
"""Entries in one turn of the loop, at most."""


@pytest.fixture
def store(clock: StillClock) -> SharedStore:
    return SharedStore(clock)


async def lengthen(store: FrailStore, state: TableState, data: bytes, entries: int = LONG) -> None:
    """Add entries to a table's journal of which nobody hears."""
    mark = state.mark
    for version in range(state.version, state.version + entries):
        attempt = Attempt(version, mark, f"{version:08}".encode(), data, told=False)
        assert isinstance(await store.append(state.table, attempt), Appended)
        mark = attempt.new_mark


async def turns_of(table: Table) -> int:
    """Let a table read what was added; return how often the loop had its turn meanwhile."""
    table.submit(Deafened())
    turns = 0
    while table._pump is not None:
        turns += 1
        await asyncio.sleep(0)
    return turns


CAME = write_entry(Entry(FORMAT, None, (PersonCame(0, "node"),)))
CREDITED = write_entry(Entry(FORMAT, None, (TimeCredited(1),)))


async def test_a_long_journal_is_read_while_everything_else_goes_on(
    store: FrailStore, clock: StillClock
) -> None:
    async with opened(House(store, clock)) as house:
        table = await house.table(Onlooker("ana"))
    state = table.state
    await lengthen(store, state, CAME)
    async with opened(House(store, clock)) as again:
        turns = 0
        waking = asyncio.ensure_future(again.lobby.table(state.table))
        while not waking.done():
            turns += 1
            await asyncio.sleep(0)
        woken = await waking
        assert woken is not None
        assert woken.state.version > state.version + LONG
    assert turns > LONG / PIECE


async def test_what_was_missed_is_told_while_everything_else_goes_on(
    pair: list[Node], store: SharedStore
) -> None:
    game = await begun(pair)
    told = len(game.ana.told)
    await lengthen(store, game.table.state, CREDITED, MISSED)
    assert await turns_of(game.table) > MISSED / 50
    assert len(game.ana.told) == told + MISSED, "each entry has its number"
    assert game.table.state.version == game.twin.state.version + MISSED


async def test_a_long_journal_is_read_anew_while_everything_else_goes_on(
    pair: list[Node], store: SharedStore, expect_log: LogWatch
) -> None:
    game = await begun(pair)
    await lengthen(store, game.table.state, CREDITED)
    await turns_of(game.table)
    del store._tables[game.id].entries[-1:]
    assert await turns_of(game.table) > LONG / PIECE
    assert "rewound" in expect_log.messages[0]
    assert any(news.rewound for news in game.ana.news)
    journal = await store.load(game.id)
    assert isinstance(journal, Tail)
    assert fold_all(game.id, journal.entries) == game.table.state
