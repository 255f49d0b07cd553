"""Notices of entries: who watches a table hears what other nodes add to its journal.

A notice may be lost, and nobody says so. So the watchers are told whenever a gap was possible, and
read the journal then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import structlog

from rummy500_server.clock import Clock
from rummy500_server.store.ports import Listener, Stored, StoreError
from rummy500_server.store.redis import keys
from rummy500_server.store.redis.line import Line
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
_HOME: Final = keys.HOME.encode()
_LOBBY: Final = keys.LOBBY.encode()


class _Channel:
    """The channel of one table."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.stands = asyncio.Event()
        """Whether Redis has confirmed it on the connection there is now."""
        self.stood = False
        """Whether it has been confirmed before: if it is again, there was a gap."""


class Notices:
    """One subscription to the channels of all tables that are watched here."""

    def __init__(self, link: Link, clock: Clock) -> None:
        self._link = link
        self._clock = clock
        self._channels: dict[bytes, _Channel] = {}
        self.hear_cry: Callable[[bytes], None] = _nobody
        """Called with what a node cries to all. Its channel is always open."""
        self.hear_rows: Callable[[], None] = _nobody_of_rows
        """Called when a row may be another one. Its channel is always open."""
        self._asked: Counter[bytes] = Counter()
        """Wishes on the connection there is now that Redis has not confirmed: a channel that was
        left and is wanted again stands with the last of them."""
        self._line: Line | None = None
        self._listening: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to listen."""
        self._listening = asyncio.create_task(self._listen(), name="notices")

    async def close(self) -> None:
        """Hear nothing more."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await self._hang_up()

    async def watch(self, table: str, listener: Listener) -> None:
        """Let a listener hear of a table; returns when nothing more can be missed.

        Raises:
            StoreError: it could not be had in time.

        """
        name = keys.of_table(table).channel.encode()
        channel = self._channels.get(name)
        if channel is None:
            channel = self._channels[name] = _Channel()
            self._subscribe(name)
        channel.listeners.add(listener)
        try:
            async with asyncio.timeout(_PATIENCE):
                await channel.stands.wait()
        except TimeoutError:
            self.unwatch(table, listener)
            msg = "notices can't be had"
            raise StoreError(msg) from None

    def unwatch(self, table: str, listener: Listener) -> None:
        """Let a listener hear no more of a table."""
        name = keys.of_table(table).channel.encode()
        channel = self._channels.get(name)
        if channel is None:
            return
        channel.listeners.discard(listener)
        if not channel.listeners:
            del self._channels[name]
            if self._line is not None:
                self._line.say(("UNSUBSCRIBE", name))

    def _subscribe(self, *names: bytes) -> None:
        """Wish to hear of channels, if there is a connection; a new one is told all wishes."""
        if self._line is not None:
            self._asked.update(names)
            self._line.say(("SUBSCRIBE", *names))

    # --- the connection --------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            try:
                log.info("notices_lost", error=await self._listen_once())
            except LINK_ERRORS as error:
                log.info("notices_lost", error=str(error))
            except TimeoutError:
                log.info("notices_lost", error="silence")
            except Exception:  # whatever it is, a node must not stay deaf
                log.exception("notices_fault")
            await self._hang_up()
            await self._clock.sleep(_PAUSE)

    async def _listen_once(self) -> str:
        """Listen until the connection is lost, and return why it is."""
        async with asyncio.timeout(_SILENCE):
            line = self._line = await self._link.subscription(self._take)
        self._subscribe(_HOME, _LOBBY, *self._channels)
        now = asyncio.get_running_loop().time
        while not line.gone.done():
            await asyncio.wait({line.gone}, timeout=_PING)
            if now() - line.heard > _SILENCE:
                return "silence"
            line.say(("PING",))
        return "Redis has closed the connection"

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        for channel in self._channels.values():
            channel.stands.clear()
        self._asked.clear()
        if line is not None:
            with contextlib.suppress(*LINK_ERRORS):
                await line.close()

    def _take(self, message: Any) -> None:
        """Hear what comes on the line: what is told, and answers to what was said."""
        try:
            match message:
                case [b"message", name, data]:
                    self._hear(name, data)
                case [b"subscribe", name, _]:
                    self._confirmed(name)
                case Exception():
                    log.info("notices_refused", error=str(message))
                    self._cut()
                case _:
                    pass  # a pong, or that a table is left
        except Exception:  # the loop would only let the line go
            log.exception("notices_fault")
            self._cut()

    def _cut(self) -> None:
        if self._line is not None:
            self._line.cut()

    def _hear(self, name: bytes, data: bytes) -> None:
        if name == _HOME:
            self.hear_cry(data)
            return
        if name == _LOBBY:
            self.hear_rows()
            return
        channel = self._channels.get(name)
        if channel is not None:
            stored = read_notice(data)
            for listener in tuple(channel.listeners):
                listener.heard(stored)

    def _confirmed(self, name: bytes) -> None:
        self._asked[name] -= 1
        if name == _LOBBY:
            self.hear_rows()  # something may have been missed
        channel = self._channels.get(name)
        if channel is None or self._asked[name] > 0:
            return
        channel.stands.set()
        if channel.stood:
            for listener in tuple(channel.listeners):
                listener.deaf()
        channel.stood = True


def _nobody(_: bytes) -> None:
    """Hear a cry that is meant for nobody here."""


def _nobody_of_rows() -> None:
    """Hear of rows that nobody looks at here."""


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
