"""Several server processes on one port, for machines with several cores.

Each worker is a whole server, a node like any other; they meet in the store alone. This process
takes what comes to the port and deals it out among them (``dealer``). One that falls is started
again, and its people go on meanwhile at the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Final

import structlog

from rummy500_server.clock import Clock, SystemClock
from rummy500_server.config import Settings
from rummy500_server.workers.dealer import Dealer


log = structlog.get_logger(__name__)

_PAUSE: Final = 1.0
"""Seconds before a worker that fell is started again."""
_BACKLOG: Final = 1024
"""Connections that may wait to be taken."""
_END_LIMIT: Final = 6.0
"""Seconds that workers have to end; they promise five."""


class WorkerFailedError(RuntimeError):
    """A worker could not begin; it has said why."""

    def __init__(self, code: int) -> None:
        super().__init__(f"a worker ended with code {code}")
        self.code = code


def run_workers(settings: Settings, arguments: Sequence[str]) -> int:
    """Run ``settings.workers`` servers until this process is told to end; return the exit code.

    ``arguments`` are those of the command line, for the workers.

    Raises:
        OSError: the port can't be had.

    """
    with contextlib.ExitStack() as stack:
        listening = _listening(settings, stack)
        try:
            asyncio.run(_Crew(settings, arguments, listening, SystemClock()).work())
        except WorkerFailedError as error:
            return error.code
    return 0


def _listening(settings: Settings, stack: contextlib.ExitStack) -> list[socket.socket]:
    """Take the port at each address of the host."""
    found = socket.getaddrinfo(settings.host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    places = {(family, str(place[0])) for family, _, _, _, place in found}
    port = settings.port
    made: list[socket.socket] = []
    for family, host in sorted(places):
        one = stack.enter_context(socket.socket(family))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if settings.share_port:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind((host, port))
        one.listen(_BACKLOG)
        one.settimeout(0)
        port = int(one.getsockname()[1])
        made.append(one)
    return made


class _Crew:
    """The workers."""

    def __init__(
        self,
        settings: Settings,
        arguments: Sequence[str],
        listening: Sequence[socket.socket],
        clock: Clock,
    ) -> None:
        self._settings = settings
        self._arguments = tuple(arguments)
        self._port = int(listening[0].getsockname()[1])
        self._dealer = Dealer(listening)
        self._clock = clock
        self._ending = asyncio.Event()
        self._processes: dict[int, Process] = {}

    async def work(self) -> None:
        """Start the workers and keep them at work until the end is asked for.

        Raises:
            WorkerFailedError: one could not begin.

        """
        self._listen_for_the_end()
        try:
            await asyncio.gather(*(self._start(number) for number in self._numbers()))
            self._dealer.begin()
            self._announce()
            keepers = [asyncio.create_task(self._keep(number)) for number in self._numbers()]
            await self._ending.wait()
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)
        finally:
            self._dealer.end()
            await self._end_all()

    def _numbers(self) -> range:
        return range(self._settings.workers)

    async def _keep(self, number: int) -> None:
        """Start a worker again whenever it falls."""
        while True:
            code = await self._processes[number].wait()
            self._dealer.lose(number)
            log.warning("worker_fell", worker=number, code=code)
            await self._clock.sleep(_PAUSE)
            with contextlib.suppress(WorkerFailedError):
                await self._start(number)

    async def _start(self, number: int) -> None:
        """Start a worker and wait until it listens.

        Raises:
            WorkerFailedError: it ended before.

        """
        with self._dealer.channel_for(number) as channel:
            own = self._own(number, channel.fileno())
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "rummy500_server", *self._arguments, *own),
                stdin=PIPE,
                stdout=PIPE,
                pass_fds=(channel.fileno(),),
            )
        self._processes[number] = process
        if process.stdout is None or not await process.stdout.readline():
            raise WorkerFailedError(await process.wait())

    def _own(self, number: int, channel: int) -> list[str]:
        """Return the arguments that differ from those of the whole; the last ones count."""
        own = ["--workers", "1", "--port", str(self._port), "--channel", str(channel)]
        own += ["--announce-json", "--end-with-parent"]
        if self._settings.ops_port > 0:
            own += ["--ops-port", str(self._settings.ops_port + number)]
        return own

    def _announce(self) -> None:
        log.info(
            "listening", host=self._settings.host, port=self._port, workers=len(self._numbers())
        )
        if self._settings.announce_json:
            said = {"event": "listening", "port": self._port, "pid": os.getpid()}
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()

    def _listen_for_the_end(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ending.set)
        if self._settings.end_with_parent:
            loop.add_reader(sys.stdin.fileno(), self._hear_parent)

    def _hear_parent(self) -> None:
        if not os.read(sys.stdin.fileno(), 4096):
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
            self._ending.set()

    async def _end_all(self) -> None:
        """Hang up on all workers: each ends as it does when its parent goes."""
        running = [process for process in self._processes.values() if process.returncode is None]
        for process in running:
            if process.stdin is not None:
                process.stdin.close()
        waiting = [asyncio.create_task(process.wait()) for process in running]
        if waiting:
            await asyncio.wait(waiting, timeout=_END_LIMIT)
        for process in running:
            if process.returncode is None:
                process.kill()
                await process.wait()
