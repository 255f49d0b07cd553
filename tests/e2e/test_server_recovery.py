"""Kill the real server at the worst moment, start it again, and look whether anybody notices."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from functools import partial
from pathlib import Path

import pytest
from tests.server.player import Player, brisk, players
from tests.server.process import server_process

from rummy500.engine.actions import TakePile, Undo
from rummy500.protocol import commands
from rummy500.protocol.acts import Stock
from rummy500.protocol.tables import TableRow
from rummy500.protocol.updates import Accepted, TablesListed


pytestmark = pytest.mark.e2e


async def come_back(person: Player, url: str, table: str) -> None:
    """Connect to the server's new port with the old token, and resume."""
    await person.close()
    person.url = url
    await person.connect()
    welcome = await person.greet()
    assert table in welcome.tables
    answer = await person.do(commands.Resume, table=table, seq=person.news[table].seq)
    assert isinstance(answer, Accepted)
    await all_have_seen([person], table, answer.seq)


def all_are_here(person: Player, table: str) -> bool:
    return all(getattr(holder, "here", True) for holder in person.news[table].now.seats)


def position(person: Player, table: str) -> object:
    """What must be the same before and after: all but the number of the news."""
    news = person.news[table]
    return news.now, news.own, person.legal(table)


async def test_killed_in_the_middle_of_a_turn_all_are_back_where_they_were(tmp_path: Path) -> None:
    """I09: the card that must be used, the plays that can be undone and the legal actions."""
    async with (
        server_process(tmp_path, "--seed", "11") as server,
        players(server.url, "Ana", "Beto") as people,
    ):
        table = await start_match(people)
        mover = await play_until_deep_draw(people, table)
        assert mover.view(table).turn.required is not None
        before = [position(person, table) for person in people]

        await server.kill()
        await server.start()
        await asyncio.gather(*(come_back(p, server.url, table) for p in people))
        for person in people:
            await person.until(partial(all_are_here, person, table))
        assert [position(person, table) for person in people] == before

        assert isinstance(await mover.play(table, Undo()), Accepted)
        assert mover.view(table).turn.required is None
        await asyncio.gather(*(person.play_on(table, brisk) for person in people))
        assert people[0].news[table].now.winners is not None
    assert len(list((tmp_path / "matches").iterdir())) == 1


async def start_match(people: list[Player]) -> str:
    """Seat people at a new table, start the match and return the table."""
    table = (await people[0].sit(commands.CreateTable, name="", seats=len(people))).table
    for person in people[1:]:
        await person.sit(commands.JoinTable, table=table)
    answer = await people[0].do(commands.Start, table=table)
    assert isinstance(answer, Accepted)
    await all_have_seen(people, table, answer.seq)
    return table


async def all_have_seen(people: list[Player], table: str, seq: int) -> None:
    for person in people:
        await person.until(partial(has_seen, person, table, seq))


def has_seen(person: Player, table: str, seq: int) -> bool:
    return person.news[table].seq >= seq


async def play_until_deep_draw(people: list[Player], table: str) -> Player:
    """Play until somebody can take a card from inside the pile, and take it."""
    while True:
        if people[0].view(table).end is not None:
            for person in people:
                answer = await person.do(commands.Ready, table=table)
                assert isinstance(answer, Accepted)
                await all_have_seen(people, table, answer.seq)
        mover = next(person for person in people if person.my_turn(table))
        top = mover.view(table).pile[-1:]
        takes = [a for a in mover.legal(table) if isinstance(a, TakePile) and a.card not in top]
        answer = await mover.play(table, takes[0] if takes else brisk(mover.view(table)))
        assert isinstance(answer, Accepted)
        await all_have_seen(people, table, answer.seq)
        if takes:
            return mover


