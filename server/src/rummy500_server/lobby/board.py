"""The list of open tables, and whoever watches it.

However many watch, the rows are read once, and what is new is encoded once for all of them; at most
four times a second, however often tables change.
"""

from __future__ import annotations

import asyncio
from itertools import accumulate, takewhile
from typing import Final

import msgspec
import structlog

from rummy500.protocol.codec import encode
from rummy500.protocol.limits import MAX_UPDATE_BYTES
from rummy500.protocol.tables import TableRow
from rummy500.protocol.updates import TablesChanged
from rummy500_server.clock import Clock
from rummy500_server.store.ports import StoreError, TableStore
from rummy500_server.table.ports import Viewer


log = structlog.get_logger(__name__)

MOST_ROWS: Final = 200
"""Tables in one list,"""
MOST_ROW_BYTES: Final = MAX_UPDATE_BYTES // 2
"""and what they may take: long names and many options must not make a list that nobody reads."""
PAUSE: Final = 0.25
"""Seconds between two looks at the rows at least,"""
LOOK: Final = 5.0
"""and at most, while anybody watches: what falls out of the list by age tells nobody."""

_read: Final = msgspec.msgpack.Decoder(TableRow).decode
Rows = dict[str, TableRow]
"""By id, in the order of the list."""


class Board:
    """The list of one node."""

    def __init__(self, store: TableStore, clock: Clock) -> None:
        """Begin without anybody who watches."""
        self._store = store
        self._clock = clock
        self._watchers: set[Viewer] = set()
        self._shown: Rows = {}
        """What all who watch have."""
        self._stale = asyncio.Event()
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        store.watch_rows(self._stale.set)

    async def rows(self) -> tuple[TableRow, ...]:
        """Return the tables that are open to all: those that wait first.

        Raises:
            StoreError: the store can't be reached.

        """
        return tuple((await self._read_rows()).values())

    async def watch(self, viewer: Viewer) -> tuple[TableRow, ...]:
        """Return the list as it is, and tell a viewer of each change from now on.

        Raises:
            StoreError: the store can't be reached.

        """
        if not self._tasks:
            self._stale.clear()  # before the rows are read: what changes meanwhile is told
            rows = await self._read_rows()
            if not self._tasks:  # nobody else was faster
                self._shown = rows
                self._tasks = (
                    asyncio.create_task(self._follow(), name="board"),
                    asyncio.create_task(self._look_now_and_then(), name="board looks"),
                )
        self._watchers.add(viewer)
        return tuple(self._shown.values())

    def leave(self, viewer: Viewer) -> None:
        """Tell a viewer nothing more; without anybody who watches nothing is done."""
        self._watchers.discard(viewer)
        if not self._watchers:
            self.close()

    def close(self) -> None:
        """Tell nobody anything."""
        self._watchers.clear()
        for task in self._tasks:
            task.cancel()
        self._tasks = ()

    async def _read_rows(self) -> Rows:
        raw = await self._store.rows(MOST_ROWS)
        sizes = accumulate(map(len, raw))
        fitting = zip(raw, takewhile(lambda size: size <= MOST_ROW_BYTES, sizes), strict=False)
        return {row.table: row for row in (_read(bytes_) for bytes_, _ in fitting)}

    async def _follow(self) -> None:
        """Tell of changes for ever."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            try:
                self._tell(await self._read_rows())
            except StoreError as error:
                log.info("list_behind", error=str(error))
                self._stale.set()
            except Exception:  # those who watch must not look at an old list for ever
                log.exception("board_fault")
            await self._clock.sleep(PAUSE)

    async def _look_now_and_then(self) -> None:
        while True:
            await self._clock.sleep(LOOK)
            self._stale.set()

    def _tell(self, rows: Rows) -> None:
        before, self._shown = self._shown, rows
        changed = tuple(row for table, row in rows.items() if before.get(table) != row)
        if not changed and list(rows) == list(before):
            return
        frame = encode(TablesChanged(tuple(rows), changed))
        for viewer in tuple(self._watchers):
            viewer.tell(frame)
