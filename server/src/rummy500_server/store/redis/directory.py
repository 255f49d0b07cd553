"""What is written beside the tables, so that they are found: hints, each checked at the table.

A hint is written after the entry that it follows. If a node falls between the two, or a failover
loses one of them, the hint is wrong until somebody looks: whoever reads one asks the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from typing import Any, Final

from rummy500_server.store.ports import Head, Listing, Status
from rummy500_server.store.redis import keys, scripts
from rummy500_server.store.redis.commits import Commits


_WAITING_FIRST: Final = 1 << 52
"""Added to the age of a table that waits: microseconds since 1970 stay below it until 2112."""
_LOBBY: Final = (keys.ROWS, keys.ORDER, keys.FRESH)
_HEAD_FIELDS: Final = ("t", "st", "drv", "on")
ALL: Final = (b"st", b"code", b"pl", b"row", b"drv", b"on")
"""The fields of a listing."""
_SEPARATOR: Final = "\n"


def fields_of(listing: Listing) -> tuple[str | bytes | int, ...]:
    """Return a listing as fields and values of the table's hash."""
    return (
        *("st", listing.status.value),
        *("code", listing.code),
        *("pl", _SEPARATOR.join(listing.players)),
        *("row", listing.row),
        *("drv", listing.driver),
        *("on", listing.present),
    )


class Directory:
    """The lists and the ways to a table."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits

    # --- writing ---------------------------------------------------------------------------------

    async def note(
        self, table: str, made: int, listing: Listing, changed: Collection[bytes] = ALL
    ) -> None:
        """Write what follows from a new listing. ``made`` is the table's age in microseconds.

        ``changed`` are the fields that are other ones than before.

        Raises:
            StoreError: not all of it may have been written.

        """
        ask = self._commits.ask
        wishes = []
        if changed is ALL:
            wishes.append(ask("ZADD", keys.LIVE, made, table))
        for player in listing.players if b"pl" in changed else ():
            seats = keys.of_seats(player)
            wishes += [ask("ZADD", seats, made, table), ask("PEXPIRE", seats, keys.PERSON)]
        if listing.code and b"code" in changed:
            wishes.append(ask("SET", keys.of_code(listing.code), table, "PX", keys.CODE))
        if b"row" in changed or b"st" in changed:
            wishes.append(self._put_row(table, made, listing))
        await asyncio.gather(*wishes)

    async def _put_row(self, table: str, made: int, listing: Listing) -> None:
        if listing.row:
            place = made + (_WAITING_FIRST if listing.status is Status.WAITING else 0)
            await self._commits.run(scripts.LIST, _LOBBY, table, place, listing.row, keys.LOBBY)
        else:
            await self._commits.run(scripts.UNLIST, _LOBBY, table, keys.LOBBY)

    async def strike(self, table: str, players: bytes) -> None:
        """Take out a table that has retired."""
        ask = self._commits.ask
        unlisted = self._commits.run(scripts.UNLIST, _LOBBY, table, keys.LOBBY)
        wishes = [ask("ZREM", keys.LIVE, table), unlisted]
        wishes += [ask("ZREM", keys.of_seats(p), table) for p in _players(players)]
        await asyncio.gather(*wishes)

    async def refresh(self, tables: tuple[str, ...]) -> None:
        """Keep tables in the list; one that has fallen out of it is put back."""
        if not tables:
            return
        missing = await self._commits.run(scripts.REFRESH, (keys.FRESH,), *tables)
        await asyncio.gather(*(self._put_back(table.decode()) for table in missing))

    async def heal(self, tables: AsyncIterator[str]) -> None:
        """Write anew the hints of tables that have fallen out of the list of all.

        Raises:
            StoreError: not all of them may have been looked at.

        """
        async for table in tables:
            if await self._commits.ask("ZSCORE", keys.LIVE, table) is None:
                await self._put_back(table)

    async def _put_back(self, table: str) -> None:
        made, status, code, players, row = await self._fields(table, "n", "st", "code", "pl", "row")
        if made is not None:
            seated = tuple(_players(players))
            listing = Listing(Status(status.decode()), code.decode(), seated, row)
            await self.note(table, int(made), listing)

    # --- reading ---------------------------------------------------------------------------------

    async def table_of_code(self, code: str) -> str | None:
        """Return the table that says that this is its code."""
        if not code:
            return None
        found = await self._commits.ask("GET", keys.of_code(code))
        if found is None:
            return None
        table: str = found.decode()
        (said,) = await self._fields(table, "code")
        return table if said == code.encode() else None

    async def tables_of(self, player: str) -> tuple[str, ...]:
        """Return the tables that say that a person sits there, the oldest first."""
        hints = await self._commits.ask("ZRANGE", keys.of_seats(player), 0, -1)
        tables = [hint.decode() for hint in hints]
        said = await asyncio.gather(*(self._fields(table, "pl") for table in tables))
        right: list[str] = []
        wrong: list[str] = []
        for table, (players,) in zip(tables, said, strict=True):
            (right if player in _players(players or b"") else wrong).append(table)
        if wrong:
            await self._commits.ask("ZREM", keys.of_seats(player), *wrong)
        return tuple(right)

    async def rows(self, limit: int) -> tuple[bytes, ...]:
        """Return rows of tables to list: those that wait before those that play, newest first."""
        found = await self._commits.run(scripts.ROWS, _LOBBY, limit, keys.UNREFRESHED)
        return tuple(row for row in found if row)

    async def heads(self, offset: int, limit: int) -> tuple[Head, ...]:
        """Return some of the tables that are not retired, the oldest first."""
        last = offset + limit - 1
        tables = [t.decode() for t in await self._commits.ask("ZRANGE", keys.LIVE, offset, last)]
        said = await asyncio.gather(*(self._fields(table, *_HEAD_FIELDS) for table in tables))
        heads = tuple(
            Head(table, int(time), Status(status.decode()), driver.decode(), int(present))
            for table, (time, status, driver, present) in zip(tables, said, strict=True)
            if time is not None
        )
        gone = [t for t, (time, *_) in zip(tables, said, strict=True) if time is None]
        if gone:
            await self._commits.ask("ZREM", keys.LIVE, *gone)
        return heads

    async def _fields(self, table: str, *names: str) -> list[Any]:
        found: list[Any] = await self._commits.ask("HMGET", keys.of_table(table).meta, *names)
        return found


def _players(joined: bytes) -> list[str]:
    return joined.decode().split(_SEPARATOR) if joined else []
