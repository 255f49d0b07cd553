"""Fixtures of the tests that start programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
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
