"""Journals that tests of stores grow, and somebody who hears of them."""

from __future__ import annotations

import asyncio

from rummy500_server.store.ports import Appended, Attempt, Listing, Status, Stored, TableStore


WAITING = Listing(Status.WAITING, "", ("ana",), b"row", "node", 1)
LIMIT = 10.0


class Ear:
    """A ``Listener`` that remembers."""

    def __init__(self) -> None:
        self.entries: list[Stored] = []
        self.gaps = 0
        self._fresh = asyncio.Event()

    def heard(self, stored: Stored) -> None:
        self.entries.append(stored)
        self._fresh.set()

    def deaf(self) -> None:
        self.gaps += 1
        self._fresh.set()

    async def until(self, *, entries: int = 0, gaps: int = 0) -> None:
        async with asyncio.timeout(LIMIT):
            while len(self.entries) < entries or self.gaps < gaps:
                self._fresh.clear()
                await self._fresh.wait()


def attempt(version: int, **more: object) -> Attempt:
    """Return the attempt that follows ``version``; marks are named after their versions."""
    mark, new = f"m{version}".encode(), f"m{version + 1}".encode()
    return Attempt(version, mark, new, b"entry", **more)  # type: ignore[arg-type] - by name


async def grown(store: TableStore, table: str, versions: int) -> None:
    assert isinstance(await store.create(table, b"m1", b"entry", WAITING), Appended)
    for version in range(1, versions):
        assert isinstance(await store.append(table, attempt(version)), Appended)
