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
    """Frames in order, and at the end perhaps a reason to close."""

    def __init__(self, clock: Clock, meter: Meter) -> None:
        self._clock = clock
        self._meter = meter
        self._since = 0.0
        """When the first of the frames that wait was put in."""
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._fresh = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._ending: CloseReason | None = None

    @property
    def ending(self) -> CloseReason | None:
        """Return why the connection is being closed, if it is."""
        return self._ending

    @property
    def overrun(self) -> bool:
        """Return whether it has run over: then there is no use in waiting for what waits."""
        return self._ending is CloseReason.SLOW_READER

    def put(self, frame: bytes) -> None:
        """Add a frame. When there is no room the connection ends as a slow reader's."""
        if self._ending is not None:
            return
        if len(self._frames) >= MOST_FRAMES or self._size + len(frame) > MOST_BYTES:
            self._frames.clear()
            self.end(CloseReason.SLOW_READER)
            return
        if not self._frames:
            self._since = self._clock.now()
        self._frames.append(frame)
        self._size += len(frame)
        self._fresh.set()
        if len(self._frames) >= MOST_FRAMES // 2:
            self._room.clear()

    async def room(self) -> None:
        """Wait until at most half of the space is taken: who doesn't read need not ask on."""
        await self._room.wait()

    def end(self, reason: CloseReason) -> None:
        """Close the connection once everything before this is sent. The first reason counts."""
        if self._ending is None:
            self._ending = reason
            self._fresh.set()
            self._room.set()

    async def deliver(self, socket: Socket) -> None:
        """Send what comes until the connection ends; then close it with the reason."""
        try:
            while True:
                waited = bool(self._frames)
                while self._frames:
                    frame = self._frames.popleft()
                    self._size -= len(frame)
                    await socket.send(frame)
                    if len(self._frames) < MOST_FRAMES // 2:
                        self._room.set()
                if waited:  # once for all of them: a burst is one piece of news to its reader
                    self._meter.told(self._clock.now() - self._since)
                if self._ending is not None:
                    break
                self._fresh.clear()
                await self._fresh.wait()
        except SocketClosedError:
            return
        await socket.close(CLOSE_CODES[self._ending], self._ending)
