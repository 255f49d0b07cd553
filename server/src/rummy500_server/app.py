"""The composition root: from settings to a server that runs, and its orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import structlog

from rummy500.referee.writer import match_record
from rummy500_server.bots.pool import BotPool, BotPort
from rummy500_server.clock import Clock, SystemClock
from rummy500_server.config import REDIS_SCHEMES, Settings
from rummy500_server.lobby.identity import People
from rummy500_server.lobby.lobby import Lobby, Means
from rummy500_server.net.gateway import Gateway
from rummy500_server.net.ratelimit import PATIENT
from rummy500_server.net.session import House
from rummy500_server.store.match_files import MatchFolder
from rummy500_server.store.memory import MemoryStore
from rummy500_server.store.ports import MatchArchive, NodeStore, Store
from rummy500_server.store.sqlite import SqliteStore
from rummy500_server.table.driver import Pace
from rummy500_server.table.ports import Dice, SecretDice, SeededDice


log = structlog.get_logger(__name__)

_READ_SIZE: Final = 4096
_NODE_BYTES: Final = 6
_POOL_LIMIT: Final = 2.0
"""Seconds that thoughts of computer players have to end."""


class Server:
    """A whole server: ``async with Server(settings) as server: ...``."""

    def __init__(self, settings: Settings, *, bots: BotPort | None = None) -> None:
        """Put the parts together.

        Raises:
            StoreError: the store can't be opened.

        """
        self._settings = settings
        clock = SystemClock()
        dice: Dice = SecretDice() if settings.seed < 0 else SeededDice(settings.seed)
        self._bots = bots or BotPool(settings.workers)
        kept = _open_store(settings, clock)
        self.store = kept.store
        self.lobby = Lobby(
            Means(
                node=SecretDice().draw(_NODE_BYTES).hex(),
                store=self.store,
                archive=kept.archive,
                recorder=match_record,
                clock=clock,
                dice=dice,
                thinker=self._bots,
                pace=_pace(settings),
                most_tables=settings.most_tables,
            )
        )
        house = House(
            people=People(self.store, dice),
            lobby=self.lobby,
            clock=clock,
            hello_limit=settings.hello_seconds,
            credit_factor=PATIENT if settings.unlimited_rate else 1.0,
        )
        self._gateway = Gateway(
            house, most_connections=settings.most_connections, origins=settings.origins
        )
        self.port = 0

    async def __aenter__(self) -> Self:
        """Begin to serve.

        Raises:
            OSError: the port can't be had.
            StoreError: the store can't be read.

        """
        try:
            self._bots.start()
            await self.store.open()
            await self.lobby.start()
            self.port = await self._gateway.open(self._settings.host, self._settings.port)
        except BaseException:
            await self._end()
            raise
        log.info("listening", host=self._settings.host, port=self.port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End."""
        await self._end()
        log.info("ended")

    async def _end(self) -> None:
        """Let go of all: first of the people, then of the tables, then of what they stand on."""
        await self._gateway.close()
        await self.lobby.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_POOL_LIMIT):
                await self._bots.close()
        await self.store.close()


async def serve(settings: Settings) -> None:
    """Serve until a signal comes, or until the parent is gone if that was asked for.

    Raises:
        StoreError: the store can't be opened.
        OSError: the port can't be had.

    """
    stop = asyncio.Event()
    with _signals(stop):
        async with Server(settings) as server:
            if settings.end_with_parent:
                _watch_parent(asyncio.get_running_loop(), stop)
            if settings.announce_json:
                said = {"event": "listening", "port": server.port, "pid": os.getpid()}
                sys.stdout.write(json.dumps(said) + "\n")
                sys.stdout.flush()
            await stop.wait()


def run(settings: Settings) -> None:
    """Serve on the fastest loop there is."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serve(settings))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop  # noqa: PLC0415 - not on every system
    except ImportError:
        return asyncio.new_event_loop
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


class _Kept(NamedTuple):
    """Where things are kept."""

    store: Store
    archive: MatchArchive
    nodes: NodeStore | None
    """None: nobody else can use this store."""


def _open_store(settings: Settings, clock: Clock) -> _Kept:
    folder = MatchFolder(settings.data / "matches")
    if settings.store == "memory:":
        return _Kept(MemoryStore(clock), folder, None)
    if settings.store.partition("://")[0] in REDIS_SCHEMES:
        # Known to those only who use it: it takes its time to load.
        from rummy500_server.store.redis.opening import open_redis  # noqa: PLC0415

        shared = open_redis(settings.store, clock)
        return _Kept(shared, shared, shared)
    name = settings.store.removeprefix("sqlite:")
    path = Path(name) if name else settings.data / "tables.sqlite"
    return _Kept(SqliteStore(path, clock), folder, None)


def _pace(settings: Settings) -> Pace:
    if settings.pause < 0:
        return Pace()
    seconds = settings.pause / 1000
    return Pace(shortest=seconds, longest=seconds)


@contextlib.contextmanager
def _signals(stop: asyncio.Event) -> Iterator[None]:
    """Let SIGTERM and SIGINT end the server in order."""
    loop = asyncio.get_running_loop()
    wanted = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.getsignal(number) for number in wanted}
    for number in wanted:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _watch_parent(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """End when standard input closes. A thread, since not every loop can wait for a file."""
    stdin = sys.stdin.fileno()

    def read_away() -> None:
        # Not through the buffered sys.stdin: its lock, held here, would abort the exit of Python.
        while os.read(stdin, _READ_SIZE):
            pass
        with contextlib.suppress(RuntimeError):  # the loop may have ended first
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=read_away, name="parent-watch", daemon=True).start()
