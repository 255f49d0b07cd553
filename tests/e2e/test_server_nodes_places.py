"""Workers on one port, at a real Redis: the people of a table come together at one of them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.e2e.meeting import arrive, join, together
from tests.e2e.test_server_nodes import (
    children_of,
    come_back_to_a_living_one,
    ended_with,
    is_cut,
    journal,
    nothing_doubled,
)
from tests.server.player import Player, brisk
from tests.server.process import ServerProcess, server_process
from tests.support.redis_server import RedisProcess, until

from rummy500.protocol import commands
from rummy500_server.store import records
from rummy500_server.store.ports import Stored
from rummy500_server.table.evolve import fold_all
from rummy500_server.table.lease import nodes_of


pytestmark = [
    pytest.mark.e2e,
    pytest.mark.redis,
    pytest.mark.skipif(sys.platform != "linux", reason="reads children from /proc"),
]


def places(redis: RedisProcess, table: str) -> set[str]:
    """Return at which servers people have come to a table."""
    facts = [fact for _, entry in journal(redis, table) for fact in entry.facts]
    return {f.node for f in facts if isinstance(f, (records.PersonSat, records.PersonCame))}


def is_started_again(server: ServerProcess, fallen: int) -> bool:
    """Return whether another worker is there instead of one that fell."""
    workers = children_of(server.process.pid)
    return fallen not in workers and len(workers) == 2


def here(redis: RedisProcess, table: str) -> set[str]:
    """Return at which servers people are."""
    entries = [Stored(v, b"", b"", 0, records.write_entry(e)) for v, e in journal(redis, table)]
    return nodes_of(fold_all(table, entries))


async def test_the_people_of_a_table_come_to_one_worker(
    redis: RedisProcess, tmp_path: Path
) -> None:
    options = ("--store", redis.url, "--workers", "2")
    async with server_process(tmp_path / "data", *options) as server:
        people = await together(server.url, words=8)
        table = next(iter(people[0].news))
        assert len(places(redis, table)) == 1
        for person in people:
            await person.close()


async def test_when_their_worker_falls_they_meet_at_the_other_one(
    redis: RedisProcess, tmp_path: Path
) -> None:
    """Their word leads both there, and the match is played to its end."""
    options = ("--store", redis.url, "--workers", "2")
    async with server_process(tmp_path / "data", *options) as server:
        ana, beto = Player("Ana", server.url), Player("Beto", server.url)
        await arrive(ana, server.url, "a1")
        await arrive(beto, server.url, "b2")
        made = await ana.sit(commands.CreateTable, name="", seats=2, options={"target_score": "50"})
        table = made.table
        await join(beto, server.url, table)
        (place,) = places(redis, table)
        await ana.do(commands.Start, table=table)

        for worker in children_of(server.process.pid):
            os.kill(worker, signal.SIGKILL)
            if await is_cut(ana):
                break
            await asyncio.to_thread(until, partial(is_started_again, server, worker))
        assert await is_cut(beto)
        for person in (ana, beto):
            await come_back_to_a_living_one(person, person.url, table)
        assert len(places(redis, table)) == 2
        assert place not in here(redis, table)
        await asyncio.gather(ana.play_on(table, brisk), beto.play_on(table, brisk))
        assert len(here(redis, table)) == 1
        nothing_doubled(journal(redis, table))
        for person in (ana, beto):
            await person.close()
        await asyncio.to_thread(until, partial(is_started_again, server, worker))
        assert "worker_fell" in await ended_with(server)
