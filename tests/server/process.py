"""The real server as a process of its own, to be talked to, killed and started again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path


LIMIT = 20.0


class ServerProcess:
    """A server over one data folder."""

    def __init__(self, data: Path, *options: str, paced: bool = False) -> None:
        self.data = data
        self._options = options if paced else ("--unlimited-rate", *options)
        self._process: Process | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def process(self) -> Process:
        assert self._process is not None
        return self._process

    async def start(self) -> None:
        """Start the server and wait for the line that tells its port."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("RUMMY500_")}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "rummy500_server",
            *("--port", "0", "--announce-json", "--end-with-parent", "--data", str(self.data)),
            *("--pause", "0", "--log-style", "json", "--log-level", "warning"),
            *self._options,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=environment,
        )
        assert self.process.stdout is not None
        async with asyncio.timeout(LIMIT):
            line = await self.process.stdout.readline()
        said = json.loads(line)
        assert said == {"event": "listening", "port": said["port"], "pid": self.process.pid}
        self.port = said["port"]

    async def kill(self) -> None:
        """Kill it as the system does, without a word."""
        self.process.kill()
        await self.process.wait()

    async def ask_to_end(self, number: signal.Signals) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return await self.ended()

    async def hang_up(self) -> int:
        """Close its input, as a parent that ends does, and return the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return await self.ended()

    async def ended(self) -> int:
        async with asyncio.timeout(LIMIT):
            return await self.process.wait()

    async def complaints(self) -> str:
        """Return what it wrote to stderr; it must have ended."""
        assert self.process.stderr is not None
        return (await self.process.stderr.read()).decode()


@asynccontextmanager
async def server_process(
    data: Path, *options: str, paced: bool = False
) -> AsyncIterator[ServerProcess]:
    """Run a server; at the end it must have had nothing to complain about.

    ``paced`` keeps the limits of what one connection may send in a second.
    """
    server = ServerProcess(data, *options, paced=paced)
    await server.start()
    try:
        yield server
    finally:
        if server.process.returncode is None:
            await server.hang_up()
        complaints = await server.complaints()
    # What a killed process held is complained about by the one that looks after its semaphores.
    assert complaints == "" or server.process.returncode == -signal.SIGKILL, complaints
