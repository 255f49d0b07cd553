"""What waits to be sent to one person. It is bounded: nobody's slowness costs the others memory."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from rummy500.protocol.errors import CloseReason
from rummy500_server.clock import Clock
from rummy500_server.net.meter import Meter
from rummy500_server.net.ports import CLOSE_CODES, Socket, SocketClosedError


MOST_FRAMES: Final = 256
MOST_BYTES: Final = 1 << 20


class Outbox:
    """Frames in order, and at the end perhaps a reason to close.

    A frame goes to the socket at once while the other end keeps up, as nearly everybody's does all
    the time. Only what the socket can't take waits here, and only then a task waits with it.
    """

    __slots__ = (
        "_clock",
        "_ending",
        "_frames",
        "_meter",
        "_room",
        "_shut",
        "_since",
        "_size",
        "_socket",
        "_writer",
    )

    def __init__(self, socket: Socket, clock: Clock, meter: Meter) -> None:
        self._socket = socket
        self._clock = clock
        self._meter = meter
        self._writer: asyncio.Task[None] | None = None
        """There while something waits, and from the end on."""
        self._frames: deque[bytes] | tuple[()] = ()
        self._size = 0
        self._since: float | None = None
        """When the first of the frames that wait was put in."""
        self._room: asyncio.Event | None = None
        """There while so much waits that nothing more should be asked."""
        self._ending: CloseReason | None = None
        self._shut = False
        """Whether nothing more is taken."""

    @property
    def ending(self) -> CloseReason | None:
        """Return why the connection is being closed, if it is."""
        return self._ending

    @property
    def overrun(self) -> bool:
        """Return whether it has run over: then there is no use in waiting for what waits."""
        return self._ending is CloseReason.SLOW_READER

    def put(self, frame: bytes) -> bool:
        """Add a frame; return whether it went at once.

        When there is no room the connection ends as a slow reader's.
        """
        if self._shut:
            return False
        if self._writer is None and self._socket.push(frame):
            self._meter.told(0.0)
            return True
        self._add(frame)
        return False

    def _add(self, frame: bytes) -> None:
        if self._shut:
            return
        if len(self._frames) >= MOST_FRAMES or self._size + len(frame) > MOST_BYTES:
            self._frames = ()
            self.end(CloseReason.SLOW_READER)
            return
        if not isinstance(self._frames, deque):
            self._frames = deque()
        if self._since is None:
            self._since = self._clock.now()
        self._frames.append(frame)
        self._size += len(frame)
        if self._room is None and len(self._frames) >= MOST_FRAMES // 2:
            self._room = asyncio.Event()
        self._write()

    @property
    def crowded(self) -> bool:
        """Return whether more than half of the space is taken."""
        return self._room is not None

    async def room(self) -> None:
        """Wait until at most half of the space is taken: who doesn't read need not ask on."""
        if self._room is not None:
            await self._room.wait()

    def end(self, reason: CloseReason) -> None:
        """Close the connection once everything before this is sent. The first reason counts."""
        if self._ending is None:
            self._ending = reason
            self._make_room()
            if not self._shut:
                self._shut = True
                self._write()

    async def flush(self, limit: float) -> None:
        """Wait until all is sent and the connection closed, at most so many seconds."""
        if self._writer is not None:
            await asyncio.wait({self._writer}, timeout=limit)

    def shut(self) -> None:
        """Take nothing more: the connection is gone."""
        self._shut = True

    async def drop(self) -> None:
        """Forget what waits."""
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    def _write(self) -> None:
        if self._writer is None:
            self._writer = asyncio.create_task(self._deliver(), name="writer")

    def _make_room(self) -> None:
        if self._room is not None:
            self._room.set()
            self._room = None

    async def _deliver(self) -> None:
        """Send what waits, and close the connection if it ends."""
        try:
            while self._frames:
                frame = self._frames.popleft()
                self._size -= len(frame)
                await self._socket.send(frame)
                if len(self._frames) < MOST_FRAMES // 2:
                    self._make_room()
        except SocketClosedError:
            self._shut = True
            self._make_room()
            return
        if (
            self._since is not None
        ):  # once for all of them: a burst is one piece of news to its reader
            self._meter.told(self._clock.now() - self._since)
            self._since = None
        if self._ending is not None:
            await self._socket.close(CLOSE_CODES[self._ending], self._ending)
            return
        self._frames = ()
        self._writer = None
