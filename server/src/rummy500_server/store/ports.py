"""What the server asks of a store.

A table is a journal of numbered entries. Its last number is the table's version; each entry has a
mark, some random bytes by which a history is told from another one of the same length. An entry is
added only by somebody who names the version and the mark that he saw last, so two writers can
never both be right about the same moment, on whatever machines they run.

    StoreError          the store could not do it now; whether it was done is unknown
    StoreBusyError      another server holds the store (only on opening)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol


class StoreError(RuntimeError):
    """The store could not answer. Read before you believe anything about what was asked."""


class StoreBusyError(StoreError):
    """Another server is using this store."""


class Stored(NamedTuple):
    """One entry of a journal."""

    version: int
    mark: bytes
    before: bytes
    """The mark of the entry before it; empty for the first."""
    time: int
    """Milliseconds since 1970 by the store's clock; never smaller than that of the entry before."""
    entry: bytes


class Status(StrEnum):
    """Where a table stands, as far as a list of tables must know."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Listing:
    """What the directory says about a table. It is written in one go with the entry it follows."""

    status: Status
    code: str
    """Code of a private table; empty for an open one."""
    players: tuple[str, ...]
    """Ids of the people who have a seat."""
    row: bytes
    """The table's row in a list of tables; empty when it is not to be listed."""


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry is stored for good."""

    version: int
    time: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was faster: nothing was stored. ``tail`` is what was missed.

    ``tail`` begins with the entry of the version that the asker named, if there is one, so that he
    sees whether his history is still the true one.
    """

    version: int
    mark: bytes
    tail: tuple[Stored, ...]


@dataclass(frozen=True, slots=True)
class Exists:
    """A table of this id was made before; nothing was stored."""

    version: int


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no such table, or no longer."""


@dataclass(frozen=True, slots=True)
class Tail:
    """The end of a journal, from the version that was asked for on."""

    version: int
    mark: bytes
    entries: tuple[Stored, ...]


class Attempt(NamedTuple):
    """What somebody who wants to add an entry says."""

    version: int
    """The last version that he knows,"""
    mark: bytes
    """and its mark."""
    new_mark: bytes
    entry: bytes
    listing: Listing | None = None
    """The new listing, if it changes."""


class TableStore(Protocol):
    """The journals and the directory of the tables."""

    async def create(
        self, table: str, mark: bytes, entry: bytes, listing: Listing
    ) -> Appended | Exists | Gone:
        """Begin a journal. ``Gone``: there was a table of this id, and it has ended."""
        ...

    async def append(self, table: str, attempt: Attempt) -> Appended | Conflict | Gone:
        """Add an entry if version and mark are the last ones."""
        ...

    async def load(self, table: str) -> Tail | Gone:
        """Return the whole journal."""
        ...

    async def tail(self, table: str, version: int) -> Tail | Gone:
        """Return the journal from ``version`` on."""
        ...

    async def retire(self, table: str) -> None:
        """Forget the journal of a table that has ended; its id is never given again."""
        ...

    async def table_of_code(self, code: str) -> str | None:
        """Return the table with this code."""
        ...

    async def tables_of(self, player: str) -> tuple[str, ...]:
        """Return the tables at which a person has a seat, the oldest first."""
        ...

    async def tables_in(self, status: Status) -> tuple[str, ...]:
        """Return the tables of this status, the oldest first."""
        ...

    async def rows(self, limit: int) -> tuple[bytes, ...]:
        """Return rows of tables to list: those that wait before those that play, newest first."""
        ...


class Identity(NamedTuple):
    """A person as the server remembers him."""

    player: str
    secret_hash: bytes
    """SHA-256 of the secret half of the token; the token itself is nowhere."""
    name: str


class PeopleStore(Protocol):
    """Who the people are."""

    async def remember(self, identity: Identity) -> None:
        """Store a person, or a new name of one."""
        ...

    async def recall(self, player: str) -> Identity | None:
        """Return a person by id."""
        ...


class Store(TableStore, PeopleStore, Protocol):
    """All of a store."""

    async def close(self) -> None:
        """Finish what was asked and let go. Later questions raise ``StoreError``."""
        ...


class MatchArchive(Protocol):
    """Where the records of finished matches go."""

    async def keep(self, name: str, record: str) -> None:
        """Keep a record for good. The same name again has the same content."""
        ...
