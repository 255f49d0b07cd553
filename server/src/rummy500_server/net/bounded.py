"""A WebSocket of the library as this server wants it: counted, bounded, and looked after.

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
from websockets.protocol import Event, State

from rummy500_server.clock import Clock
from rummy500_server.net.doorkeeper import Doorkeeper, Verdict, Visit
from rummy500_server.net.ratelimit import UNDERNEATH, Purse


log = structlog.get_logger(__name__)

_COUNTED_ELSEWHERE: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.CLOSE})
"""When they end a message: that is what a session counts."""


_BINARY: Final = 0x82
"""The first byte of a frame that is a whole binary message."""
_TWO_BYTES: Final = 126
"""In the place of a length: it follows in two bytes, or, with the next number, in eight."""
_EIGHT_BYTES: Final = 127


class BoundedConnection(ServerConnection):
    """A connection that is cut when it sends too much beside messages."""

    visit: Visit
    heard: float
    """When the last bytes came, by the clock of the house."""

    _purse: Purse | None = None
    """For what no session sees; most connections send none of it."""
    _clock: Clock
    _factor: float
    _door: Doorkeeper
    _living: set[BoundedConnection]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, and cut it at once when there are far too many."""
        super().connection_made(transport)
        self._living.add(self)
        self.heard = self._clock.now()
        self.visit = self._door.knock(_host(transport))
        if self.visit.verdict is Verdict.OVERRUN:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._living.discard(self)
        self._door.leave(self.visit)

    def data_received(self, data: bytes) -> None:
        """Take what comes."""
        self.heard = self._clock.now()
        super().data_received(data)

    def process_event(self, event: Event) -> None:
        """Take a frame, unless it is one too many of the kind that no session sees."""
        counted = isinstance(event, Frame) and not (
            event.fin and event.opcode in _COUNTED_ELSEWHERE
        )
        if counted and not self._can_be_borne():
            if not self.transport.is_closing():
                log.info("frame_flood", address=self.visit.address)
            self.transport.abort()  # it may not even read a goodbye
            return
        super().process_event(event)

    def _can_be_borne(self) -> bool:
        now = self._clock.now()
        if self._purse is None:
            self._purse = Purse(UNDERNEATH.times(self._factor), now)
        return self._purse.take(now)

    @property
    def opening(self) -> bool:
        """Return whether it is no WebSocket yet."""
        return self.protocol.state is State.CONNECTING

    # --- for the session -------------------------------------------------------------------------

    def push(self, *messages: bytes) -> bool:
        """Send messages without waiting; return False if what was sent before still waits."""
        if self.paused:
            return False
        if self.protocol.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([_head(len(m)) + m for m in messages]))
        return True

    # --- for the pinger --------------------------------------------------------------------------

    @property
    def gone(self) -> bool:
        """Return whether it is closed or closing."""
        return self.protocol.state is not State.OPEN

    def ask(self) -> None:
        """Send a ping without waiting for room: one that doesn't read doesn't answer either."""
        if not self.paused:
            self.protocol.send_ping(b"")
            self.send_data()

    def cut(self) -> None:
        """End it at once."""
        log.info("silent", address=self.visit.address)
        self.transport.abort()


def bounded_connection(
    clock: Clock, factor: float, door: Doorkeeper, living: set[BoundedConnection]
) -> type[BoundedConnection]:
    """Return the class of connections of one house: the library makes them itself.

    ``living`` holds those that there are.
    """

    class Bounded(BoundedConnection):
        _clock = clock
        _factor = factor
        _door = door
        _living = living

    return Bounded


def _head(size: int) -> bytes:
    """Return the beginning of an unmasked frame that is a binary message of so many bytes.

    RFC 6455, 5.2. The library's own way through its parts takes about as long as the system takes
    to send the frame, and this is done five times with each play at a full table.
    """
    if size < _TWO_BYTES:
        return bytes((_BINARY, size))
    if size < 1 << 16:
        return bytes((_BINARY, _TWO_BYTES)) + size.to_bytes(2, "big")
    return bytes((_BINARY, _EIGHT_BYTES)) + size.to_bytes(8, "big")


def _host(transport: asyncio.BaseTransport) -> str:
    name = transport.get_extra_info("peername")
    return str(name[0]) if isinstance(name, tuple) else ""