async def test_a_move_that_was_answered_survives_and_is_not_done_twice(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path, "--seed", "12") as server,
        players(server.url, "Ana", "Beto") as people,
    ):
        table = await start_match(people)
        mover = next(person for person in people if person.my_turn(table))
        draw = commands.Play(ref=mover.ref(), table=table, act=Stock())
        answer = await mover.ask(draw)
        assert isinstance(answer, Accepted)
        drawn = mover.news[table].own

        await server.kill()
        await server.start()
        await come_back(mover, server.url, table)
        assert await mover.ask(draw) == answer
        assert mover.news[table].own == drawn


async def test_computers_go_on_by_themselves_after_a_kill(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path, "--seed", "13") as server,
        players(server.url, "Ana") as (ana,),
    ):
        three = ("easy", "steady", "easy")
        table = (await ana.sit(commands.CreateTable, name="", seats=4, computers=three)).table
        await ana.do(commands.Start, table=table)
        for _ in range(3):
            await until_on_turn(ana, table)
            seq = ana.news[table].seq
            while ana.my_turn(table):
                await ana.play(table, brisk(ana.view(table)))
            # The computers may be anywhere between their first and their last move now.
            await server.kill()
            await server.start()
            await come_back(ana, server.url, table)
            assert ana.news[table].seq > seq
        await ana.play_on(table, brisk)
        assert ana.news[table].now.winners is not None


async def until_on_turn(person: Player, table: str) -> None:
    """Wait until it is a person's turn, in the next hand if this one ends before."""
    while not person.my_turn(table):
        await person.until(lambda: person.my_turn(table) or person.view(table).end is not None)
        if person.view(table).end is not None:
            answer = await person.do(commands.Ready, table=table)
            assert isinstance(answer, Accepted)
            await all_have_seen([person], table, answer.seq)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_says_goodbye_and_ends_the_server(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with server_process(tmp_path) as server:
        ana = await Player("Ana", server.url).connect()
        await ana.greet()
        assert await server.ask_to_end(number) == 0
        assert await ana.gone() == (1001, "going_away")
        await ana.close()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux to watch processes")
async def test_the_server_ends_with_its_parent_and_leaves_no_process(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        children = children_of(server.process.pid)
        assert await server.hang_up() == 0
        async with asyncio.timeout(5):
            for child in children:
                await ended(child)


def children_of(pid: int) -> list[int]:
    """Return descriptors that can be read once the child processes of ``pid`` have ended."""
    words = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [os.pidfd_open(int(word)) for word in words]


async def ended(child: int) -> None:
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(child, over.set)
    try:
        await over.wait()
    finally:
        loop.remove_reader(child)
        os.close(child)


async def test_a_second_server_leaves_folder_and_port_to_the_first(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        code, complaints = await outcome("--port", "0", "--data", str(tmp_path))
        assert (code, "in use by another server" in complaints) == (3, True)
        code, complaints = await outcome("--port", str(server.port), "--store", "memory:")
        assert (code, f"port {server.port}" in complaints) == (4, True)


async def outcome(*options: str) -> tuple[int | None, str]:
    """Run a server that can't begin, and return its exit code and what it says."""
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rummy500_server", "--log-level", "error", *options), stderr=PIPE
    )
    _, complaints = await server.communicate()
    return server.returncode, complaints.decode()


async def test_after_a_restart_no_table_is_listed_that_nobody_looks_at(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        async with players(server.url, "Ana") as (ana,):
            await ana.sit(commands.CreateTable, name="waits", seats=2)
            plays = await ana.sit(commands.CreateTable, name="plays", seats=2, computers=("easy",))
            await ana.do(commands.Start, table=plays.table)
            assert [(row.name, row.playing) for row in await listed(ana)] == [
                ("waits", False),
                ("plays", True),
            ]
            await server.kill()
        await server.start()
        async with players(server.url, "Eva") as (eva,):
            assert await listed(eva) == ()


async def listed(person: Player) -> tuple[TableRow, ...]:
    answer = await person.do(commands.ListTables)
    assert isinstance(answer, Accepted)
    assert isinstance(answer.result, TablesListed)
    return answer.result.tables
