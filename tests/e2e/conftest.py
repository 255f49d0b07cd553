"""Fixtures of the tests that start programs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.server.process import ServerProcess, server_process
from tests.support.redis_server import RedisProcess, redis_binary, redis_process


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisProcess]:
    """A Redis of the test's own, which may be killed: what it has answered is on the disk."""
    binary = redis_binary()
    if binary is None:
        pytest.skip("no redis-server or valkey-server here")
    durable = ("--appendonly", "yes", "--appendfsync", "always")
    with redis_process(binary, tmp_path / "redis", *durable) as server:
        yield server


@pytest.fixture
async def two(redis: RedisProcess, tmp_path: Path) -> AsyncIterator[list[ServerProcess]]:
    """Two servers that share it."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                server_process(tmp_path / name, "--store", redis.url, "--seed", seed)
            )
            for name, seed in (("first", "21"), ("second", "22"))
        ]
