"""Doubles of what the server stands on: a clock, a socket, a person, computer players."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random

from rummy500.engine.legal import legal_actions
from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.commands import AnyCommand
from rummy500.protocol.errors import CloseReason
from rummy500.protocol.updates import Accepted, AnyUpdate, Refused, TableNews
from rummy500_server.bots.wire import decode_view, encode_action
from rummy500_server.net.ports import SocketClosedError


class StillClock:
    """A clock that the test moves; a sleep ends when its time has come."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._moved = asyncio.Condition()

    def now(self) -> float:
        return self.time

    def wall(self) -> int:
        return int(self.time * 1000)

    async def sleep(self, seconds: float) -> None:
        end = self.time + seconds
        async with self._moved:
            await self._moved.wait_for(lambda: self.time >= end)

    async def move(self, seconds: float) -> None:
        async with self._moved:
            self.time += seconds
            self._moved.notify_all()
        await settle()


async def settle() -> None:
    """Let everything run that can run without time or a socket."""
    for _ in range(50):
        await asyncio.sleep(0)


class ChancePlayer:
    """A computer player that plays any legal move, in this process."""

    def __init__(self) -> None:
        self.asked = 0

    def start(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        self.asked += 1
        return encode_action(Random(seed).choice(legal_actions(decode_view(view))))


class Onlooker:
    """A ``Viewer`` that remembers what it was told."""

    def __init__(self, player: str, name: str = "") -> None:
        self.player = player
        self.name = name or player.capitalize()
        self.told: list[AnyUpdate] = []
        self.answers: list[Accepted | Refused] = []
        self.ended: CloseReason | None = None

    def tell(self, frame: bytes) -> None:
        self.told.append(decode_update(frame))

    def answer(self, update: Accepted | Refused) -> None:
        self.answers.append(update)

    def end(self, reason: CloseReason) -> None:
        self.ended = reason

    @property
    def news(self) -> list[TableNews]:
        return [update for update in self.told if isinstance(update, TableNews)]


class FakeSocket:
    """The server's end of a connection whose other end is the test."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.sent: deque[bytes] = deque()
        self.fresh = asyncio.Event()
        self.closed: tuple[int, str] | None = None
        self.open_gate = asyncio.Event()
        """While not set, the other end does not read."""
        self.open_gate.set()
        self._gone = asyncio.Event()
        self.take_now: Callable[[bytes], bool] = lambda _: False
        """The session's, for frames that come when it waits for some."""

    async def receive(self) -> str | bytes:
        waiting = asyncio.ensure_future(self.incoming.get())
        gone = asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
        if not waiting.done():
            waiting.cancel()
            raise SocketClosedError
        frame = waiting.result()
        if frame is None:
            raise SocketClosedError
        return frame

    def push(self, frame: bytes) -> bool:
        if not self.open_gate.is_set():
            return False
        if self.closed is None:
            self.sent.append(frame)
            self.fresh.set()
        return True

    async def send(self, frame: bytes) -> None:
        await self.open_gate.wait()
        if self.closed is not None:
            raise SocketClosedError
        self.sent.append(frame)
        self.fresh.set()

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, str(reason))
        self._gone.set()
        self.open_gate.set()
        self.fresh.set()

    # --- the test's side -------------------------------------------------------------------------

    def say(self, command: AnyCommand | bytes | str) -> None:
        self.incoming.put_nowait(command if isinstance(command, (bytes, str)) else encode(command))

    def hang_up(self) -> None:
        self.incoming.put_nowait(None)

    async def hear(self) -> AnyUpdate:
        """Return the next update."""
        async with asyncio.timeout(5):
            while not self.sent:
                assert self.closed is None, self.closed
                self.fresh.clear()
                await self.fresh.wait()
        return decode_update(self.sent.popleft())

    async def fate(self) -> tuple[int, str]:
        """Wait until the server has closed the connection."""
        async with asyncio.timeout(5):
            await self._gone.wait()
        assert self.closed is not None
        return self.closed
