"""Somebody who sends frames that are nearly right to a server."""

from __future__ import annotations

import asyncio
import itertools
from random import Random

from tests.fuzz.mutator import honest, is_fatal, nearly
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from rummy500.protocol import commands
from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.updates import Accepted, TableNews, Welcomed
from rummy500.protocol.version import PROTOCOL_VERSION, SUBPROTOCOL


ONE_LIFE = 40
"""Frames of one connection at most, before it comes back as the same person."""


class Vandal:
    """Somebody whose program is broken in ever new ways."""

    def __init__(self, url: str, table: str, number: int) -> None:
        self._url = url
        self._rng = Random(number)
        self._refs = itertools.count(1 + number * 10_000_000)
        self._table = table
        self._token = ""
        self.sent = 0
        self.closed = 0

    async def live(self, frames: int) -> None:
        """Send so many frames, on as many connections as it takes."""
        end = self.sent + frames
        while self.sent < end:
            async with connect(
                self._url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                ping_interval=None,
                proxy=None,
            ) as socket:
                await self._greet(socket)
                try:
                    await self._break_things(socket, min(ONE_LIFE, end - self.sent))
                except ConnectionClosed:
                    self.closed += 1

    async def _greet(self, socket: ClientConnection) -> None:
        hello = commands.Hello(
            ref=next(self._refs),
            protocol=PROTOCOL_VERSION,
            program="fuzz",
            name="Vandal",
            token=self._token,
        )
        await socket.send(encode(hello))
        async with asyncio.timeout(20):
            answer = decode_update(await socket.recv(decode=False))
        assert isinstance(answer, Accepted)
        assert isinstance(answer.result, Welcomed)
        self._token = answer.result.token

    async def _break_things(self, socket: ClientConnection, frames: int) -> None:
        """Send frames; then wait for the goodbye if one deserved it, or for an answer."""
        valid = honest(self._table, self._refs)
        for _ in range(frames):
            frame = nearly(valid, self._rng)
            await socket.send(frame)
            self.sent += 1
            if is_fatal(frame):
                await self._listen(socket, until=0)
        last = next(self._refs)
        await socket.send(encode(commands.Ping(ref=last)))
        await self._listen(socket, until=last)

    async def _listen(self, socket: ClientConnection, until: int) -> None:
        async with asyncio.timeout(20):
            while True:
                update = decode_update(await socket.recv(decode=False))
                if not isinstance(update, TableNews) and getattr(update, "ref", 0) == until > 0:
                    return
