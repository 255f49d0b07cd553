"""Two real servers whose Redis comes back without the last moves, as after a failover."""

from __future__ import annotations

import asyncio
import json
import shutil
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from tests.e2e.test_server_nodes import seated
from tests.server.player import Player, brisk, players
from tests.server.process import ServerProcess
from tests.support.redis_server import RedisProcess

from rummy500.engine.actions import DrawStock
from rummy500.protocol.updates import Accepted


pytestmark = [pytest.mark.e2e, pytest.mark.redis]

MAY_BE_SAID = {"rewound", "no_pulse", "not_stored"}


async def test_people_are_told_that_moves_are_lost_and_play_on(
    redis: RedisProcess, tmp_path: Path
) -> None:
    servers = [ServerProcess(tmp_path / name, "--store", redis.url) for name in ("first", "second")]
    for server in servers:
        await server.start()
    try:
        await play(redis, tmp_path / "redis", servers)
    finally:
        for server in servers:
            await server.hang_up()
    said = [json.loads(line) for server in servers for line in await lines(server)]
    assert {line["event"] for line in said} <= MAY_BE_SAID
    assert sum(line["event"] == "rewound" for line in said) == 2


async def lines(server: ServerProcess) -> list[str]:
    return (await server.complaints()).splitlines()


async def play(redis: RedisProcess, folder: Path, servers: list[ServerProcess]) -> None:
    async with (
        players(servers[0].url, "Ana") as (ana,),
        players(servers[1].url, "Beto") as (beto,),
    ):
        table = await seated([ana, beto], options={"target_score": "50"})
        kept = ana.news[table]
        shutil.copytree(folder / "appendonlydir", folder / "kept")
        mover = ana if ana.my_turn(table) else beto
        assert isinstance(await mover.play(table, DrawStock()), Accepted)
        drawn = mover.news[table].seq
        for person in (ana, beto):
            await person.until(partial(has_seen, person, table, drawn))

        redis.kill()
        shutil.rmtree(folder / "appendonlydir")
        (folder / "kept").rename(folder / "appendonlydir")
        await asyncio.to_thread(redis.start)
        for person in (ana, beto):
            await person.until(partial(was_told, person, table))
            await person.until(partial(all_here, person, table))
            assert person.news[table].now.hand == kept.now.hand
        await asyncio.gather(ana.play_on(table, brisk), beto.play_on(table, brisk))
        assert ana.news[table].now == beto.news[table].now


def has_seen(person: Player, table: str, seq: int) -> bool:
    return person.news[table].seq >= seq


def was_told(person: Player, table: str) -> bool:
    """Whether the numbers that this person was told have gone back, or begun anew."""
    seqs = person.seqs[table]
    return any(after <= before for before, after in pairwise(seqs))


def all_here(person: Player, table: str) -> bool:
    return all(getattr(holder, "here", True) for holder in person.news[table].now.seats)
