"""Those who work behind a server for as long as it serves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from rummy500_server.net.pages import PagesPort
from rummy500_server.ops.channel import AdminDoor


log = structlog.get_logger(__name__)

Duty = Callable[[], Coroutine[Any, Any, None]]
"""Something that is done until it is cancelled."""


@dataclass(frozen=True, slots=True)
class Rota:
    """Who works."""

    duties: Sequence[Duty]
    door: AdminDoor
    pages: PagesPort
    host: str
    port: int
    """Where the pages are shown; a port of -1: nowhere."""


class Staff:
    """Begins with the server and ends with it."""

    def __init__(self, rota: Rota) -> None:
        self._rota = rota
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> int:
        """Begin, and return the port of the pages, or -1.

        Raises:
            OSError: that port can't be had.

        """
        rota = self._rota
        try:
            await rota.door.open()
        except OSError as error:  # people can play without; such as where the folder is read-only
            log.warning("no_orders_taken", error=str(error))
        shown = -1 if rota.port < 0 else await rota.pages.open(rota.host, rota.port)
        for duty in rota.duties:
            task = asyncio.create_task(duty(), name="duty")
            task.add_done_callback(_note_fault)
            self._tasks.append(task)
        return shown

    async def end(self) -> None:
        """End."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._rota.door.close()
        await self._rota.pages.close()


def _note_fault(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("duty_fault", exc_info=task.exception())
