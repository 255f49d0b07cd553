"""Goes round with each beat: the tables of this node, the list of tables, what nobody looks after.

Only where nodes share a store. The node with the lowest id sweeps for all of them; if two believe
to be that, they do the same things and no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import structlog

from rummy500_server.lobby.pulse import Pulse
from rummy500_server.store.ports import Head, NodeStore, Status, StoreError
from rummy500_server.table import news
from rummy500_server.table.actor import Table


log = structlog.get_logger(__name__)

_SWEEP_BEATS: Final = 2
_REFRESH_BEATS: Final = 5
_HEAL_BEATS: Final = 60
_SLICE: Final = 256
"""Tables that a sweep asks about at once."""


class Watchman:
    """Looks after tables, once a second."""

    def __init__(
        self,
        store: NodeStore,
        pulse: Pulse,
        tables: Callable[[], Iterator[Table]],
        wake: Callable[[str], Awaitable[Table | None]],
    ) -> None:
        """Begin. ``tables`` are those awake here; ``wake`` brings one from the store."""
        self._store = store
        self._pulse = pulse
        self._tables = tables
        self._wake = wake
        self._beats = 0
        self._round: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Go round from now on.

        Raises:
            StoreError: the store can't be reached.

        """
        await self._pulse.begin(self._beat)

    async def end(self) -> None:
        """Go home; the other nodes need not wait to find out."""
        if self._round is not None:
            self._round.cancel()
            await asyncio.gather(self._round, return_exceptions=True)
        await self._pulse.end()

    def _beat(self, since: int) -> None:
        self._beats += 1
        for table in self._tables():
            table.beat(since)
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._go_round(), name="watchman")

    async def _go_round(self) -> None:
        pulse = self._pulse
        try:
            if self._beats % _REFRESH_BEATS == 0:
                await self._refresh(pulse.own)
            if self._beats % _SWEEP_BEATS == 0 and pulse.first():
                await self._sweep()
            if self._beats % _HEAL_BEATS == 0 and pulse.first():
                await self._store.heal()
        except StoreError as error:
            log.warning("not_looked_after", error=str(error))
        except Exception:  # one table with a fault must not keep all others for ever
            log.exception("watchman_fault")

    async def _refresh(self, own: str) -> None:
        """Keep the tables that this node drives in the list."""
        states = [table.state for table in self._tables() if table.state.driver == own]
        listed = [state.table for state in states if news.is_listed(state)]
        if listed:
            await self._store.refresh(listed)

    async def _sweep(self) -> None:
        """Take over what nobody looks after."""
        offset = 0
        while heads := await self._store.heads(offset, _SLICE):
            offset += _SLICE
            for head in heads:
                if _is_abandoned(head, self._pulse):
                    table = await self._wake(head.table)
                    if table is not None:
                        table.adopt()


def _is_abandoned(head: Head, pulse: Pulse) -> bool:
    """Return whether nobody looks after a table at which there is something to do.

    A match without anybody there costs nothing: it waits in the store for its people.
    """
    if head.driver and not pulse.dead(head.driver):
        return False
    return head.present > 0 or head.status is not Status.PLAYING
