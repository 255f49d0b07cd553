"""Accepts connections on one port: WebSockets for players, plain HTTP for health checks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Origin, Subprotocol

from rummy500.protocol.errors import CloseReason
from rummy500.protocol.limits import MAX_COMMAND_BYTES
from rummy500.protocol.version import SUBPROTOCOL
from rummy500_server.net.bounded import bounded_connection
from rummy500_server.net.ports import CLOSE_CODES, SocketClosedError
from rummy500_server.net.session import House, Session


log = structlog.get_logger(__name__)

_READ_LIMIT: Final = 16 * MAX_COMMAND_BYTES
"""What is larger the library refuses by itself, without taking it in."""
_CLOSE_LIMIT: Final = 1.0
"""Seconds that somebody has to answer our goodbye."""
_PING_INTERVAL: Final = 10.0
_PING_LIMIT: Final = 10.0
"""A connection that is dead without saying so is noticed within 20 seconds."""


class _WebSocket:
    """A WebSocket of the library as a ``Socket``."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

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


class Gateway:
    """The open door."""

    def __init__(self, house: House, *, most_connections: int, origins: Sequence[str] = ()) -> None:
        """Make a closed door.

        ``origins`` are the web pages whose scripts may connect; without any, none may, so that a
        page somebody looks at can't play on the server of his own computer.
        """
        self._house = house
        self._most_connections = most_connections
        self._origins: list[Origin | None] = [None, *map(Origin, origins)]
        self._sessions: set[Session] = set()
        self._server: Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Begin to listen and return the port.

        Raises:
            OSError: the port can't be had.

        """
        self._server = await serve(
            self._serve,
            host,
            port,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            origins=self._origins,
            process_request=self._look_at,
            compression=None,
            max_size=_READ_LIMIT,
            open_timeout=10.0,
            ping_interval=_PING_INTERVAL,
            ping_timeout=_PING_LIMIT,
            close_timeout=_CLOSE_LIMIT,
            server_header=None,
            create_connection=bounded_connection(self._house.clock, self._house.credit_factor),
            logger=_library_log(),
        )
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Let nobody in any more and say goodbye to all."""
        if self._server is not None:
            for session in self._sessions:
                session.end(CloseReason.GOING_AWAY)
            reason = CloseReason.GOING_AWAY
            self._server.close(code=CLOSE_CODES[reason], reason=reason)
            await self._server.wait_closed()

    def _look_at(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer what is no WebSocket; None lets the handshake go on."""
        if request.path == "/healthz":
            return connection.respond(HTTPStatus.OK, "ok\n")
        if len(self._sessions) >= self._most_connections:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "full\n")
        return None

    async def _serve(self, connection: ServerConnection) -> None:
        session = Session(self._house, _WebSocket(connection))
        self._sessions.add(session)
        try:
            await session.run()
        finally:
            self._sessions.discard(session)


def _library_log() -> logging.Logger:
    """Return a log in which strangers who speak no WebSocket make no noise."""
    logger = logging.getLogger("rummy500_server.websockets")
    logger.setLevel(logging.WARNING)
    logger.addFilter(_is_worth_a_line)
    return logger


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith("opening handshake failed")
