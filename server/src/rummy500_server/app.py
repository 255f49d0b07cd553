"""The composition root: from settings to a server that runs, and its orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import structlog

from rummy500.protocol.version import PROGRAM_VERSION
from rummy500.referee.writer import match_record
from rummy500_server.bots.pool import BotPool, BotPort
from rummy500_server.clock import Clock, SystemClock
from rummy500_server.config import REDIS_SCHEMES, Settings
from rummy500_server.lobby.bans import Bans
from rummy500_server.lobby.guesses import Guesses
from rummy500_server.lobby.identity import People
from rummy500_server.lobby.lobby import Lobby, Means
from rummy500_server.lookups import make_ready
from rummy500_server.loop import loop_factory
from rummy500_server.net.address import networks
from rummy500_server.net.doorkeeper import Capacity
from rummy500_server.net.gateway import Entrance, Gateway
from rummy500_server.net.pages import Page, Pages, PagesPort
from rummy500_server.net.ratelimit import PATIENT
from rummy500_server.net.reach import reached_at
from rummy500_server.net.session import House
from rummy500_server.ops.census import take_census
from rummy500_server.ops.channel import AdminDoor, OnlyHere
from rummy500_server.ops.everywhere import Everywhere
from rummy500_server.ops.garbage import look_seldom, sweep
from rummy500_server.ops.health import Health
from rummy500_server.ops.metrics import CONTENT_TYPE, Census, Metrics
from rummy500_server.ops.staff import Rota, Staff
from rummy500_server.ops.upkeep import Upkeep
from rummy500_server.ops.warden import Grounds, Warden
from rummy500_server.ops.watch import WatchedThinker, watch_loop, watched_store
from rummy500_server.store.match_files import MatchFolder
from rummy500_server.store.memory import MemoryStore
from rummy500_server.store.ports import MatchArchive, NodeStore, Store
from rummy500_server.store.secret_file import SECRET_SIZE, kept_secret
from rummy500_server.store.sqlite import SqliteStore
from rummy500_server.table.driver import Pace
from rummy500_server.table.ports import Dice, SecretDice, SeededDice


log = structlog.get_logger(__name__)

_READ_SIZE: Final = 4096
_NODE_BYTES: Final = 6
_POOL_LIMIT: Final = 2.0
"""Seconds that thoughts of computer players have to end."""
_END_LIMIT: Final = 4.75
"""Seconds in which a server that was told to end has ended."""
EXIT_BY_FORCE: Final = 5


class Server:
    """A whole server: ``async with Server(settings) as server: ...``."""

    def __init__(self, settings: Settings, *, bots: BotPort | None = None) -> None:
        """Put the parts together.

        Raises:
            StoreError: the store can't be opened.

        """
        self._settings = settings
        self.ending = asyncio.Event()
        """Set when somebody has ordered the end."""
        clock = SystemClock()
        secret = SecretDice()
        dice: Dice = secret if settings.seed < 0 else SeededDice(settings.seed)
        node = secret.draw(_NODE_BYTES).hex()
        metrics = Metrics(node, PROGRAM_VERSION, self._census)
        self._bots = bots or BotPool(settings.thinkers)
        kept = _open_store(settings, clock)
        self.store = kept.store
        store = watched_store(kept.store, clock, metrics)
        self.lobby = Lobby(
            Means(
                node=node,
                store=store,
                archive=kept.archive,
                recorder=match_record,
                clock=clock,
                dice=dice,
                secret=_secret(settings, dice),
                thinker=WatchedThinker(self._bots, clock, metrics),
                pace=_pace(settings),
                most_tables=settings.most_tables,
                nodes=kept.nodes,
            )
        )
        self._bans = Bans(store, clock)
        house = House(
            people=People(store, dice, clock),
            lobby=self.lobby,
            clock=clock,
            bans=self._bans,
            guesses=Guesses(clock),
            hello_limit=settings.hello_seconds,
            credit_factor=_patience(settings),
            meter=metrics,
        )
        self._health = Health(store, clock)
        self._gateway = Gateway(house, _entrance(settings, self._health, node), secret)
        grounds = Grounds(
            node, self.lobby, self._gateway, store, self._bans, clock, self.ending.set
        )
        self._warden = warden = Warden(grounds)
        nodes = (
            OnlyHere(warden.obey)
            if kept.nodes is None
            else Everywhere(kept.nodes, warden.obey, clock, secret)
        )
        upkeep = Upkeep(
            store, self._bans, clock, guest_days=settings.guest_days, enforce=warden.enforce
        )
        self._staff = Staff(
            Rota(
                duties=(upkeep.run, partial(watch_loop, clock, metrics), partial(sweep, clock)),
                door=AdminDoor(settings.data, warden, nodes, clock, secret),
                pages=PagesPort(_pages(metrics, self._health)),
                host=settings.ops_host,
                port=settings.ops_port,
            )
        )
        self.ops_port = -1
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
            await self._bans.refresh()
            await self.lobby.start()
            self.port = await self._gateway.open(self._settings.host, self._settings.port)
            self.ops_port = await self._staff.begin()
        except BaseException:
            await self._end()
            raise
        shown = None if self.ops_port < 0 else self.ops_port
        host = self._settings.host
        others = reached_at(host, self.port)
        log.info("listening", host=host, port=self.port, ops_port=shown, others_enter=others)
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
        self._health.drain()
        await self.lobby.drain()
        await self._gateway.close()
        await self._staff.end()
        await self.lobby.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_POOL_LIMIT):
                await self._bots.close()
        await self.store.close()

    def _census(self) -> Census:
        return take_census(self.lobby.awake(), self._gateway)


async def serve(settings: Settings) -> None:
    """Serve until a signal comes, or until the parent is gone if that was asked for.

    Raises:
        StoreError: the store can't be opened.
        OSError: the port can't be had.

    """
    server = Server(settings)
    stop = server.ending
    deadline = _Deadline()
    with _signals(stop, deadline):
        async with server:
            if settings.end_with_parent:
                _watch_parent(asyncio.get_running_loop(), stop)
            if settings.announce_json:
                said = {"event": "listening", "port": server.port, "pid": os.getpid()}
                sys.stdout.write(json.dumps(said) + "\n")
                sys.stdout.flush()
            await stop.wait()
            deadline.set()


def run(settings: Settings) -> None:
    """Serve on the fastest loop there is."""
    make_ready()
    look_seldom()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(settings))


def _entrance(settings: Settings, health: Health, node: str) -> Entrance:
    capacity = Capacity(
        most=settings.most_connections,
        per_address=settings.most_per_address,
        trusted=networks(settings.trusted_proxies),
        factor=_patience(settings),
    )
    return Entrance(
        capacity=capacity,
        origins=settings.origins,
        ready=health.why_not,
        node=node,
        share_port=settings.share_port,
        channel=settings.channel,
    )


def _pages(metrics: Metrics, health: Health) -> Pages:
    async def numbers() -> Page:
        return Page(metrics.page(), kind=CONTENT_TYPE)

    return {"/metrics": numbers, "/healthz": health.alive, "/readyz": health.ready}


def _patience(settings: Settings) -> float:
    return PATIENT if settings.unlimited_rate else 1.0


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


def _secret(settings: Settings, dice: Dice) -> bytes:
    """Return from what the cards of a day follow (R49)."""
    if settings.store == "memory:" or settings.seed >= 0:
        return dice.draw(SECRET_SIZE)  # what remembers nothing keeps no secret either
    path = settings.daily_secret or settings.data / "daily.secret"
    return kept_secret(Path(path), dice.draw)


def _pace(settings: Settings) -> Pace:
    if settings.pause < 0:
        return Pace(grace=settings.grace)
    seconds = settings.pause / 1000
    return Pace(shortest=seconds, longest=seconds, deal=seconds, grace=settings.grace)


class _Deadline:
    """Sees to it that the process ends, even if something does not let go of what it holds.

    Nothing is lost by that: what was answered is stored. A thread, since a thread is what may hang,
    or the loop itself.
    """

    def __init__(self) -> None:
        self._told = threading.Event()
        # Started now: whoever is told by a signal can't start one safely.
        threading.Thread(target=self._wait, name="deadline", daemon=True).start()

    def set(self) -> None:
        """Begin to count."""
        self._told.set()

    def _wait(self) -> None:
        self._told.wait()
        time.sleep(_END_LIMIT)
        log.error("ended_by_force", seconds=_END_LIMIT)
        os._exit(EXIT_BY_FORCE)


@contextlib.contextmanager
def _signals(stop: asyncio.Event, deadline: _Deadline) -> Iterator[None]:
    """Let SIGTERM and SIGINT end the server in order."""
    loop = asyncio.get_running_loop()

    def told(*_: object) -> None:
        deadline.set()
        loop.call_soon_threadsafe(stop.set)

    wanted = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.getsignal(number) for number in wanted}
    for number in wanted:
        signal.signal(number, told)
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
