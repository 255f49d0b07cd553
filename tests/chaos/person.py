"""Somebody who plays whatever happens: cut off he comes back, unanswered he asks again."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.chaos.links import HOST
from tests.chaos.notes import Acknowledged, Notes, Outage, Trip
from tests.server.player import brisk
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from rummy500.protocol import commands
from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.limits import MAX_UPDATE_BYTES
from rummy500.protocol.translate import action_to_wire, hand_from_wire, options_from_wire
from rummy500.protocol.updates import Accepted, AnyUpdate, Refused, SatDown, TableNews, Welcomed
from rummy500.protocol.version import PROGRAM_VERSION, PROTOCOL_VERSION, SUBPROTOCOL
from rummy500_server.clock import Clock


PATIENCE: Final = 1.5
"""Seconds without the answer that is waited for, after which a connection counts as lost."""
_TWICE: Final = 0.02
"""How often a command is sent a second time though nothing was wrong."""
_AGAIN: Final = 0.05
"""Seconds between two tries to connect, and before what was refused for now is asked again."""
_NOTHING_DONE: Final = frozenset({ErrorCode.TRY_AGAIN, ErrorCode.RESUME_FIRST})
_TROUBLE: Final = (OSError, TimeoutError, WebSocketException)


class Person:
    """One seat of one table."""

    def __init__(
        self,
        name: str,
        doors: Sequence[int],
        home: int,
        notes: Notes,
        dice: Random,
        clock: Clock,
    ) -> None:
        """Begin before the first connection.

        ``doors`` are the ports at which the servers are reached, ``home`` the place of the one to
        go to while it is there.
        """
        self.name = name
        self.player = ""
        self.table = ""
        self.news: TableNews | None = None
        self.rewinds = 0
        self._doors = doors
        self._node = self._home = home
        self._notes = notes
        self._dice = dice
        self._clock = clock
        self._token = ""
        self._refs = itertools.count(dice.getrandbits(40) + 1)
        self._socket: ClientConnection | None = None
        self._fresh = asyncio.Event()
        self._answers: dict[int, Accepted | Refused] = {}
        self._reader: asyncio.Task[None] | None = None
        self._lost: tuple[float, int] | None = None
        """When the connection was lost, and at which server."""

    # --- sitting down ----------------------------------------------------------------------------

    async def make(self, seats: int, options: dict[str, str]) -> str:
        """Make a table."""
        wish = commands.CreateTable(ref=self._ref(), name="", seats=seats, options=options)
        return await self._sit(wish)

    async def join(self, table: str) -> None:
        """Sit down at a table."""
        await self._sit(commands.JoinTable(ref=self._ref(), table=table))

    async def start(self) -> None:
        """Start the match."""
        await self._until_done(commands.Start(ref=self._ref(), table=self.table))

    async def _sit(self, command: commands.CreateTable | commands.JoinTable) -> str:
        answer = await self._until_done(command)
        assert isinstance(answer, Accepted), answer
        assert isinstance(answer.result, SatDown)
        self.table = answer.result.table
        return self.table

    # --- playing ---------------------------------------------------------------------------------

    async def play(self, pace: float, over: asyncio.Event) -> None:
        """Play until it is over, one thing in ``pace`` seconds at most."""
        while not over.is_set():
            command = self._next()
            if command is None:
                await self._wait_for_news(over)
                continue
            await self._clock.sleep(pace * (0.5 + self._dice.random()))
            if self._next() is not None:
                await self._until_done(command, over)
        await self.hang_up()

    def go_home(self) -> None:
        """Go back to the own server, if this is another one."""
        if self._node != self._home and self._socket is not None:
            self._socket.transport.abort()
            self._socket = None  # on purpose: that is no outage
            self._node = self._home
            self._fresh.set()

    async def hang_up(self) -> None:
        """Let go of the connection."""
        if self._socket is not None:
            self._socket.transport.abort()
        if self._reader is not None:
            await self._reader

    def _next(self) -> commands.AnyCommand | None:
        """Return what this person does next; None: somebody else is to do something."""
        news = self.news
        if news is None or news.own is None:
            return None
        now, hand = news.now, news.now.hand
        if hand is None:
            return None
        if hand.end is not None:
            kind = commands.Ready if now.winners is None else commands.Rematch
            waits = news.own.seat not in now.ready
            return kind(ref=self._ref(), table=self.table) if waits else None
        if hand.turn.seat != news.own.seat:
            return None
        view = hand_from_wire(hand, news.own, options_from_wire(now.preset, now.options))
        act = action_to_wire(brisk(view))
        return commands.Play(
            ref=self._ref(), table=self.table, act=act, seen=news.seq, mark=news.mark
        )

    async def _wait_for_news(self, over: asyncio.Event) -> None:
        """Wait until something is told, coming back if the connection is lost meanwhile."""
        self._fresh.clear()
        if self._socket is None or self._is_lost():
            await self._come_back(over)
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._fresh.wait()
        except TimeoutError:
            ping = commands.Ping(ref=self._ref())
            await self._until_done(ping, over)

    # --- asking until there is an answer ---------------------------------------------------------

    async def _until_done(
        self, command: commands.AnyCommand, over: asyncio.Event | None = None
    ) -> Accepted | Refused | None:
        """Send a command as often as it takes to get its answer; None: it is over."""
        while over is None or not over.is_set():
            try:
                answer = await self._ask_once(command)
            except _TROUBLE:
                self._lose()
                await self._come_back(over)
                continue
            if isinstance(answer, Refused) and answer.code in _NOTHING_DONE:
                self._count(answer.code)
                await self._clock.sleep(_AGAIN)
                if answer.code == ErrorCode.RESUME_FIRST:
                    self._lose()
                continue
            if isinstance(answer, Refused):
                self._count(answer.code)
            return answer
        return None

    async def _ask_once(self, command: commands.AnyCommand) -> Accepted | Refused:
        if self._socket is None:
            await self._connect()
        assert self._socket is not None
        asked, node = self._now(), self._node
        frame = encode(command)
        await self._socket.send(frame)
        if self._dice.random() < _TWICE:
            await self._socket.send(frame)
        async with asyncio.timeout(PATIENCE):
            while command.ref not in self._answers:
                self._fresh.clear()
                if self._is_lost():
                    raise ConnectionResetError
                await self._fresh.wait()
        answer = self._answers.pop(command.ref)
        self._notes.trips.append(Trip(asked, self._now() - asked, node))
        kept = isinstance(command, commands.ToTable) and not isinstance(command, commands.Resume)
        if isinstance(answer, Accepted) and kept:
            told = Acknowledged(self._now(), self.table, self.player, answer.ref, answer.seq)
            self._notes.acknowledged.append(told)
        return answer

    def _count(self, code: str) -> None:
        self._notes.refused[code] = self._notes.refused.get(code, 0) + 1

    # --- the connection --------------------------------------------------------------------------

    async def _come_back(self, over: asyncio.Event | None) -> None:
        """Connect to whatever server is there, and show the table again."""
        while over is None or not over.is_set():
            try:
                await self._connect()
            except _TROUBLE:
                self._lose()
                self._node = (self._node + 1) % len(self._doors)
                await self._clock.sleep(_AGAIN * 2 * self._dice.random())
                continue
            return

    async def _connect(self) -> None:
        async with asyncio.timeout(PATIENCE):
            self._socket = await connect(
                f"ws://{HOST}:{self._doors[self._node]}",
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=MAX_UPDATE_BYTES,
                ping_interval=None,
                proxy=None,
                close_timeout=0.1,
            )
        self._reader = asyncio.create_task(self._read(self._socket))
        greeting = commands.Hello(
            ref=self._ref(),
            protocol=PROTOCOL_VERSION,
            program=PROGRAM_VERSION,
            name=self.name,
            token=self._token,
        )
        answer = await self._ask_once(greeting)
        if not isinstance(answer, Accepted):
            self._count(answer.code)
            raise ConnectionRefusedError(answer.code)
        assert isinstance(answer.result, Welcomed)
        self._token, self.player = answer.result.token, answer.result.player
        if self.table:
            await self._resume()

    async def _resume(self) -> None:
        news = self.news
        seq, mark = (0, b"") if news is None else (news.seq, news.mark)
        resume = commands.Resume(ref=self._ref(), table=self.table, seq=seq, mark=mark)
        answer = await self._ask_once(resume)
        if not isinstance(answer, Accepted):
            self._count(answer.code)
            raise ConnectionRefusedError(answer.code)
        if self._lost is not None:
            (at, node), self._lost = self._lost, None
            self._notes.outages.append(Outage(at, self._now() - at, node))

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                assert isinstance(frame, bytes)
                self._notes.see(frame, self.player)
                self._take(decode_update(frame))
                self._fresh.set()
        except WebSocketException:
            pass  # lost: that is what this is about
        finally:
            if socket is self._socket:
                self._lose()
            self._fresh.set()

    def _take(self, update: AnyUpdate) -> None:
        match update:
            case Accepted() | Refused():
                self._answers[update.ref] = update
            case TableNews():
                self.rewinds += update.rewound
                self.news = update
            case _:
                pass

    def _lose(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None
            if self.table and self._lost is None:
                self._lost = self._now(), self._node

    def _is_lost(self) -> bool:
        return self._socket is None

    def _now(self) -> float:
        return self._clock.now()

    def _ref(self) -> int:
        return next(self._refs)
