"""A short run of chaos: servers and Redis die, lines fail, and nothing is lost."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.chaos.plan import Fault, Rhythm, plan
from tests.chaos.run import NODES, Chaos, Wish
from tests.support.redis_server import redis_binary

from rummy500_server.clock import SystemClock


RHYTHM = Rhythm(kill_node=7.0, kill_redis=11.0, small=1.7)


@pytest.mark.e2e
@pytest.mark.redis
@pytest.mark.skipif(sys.platform == "win32", reason="no process is stopped there")
@pytest.mark.parametrize("fsync", ["always", "everysec"])
async def test_nothing_is_lost_whatever_falls(fsync: str, tmp_path: Path) -> None:
    binary = redis_binary()
    if binary is None:
        pytest.skip("no redis-server or valkey-server here")
    wish = Wish(seconds=14.0, tables=3, seed=5, fsync=fsync, rhythm=RHYTHM, pace=0.1)
    told: list[str] = []
    outcome = await Chaos(tmp_path, binary, wish, SystemClock(), told.append).run()
    assert outcome.good, outcome.as_json()
    assert outcome.verdict.acknowledged > 50
    assert outcome.verdict.frames > 200
    done = {one.fault for one in outcome.done}
    assert {Fault.KILL_NODE, Fault.KILL_REDIS} <= done
    assert len(outcome.done) >= 4


def test_a_plan_is_the_same_for_the_same_seed() -> None:
    first = plan(1800, NODES, Rhythm(20, 120, 9), 1)
    assert first == plan(1800, NODES, Rhythm(20, 120, 9), 1)
    assert first != plan(1800, NODES, Rhythm(20, 120, 9), 2)
    assert {step.fault for step in first} == set(Fault)
    assert sum(step.fault is Fault.KILL_NODE for step in first) == 89
    assert sum(step.fault is Fault.KILL_REDIS for step in first) == 14
    assert [step.at for step in first] == sorted(step.at for step in first)


def test_what_is_not_wished_for_is_not_planned() -> None:
    assert plan(100, NODES, Rhythm(0, 0, 0), 1) == []
