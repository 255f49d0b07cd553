"""Matches that everybody has left alone for a day: found among those that sleep."""

from __future__ import annotations

from typing import Final

from rummy500_server.store.ports import Gone, Status, TableStore


DAY: Final = 24 * 3600 * 1000
"""Milliseconds after which a match without any sign of life is abandoned."""
_BEYOND: Final = 2**53
"""No journal has so many entries: asked for those from here on, a store names the last one."""


async def abandoned(store: TableStore, before: int) -> list[str]:
    """Return the tables with a match whose last entry is older than ``before``.

    Raises:
        StoreError: the store can't be read.

    """
    return [
        table
        for table in await store.tables_in(Status.PLAYING)
        if await _last_time(store, table) < before
    ]


async def _last_time(store: TableStore, table: str) -> int:
    head = await store.tail(table, _BEYOND)
    if isinstance(head, Gone):
        return _BEYOND
    last = await store.tail(table, head.version)
    return _BEYOND if isinstance(last, Gone) or not last.entries else last.entries[-1].time
