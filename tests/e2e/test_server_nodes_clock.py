"""The clock of a turn on a real Redis: a server that is killed in the middle costs nobody time."""

from __future__ import annotations

import asyncio

import pytest
from tests.e2e.test_server_clock import told, turn_time
from tests.e2e.test_server_nodes import journal, nothing_doubled, seated
from tests.e2e.test_server_recovery import come_back
from tests.server.player import players
from tests.server.process import ServerProcess
from tests.support.redis_server import RedisProcess

from rummy500.protocol import happenings as did
from rummy500_server.store import records


pytestmark = [pytest.mark.e2e, pytest.mark.redis]

CLOCK = {"turn_seconds": "15", "reserve_seconds": "0"}


@pytest.mark.slow
async def test_whose_server_is_killed_in_his_turn_has_his_time_when_he_is_back(
    redis: RedisProcess,
    two: list[ServerProcess],
) -> None:
    """20 seconds: some without the server, then the whole turn in silence."""
    loop = asyncio.get_running_loop()
    async with players(two[0].url, "Ana") as (ana,), players(two[1].url, "Beto") as (beto,):
        table = await seated([ana, beto], options=CLOCK)
        homes = {ana: two[0], beto: two[1]}
        mover, other = (ana, beto) if ana.my_turn(table) else (beto, ana)
        own = mover.news[table].own
        assert own is not None

        await homes[mover].kill()
        killed = loop.time()
        await other.until(lambda: not here(other.news[table].now.seats[own.seat]))
        lost = other.news[table].now.seats[own.seat]
        assert getattr(lost, "gone", None) is did.Gone.SERVER
        await other.until(lambda: stands(turn_time(other, table)))

        await come_back(mover, homes[other].url, table)
        time = turn_time(mover, table)
        assert time is not None
        assert time.runs
        assert loop.time() - killed > 3  # so long it takes to be sure that a server is dead
        assert 13_000 < time.left <= 15_000
        began = loop.time()
        await other.until(lambda: told(other, table, did.TimeRanOut))
        assert 0.5 < loop.time() - began - time.left / 1000 < 3
        facts = [fact for _, entry in journal(redis, table) for fact in entry.facts]
        assert sum(isinstance(fact, records.TimeRanOut) for fact in facts) == 1
        nothing_doubled(journal(redis, table))


def here(holder: object) -> bool:
    return bool(getattr(holder, "here", False))


def stands(time: object) -> bool:
    return time is not None and not getattr(time, "runs", True)
