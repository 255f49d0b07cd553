"""A real server under frames that are nearly right: it refuses, closes, and everybody plays on.

``RUMMY500_FUZZ=long`` sends a hundred thousand frames.
"""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from random import Random

import pytest
from tests.fuzz.mutator import LONG, honest, is_fatal, nearly
from tests.server.player import Player, brisk, players
from tests.server.process import ServerProcess, server_process
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from rummy500.protocol import commands
from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.updates import Accepted, TableNews, Welcomed
from rummy500.protocol.version import PROTOCOL_VERSION, SUBPROTOCOL
from rummy500_server.load.proc import usage
from rummy500_server.ops.garbage import GROWTH


pytestmark = [pytest.mark.e2e, *([pytest.mark.slow] if LONG else [])]

FRAMES = 100_000 if LONG else 1_000
VANDALS = 4
ONE_LIFE = 40
"""Frames of one connection at most, before it comes back as the same person."""


class Vandal:
    """Somebody whose program is broken in ever new ways."""

    def __init__(self, server: ServerProcess, table: str, number: int) -> None:
        self._url = server.url
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


async def play_a_turn(ana: Player, beto: Player, table: str) -> None:
    """Let two honest people go on; whatever the others do, they are answered."""
    now = ana.news[table].now
    for person in (ana, beto):
        if now.hand is not None and now.hand.end is not None:
            again = commands.Ready if now.winners is None else commands.Rematch
            assert isinstance(await person.do(again, table=table), Accepted)
        elif person.my_turn(table):
            assert isinstance(await person.play(table, brisk(person.view(table))), Accepted)


async def test_a_server_outlives_what_is_nearly_right(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path, "--most-tables", "40") as server,
        players(server.url, "Ana", "Beto") as (ana, beto),
    ):
        sat = await ana.sit(commands.CreateTable, name="", seats=2)
        await beto.sit(commands.JoinTable, table=sat.table)
        await ana.do(commands.Start, table=sat.table)
        await beto.until(lambda: beto.news[sat.table].now.hand is not None)
        vandals = [Vandal(server, sat.table, number) for number in range(VANDALS)]
        rounds = 50
        sizes: list[int] = []
        for _ in range(rounds):
            lives = [vandal.live(FRAMES // VANDALS // rounds) for vandal in vandals]
            await asyncio.gather(*lives, play_a_turn(ana, beto, sat.table))
            sizes.append(usage(server.process.pid).rss)
        seq = ana.news[sat.table].seq

    kilobytes = [size // 1000 for size in sizes[:: rounds // 10]]
    print(f"KB: {kilobytes}, plays: {seq}")  # noqa: T201 - the figures of a long run, seen with -rP
    assert sum(vandal.sent for vandal in vandals) >= FRAMES
    assert sum(vandal.closed for vandal in vandals) > FRAMES / 200
    assert seq > rounds
    assert sizes[-1] < sizes[rounds // 5] * GROWTH, "it looks for garbage before that"
