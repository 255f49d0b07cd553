"""Accepts connections on one port: WebSockets for players, plain HTTP for health checks."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Origin as WebOrigin, Subprotocol

from rummy500.protocol.errors import CloseReason
from rummy500.protocol.limits import MAX_COMMAND_BYTES
from rummy500.protocol.version import SUBPROTOCOL
from rummy500_server.lobby.places import word_in
from rummy500_server.net.bounded import BoundedConnection, bounded_connection
from rummy500_server.net.doorkeeper import Capacity, Doorkeeper, Verdict
from rummy500_server.net.handed import HandedDoor
from rummy500_server.net.pinger import Pinger
from rummy500_server.net.ports import CLOSE_CODES, SocketClosedError
from rummy500_server.net.quiet import library_log
from rummy500_server.net.session import House, Origin, Session
from rummy500_server.table.ports import Dice


_READ_LIMIT: Final = 16 * MAX_COMMAND_BYTES
"""What is larger the library refuses by itself, without taking it in."""
_CLOSE_LIMIT: Final = 1.0
"""Seconds that somebody has to answer our goodbye."""
_GOODBYE_LIMIT: Final = 2.5
"""Seconds that all goodbyes together may take when the server ends."""
_NODE_DIGITS: Final = 4
_SUBPROTOCOLS: Final = (Subprotocol(SUBPROTOCOL),)

Ready = Callable[[], Awaitable[str]]
"""Return why the server can't serve, or nothing if it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """How a door is to be."""

    capacity: Capacity
    origins: Sequence[str] = ()
    """The web pages whose scripts may connect; without any, none may, so that a page that somebody
    looks at can't play on the server of his own computer."""
    ready: Ready
    node: str = ""
    """Id of this node; the names of sessions begin with a bit of it."""
    share_port: bool = False
    """Whether other servers may listen at the same port."""
    channel: int = -1
    """File over which connections are handed in (``net.handed``); -1: the port is listened at."""


class _WebSocket:
    """A WebSocket of the library as a ``Socket``."""

    __slots__ = ("_connection", "push")

    def __init__(self, connection: BoundedConnection) -> None:
        self._connection = connection
        self.push = connection.push

    async def receive(self) -> str | bytes:
        try:
            return await self._connection.recv()
        except ConnectionClosed as error:
            raise SocketClosedError(str(error)) from None

    async def send(self, frame: bytes) -> None:
        try:
            await self._connection.send(frame)
        except ConnectionClosed as error:
            raise SocketClosedError(str(error)) from None

    async def close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(_CLOSE_LIMIT):
                await self._connection.close(code, reason)
        except TimeoutError:  # it does not even take our close frame
            self._connection.transport.abort()


class _Watched:
    """A connection with its session, as the pinger looks at it.

    The pinger may come to it most of a minute after its end: it must not hold them until then.
    """

    __slots__ = ("_held",)

    def __init__(self, connection: BoundedConnection, session: Session) -> None:
        self._held: tuple[BoundedConnection, Session] | None = (connection, session)

    def let_go(self) -> None:
        """Forget both: the session is over."""
        self._held = None

    def ask(self) -> None:
        if self._held is not None:
            self._held[0].ask()

    def cut(self) -> None:
        if self._held is not None:
            self._held[0].cut()

    @property
    def heard(self) -> float:
        return 0.0 if self._held is None else self._held[0].heard

    @property
    def gone(self) -> bool:
        return self._held is None or self._held[0].gone

    @property
    def at_a_table(self) -> bool:
        return self._held is not None and self._held[1].at_a_table

    def told(self) -> bool:
        return self._held is not None and self._held[1].told()


