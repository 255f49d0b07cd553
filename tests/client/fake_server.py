"""A real WebSocket on loopback that does what the test says, and remembers what it heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from rummy500.protocol.codec import decode_command, encode
from rummy500.protocol.commands import AnyCommand, Hello
from rummy500.protocol.updates import Accepted, AnyUpdate, Welcomed
from rummy500.protocol.version import PROTOCOL_VERSION, SUBPROTOCOL
from rummy500_client.net.address import Address


KNOWN = "a word that only we know"


class Peer:
    """The server's end of one connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.heard: asyncio.Queue[AnyCommand] = asyncio.Queue()

    async def next(self) -> AnyCommand:
        """Return the next command."""
        return await asyncio.wait_for(self.heard.get(), 5)

    async def say(self, update: AnyUpdate) -> None:
        """Send an update."""
        await self.socket.send(encode(update))

    async def greet(self, known: str = KNOWN) -> Hello:
        """Answer the greeting that comes first."""
        hello = await self.next()
        assert isinstance(hello, Hello)
        await self.say(welcome(hello, known))
        return hello


def welcome(hello: Hello, known: str = KNOWN) -> Accepted:
    """Return the answer to a greeting."""
    return Accepted(hello.ref, 0, Welcomed("p1", known, hello.name, PROTOCOL_VERSION, "0.1.0"))


class FakeServer:
    """Hands each new connection to the test."""

    def __init__(self) -> None:
        self.peers: asyncio.Queue[Peer] = asyncio.Queue()
        self._server: Server | None = None
        self.port = 0

    async def peer(self) -> Peer:
        """Return the next connection."""
        return await asyncio.wait_for(self.peers.get(), 5)

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port)

    async def open(self, port: int = 0) -> None:
        self._server = await serve(
            self._serve,
            "127.0.0.1",
            port,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    async def _serve(self, socket: ServerConnection) -> None:
        peer = Peer(socket)
        self.peers.put_nowait(peer)
        with suppress(ConnectionClosed):
            async for frame in socket:
                assert isinstance(frame, bytes)
                peer.heard.put_nowait(decode_command(frame))


@asynccontextmanager
async def fake_server() -> AsyncIterator[FakeServer]:
    """Open a fake server and close it."""
    server = FakeServer()
    await server.open()
    try:
        yield server
    finally:
        await server.close()


async def until(told: list[object], test: Callable[[object], bool], fresh: asyncio.Event) -> object:
    """Wait until something that passes the test was told, and return it."""

    async def look() -> object:
        while True:
            for item in told:
                if test(item):
                    return item
            fresh.clear()
            await fresh.wait()

    return await asyncio.wait_for(look(), 5)


Script = Callable[[Peer], Awaitable[None]]
