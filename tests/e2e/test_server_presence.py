"""Coming and going a hundred times over real sockets: seats, numbers and lists stay right."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from tests.server.fakes import ChancePlayer
from tests.server.player import Player, brisk, players

from rummy500.protocol import commands
from rummy500.protocol.happenings import Computer, Nobody, Person
from rummy500.protocol.updates import Accepted, TablesListed
from rummy500_server.app import Server
from rummy500_server.config import Settings


pytestmark = pytest.mark.e2e

TIMES = 100


@asynccontextmanager
async def served(tmp_path: Path) -> AsyncIterator[str]:
    settings = Settings(
        host="127.0.0.1",
        port=0,
        data=tmp_path,
        store="memory:",
        pause=0,
        seed=1,
        unlimited_rate=True,
    )
    async with Server(settings, bots=ChancePlayer()) as server:
        yield f"ws://127.0.0.1:{server.port}"


async def test_a_connection_that_breaks_a_hundred_times_costs_nothing(tmp_path: Path) -> None:
    """T12, T13, T30, T44: after each return the person plays as if nothing had been."""
    async with served(tmp_path) as url, players(url, "Ana", "Beto") as (ana, beto):
        table = (await ana.sit(commands.CreateTable, name="", seats=2)).table
        await beto.sit(commands.JoinTable, table=table)
        await ana.do(commands.Start, table=table)
        watching = asyncio.create_task(play_on_for_ever(ana, table))
        dice = Random(4)
        for _ in range(TIMES):
            if dice.random() < 0.5:
                await beto.cut()
            else:
                await beto.close()
            await beto.connect()
            await beto.greet()
            assert beto.tables == (table,)
            await beto.sit(commands.Resume, table=table)
            await beto.until(lambda: is_here(beto, table, 1))
            if beto.my_turn(table):
                assert isinstance(await beto.play(table, brisk(beto.view(table))), Accepted)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        seen = ana.seqs[table]
        assert seen == list(range(1, seen[-1] + 1))


async def play_on_for_ever(person: Player, table: str) -> None:
    await person.until(lambda: person.news[table].now.hand is not None)
    while True:
        await person.until(lambda: person.my_turn(table))
        await person.play(table, brisk(person.view(table)))


def is_here(person: Player, table: str, seat: int) -> bool:
    """Whether the person's own news shows that seat as connected."""
    news = person.news.get(table)
    holder = None if news is None else news.now.seats[seat]
    return isinstance(holder, Person) and holder.here


async def test_joining_and_leaving_a_hundred_times_leaves_no_ghost(tmp_path: Path) -> None:
    """T3, T43, T51."""
    async with served(tmp_path) as url, players(url, "Ana", "Beto", "Eva") as people:
        ana, beto, eva = people
        table = (await ana.sit(commands.CreateTable, name="", seats=3)).table
        for _ in range(TIMES):
            refs = [await p.send(commands.JoinTable(ref=p.ref(), table=table)) for p in people[1:]]
            twice = await beto.send(commands.JoinTable(ref=beto.ref(), table=table))
            first, second = await beto.answer(refs[0]), await beto.answer(twice)
            assert isinstance(first, Accepted)
            assert isinstance(second, Accepted)
            assert first.result == second.result
            assert isinstance(await eva.answer(refs[1]), Accepted)
            assert isinstance(await beto.do(commands.Leave, table=table), Accepted)
            left = await eva.do(commands.Leave, table=table)
            assert isinstance(left, Accepted)
            await ana.until(lambda seq=left.seq: ana.news[table].seq >= seq)  # type: ignore[misc] - bound
            seats = ana.news[table].now.seats
            assert seats == (Person("Ana", here=True), Nobody(), Nobody())
        answer = await eva.do(commands.ListTables)
        assert isinstance(answer, Accepted)
        assert isinstance(answer.result, TablesListed)
        assert [row.seats for row in answer.result.tables] == [seats]


async def test_everybody_leaves_a_match_one_by_one_and_the_last_one_plays_on(
    tmp_path: Path,
) -> None:
    """T16, T17, T54: somebody is always on turn, and never somebody who has left."""
    names = ("Ana", "Beto", "Eva", "Gil")
    async with served(tmp_path) as url, players(url, *names) as people:
        table = (await people[0].sit(commands.CreateTable, name="", seats=4)).table
        for person in people[1:]:
            await person.sit(commands.JoinTable, table=table)
        await people[0].do(commands.Start, table=table)
        last = people[3]
        for person in people[:3]:
            answer = await person.do(commands.Leave, table=table)
            assert isinstance(answer, Accepted)
            await last.until(lambda seq=answer.seq: last.news[table].seq >= seq)  # type: ignore[misc] - bound
        now = last.news[table].now
        assert [type(holder) for holder in now.seats] == [Computer] * 3 + [Person]
        assert now.host == 3
        await last.play_on(table, brisk)
        await last.do(commands.Leave, table=table)
        async with players(url, "Jon") as (jon,):
            answer = await jon.do(commands.JoinTable, table=table)
            assert getattr(answer, "code", "") == "NO_SUCH_TABLE"
