"""Whatever is over is freed at once: tables, connections, their timers and tasks.

The server hardly ever looks for circles of objects that have been there for a while
(``ops.garbage``), so what ends must leave none. Here nobody looks for any.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from tests.server.counting import level, nobody_looks_for_circles, there
from tests.server.fakes import ChancePlayer, settle
from tests.server.player import Player, brisk, players

from rummy500.protocol import commands
from rummy500.protocol.updates import Accepted
from rummy500_server.app import Server
from rummy500_server.config import Settings


ROUNDS = 3
_Ending = Callable[[Server, list[Player], str], Awaitable[None]]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    settings = Settings(data=tmp_path, store="memory:", port=0, unlimited_rate=True, pause=0)
    async with Server(settings, bots=ChancePlayer()) as made:
        yield made


@pytest.fixture
def _nobody_looks_for_circles() -> Iterator[None]:
    with nobody_looks_for_circles():
        yield


async def play(ana: Player, beto: Player, table: str) -> None:
    """Play a hand to its end."""
    hands = ana.news[table].now.number
    while (hand := ana.news[table].now.hand) is not None and hand.end is None:
        assert ana.news[table].now.number == hands
        mover = ana if ana.my_turn(table) else beto
        answer = await mover.play(table, brisk(mover.view(table)))
        assert isinstance(answer, Accepted)
        for person in (ana, beto):
            await person._shown(table, answer.seq)


# --- the ends that there are ----------------------------------------------------------------------


async def leave(_: Server, people: list[Player], table: str) -> None:
    for person in people:
        assert isinstance(await person.do(commands.Leave, table=table), Accepted)


async def hang_up(_: Server, people: list[Player], table: str) -> None:
    for person in people:
        await person.close()


async def cut(_: Server, people: list[Player], table: str) -> None:
    for person in people:
        await person.cut()


async def kick(server: Server, people: list[Player], table: str) -> None:
    for person in people:
        assert await server.lobby.remove(person.player) == 1


async def close(server: Server, people: list[Player], table: str) -> None:
    assert await server.lobby.close_table(table) == 1
    for person in people:
        await person.until(lambda person=person: table in person.closed)


async def come_again_and_leave(_: Server, people: list[Player], table: str) -> None:
    for person in people:
        await person.cut()
        await person.connect()
        await person.greet()
        await person.sit(commands.Resume, table=table)
    await leave(_, people, table)


async def play_the_match(_: Server, people: list[Player], table: str) -> None:
    await asyncio.gather(*(person.play_on(table, brisk) for person in people))
    await leave(_, people, table)


async def break_the_protocol(_: Server, people: list[Player], table: str) -> None:
    for person in people:
        await person.send_raw("a text")
        await person.gone()


async def leave_it_to_computers(_: Server, people: list[Player], table: str) -> None:
    """The last person goes away while a computer player thinks for the first."""
    await people[0].do(commands.Leave, table=table)
    await people[1].cut()


@pytest.mark.usefixtures("_nobody_looks_for_circles")
@pytest.mark.parametrize(
    "ending",
    [
        *(leave, hang_up, cut, kick, close, come_again_and_leave, play_the_match),
        *(break_the_protocol, leave_it_to_computers),
    ],
)
async def test_nothing_is_left_of_a_table_and_its_people(server: Server, ending: _Ending) -> None:
    async def evening() -> None:
        async with players(f"ws://127.0.0.1:{server.port}", "Ana", "Beto") as people:
            ana, beto = people
            wish = {"target_score": "100"} if ending is play_the_match else {}
            table = (await ana.sit(commands.CreateTable, name="", seats=2, options=wish)).table
            await beto.sit(commands.JoinTable, table=table)
            await ana.do(commands.Start, table=table)
            await beto.until(lambda: beto.news[table].now.hand is not None)
            await play(ana, beto, table)
            await ending(server, people, table)

    await settle()
    before = there()
    for _ in range(ROUNDS):
        await evening()
    await level(before)


@pytest.mark.usefixtures("_nobody_looks_for_circles")
@pytest.mark.parametrize(
    "said",
    [
        b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: here\r\n\r\n",
        b"\x16\x03\x01 this is no HTTP\r\n\r\n",
        b"GET / HTTP/1.1\r\nHo",
    ],
)
async def test_nothing_is_left_of_who_is_no_player(server: Server, said: bytes) -> None:
    async def visit() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(said)
        writer.write_eof()
        await reader.read()
        writer.close()
        await writer.wait_closed()

    await settle()
    before = there()
    for _ in range(ROUNDS):
        await visit()
    await level(before)


async def test_a_connection_that_goes_from_table_to_table_remembers_a_few(server: Server) -> None:
    async with players(f"ws://127.0.0.1:{server.port}", "Ana") as (ana,):
        stays = await ana.sit(commands.CreateTable, name="", seats=2)
        for _ in range(40):
            sat = await ana.sit(commands.CreateTable, name="", seats=2)
            await ana.do(commands.Leave, table=sat.table)
            await ana.until(lambda table=sat.table: table not in server.lobby._tables)
        (session,) = server._gateway.sessions()
        assert session._desk is not None
        assert stays.table in session._desk._visited
        assert len(session._desk._visited) <= 17
        await ana.close()
    async with asyncio.timeout(10):
        while (table := await server.lobby.table(stays.table)) is None or table.state.anybody_here:
            await settle()
