"""Real servers on a real Redis, with a link before everything that can be cut."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from tests.chaos.links import Link
from tests.server.process import ServerProcess
from tests.support.redis_server import RedisProcess

from rummy500_server.clock import Clock


class Node:
    """One server: people come to it through one link, and it goes to Redis through another."""

    def __init__(self, folder: Path, seed: int, clock: Clock) -> None:
        self.door = Link(clock)
        self.store = Link(clock)
        self._folder = folder
        self._seed = seed
        self.server: ServerProcess | None = None

    async def start(self, redis: int) -> None:
        """Open both links and start the server."""
        for link in (self.door, self.store):
            if not link.port:
                await link.start()
        self.store.target = redis
        await self._run()

    async def _run(self) -> None:
        url = f"redis://127.0.0.1:{self.store.port}/0"
        self.server = ServerProcess(self._folder, "--store", url, "--seed", str(self._seed))
        await self.server.start()
        self.door.target = self.server.port

    async def kill(self) -> None:
        """Kill the server without a word."""
        assert self.server is not None
        self.door.target = 0
        await self.server.kill()

    async def again(self) -> None:
        """Start another server in its place."""
        self._seed += 100
        await self._run()

    def pause(self) -> None:
        """Let the server stand still."""
        assert self.server is not None
        self.server.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        assert self.server is not None
        self.server.process.send_signal(signal.SIGCONT)

    async def close(self) -> str:
        """End everything; return what the server complained about."""
        complaints = ""
        if self.server is not None and self.server.process.returncode is None:
            self.go_on()
            self.store.release()
            await self.server.hang_up()
            complaints = await self.server.complaints()
        await self.door.close()
        await self.store.close()
        return complaints


class ChaosHouse:
    """The servers and their Redis."""

    def __init__(
        self, folder: Path, redis: RedisProcess, nodes: int, seed: int, clock: Clock
    ) -> None:
        self.redis = redis
        self._clock = clock
        self.nodes = [Node(folder / f"node{n}", seed + n, clock) for n in range(nodes)]

    async def start(self) -> None:
        """Start Redis and the servers."""
        await asyncio.to_thread(self.redis.start)
        for node in self.nodes:
            await node.start(self.redis.port)

    async def restart_redis(self, down: float) -> None:
        """Kill Redis, and start it again over what it has written a while later."""
        await asyncio.to_thread(self.redis.kill)
        await self._clock.sleep(down)
        await asyncio.to_thread(self.redis.start)

    async def close(self) -> list[str]:
        """End everything but Redis; return what the servers complained about."""
        return [await node.close() for node in self.nodes]
