"""One connection: greets, reads commands, hands them on, and sends what comes back.

Every command gets one answer. A frame that is no command but has a ref is refused by code; one
without a ref, or one too many of them, closes the connection.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import structlog

from rummy500.protocol.codec import decode_command, encode, peek_hello, peek_ref
from rummy500.protocol.commands import AnyCommand, Hello, Play
from rummy500.protocol.errors import CloseReason, ErrorCode, ProtocolViolationError
from rummy500.protocol.limits import MAX_COMMAND_BYTES
from rummy500.protocol.updates import Accepted, Refused, Welcomed
from rummy500.protocol.version import PROGRAM_VERSION, PROTOCOL_VERSION
from rummy500_server.clock import Clock
from rummy500_server.lobby.bans import Bans
from rummy500_server.lobby.desk import Desk
from rummy500_server.lobby.guesses import Guesses
from rummy500_server.lobby.identity import People, Ticket, TokenUnknownError
from rummy500_server.lobby.lobby import Lobby
from rummy500_server.net.meter import Meter, NoMeter, outcome_of
from rummy500_server.net.outbox import Outbox
from rummy500_server.net.ports import CLOSE_CODES, Socket, SocketClosedError
from rummy500_server.net.ratelimit import Credits, Family, family_of
from rummy500_server.store.ports import StoreError
from rummy500_server.table.names import NameInvalidError


log = structlog.get_logger(__name__)

_FLUSH_LIMIT: Final = 1.0
"""Seconds that a connection we close has to take in what was said before."""
_MOST_UNANSWERED: Final = 1024
"""Commands of one connection whose answers are timed at once."""


@dataclass(frozen=True, slots=True)
class House:
    """What all sessions share."""

    people: People
    lobby: Lobby
    clock: Clock
    bans: Bans
    guesses: Guesses
    hello_limit: float
    """Seconds within which a connection must have greeted."""
    credit_factor: float = 1.0
    meter: Meter = field(default_factory=NoMeter)


class Origin(NamedTuple):
    """What is known of a connection before it has said a word."""

    session: str = ""
    """Its name in the log."""
    address: str = ""
    """Where it comes from (``net.address.household``)."""
    word: str = ""
    """Which brought it to this server (``lobby.places``)."""


class Session:
    """One connection. To the tables it is the ``Viewer`` of its person."""

    __slots__ = (
        "_credits",
        "_cutter",
        "_desk",
        "_house",
        "_outbox",
        "_socket",
        "_ticket",
        "_told",
        "_unanswered",
        "_waits",
        "origin",
        "since",
    )

    def __init__(self, house: House, socket: Socket, origin: Origin | None = None) -> None:
        self.origin = origin or Origin()
        self.since = house.clock.now()
        self._house = house
        self._socket = socket
        self._outbox = Outbox(socket, house.clock, house.meter)
        self._credits = Credits(self.since, house.credit_factor)
        self._unanswered: dict[int, tuple[Family, float]] = {}
        """By ref, what was asked and when."""
        self._ticket: Ticket | None = None
        self._desk: Desk | None = None
        self._cutter: asyncio.Task[None] | None = None
        self._told = False
        """Whether anything was said since the pinger looked."""
        self._waits = False
        """Whether nothing is being done for this connection, and the next frame is waited for."""

    @property
    def _log(self) -> structlog.typing.FilteringBoundLogger:
        """Return the log of this connection; few of them ever write a second line."""
        bound: structlog.typing.FilteringBoundLogger = log.bind(session=self.origin.session)
        return bound

    # --- as a viewer -----------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """Return whose connection this is; empty before the greeting."""
        return "" if self._ticket is None else self._ticket.player

    @property
    def name(self) -> str:
        """Return the person's name."""
        return "" if self._ticket is None else self._ticket.name

    @property
    def at_a_table(self) -> bool:
        """Return whether the person has come to a table by this connection."""
        return self._desk is not None and self._desk.sits

    def told(self) -> bool:
        """Return whether the connection was told anything since this was asked last."""
        told, self._told = self._told, False
        return told

    def tell(self, frame: bytes) -> None:
        """Send an encoded update."""
        self._told = True
        if self._outbox.put(frame):
            return
        if self._outbox.overrun and self._cutter is None:
            # The writer waits for a peer who doesn't read: the goodbye must not wait behind it.
            code = CLOSE_CODES[CloseReason.SLOW_READER]
            close = self._socket.close(code, CloseReason.SLOW_READER)
            self._cutter = asyncio.create_task(close, name="cutter")
            self._log.info("slow_reader", player=self.player)

    def answer(self, update: Accepted | Refused) -> None:
        """Send an answer."""
        self.tell(encode(update))
        asked = self._unanswered.pop(update.ref, None)
        if asked is not None:
            family, since = asked
            seconds = self._house.clock.now() - since
            self._house.meter.answered(family, outcome_of(update), seconds)

    def end(self, reason: CloseReason) -> None:
        """Close the connection after what was said before."""
        self._outbox.end(reason)

    # --- the life of a connection ----------------------------------------------------------------

    async def run(self) -> None:
        """Serve the connection until it is closed by either side."""
        try:
            await self._read()
            if self._outbox.ending is not None:
                await self._outbox.flush(_FLUSH_LIMIT)
        finally:
            reason = self._outbox.ending
            self._outbox.shut()  # whatever is still told is told to nobody
            if self._desk is not None:
                self._desk.leave()
                self._desk = None  # it holds this session: a circle would keep both for long
            await self._outbox.drop()
            if self._cutter is not None:
                await asyncio.wait({self._cutter})
            self._note_end(reason)

    def _note_end(self, reason: CloseReason | None) -> None:
        if reason is not None:
            self._house.meter.closed(reason)
        seconds = round(self._house.clock.now() - self.since, 1)
        say = self._log.info if self.player else self._log.debug
        say("left", player=self.player, reason=reason or "hung_up", seconds=seconds)

    async def _read(self) -> None:
        try:
            if await self._greeted_in_time():
                while self._outbox.ending is None:
                    if self._outbox.crowded:
                        await self._outbox.room()
                    await self._take(await self._next())
        except SocketClosedError:
            return
        except Exception:
            self._log.exception("session_fault", player=self.player)
            self.end(CloseReason.FAULT)

    async def _greeted_in_time(self) -> bool:
        try:
            async with asyncio.timeout(self._house.hello_limit):
                while self._ticket is None and self._outbox.ending is None:
                    await self._take(await self._socket.receive())
        except TimeoutError:
            self.end(CloseReason.HELLO_LATE)
        return self._ticket is not None

    async def _next(self) -> str | bytes:
        self._waits = True
        try:
            return await self._socket.receive()
        finally:
            self._waits = False

    def take_now(self, frame: bytes) -> bool:
        """Take a frame that is a play and needs no waiting; return False if nothing was done.

        To wake the task that reads takes longer than all that is done here.
        """
        desk, outbox = self._desk, self._outbox
        if not self._waits or desk is None or outbox.ending is not None or outbox.crowded:
            return False
        if len(frame) > MAX_COMMAND_BYTES:
            return False
        try:
            command = decode_command(frame)
        except ProtocolViolationError:
            return False
        if not isinstance(command, Play) or not desk.is_at_hand(command.table):
            return False
        if not self._credits.tolerates(self._house.clock.now()):
            return False
        return not self._may_ask(command) or desk.take_now(command)

    async def _take(self, frame: str | bytes) -> None:
        """Do what one frame asks for."""
        if not self._credits.tolerates(self._house.clock.now()):
            self.end(CloseReason.FLOOD)
            return
        if isinstance(frame, str):
            self.end(CloseReason.VIOLATION)
            return
        if len(frame) > MAX_COMMAND_BYTES:
            self.end(CloseReason.TOO_BIG)
            return
        try:
            command = decode_command(frame)
        except ProtocolViolationError:
            self._take_broken(frame)
            return
        await self._take_command(command)

    def _take_broken(self, frame: bytes) -> None:
        """Refuse a frame that is no command of ours, as long as it says where to answer."""
        stranger = peek_hello(frame)
        if stranger is not None and stranger.protocol != PROTOCOL_VERSION:
            self._turn_away(stranger.ref)
            return
        ref = peek_ref(frame)
        if ref is None or not self._credits.allows(Family.BROKEN, self._house.clock.now()):
            self.end(CloseReason.VIOLATION)
            return
        self.answer(Refused(ref, ErrorCode.BAD_COMMAND))

    def _may_ask(self, command: AnyCommand) -> bool:
        """Return whether there is credit for a command; if not it is answered."""
        family, now = family_of(command), self._house.clock.now()
        if len(self._unanswered) < _MOST_UNANSWERED:
            self._unanswered[command.ref] = family, now
        if self._credits.allows(family, now):
            return True
        self.answer(Refused(command.ref, ErrorCode.TRY_AGAIN))
        return False

    async def _take_command(self, command: AnyCommand) -> None:
        if not self._may_ask(command):
            return
        if isinstance(command, Hello):
            await self._greet(command)
        elif self._desk is None:
            self.answer(Refused(command.ref, ErrorCode.HELLO_FIRST))
        else:
            await self._desk.take(command)

    # --- the greeting ----------------------------------------------------------------------------

    async def _greet(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL_VERSION:
            self._turn_away(hello.ref)
            return
        if self._ticket is not None:
            self.answer(Refused(hello.ref, ErrorCode.ALREADY_GREETED))
            return
        if self._banned(hello.ref, player=""):
            return
        try:
            ticket = await self._house.people.admit(hello.name, hello.token)
            tables = await self._house.lobby.tables_of(ticket.player)
        except NameInvalidError:
            self.answer(Refused(hello.ref, ErrorCode.NAME_INVALID))
        except TokenUnknownError:
            self.answer(Refused(hello.ref, ErrorCode.TOKEN_UNKNOWN))
        except StoreError as error:
            self._log.warning("store_away", command="Hello", error=str(error))
            self.answer(Refused(hello.ref, ErrorCode.TRY_AGAIN))
        else:
            if not self._banned(hello.ref, ticket.player):
                self._welcome(hello, ticket, tables)

    def _banned(self, ref: int, player: str) -> bool:
        """Turn somebody away who is not let in; return whether that was so."""
        minutes = self._house.bans.minutes_left(player, self.origin.address)
        if not minutes:
            return False
        self._log.info("turned_away", player=player)
        self.answer(Refused(ref, ErrorCode.BANNED, {"minutes": minutes}))
        self.end(CloseReason.KICKED)
        return True

    def _welcome(self, hello: Hello, ticket: Ticket, tables: tuple[str, ...]) -> None:
        self._ticket = ticket
        house = self._house
        _, address, word = self.origin
        self._desk = Desk(house.lobby, self, house.guesses, address, word)
        if house.lobby.places is not None:
            house.lobby.places.came_by(word)
        self._log.info("greeted", player=ticket.player, program=hello.program)
        welcomed = Welcomed(
            player=ticket.player,
            token=ticket.token,
            name=ticket.name,
            protocol=PROTOCOL_VERSION,
            program=PROGRAM_VERSION,
            tables=tables,
        )
        self.answer(Accepted(hello.ref, 0, welcomed))

    def _turn_away(self, ref: int) -> None:
        """Say which version is spoken here, and close."""
        params: dict[str, str | int] = {"protocol": PROTOCOL_VERSION, "program": PROGRAM_VERSION}
        self.answer(Refused(ref, ErrorCode.VERSION_MISMATCH, params))
        self.end(CloseReason.VERSION)
