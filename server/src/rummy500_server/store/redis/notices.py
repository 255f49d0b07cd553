"""Notices of entries: who watches a table hears what other nodes add to its journal.

A notice may be lost, and nobody says so. So the watchers are told whenever a gap was possible, and
read the journal then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import structlog
from redis.asyncio.client import PubSub

from rummy500_server.clock import Clock
from rummy500_server.store.ports import Listener, Stored, StoreError
from rummy500_server.store.redis import keys
from rummy500_server.store.redis.link import LINK_ERRORS, Link


log = structlog.get_logger(__name__)

_PATIENCE: Final = 1.0
"""Seconds that somebody waits for a subscription to stand."""
_PING: Final = 1.0
"""Seconds between two signs of life,"""
_SILENCE: Final = 3.0
"""and without any for so long the connection counts as dead."""
_PAUSE: Final = 0.1
"""Seconds between two tries to connect."""


class Notices:
    """One subscription to the channels of all tables that are watched here."""

    def __init__(self, link: Link, clock: Clock) -> None:
        self._link = link
        self._clock = clock
        self._listeners: dict[str, set[Listener]] = {}
        """By channel."""
        self._standing: dict[str, asyncio.Event] = {}
        """By channel, whether Redis has confirmed it on the connection there is now."""
        self._stood: set[str] = set()
        """Channels that have been confirmed before: if one is again, there was a gap."""
        self.hear_cry: Callable[[bytes], None] = _nobody
        """Called with what a node cries to all. Its channel is always open: a connection without
        any could not be read."""
        self._pubsub: PubSub | None = None
        self._speaking = asyncio.Lock()
        """Held while something is said: two who find no connection would make two."""
        self._tasks: list[asyncio.Task[None]] = []
        self._small: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to listen."""
        self._tasks = [
            asyncio.create_task(self._listen(), name="notices"),
            asyncio.create_task(self._ping(), name="notices ping"),
        ]

    async def close(self) -> None:
        """Hear nothing more."""
        for task in (*self._tasks, *self._small):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._small, return_exceptions=True)
        await self._hang_up()

    async def watch(self, table: str, listener: Listener) -> None:
        """Let a listener hear of a table; returns when nothing more can be missed.

        Raises:
            StoreError: it could not be had in time.

        """
        channel = keys.of_table(table).channel
        self._listeners.setdefault(channel, set()).add(listener)
        standing = self._standing.get(channel)
        is_new = standing is None
        if standing is None:
            standing = self._standing[channel] = asyncio.Event()
        try:
            async with asyncio.timeout(_PATIENCE):
                if is_new:
                    await self._say("subscribe", channel)
                await standing.wait()
        except TimeoutError:
            self.unwatch(table, listener)
            msg = "notices can't be had"
            raise StoreError(msg) from None

    def unwatch(self, table: str, listener: Listener) -> None:
        """Let a listener hear no more of a table."""
        channel = keys.of_table(table).channel
        listeners = self._listeners.get(channel)
        if listeners is None:
            return
        listeners.discard(listener)
        if not listeners:
            del self._listeners[channel]
            self._standing.pop(channel, None)
            self._stood.discard(channel)
            task = asyncio.create_task(self._leave(channel))
            self._small.add(task)
            task.add_done_callback(self._small.discard)

    async def _leave(self, channel: str) -> None:
        if channel not in self._listeners:
            await self._say("unsubscribe", channel)

    async def _say(self, what: str, channel: str) -> None:
        """Send a wish, if there is a connection; a new one is told all wishes anyway."""
        async with self._speaking:
            pubsub = self._pubsub
            if pubsub is not None:
                with contextlib.suppress(*LINK_ERRORS):
                    await getattr(pubsub, what)(channel)

    # --- the connection --------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except LINK_ERRORS as error:
                log.info("notices_lost", error=str(error))
            except TimeoutError:
                log.info("notices_lost", error="silence")
            except Exception:  # whatever it is, a node must not stay deaf
                log.exception("notices_fault")
            await self._hang_up()
            await self._clock.sleep(_PAUSE)

    async def _listen_once(self) -> None:
        async with asyncio.timeout(_SILENCE):
            async with self._speaking:
                pubsub = self._pubsub = await self._link.subscription()
                await pubsub.subscribe(keys.HOME, *self._standing)
        while True:
            async with asyncio.timeout(_SILENCE):
                message = await pubsub.get_message(timeout=None)
            if message is not None:
                self._take(message)

    async def _hang_up(self) -> None:
        pubsub, self._pubsub = self._pubsub, None
        for standing in self._standing.values():
            standing.clear()
        if pubsub is not None:
            with contextlib.suppress(*LINK_ERRORS):
                await pubsub.aclose()  # type: ignore[no-untyped-call]  # theirs

    async def _ping(self) -> None:
        while True:
            await self._clock.sleep(_PING)
            async with self._speaking:
                pubsub = self._pubsub
                if pubsub is not None:
                    with contextlib.suppress(*LINK_ERRORS):
                        await pubsub.ping()

    def _take(self, message: Mapping[str, Any]) -> None:
        channel = message["channel"] or b""
        name = channel.decode()
        listeners = tuple(self._listeners.get(name, ()))
        if message["type"] == "subscribe":
            self._stands(name, listeners)
        elif message["type"] == "message" and name == keys.HOME:
            self.hear_cry(message["data"])
        elif message["type"] == "message":
            stored = read_notice(message["data"])
            for listener in listeners:
                listener.heard(stored)

    def _stands(self, channel: str, listeners: Collection[Listener]) -> None:
        standing = self._standing.get(channel)
        if standing is None:
            return
        standing.set()
        if channel in self._stood:
            for listener in listeners:
                listener.deaf()
        self._stood.add(channel)


def _nobody(_: bytes) -> None:
    """Hear a cry that is meant for nobody here."""


def read_notice(data: bytes) -> Stored:
    """Read an entry as the append script writes it."""
    version, time, mark_size, before_size, rest = data.split(b" ", 4)
    after_mark = int(mark_size)
    after_both = after_mark + int(before_size)
    return Stored(
        version=int(version),
        mark=rest[:after_mark],
        before=rest[after_mark:after_both],
        time=int(time),
        entry=rest[after_both:],
    )
