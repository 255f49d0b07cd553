"""Several real servers on one real Redis: who sits where makes no difference, and any may fall."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from tests.e2e.test_server_recovery import all_have_seen, come_back
from tests.server.player import Player, brisk, players
from tests.server.process import LIMIT, ServerProcess, server_process
from tests.support.redis_server import RedisProcess, until
from websockets.exceptions import ConnectionClosed, WebSocketException

from rummy500.protocol import commands
from rummy500.protocol.acts import Stock
from rummy500.protocol.updates import Accepted, TablesListed
from rummy500_server.store import records
from rummy500_server.store.redis import keys


pytestmark = [pytest.mark.e2e, pytest.mark.redis]

TAKEOVER = 5.0
"""Seconds after which a dead server's tables are driven by another one."""


def journal(redis: RedisProcess, table: str) -> list[tuple[int, records.Entry]]:
    found = redis.ask("XRANGE", keys.of_table(table).journal, "-", "+")
    return [
        (int(number.partition(b"-")[0]), records.read_entry(dict(fields)[b"e"]))
        for number, fields in found
    ]


def nothing_doubled(entries: list[tuple[int, records.Entry]]) -> None:
    """Every version is there once, and no command was done twice."""
    assert [version for version, _ in entries] == list(range(1, len(entries) + 1))
    causes = [(e.cause.player, e.cause.ref) for _, e in entries if e.cause is not None]
    assert len(causes) == len(set(causes))


async def seated(people: list[Player], seats: int = 0, **wishes: object) -> str:
    """Seat people at a new table, start the match and return the table."""
    made = await people[0].sit(commands.CreateTable, name="", seats=seats or len(people), **wishes)
    for person in people[1:]:
        await person.sit(commands.JoinTable, table=made.table)
    answer = await people[0].do(commands.Start, table=made.table)
    assert isinstance(answer, Accepted)
    await all_have_seen(people, made.table, answer.seq)
    return made.table


async def test_a_match_is_played_by_people_at_two_servers(
    redis: RedisProcess, two: list[ServerProcess]
) -> None:
    async with players(two[0].url, "Ana") as (ana,), players(two[1].url, "Beto") as (beto,):
        table = await seated([ana, beto], options={"target_score": "100"})
        await asyncio.gather(ana.play_on(table, brisk), beto.play_on(table, brisk))
        assert ana.news[table].now == beto.news[table].now
        for person in (ana, beto):
            seqs = person.seqs[table]
            assert all(after - before == 1 for before, after in pairwise(seqs)), seqs
        nothing_doubled(journal(redis, table))
        listed = await beto.do(commands.ListTables)
        assert isinstance(listed, Accepted)
        assert isinstance(listed.result, TablesListed)
        assert [row.table for row in listed.result.tables] == [table]
    await asyncio.to_thread(until, lambda: len(redis.ask("KEYS", keys.of_record("*"))) == 1)


async def test_a_server_that_is_killed_stops_nobody(
    redis: RedisProcess, two: list[ServerProcess]
) -> None:
    """Its people go on at the other one, where they were; computers too, and nothing is lost."""
    first, second = two
    async with players(first.url, "Ana") as (ana,), players(second.url, "Beto") as (beto,):
        table = await seated([ana, beto], seats=3, computers=("easy",))
        rng = Random(5)
        for _ in range(6):
            for person in (ana, beto):
                if person.my_turn(table):
                    await person.play(table, brisk(person.view(table)))
            await asyncio.sleep(0)
            if rng.random() < 0.2:
                break
        await first.kill()
        known = ana.news[table].seq
        await come_back(ana, second.url, table)
        assert ana.news[table].seq >= known
        await asyncio.gather(ana.play_on(table, brisk), beto.play_on(table, brisk))
        assert beto.news[table].now.winners is not None
        seqs = beto.seqs[table]
        assert all(after - before == 1 for before, after in pairwise(seqs)), seqs
        entries = journal(redis, table)
        nothing_doubled(entries)
        drivers = [
            f.node for _, e in entries for f in e.facts if isinstance(f, records.DriverNamed)
        ]
        assert len(set(drivers)) == len(drivers) == 2


async def test_a_move_is_done_once_though_it_is_sent_to_both(two: list[ServerProcess]) -> None:
    async with players(two[0].url, "Ana") as (ana,), players(two[1].url, "Beto") as (beto,):
        table = await seated([ana, beto])
        mover = ana if ana.my_turn(table) else beto
        other = two[1] if mover is ana else two[0]
        draw = commands.Play(ref=mover.ref(), table=table, act=Stock())
        answer = await mover.ask(draw)
        own = mover.news[table].own
        await mover.cut()
        await come_back(mover, other.url, table)
        assert await mover.ask(draw) == answer
        assert mover.news[table].own == own


async def test_a_second_socket_at_another_server_takes_the_seat(two: list[ServerProcess]) -> None:
    async with players(two[0].url, "Ana", "Beto") as (ana, beto):
        table = await seated([ana, beto])
        twin = Player("Ana", two[1].url)
        twin.token = ana.token
        await twin.connect()
        await twin.greet()
        await twin.sit(commands.Resume, table=table)
        assert await ana.gone() == (4001, "superseded")
        await beto.until(lambda: beto.news[table].seq >= twin.news[table].seq)
        assert all(getattr(holder, "here", True) for holder in beto.news[table].now.seats)
        await twin.close()


