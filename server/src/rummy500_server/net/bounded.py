"""A WebSocket of the library as this server wants it: counted, bounded, and looked after.

The library answers each ping by itself, whether or not the other end reads, and puts pieces of
messages together; no session sees these frames. Without a bound a flood of pings takes all of the
loop's time and, when the answers are not read, memory without end.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from struct import Struct
from typing import Final, cast

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State

from rummy500_server.clock import Clock
from rummy500_server.net.doorkeeper import Doorkeeper, Verdict, Visit
from rummy500_server.net.quiet import library_log
from rummy500_server.net.ratelimit import UNDERNEATH, Purse
from rummy500_server.net.seams import Seams, whole_message
from rummy500_server.short_queue import ShortQueue


log = structlog.get_logger(__name__)

_COUNTED_ELSEWHERE: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.CLOSE})
"""When they end a message: that is what a session counts."""


_BINARY: Final = 0x82
"""The first byte of a frame that is a whole binary message."""
_TWO_BYTES: Final = 126
"""In the place of a length: it follows in two bytes, or, with the next number, in eight."""
_EIGHT_BYTES: Final = 127
_HEAD_OF_FOUR: Final = Struct(">BBH").pack
_END_OF_REQUEST: Final = b"\r\n\r\n"
_MOST_HELD: Final = 1 << 16
"""Bytes of one connection that wait for the others."""


class Post:
    """Sends what the connections of a house were told within one turn of the loop, all together.

    Many tables move in the same turn: when their group comes back from the store. To send is to
    wake whoever reads, and readers that are awake already cost half as much.
    """

    __slots__ = ("_full",)

    def __init__(self) -> None:
        self._full: list[BoundedConnection] = []

    def collect(self, connection: BoundedConnection) -> None:
        """Send what this connection holds before anything else happens."""
        if not self._full:
            asyncio.get_running_loop().call_soon(self._send)
        self._full.append(connection)

    def _send(self) -> None:
        full, self._full = self._full, []
        for connection in full:
            try:
                connection.send_held()
            except (OSError, RuntimeError):  # its own trouble: the others must hear all the same
                log.exception("not_sent", address=connection.visit.address)
                connection.transport.abort()


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
    _post: Post
    take_now: Callable[[bytes], bool] | None = None
    """Takes a message without waiting, or returns False: then it goes the library's way."""
    _seams: Seams | None = None
    """None where somebody sends before he is answered: then all goes the library's way."""
    _held: list[bytes] | None = None
    """Frames that the post will collect, in pieces."""
    _holds: int = 0
    """So many bytes are in them."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, and cut it at once when there are far too many."""
        super().connection_made(transport)
        self._slim()
        self._living.add(self)
        self.heard = self._clock.now()
        self.visit = self._door.knock(_host(transport))
        if self.visit.verdict is Verdict.OVERRUN:
            self.transport.abort()

    def _slim(self) -> None:
        """Let the library have what does the same in less space.

        The session takes frame after frame until there are far too many, so its queue stays short.
        """
        self.drain_waiters = cast("deque[asyncio.Future[None]]", ShortQueue())
        self.recv_messages.frames.queue = cast("deque[Frame]", ShortQueue())
        self.logger = self.protocol.logger = library_log()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._living.discard(self)
        self._door.leave(self.visit)
        self._untie()

    def _untie(self) -> None:
        """Cut the circles that the library leaves in what is over, so that it is freed at once.

        Python hardly ever looks for circles of what has been there for a while (``ops.garbage``).
        A parser holds its protocol, and so does the frame of an error that it met.
        """
        self.protocol.parser = _deaf()
        protocol = self.protocol
        _forget_frames(protocol.parser_exc, protocol.handshake_exc, self.connection_exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes."""
        self.heard = self._clock.now()
        take_now = self.take_now
        if take_now is not None and self._nothing_waits():
            message = whole_message(data)
            if message is not None and take_now(message):
                return
        if self.protocol.state is State.CONNECTING:
            self._seams = Seams() if data.endswith(_END_OF_REQUEST) else None
        elif self._seams is not None:
            self._seams.follow(data)
        super().data_received(data)

    def _nothing_waits(self) -> bool:
        """Return whether the library is done with all that has come before."""
        return (
            self._seams is not None
            and self._seams.here
            and self.protocol.current_size is None
            and self.protocol.state is State.OPEN
            and not self.recv_messages.frames.queue
        )

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

    def push(self, message: bytes) -> bool:
        """Send a message without waiting; return False if what was sent before still waits."""
        if self.paused:
            return False
        if self.protocol.state is not State.OPEN:
            return True
        held = self._held
        if held is None:
            held = self._held = []
            self._post.collect(self)
        size = len(message)
        held += (_head(size), message)
        self._holds += size
        if self._holds > _MOST_HELD:
            self.send_held()
        return True

    def send_held(self) -> None:
        """Send what waits for the others."""
        held = self._held
        if held is not None:
            self._held, self._holds = None, 0
            if not self.transport.is_closing():
                self.transport.write(b"".join(held))

    def send_data(self) -> None:
        """Send what the library has to say, after what was pushed before."""
        self.send_held()
        super().send_data()

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
    post = Post()

    class Bounded(BoundedConnection):
        _clock = clock
        _factor = factor
        _door = door
        _living = living
        _post = post

    return Bounded


def _deaf() -> Generator[None, None, None]:
    """Take no notice, as the library's parser does after the end, and hold nothing."""
    while True:
        yield


def _forget_frames(*errors: BaseException | None) -> None:
    """Let errors, and those that led to them, hold nothing of where they were met."""
    waiting, seen = [*errors], set[int]()
    while waiting:
        error = waiting.pop()
        if error is not None and id(error) not in seen:  # errors may lead to each other in a ring
            seen.add(id(error))
            error.__traceback__ = None
            waiting += (error.__cause__, error.__context__)


def _head(size: int) -> bytes:
    """Return the beginning of an unmasked frame that is a binary message of so many bytes.

    RFC 6455, 5.2. The library's own way through its parts takes about as long as the system takes
    to send the frame, and this is done five times with each play at a full table.
    """
    if size < _TWO_BYTES:
        return bytes((_BINARY, size))
    if size < 1 << 16:
        return _HEAD_OF_FOUR(_BINARY, _TWO_BYTES, size)
    return bytes((_BINARY, _EIGHT_BYTES)) + size.to_bytes(8, "big")


def _host(transport: asyncio.BaseTransport) -> str:
    name = transport.get_extra_info("peername")
    return str(name[0]) if isinstance(name, tuple) else ""
