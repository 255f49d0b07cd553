"""The lines on which a store speaks with Redis: one for commands, one for what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.server.journals import Ear, attempt, grown
from tests.server.test_redis_store import opened
from tests.support.redis_server import RedisProcess

from rummy500_server.store.ports import Appended
from rummy500_server.store.redis.store import RedisStore


pytestmark = pytest.mark.redis


@pytest.fixture
async def store(redis: RedisProcess) -> AsyncIterator[RedisStore]:
    async with opened(redis) as made:
        yield made


async def test_a_line_that_redis_cuts_is_opened_anew(
    store: RedisStore, redis: RedisProcess
) -> None:
    """Both of them: no append is lost, and the watcher learns that there may be a gap."""
    await grown(store, "t", 2)
    ear = Ear()
    await store.watch("t", ear)
    for version in (2, 3):
        redis.ask("CLIENT", "KILL", "TYPE", "normal")
        redis.ask("CLIENT", "KILL", "TYPE", "pubsub")
        assert isinstance(await store.append("t", attempt(version)), Appended)
        await ear.until(gaps=version - 1)
    assert isinstance(await store.append("t", attempt(4, told=True)), Appended)
    await ear.until(entries=1)
    assert ear.entries[-1].version == 5


async def test_a_table_that_is_left_and_watched_again_is_heard(
    redis: RedisProcess, store: RedisStore
) -> None:
    """It stands when Redis has confirmed the last wish, not the first."""
    async with opened(redis) as other:
        await grown(other, "t", 2)
        first, second = Ear(), Ear()
        watching = asyncio.create_task(store.watch("t", first))
        await asyncio.sleep(0)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        store.unwatch("t", first)
        await store.watch("t", second)
        assert isinstance(await other.append("t", attempt(2, told=True)), Appended)
        await second.until(entries=1)
        assert (first.entries, len(second.entries)) == ([], 1)


async def test_a_node_is_reached_by_its_word(store: RedisStore) -> None:
    assert await store.reached("node") == ""
    await store.reach("node", "a1")
    await store.reach("node", "a2")
    assert await store.reached("node") == "a2"
