"""Carries orders to all nodes that share a store, through the store.

Whatever one node cries, all hear, itself among them. An order is cried with a number; each node
carries it out and cries its report with that number. Who asked takes what comes within a second:
a node that is silent for so long is ending or has fallen, and reads the bans when it is back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import msgspec
import structlog

from rummy500_server.clock import Clock
from rummy500_server.table.ports import Dice


log = structlog.get_logger(__name__)

PATIENCE: Final = 1.0
_NUMBER_BYTES: Final = 8


class Crier(Protocol):
    """What a store offers that several nodes share (``store.ports.NodeStore``)."""

    async def cry(self, message: bytes) -> None:
        """Send a message to all nodes."""
        ...

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """Let the messages of all nodes be heard."""
        ...


class _Order(msgspec.Struct, frozen=True, tag="order"):
    number: str
    order: bytes


class _Report(msgspec.Struct, frozen=True, tag="report"):
    number: str
    report: bytes


_read = msgspec.msgpack.Decoder(_Order | _Report).decode
_write = msgspec.msgpack.Encoder().encode


class Everywhere:
    """All nodes (``ops.channel.Nodes``)."""

    def __init__(
        self, crier: Crier, obey: Callable[[bytes], Awaitable[bytes]], clock: Clock, dice: Dice
    ) -> None:
        """Begin to hear orders; ``obey`` carries one out at this node and returns the report."""
        self._crier = crier
        self._obey = obey
        self._clock = clock
        self._dice = dice
        self._asked: dict[str, list[bytes]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        crier.listen(self._hear)

    async def carry_out(self, order: bytes) -> list[bytes]:
        """Let each node carry out an order, and return what they report.

        Raises:
            StoreError: the order could not be sent.

        """
        number = self._dice.draw(_NUMBER_BYTES).hex()
        reports = self._asked[number] = []
        try:
            await self._crier.cry(_write(_Order(number, order)))
            await self._clock.sleep(PATIENCE)
        finally:
            del self._asked[number]
        return reports

    def _hear(self, message: bytes) -> None:
        try:
            heard = _read(message)
        except msgspec.MsgspecError as error:
            log.warning("cry_unreadable", error=str(error))
            return
        match heard:
            case _Order():
                task = asyncio.create_task(self._do(heard), name="order")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            case _Report():
                self._asked.get(heard.number, []).append(heard.report)

    async def _do(self, order: _Order) -> None:
        report = await self._obey(order.order)
        await self._crier.cry(_write(_Report(order.number, report)))
