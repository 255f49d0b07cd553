"""What a move costs this process to store in Redis: many at once against one call each.

Run from the root of the workspace: ``python -m benchmarks.group_commit``. Starts a Redis or Valkey
of its own. 64 tables each append one entry after the other: once through the server's own store,
and once with one awaited EVALSHA of the same script per entry. Prints the microseconds of CPU time
that this process spends on an append, so that other work on the machine does not count, and their
ratio; each way is measured in turns, and the medians count.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from redis.asyncio import BlockingConnectionPool, Redis
from tests.support.redis_server import HOST, RedisProcess, redis_binary, redis_process

from rummy500_server.clock import SystemClock
from rummy500_server.store.ports import Appended, Attempt, Listing, Status
from rummy500_server.store.redis import keys, scripts
from rummy500_server.store.redis.address import parse_address
from rummy500_server.store.redis.store import RedisStore


DEPTH = 64
APPENDS = 200
"""For each table in one turn of the measurement."""
TURNS = 5
TARGET = 0.4
ENTRY = bytes(range(256))[:200]
LISTING = Listing(Status.PLAYING, "", ("ana", "beto"), b"", "node", 2)
Append = Callable[[str, Attempt], Awaitable[None]]


class Cost(NamedTuple):
    """Of one append."""

    cpu: float
    """Microseconds of this process."""
    wall: float
    """Microseconds."""


class Tables:
    """Tables that grow."""

    def __init__(self) -> None:
        self._heads: dict[str, int] = {}

    async def make(self, store: RedisStore) -> None:
        """Make them."""
        for number in range(DEPTH):
            table = f"t{number}"
            await store.create(table, _mark(1), ENTRY, LISTING)
            self._heads[table] = 1

    async def grow(self, append: Append) -> Cost:
        """Let all grow at once, each one step after the other."""
        cpu, wall = process_time(), perf_counter()
        await asyncio.gather(*(self._grow(table, append) for table in self._heads))
        count = DEPTH * APPENDS
        return Cost((process_time() - cpu) / count * 1e6, (perf_counter() - wall) / count * 1e6)

    async def _grow(self, table: str, append: Append) -> None:
        for version in range(self._heads[table], self._heads[table] + APPENDS):
            await append(table, Attempt(version, _mark(version), _mark(version + 1), ENTRY))
        self._heads[table] += APPENDS


def _check(*, done: bool) -> None:
    if not done:
        msg = "an append was refused: nothing here is worth measuring"
        raise RuntimeError(msg)


def _mark(version: int) -> bytes:
    return version.to_bytes(8, "big")


async def measure(server: RedisProcess) -> tuple[Cost, Cost]:
    """Return the cost through the store, and that of a call each."""
    store = RedisStore(parse_address(server.url), SystemClock())
    pool = BlockingConnectionPool(host=HOST, port=server.port, max_connections=DEPTH)
    async with Redis(connection_pool=pool) as single:

        async def together(table: str, attempt: Attempt) -> None:
            _check(done=isinstance(await store.append(table, attempt), Appended))

        async def alone(table: str, attempt: Attempt) -> None:
            names = keys.of_table(table)
            reply = await single.evalsha(
                scripts.APPEND.sha.decode(),
                2,
                *(names.journal, names.meta, attempt.version, attempt.mark, attempt.new_mark),
                *(0, attempt.entry, names.channel),
            )
            _check(done=reply[0] == b"ok")

        await store.open()
        tables = Tables()
        await tables.make(store)
        await tables.grow(together)
        costs = [(await tables.grow(together), await tables.grow(alone)) for _ in range(TURNS)]
        await store.close()
    return _median([cost for cost, _ in costs]), _median([cost for _, cost in costs])


def _median(costs: list[Cost]) -> Cost:
    return Cost(median(cost.cpu for cost in costs), median(cost.wall for cost in costs))


def main() -> int:
    """Print the costs and return 1 if the target is missed."""
    binary = redis_binary()
    if binary is None:
        sys.stderr.write("no redis-server or valkey-server here\n")
        return 2
    with (
        tempfile.TemporaryDirectory() as folder,
        redis_process(binary, Path(folder), "--appendonly", "yes") as server,
    ):
        together, alone = asyncio.run(measure(server))
    print(f"{Path(binary).name}, appendfsync everysec, {DEPTH} tables at once, us per append")
    print(f"one EVALSHA each  {alone.cpu:7.1f} CPU {alone.wall:7.1f} wall")
    print(f"group commit      {together.cpu:7.1f} CPU {together.wall:7.1f} wall")
    ratio = together.cpu / alone.cpu
    print(f"ratio of the CPU  {ratio:7.2f} (target: <= {TARGET})")
    return int(ratio > TARGET)


if __name__ == "__main__":
    sys.exit(main())
