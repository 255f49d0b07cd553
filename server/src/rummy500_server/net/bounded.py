"""A WebSocket of the library whose own frames are bounded too.

The library answers each ping by itself, whether or not the other end reads, and puts pieces of
messages together; no session sees these frames. Without a bound a flood of pings takes all of the
loop's time and, when the answers are not read, memory without end.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event

from rummy500_server.clock import Clock
from rummy500_server.net.ratelimit import Credits, Family


log = structlog.get_logger(__name__)

_COUNTED_ELSEWHERE: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.CLOSE})
"""When they end a message: that is what a session counts."""


def bounded_connection(clock: Clock, factor: float) -> type[ServerConnection]:
    """Return a class of connections that are cut when they send too much beside messages."""

    class Bounded(ServerConnection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._credits = Credits(clock.now(), factor)

        def process_event(self, event: Event) -> None:
            counted = isinstance(event, Frame) and not (
                event.fin and event.opcode in _COUNTED_ELSEWHERE
            )
            if counted and not self._credits.allows(Family.UNDERNEATH, clock.now()):
                if not self.transport.is_closing():
                    log.info("frame_flood")
                self.transport.abort()  # it may not even read a goodbye
                return
            super().process_event(event)

    return Bounded
