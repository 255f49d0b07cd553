"""Fixtures of the server's tests: its log goes where a warning fails the test."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
from tests.server.fakes import StillClock
from tests.server.house import FrailStore, House, opened

from rummy500_server.log import use_standard_logging


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
