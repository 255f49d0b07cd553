"""The store in dictionaries: for tests, and for servers that need not remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rummy500_server.clock import Clock
from rummy500_server.store.ports import (
    Appended,
    Attempt,
    Ban,
    Conflict,
    Early,
    Exists,
    Gone,
    Identity,
    Listener,
    Listing,
    Status,
    Stored,
    StoreError,
    Tail,
)


@dataclass(slots=True)
class _Table:
    listing: Listing
    entries: list[Stored] = field(default_factory=list)


class MemoryStore:
    """Keeps everything until the process ends."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tables: dict[str, _Table] = {}
        self._ended: set[str] = set()
        self._people: dict[str, Identity] = {}
        self._seen: dict[str, int] = {}
        self._bans: dict[str, Ban] = {}
        self._closed = False
        self._rows_changed: Callable[[], None] = _nobody_hears

    async def create(
        self, table: str, mark: bytes, entry: bytes, listing: Listing
    ) -> Appended | Exists | Gone:
        """Begin a journal."""
        self._check_open()
        if table in self._ended:
            return Gone()
        found = self._tables.get(table)
        if found is not None:
            return Exists(found.entries[-1].version)
        time = self._clock.wall()
        self._tables[table] = _Table(listing, [Stored(1, mark, b"", time, entry)])
        self._rows_changed()
        return Appended(1, time)

    async def append(self, table: str, attempt: Attempt) -> Appended | Conflict | Early | Gone:
        """Add an entry if version and mark are the last ones."""
        self._check_open()
        found = self._tables.get(table)
        if found is None:
            return Gone()
        last = found.entries[-1]
        if (last.version, last.mark) != (attempt.version, attempt.mark):
            return Conflict(last.version, last.mark, self._after(found, attempt.version))
        now = self._clock.wall()
        if now < attempt.not_before:
            return Early(now)
        time = max(now, last.time)
        version = last.version + 1
        found.entries.append(Stored(version, attempt.new_mark, last.mark, time, attempt.entry))
        if attempt.listing is not None:
            found.listing = attempt.listing
            self._rows_changed()
        return Appended(version, time)

    async def watch(self, table: str, listener: Listener) -> None:
        """Tell nothing: there is no other process."""

    def unwatch(self, table: str, listener: Listener) -> None:
        """Tell nothing."""

    async def load(self, table: str) -> Tail | Gone:
        """Return the whole journal."""
        return await self.tail(table, 1)

    async def tail(self, table: str, version: int) -> Tail | Gone:
        """Return the journal from ``version`` on."""
        self._check_open()
        found = self._tables.get(table)
        if found is None:
            return Gone()
        last = found.entries[-1]
        return Tail(last.version, last.mark, self._after(found, version))

    async def retire(self, table: str) -> None:
        """Forget a journal for good."""
        self._check_open()
        if self._tables.pop(table, None) is not None:
            self._ended.add(table)
            self._rows_changed()

    async def table_of_code(self, code: str) -> str | None:
        """Return the table with this code."""
        self._check_open()
        found = (t for t, kept in self._tables.items() if code and kept.listing.code == code)
        return next(found, None)

    async def tables_of(self, player: str) -> tuple[str, ...]:
        """Return the tables at which a person has a seat."""
        self._check_open()
        return tuple(t for t, kept in self._tables.items() if player in kept.listing.players)

    async def tables_in(self, status: Status) -> tuple[str, ...]:
        """Return the tables of this status."""
        self._check_open()
        return tuple(t for t, kept in self._tables.items() if kept.listing.status is status)

    async def rows(self, limit: int) -> tuple[bytes, ...]:
        """Return rows of tables to list."""
        self._check_open()
        newest = [kept.listing for kept in reversed(self._tables.values()) if kept.listing.row]
        newest.sort(key=lambda listing: listing.status is not Status.WAITING)
        return tuple(listing.row for listing in newest[:limit])

    def watch_rows(self, hear: Callable[[], None]) -> None:
        """Let somebody hear whenever the rows may be other ones."""
        self._rows_changed = hear

    async def remember(self, identity: Identity) -> None:
        """Store a person."""
        self._check_open()
        self._people[identity.player] = identity
        self._seen[identity.player] = self._clock.wall()

    async def recall(self, player: str) -> Identity | None:
        """Return a person by id."""
        self._check_open()
        return self._people.get(player)

    async def touch(self, player: str) -> None:
        """Note that a person was here just now."""
        self._check_open()
        if player in self._people:
            self._seen[player] = self._clock.wall()

    async def forget(self, before: int) -> int:
        """Forget who was last here before a time."""
        self._check_open()
        gone = [player for player, seen in self._seen.items() if seen < before]
        for player in gone:
            del self._people[player], self._seen[player]
        self._bans = {ban.subject: ban for ban in await self.bans()}
        return len(gone)

    async def ban(self, ban: Ban) -> None:
        """Store a ban."""
        self._check_open()
        self._bans[ban.subject] = ban

    async def lift(self, subject: str) -> None:
        """Forget a ban."""
        self._check_open()
        self._bans.pop(subject, None)

    async def bans(self) -> tuple[Ban, ...]:
        """Return the bans that are not over."""
        self._check_open()
        now = self._clock.wall()
        return tuple(sorted(ban for ban in self._bans.values() if ban.until > now))

    async def open(self) -> None:
        """Be there."""

    async def close(self) -> None:
        """Answer no more."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            msg = "the store is closed"
            raise StoreError(msg)

    @staticmethod
    def _after(found: _Table, version: int) -> tuple[Stored, ...]:
        return tuple(found.entries[max(version - 1, 0) :])


def _nobody_hears() -> None:
    """Tell nobody: nobody has asked to hear of it."""
