"""One person's link to one server: greet, tell what comes, send what is asked, come back.

A command is kept until its answer is there. When the connection breaks, the link connects again,
greets with its token, resumes its tables and sends what is unanswered with the same refs; the
server knows a ref that it has seen and does nothing twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, NoReturn

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.commands import AnyCommand, Hello, Leave, Ping, Play, Resume, ToTable
from rummy500.protocol.errors import CloseReason, ErrorCode, ProtocolViolationError
from rummy500.protocol.updates import (
    Accepted,
    AnyUpdate,
    Refused,
    SatDown,
    TableClosed,
    TableNews,
    TablesChanged,
    Welcomed,
)
from rummy500.protocol.version import PROGRAM_VERSION, PROTOCOL_VERSION
from rummy500_client.net.address import Address
from rummy500_client.net.dial import NoConnectionError, dial
from rummy500_client.net.news import (
    Answered,
    Connected,
    Connecting,
    Ended,
    Fault,
    Lost,
    Mismatch,
    News,
    Told,
)
from rummy500_client.net.pace import Clock, LoopClock, Patience, wait_before


_NOTHING_SEEN = (0, b"")
"""Seq and mark before the first news of a table."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """Who we say we are."""

    name: str
    token: str = ""


class StillUnansweredError(RuntimeError):
    """A game command for a table whose last one has no answer yet."""


class _OverError(Exception):
    """There will be no connection: the last thing to tell."""

    def __init__(self, last: Mismatch | Ended) -> None:
        super().__init__(repr(last))
        self.last = last


_WORD_BITS: Final = 64
_INSTANCE_BITS: Final = 32
_NUMBER_BITS: Final = 20


class Link:
    """The link. ``tell`` hears all news, in order, on the event loop."""

    def __init__(
        self,
        where: Callable[[], Address],
        greeting: Greeting,
        tell: Callable[[News], None],
        *,
        clock: Clock | None = None,
        dice: Random | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._where = where
        self._greeting = greeting
        self._tell = tell
        self._clock = clock or LoopClock()
        self._dice = dice or Random()  # noqa: S311 - refs and jitter are no secrets
        self._patience = patience or Patience()
        self._number = 1 + self._dice.getrandbits(_INSTANCE_BITS) << _NUMBER_BITS
        self._word = f"{self._dice.getrandbits(_WORD_BITS):x}"
        """Which leads to one server of a house, so that the people of a table can meet there."""
        self._pending: dict[int, AnyCommand] = {}
        self._resuming: dict[int, Resume] = {}
        self._tables: dict[str, tuple[int, bytes]] = {}
        """Seq and mark of the last news of each table."""
        self._outbox: asyncio.Queue[AnyCommand] | None = None
        self._socket: ClientConnection | None = None
        self._hurry = asyncio.Event()
        self._greeted = False
        self._stood = False
        self._task: asyncio.Task[None] | None = None
        self._later: set[asyncio.TimerHandle] = set()

    # --- what others ask of the link -------------------------------------------------------------

    def start(self) -> None:
        """Begin to connect."""
        self._task = asyncio.create_task(self._run(), name="link")

    def send(self, command: AnyCommand) -> int:
        """Give a command its ref, send it now or once connected, and return the ref.

        Raises:
            StillUnansweredError: the table's last game command has no answer yet.

        """
        if isinstance(command, Play) and self.busy(command.table):
            raise StillUnansweredError(command.table)
        numbered: AnyCommand = msgspec.structs.replace(command, ref=self._next_ref())
        self._pending[numbered.ref] = numbered
        if self._outbox is not None and not self._resuming:
            self._outbox.put_nowait(numbered)
        return numbered.ref

    def busy(self, table: str) -> bool:
        """Return whether a game command for this table waits for its answer."""
        return any(isinstance(c, Play) and c.table == table for c in self._pending.values())

    def follow(self, table: str) -> None:
        """Ask for a table at which we sit, now and after each new connection."""
        self._tables.setdefault(table, _NOTHING_SEEN)
        if self._outbox is not None:
            self._resume(table)

    def forget(self, table: str) -> None:
        """Ask for a table no more, and drop what is unanswered for it."""
        self._tables.pop(table, None)
        for ref, command in list(self._pending.items()):
            if isinstance(command, ToTable) and command.table == table:
                del self._pending[ref]

    def hurry(self) -> None:
        """Try again now instead of after the wait."""
        self._hurry.set()

    async def close(self) -> None:
        """Say goodbye and end. Works in every state, and at once."""
        if self._socket is not None:
            await self._socket.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._tell(Ended())

    # --- connecting ------------------------------------------------------------------------------

    async def _run(self) -> None:
        attempt = 1
        since = self._clock.now()
        moves = False
        while True:
            if not moves:
                self._tell(Connecting(attempt))
            try:
                gone = await self._connection()
            except _OverError as over:
                self._tell(over.last)
                return
            finally:
                self._hang_up()
            moves = gone.detail == ErrorCode.ELSEWHERE
            if moves:
                continue
            if not self._greeted:
                self._tell(Ended(gone.fault, gone.detail))
                return
            if self._stood:
                attempt, since = 0, self._clock.now()
            attempt += 1
            wait = wait_before(attempt, self._clock.now() - since, self._dice)
            self._tell(Lost(attempt, wait, gone.fault))
            await self._pause(wait)

    async def _pause(self, wait: float) -> None:
        self._hurry.clear()
        tasks = {
            asyncio.ensure_future(self._clock.sleep(wait)),
            asyncio.ensure_future(self._hurry.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _connection(self) -> NoConnectionError:
        """Hold one connection as long as it stands, and return why it is gone."""
        self._stood = False
        try:
            try:
                async with asyncio.timeout(self._patience.connect):
                    socket, welcome = await self._open()
                self._stood = True
                await self._talk(socket, welcome)
            except ConnectionClosed as closed:
                raise self._fate(closed) from None
        except TimeoutError:
            return NoConnectionError(Fault.TIMED_OUT)
        except NoConnectionError as gone:
            return gone

    async def _open(self) -> tuple[ClientConnection, Welcomed]:
        """Dial and greet; a token that the server does not know any more is dropped."""
        while True:
            self._socket = await dial(self._where().by(self._word))
            answer = await self._greet(self._socket)
            if isinstance(answer, Welcomed):
                return self._socket, answer
            await self._socket.close()
            if answer.code != ErrorCode.TOKEN_UNKNOWN or not self._greeting.token:
                raise self._turned_away(answer)
            self._greeting = Greeting(self._greeting.name)

    async def _talk(self, socket: ClientConnection, welcome: Welcomed) -> NoReturn:
        """Resume, send what is unanswered, and listen until the connection breaks."""
        self._greeting = Greeting(self._greeting.name, welcome.token)
        self._greeted = True
        self._outbox = asyncio.Queue()
        self._tell(Connected(welcome))
        for table in list(self._tables):
            self._resume(table)
        if not self._resuming:
            self._send_unanswered()
        writer = asyncio.create_task(self._write(socket, self._outbox), name="link writer")
        try:
            await self._listen(socket)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _greet(self, socket: ClientConnection) -> Welcomed | Refused:
        hello = Hello(
            ref=self._next_ref(),
            protocol=PROTOCOL_VERSION,
            program=PROGRAM_VERSION,
            name=self._greeting.name,
            token=self._greeting.token,
        )
        await socket.send(encode(hello))
        match await self._read(socket):
            case Accepted(ref=hello.ref, result=Welcomed() as welcome):
                return welcome
            case Refused(ref=hello.ref) as refused:
                return refused
            case _:
                raise NoConnectionError(Fault.NOT_OURS)

    def _turned_away(self, refused: Refused) -> Exception:
        match refused.code:
            case ErrorCode.VERSION_MISMATCH:
                protocol = refused.params.get("protocol", 0)
                program = refused.params.get("program", "")
                return _OverError(Mismatch(int(protocol), str(program)))
            case ErrorCode.TRY_AGAIN | ErrorCode.SERVER_FULL if self._greeted:
                return NoConnectionError(Fault.TURNED_AWAY, refused.code)
            case _:
                return _OverError(Ended(Fault.TURNED_AWAY, refused.code))

    def _fate(self, closed: ConnectionClosed) -> Exception:
        """Return what a close means. What the server called a violation is not sent again."""
        reason = closed.rcvd.reason if closed.rcvd is not None else ""
        if reason == CloseReason.SUPERSEDED:
            return _OverError(Ended(Fault.SUPERSEDED))
        if reason == CloseReason.KICKED:
            return _OverError(Ended(Fault.KICKED))
        if reason == CloseReason.VERSION:
            return _OverError(Mismatch(0, ""))
        if reason in {CloseReason.VIOLATION, CloseReason.TOO_BIG}:
            while self._pending:  # it is not sent again, and nobody may wait for its answer
                ref, command = self._pending.popitem()
                self._tell(Answered(command, Refused(ref, ErrorCode.BAD_COMMAND)))
        return NoConnectionError(Fault.DROPPED, reason)

    def _hang_up(self) -> None:
        self._outbox = None
        self._resuming.clear()
        for timer in self._later:
            timer.cancel()
        self._later.clear()
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    # --- talking ---------------------------------------------------------------------------------

    async def _write(self, socket: ClientConnection, outbox: asyncio.Queue[AnyCommand]) -> None:
        while True:
            await socket.send(encode(await outbox.get()))

    async def _listen(self, socket: ClientConnection) -> NoReturn:
        asked = False
        while True:
            try:
                async with asyncio.timeout(self._patience.quiet):
                    update = await self._read(socket)
            except TimeoutError:
                if asked:
                    raise NoConnectionError(Fault.SILENT) from None
                asked = True
                await socket.send(encode(Ping(ref=self._next_ref())))
            else:
                asked = False
                self._hear(update)

    async def _read(self, socket: ClientConnection) -> AnyUpdate:
        frame = await socket.recv()
        if isinstance(frame, str):
            raise NoConnectionError(Fault.NOT_OURS)
        try:
            return decode_update(frame)
        except ProtocolViolationError:
            raise NoConnectionError(Fault.NOT_OURS) from None

    def _hear(self, update: AnyUpdate) -> None:
        match update:
            case Accepted() | Refused():
                self._hear_answer(update)
            case TableNews():
                self._tables[update.table] = (update.seq, update.mark)
                self._tell(Told(update))
            case TableClosed():
                self.forget(update.table)
                self._tell(Told(update))
            case TablesChanged():
                self._tell(Told(update))

    def _hear_answer(self, answer: Accepted | Refused) -> None:
        if isinstance(answer, Refused) and answer.code == ErrorCode.ELSEWHERE:
            self._word = str(answer.params.get("at", self._word))
            raise NoConnectionError(Fault.DROPPED, ErrorCode.ELSEWHERE)
        if answer.ref in self._resuming:
            resume = self._resuming.pop(answer.ref)
            if isinstance(answer, Refused):
                self.forget(resume.table)
            self._tell(Answered(resume, answer))
            if not self._resuming:
                self._send_unanswered()
            return
        command = self._pending.get(answer.ref)
        if command is None:
            return
        if isinstance(answer, Refused) and answer.code == ErrorCode.TRY_AGAIN:
            self._send_later(command)
            return
        del self._pending[answer.ref]
        if isinstance(answer, Accepted):
            self._note(command, answer)
        self._tell(Answered(command, answer))

    def _note(self, command: AnyCommand, answer: Accepted) -> None:
        if isinstance(answer.result, SatDown):
            self._tables.setdefault(answer.result.table, _NOTHING_SEEN)
        if isinstance(command, Leave):
            self.forget(command.table)

    def _send_later(self, command: AnyCommand) -> None:
        def again() -> None:
            self._later.discard(timer)
            if self._outbox is not None and command.ref in self._pending:
                self._outbox.put_nowait(command)

        timer = asyncio.get_running_loop().call_later(self._patience.again, again)
        self._later.add(timer)

    def _resume(self, table: str) -> None:
        if self._outbox is None:
            return
        seq, mark = self._tables[table]
        resume = Resume(ref=self._next_ref(), table=table, seq=seq, mark=mark)
        self._resuming[resume.ref] = resume
        self._outbox.put_nowait(resume)

    def _send_unanswered(self) -> None:
        if self._outbox is not None:
            for command in self._pending.values():
                self._outbox.put_nowait(command)

    def _next_ref(self) -> int:
        self._number += 1
        return self._number