async def test_who_sat_at_a_dead_server_is_called_away_and_the_table_driven(
    redis: RedisProcess, two: list[ServerProcess]
) -> None:
    """Within five seconds, by a server that had nobody there to tell it."""
    first, second = two
    async with players(first.url, "Ana") as (ana,), players(second.url, "Beto") as (beto,):
        table = await seated([ana, beto], seats=4, computers=("easy", "easy"))
        # Let Ana wait in her turn, so that nothing moves but the beats.
        await until_turn_of(ana, beto, table)
        await first.kill()
        loop = asyncio.get_running_loop()
        began = loop.time()
        await beto.until(lambda: not shown(beto, table, ana.name))
        assert loop.time() - began < TAKEOVER
        (lost,) = [
            fact
            for _, entry in journal(redis, table)
            for fact in entry.facts
            if isinstance(fact, records.PersonLost)
        ]
        assert lost.why is records.Why.NODE


def shown(person: Player, table: str, name: str) -> bool:
    holders = person.news[table].now.seats
    return any(getattr(h, "name", "") == name and getattr(h, "here", False) for h in holders)


async def until_turn_of(ana: Player, beto: Player, table: str) -> None:
    """Let Beto and the computers play until Ana is on turn."""
    while not ana.my_turn(table):
        if beto.my_turn(table):
            await beto.play(table, brisk(beto.view(table)))
            await ana.until(lambda: ana.news[table].seq >= beto.news[table].seq)
        seq = ana.news[table].seq
        if not ana.my_turn(table) and not beto.my_turn(table):
            await ana.until(partial(has_moved_on, ana, table, seq))
            await beto.until(lambda: beto.news[table].seq >= ana.news[table].seq)


def has_moved_on(person: Player, table: str, seq: int) -> bool:
    return person.news[table].seq > seq


async def test_a_server_that_ends_in_order_gives_its_tables_away(
    redis: RedisProcess, two: list[ServerProcess]
) -> None:
    first, second = two
    async with players(first.url, "Ana") as (ana,), players(second.url, "Beto") as (beto,):
        table = await seated([ana, beto], seats=3, computers=("easy",))
        assert await first.hang_up() == 0
        assert await ana.gone() == (1001, "going_away")
        await come_back(ana, second.url, table)
        await asyncio.gather(ana.play_on(table, brisk), beto.play_on(table, brisk))
        entries = journal(redis, table)
        nothing_doubled(entries)
        whys = [f.why for _, e in entries for f in e.facts if isinstance(f, records.PersonLost)]
        assert whys == [records.Why.DRAIN]


async def test_redis_comes_back_and_the_match_goes_on(
    redis: RedisProcess, two: list[ServerProcess]
) -> None:
    async with players(two[0].url, "Ana") as (ana,), players(two[1].url, "Beto") as (beto,):
        table = await seated([ana, beto])
        redis.kill()
        await asyncio.to_thread(redis.start)
        await asyncio.gather(ana.play_on(table, brisk), beto.play_on(table, brisk))
        nothing_doubled(journal(redis, table))


# --- several workers ------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="reads children from /proc")
async def test_workers_share_a_port_and_one_that_falls_is_started_again(
    redis: RedisProcess, tmp_path: Path
) -> None:
    async with (
        server_process(tmp_path / "data", "--store", redis.url, "--workers", "2") as server,
        players(server.url, *NAMES) as people,
    ):
        tables = [(await p.sit(commands.CreateTable, name="", seats=2)).table for p in people]
        made_at = [driver_of(redis, table) for table in tables]
        assert len(set(made_at)) == 2
        # Everybody plays at somebody else's table, at whatever worker that is.
        for person, table in zip(people, (*tables[1:], tables[0]), strict=True):
            await person.sit(commands.JoinTable, table=table)

        workers = children_of(server.process.pid)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        fallen = [person for person in people if await is_cut(person)]
        assert 0 < len(fallen) < len(people)
        for person in fallen:
            mine = tables[people.index(person)]
            await come_back_to_a_living_one(person, server.url, mine)
            assert isinstance(await person.do(commands.Start, table=mine), Accepted)
        await asyncio.to_thread(until, lambda: len(children_of(server.process.pid)) == 2)
        complaints = await ended_with(server)
        assert complaints.count("worker_fell") == 1


NAMES = ("Ana", "Beto", "Carla", "Dario", "Eva", "Fidel", "Gil", "Hilda", "Ines", "Juan")


async def come_back_to_a_living_one(person: Player, url: str, table: str) -> None:
    """Come back, and try again if the worker that falls has taken the connection."""
    async with asyncio.timeout(LIMIT):
        while True:
            with suppress(OSError, WebSocketException):
                await come_back(person, url, table)
                return


async def is_cut(person: Player) -> bool:
    """Return whether a person's connection is gone; who answers a ping is there."""
    try:
        return not isinstance(await person.do(commands.Ping), Accepted)
    except (ConnectionError, ConnectionClosed):
        return True


async def ended_with(server: ServerProcess) -> str:
    assert await server.hang_up() == 0
    return await server.complaints()


def children_of(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def driver_of(redis: RedisProcess, table: str) -> str:
    found = redis.ask("HGET", keys.of_table(table).meta, "drv")
    assert isinstance(found, bytes)
    return found.decode()
