"""A table that is woken from a long journal: the other tables go on meanwhile."""

from __future__ import annotations

import asyncio

from tests.server.fakes import Onlooker, StillClock
from tests.server.house import FrailStore, House, opened

from rummy500_server.store.ports import Appended, Attempt
from rummy500_server.store.records import FORMAT, Entry, PersonCame, write_entry


LONG = 8000


async def test_a_long_journal_is_read_while_everything_else_goes_on(
    store: FrailStore, clock: StillClock
) -> None:
    async with opened(House(store, clock)) as house:
        table = await house.table(Onlooker("ana"))
    state = table.state
    data = write_entry(Entry(FORMAT, None, (PersonCame(0, "node"),)))
    mark = state.mark
    for version in range(state.version, state.version + LONG):
        attempt = Attempt(version, mark, f"{version}".encode(), data, None)
        assert isinstance(await store.append(state.table, attempt), Appended)
        mark = attempt.new_mark
    async with opened(House(store, clock)) as again:
        turns = 0
        waking = asyncio.ensure_future(again.lobby.table(state.table))
        while not waking.done():
            turns += 1
            await asyncio.sleep(0)
        woken = await waking
        assert woken is not None
        assert woken.state.version > state.version + LONG
    assert turns > LONG / 500
