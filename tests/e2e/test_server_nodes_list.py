"""The list of tables is one list, whichever server somebody looks at it."""

from __future__ import annotations

import pytest
from tests.server.player import Player, players
from tests.server.process import ServerProcess

from rummy500.protocol import commands
from rummy500.protocol.happenings import Person
from rummy500.protocol.updates import Accepted, TablesListed


pytestmark = [pytest.mark.e2e, pytest.mark.redis]


def last(person: Player, table: str) -> list[str]:
    """Return who sits at a table, by the last update that told of it."""
    rows = [row for told in person.listed for row in told.changed if row.table == table]
    return [seat.name for seat in rows[-1].seats if isinstance(seat, Person)] if rows else []


async def test_who_watches_at_one_server_sees_what_happens_at_the_other(
    two: list[ServerProcess],
) -> None:
    async with (
        players(two[0].url, "Eva") as (eva,),
        players(two[1].url, "Ana", "Beto") as (ana, beto),
    ):
        shown = await eva.do(commands.WatchTables)
        assert isinstance(shown, Accepted)
        assert shown.result == TablesListed(())
        table = (await ana.sit(commands.CreateTable, name="", seats=3)).table
        await eva.until(lambda: last(eva, table) == ["Ana"])
        await beto.sit(commands.JoinTable, table=table)
        await eva.until(lambda: last(eva, table) == ["Ana", "Beto"])
        assert eva.listed[-1].order == (table,)

        await eva.do(commands.UnwatchTables)
        seat = await eva.sit(commands.QuickSeat, seats=3)
        assert (seat.table, seat.seat) == (table, 2)
        known = len(eva.listed)
        await ana.do(commands.Leave, table=table)
        await eva.until(lambda: not isinstance(eva.news[table].now.seats[0], Person))
        assert len(eva.listed) == known


async def test_the_list_loses_what_its_people_have_left(two: list[ServerProcess]) -> None:
    async with players(two[0].url, "Eva") as (eva,), players(two[1].url, "Ana") as (ana,):
        table = (await ana.sit(commands.CreateTable, name="", seats=2)).table
        shown = await eva.do(commands.WatchTables)
        assert isinstance(shown, Accepted)
        assert isinstance(shown.result, TablesListed)
        assert [row.table for row in shown.result.tables] == [table]
        await ana.cut()
        await eva.until(lambda: bool(eva.listed) and eva.listed[-1].order == ())


async def test_a_server_that_is_killed_takes_its_people_out_of_the_list(
    two: list[ServerProcess],
) -> None:
    async with players(two[0].url, "Eva") as (eva,), players(two[1].url, "Ana") as (ana,):
        table = (await ana.sit(commands.CreateTable, name="", seats=2)).table
        await eva.do(commands.WatchTables)
        await two[1].kill()
        await eva.until(lambda: bool(eva.listed) and eva.listed[-1].order == ())
        assert await eva.sit(commands.QuickSeat, seats=2)
        assert table not in eva.news