class Gateway:
    """The door."""

    def __init__(self, house: House, entrance: Entrance, dice: Dice) -> None:
        """Make a closed door."""
        self._house = house
        self._entrance = entrance
        self._door = Doorkeeper(house.clock, entrance.capacity)
        self._pinger = Pinger(house.clock, dice)
        self._turning: asyncio.Task[None] | None = None
        self._sessions: set[Session] = set()
        self._living: set[BoundedConnection] = set()
        self._numbers = itertools.count(1)
        self._server: Server | None = None

    @property
    def connections(self) -> int:
        """Return how many connections there are, those that have not greeted among them."""
        return self._door.inside

    def sessions(self) -> Iterator[Session]:
        """Yield the sessions of those who have greeted."""
        return (session for session in tuple(self._sessions) if session.player)

    async def open(self, host: str, port: int) -> int:
        """Begin to listen and return the port.

        Raises:
            OSError: the port can't be had.

        """
        house = self._house
        kind = bounded_connection(house.clock, house.credit_factor, self._door, self._living)
        made = serve(
            self._serve,
            host,
            port,
            subprotocols=_SUBPROTOCOLS,
            origins=self._origins,
            process_request=self._look_at,
            compression=None,
            max_size=_READ_LIMIT,
            open_timeout=house.hello_limit,
            ping_interval=None,  # the pinger asks, with one task for all
            close_timeout=_CLOSE_LIMIT,
            server_header=None,
            reuse_port=self._entrance.share_port or None,
            create_connection=kind,
            logger=library_log(),
        )
        if self._entrance.channel >= 0:
            handed = partial(self._take_what_is_handed_in, made, kind)
            made.create_server = cast("Callable[[], Coroutine[Any, Any, asyncio.Server]]", handed)
        self._server = await made
        self._turning = asyncio.create_task(self._pinger.run(), name="pinger")
        if self._entrance.channel >= 0:
            return port
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def _take_what_is_handed_in(
        self, server: Server, kind: type[BoundedConnection]
    ) -> HandedDoor:
        """Serve what another process has accepted, as the library serves what comes to a port."""

        def connection() -> BoundedConnection:
            protocol = ServerProtocol(
                origins=self._origins,
                subprotocols=_SUBPROTOCOLS,
                max_size=_READ_LIMIT,
                logger=library_log(),
            )
            return kind(protocol, server, ping_interval=None, close_timeout=_CLOSE_LIMIT)

        return HandedDoor(socket.socket(fileno=self._entrance.channel), connection)

    @property
    def _origins(self) -> list[WebOrigin | None]:
        return [None, *map(WebOrigin, self._entrance.origins)]

    async def close(self) -> None:
        """Let nobody in any more and say goodbye to all."""
        if self._server is None:
            return
        for session in self._sessions:
            session.end(CloseReason.GOING_AWAY)
        reason = CloseReason.GOING_AWAY
        self._server.close(code=CLOSE_CODES[reason], reason=reason)
        self._cut(opening_only=True)  # the library would wait for what they have to say
        try:
            async with asyncio.timeout(_GOODBYE_LIMIT):
                await self._server.wait_closed()
        except TimeoutError:
            self._cut(opening_only=False)
            await self._server.wait_closed()
        if self._turning is not None:
            self._turning.cancel()
            await asyncio.gather(self._turning, return_exceptions=True)

    def _cut(self, *, opening_only: bool) -> None:
        for connection in tuple(self._living):
            if connection.opening or not opening_only:
                connection.transport.abort()

    async def _look_at(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer what is no WebSocket; None lets the handshake go on."""
        if request.path == "/healthz":
            return connection.respond(HTTPStatus.OK, "ok\n")
        if request.path == "/readyz":
            why_not = await self._entrance.ready()
            if why_not:
                return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, f"{why_not}\n")
            return connection.respond(HTTPStatus.OK, "ready\n")
        visit = cast("BoundedConnection", connection).visit
        self._door.recognise(visit, request.headers.get_all("X-Forwarded-For"))
        match visit.verdict:
            case Verdict.WELCOME:
                return None
            case Verdict.CROWDED:
                return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "crowded\n")
            case Verdict.FULL | Verdict.OVERRUN:
                return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "full\n")

    async def _serve(self, made: ServerConnection) -> None:
        connection = cast("BoundedConnection", made)  # the class that ``open`` asks for
        word = ""
        if made.request is not None:
            word = word_in(made.request.path)
            made.request.headers.clear()  # read by now; the library keeps them for hours
        made.response = None
        name = f"{self._entrance.node[:_NODE_DIGITS]}-{next(self._numbers)}"
        origin = Origin(name, connection.visit.address, word)
        session = Session(self._house, _WebSocket(connection), origin)
        self._sessions.add(session)
        watched = _Watched(connection, session)
        self._pinger.watch(watched)
        connection.take_now = session.take_now
        try:
            await session.run()
        finally:
            connection.take_now = None
            watched.let_go()
            self._sessions.discard(session)
