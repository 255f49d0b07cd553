"""One person's connection: sends commands, looks at what comes, reads only what it must."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final, Protocol

import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from rummy500.protocol import commands
from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.limits import MAX_UPDATE_BYTES
from rummy500.protocol.updates import Accepted, Refused, Welcomed
from rummy500.protocol.version import PROGRAM_VERSION, PROTOCOL_VERSION, SUBPROTOCOL
from rummy500_server.load.errors import LoadError


class Glance(msgspec.Struct):
    """As much of an update as must be seen of each: every other field is skipped unread."""

    upd: str
    seq: int = 0
    ref: int = 0
    code: str = ""


_glance: Final = msgspec.msgpack.Decoder(Glance).decode


class Follower(Protocol):
    """Who follows what comes on a connection once the table has begun."""

    def received(self, size: int) -> None:
        """Take note of a message of so many bytes."""
        ...

    def answered(self, glance: Glance) -> None:
        """Take note of an answer."""
        ...

    def told(self) -> None:
        """Take note of news, which the connection has in ``news``."""
        ...

    def hung_up(self) -> None:
        """Take note that the server, or the network, ended the connection."""
        ...


class Connection(WSListener):
    """One connection."""

    def __init__(self, follower: Follower, refs: Iterator[int]) -> None:
        self.seq = 0
        """Of the latest news."""
        self.news = b""
        """The latest news as they came."""
        self._follower = follower
        self._refs = refs
        self._asked: dict[int, asyncio.Future[bytes]] = {}
        self._url = ""
        self._name = ""
        self._token = ""
        self._transport: WSTransport | None = None
        self._leaving = False

    async def open(self, url: str, name: str, word: str) -> None:
        """Connect and greet. Who comes with the same word comes to the same server of a house.

        Raises:
            LoadError: there is no server, or it does not let us in.

        """
        self._url, self._name = url, name
        try:
            await ws_connect(
                lambda: self,
                f"{url}/?at={word}",
                extra_headers={"Sec-WebSocket-Protocol": SUBPROTOCOL},
                max_frame_size=MAX_UPDATE_BYTES,
                websocket_handshake_timeout=30,
            )
        except (OSError, WSError, TimeoutError) as error:
            msg = f"{url}: {str(error) or 'no answer'}"
            raise LoadError(msg) from error
        hello = commands.Hello(
            ref=self.ref(),
            protocol=PROTOCOL_VERSION,
            program=PROGRAM_VERSION,
            name=name,
            token=self._token,
        )
        welcome = (await self.ask(hello)).result
        if isinstance(welcome, Welcomed):
            self._token = welcome.token

    def close(self) -> None:
        """Hang up."""
        self._leaving = True
        if self._transport is not None:
            self._transport.disconnect()

    def ref(self) -> int:
        """Return a new ref."""
        return next(self._refs)

    def send(self, command: commands.AnyCommand) -> None:
        """Send a command; its answer goes to the follower."""
        if self._transport is None:
            msg = "the connection is not open"
            raise LoadError(msg)
        self._transport.send(WSMsgType.BINARY, encode(command))

    async def ask(self, command: commands.AnyCommand) -> Accepted:
        """Send a command and wait until it is accepted, at another server of the house if need be.

        Raises:
            LoadError: it was refused, or the connection broke.

        """
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._asked[command.ref] = answer
        try:
            self.send(command)
            update = decode_update(await answer)
        finally:
            self._asked.pop(command.ref, None)
        if isinstance(update, Accepted):
            return update
        if isinstance(update, Refused) and update.code == ErrorCode.ELSEWHERE:
            await self._go_to(str(update.params["at"]))
            return await self.ask(command)
        code = update.code if isinstance(update, Refused) else type(update).__name__
        msg = f"{type(command).__name__} was refused: {code}"
        raise LoadError(msg)

    async def _go_to(self, word: str) -> None:
        """Hang up and come back with another word."""
        before, self._transport = self._transport, None
        if before is not None:
            before.disconnect()
        await self.open(self._url, self._name, word)

    # --- as a listener of the socket -------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Remember the socket."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Look at a message."""
        if frame.msg_type is not WSMsgType.BINARY:
            if frame.msg_type is WSMsgType.CLOSE:
                transport.disconnect()
            return
        message = frame.get_payload_as_bytes()
        self._follower.received(len(message))
        glance = _glance(message)
        if glance.upd == "table":
            self.seq, self.news = glance.seq, message
            self._follower.told()
        elif glance.ref in self._asked:
            answer = self._asked.pop(glance.ref)
            if not answer.done():  # who asked may have been called off in this turn of the loop
                answer.set_result(message)
        elif glance.ref:
            self._follower.answered(glance)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Take note of the end."""
        if self._leaving or transport is not self._transport:
            return
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(LoadError("the server closed the connection"))
        self._asked.clear()
        self._follower.hung_up()
