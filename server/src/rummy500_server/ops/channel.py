"""How the admin command reaches a running server, and how an order reaches all its nodes.

The server listens on a free port of the loopback address and writes port and token into a file of
its data folder that only its own user can read. Whoever can read it may give orders; he could read
the store as well. Every order but the list is noted in a file beside it, with who gave it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

import msgspec
import structlog

from rummy500_server.clock import Clock
from rummy500_server.ops import orders
from rummy500_server.ops.warden import Warden
from rummy500_server.store.ports import StoreError
from rummy500_server.table.ports import Dice


log = structlog.get_logger(__name__)

KEY_FILE: Final = "admin.json"
AUDIT_FILE: Final = "admin.log"
LOOPBACK: Final = "127.0.0.1"
MOST_BYTES: Final = 1 << 22
"""Of one line: a list of some ten thousand people."""
_TOKEN_BYTES: Final = 32
_LIMIT: Final = 5.0
"""Seconds that somebody who has connected may take to give an order."""
_LIMIT_OF_ORDERS: Final = 1.5
"""Seconds that orders may take that are being carried out when the server ends."""


class Key(msgspec.Struct, frozen=True):
    """What the file holds."""

    port: int
    token: str
    pid: int
    node: str = ""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the command sends: one line."""

    token: str
    who: str
    order: orders.AnyOrder


class Told(msgspec.Struct, frozen=True):
    """What it hears: one line."""

    reports: tuple[orders.AnyReport, ...] = ()
    number: int = 0
    """To how many things the order was done in what all nodes share."""
    error: str = ""


class Nodes(Protocol):
    """All nodes that share the store."""

    async def carry_out(self, order: bytes) -> list[bytes]:
        """Let each node carry out an order (``orders.write``), and return what they report."""
        ...


class OnlyHere:
    """The one node of a server that shares its store with none."""

    def __init__(self, here: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._here = here

    async def carry_out(self, order: bytes) -> list[bytes]:
        """Carry it out here."""
        return [await self._here(order)]


class AdminDoor:
    """Listens for orders."""

    def __init__(
        self, folder: Path, warden: Warden, nodes: Nodes, clock: Clock, dice: Dice
    ) -> None:
        """Make a closed door. ``nodes`` carries orders to this node and to all others."""
        self._folder = folder
        self._warden = warden
        self._nodes = nodes
        self._clock = clock
        self._token = dice.draw(_TOKEN_BYTES).hex()
        self._server: asyncio.Server | None = None
        self._busy: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen.

        Raises:
            OSError: there is no port, or the file can't be written.

        """
        self._server = await asyncio.start_server(self._receive, LOOPBACK, 0, limit=MOST_BYTES)
        port = self._server.sockets[0].getsockname()[1]
        key = Key(port, self._token, os.getpid(), self._warden.node)
        await asyncio.to_thread(_write_secret, self._folder / KEY_FILE, msgspec.json.encode(key))

    async def close(self) -> None:
        """Take no orders any more."""
        if self._server is not None:
            self._server.close()
            if self._busy:  # one of them may have ordered this end, and waits to hear of it
                await asyncio.wait(self._busy, timeout=_LIMIT_OF_ORDERS)
            await asyncio.to_thread(self._take_key_away)

    def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._hear(reader, writer), name="admin")
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        told = Told(error="that is no order of this version")
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(_LIMIT):
                line = await reader.readline()
            try:
                told = await self._answer(msgspec.json.decode(line, type=Asked))
            except msgspec.MsgspecError:
                log.warning("order_unreadable")
            writer.write(msgspec.json.encode(told) + b"\n")
            await writer.drain()
        writer.close()

    async def _answer(self, asked: Asked) -> Told:
        if not hmac.compare_digest(asked.token.encode(), self._token.encode()):
            log.warning("order_without_key")
            return Told(error="wrong token")
        try:
            number = await self._warden.prepare(asked.order)
            lines = await self._nodes.carry_out(orders.write(asked.order))
            number += await self._warden.finish(asked.order)
            told = Told(tuple(map(orders.read_report, lines)), number)
        except StoreError as error:
            log.warning("order_failed", error=str(error))
            told = Told(error="the store is away")
        if not isinstance(asked.order, orders.List):
            await asyncio.to_thread(self._note, asked, told)
        return told

    def _note(self, asked: Asked, told: Told) -> None:
        """Write who has ordered what, and what came of it."""
        when = datetime.fromtimestamp(self._clock.wall() / 1000, UTC).isoformat()
        line = {
            "time": when,
            "who": asked.who,
            **msgspec.to_builtins(asked.order),
            "told": msgspec.to_builtins(told),
        }
        path = self._folder / AUDIT_FILE
        with open(path, "a", encoding="utf-8", opener=_only_mine) as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _take_key_away(self) -> None:
        path = self._folder / KEY_FILE
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            if msgspec.json.decode(path.read_bytes(), type=Key).token == self._token:
                path.unlink()


def _write_secret(path: Path, data: bytes) -> None:
    """Write a file that nobody else can read, whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.unlink(missing_ok=True)
    with open(new, "xb", opener=_only_mine) as file:
        file.write(data)
    new.replace(path)


def _only_mine(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
