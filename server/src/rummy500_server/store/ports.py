"""What the server asks of a store.

A table is a journal of numbered entries. Its last number is the table's version; each entry has a
mark, some random bytes by which a history is told from another one of the same length. An entry is
added only by somebody who names the version and the mark that he saw last, so two writers can
never both be right about the same moment, on whatever machines they run.

    StoreError          the store could not do it now; whether it was done is unknown
    StoreBusyError      another server holds the store (only on opening)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    driver: str = ""
    """The node that acts for the table by itself; empty when none does."""
    present: int = 0
    """How many of the people are connected."""


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
class Early:
    """The time before which the entry was not to be stored has not come: nothing was stored."""

    time: int
    """What the store's clock says."""


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
    not_before: int = 0
    """Milliseconds since 1970: by the store's clock the entry may not be stored before."""
    told: bool = True
    """Whether other nodes are to hear of it. A node may spare the notice if no other has a part."""


class Listener(Protocol):
    """Who wants to hear of the entries of a table that others add."""

    def heard(self, stored: Stored) -> None:
        """Hear of an entry: perhaps an old one, perhaps twice, perhaps after a gap."""
        ...

    def deaf(self) -> None:
        """Hear that entries may have been missed: the journal tells which."""
        ...


class TableStore(Protocol):
    """The journals and the directory of the tables."""

    async def create(
        self, table: str, mark: bytes, entry: bytes, listing: Listing
    ) -> Appended | Exists | Gone:
        """Begin a journal. ``Gone``: there was a table of this id, and it has ended."""
        ...

    async def append(self, table: str, attempt: Attempt) -> Appended | Conflict | Early | Gone:
        """Add an entry if version and mark are the last ones, and it is not too early for it."""
        ...

    async def watch(self, table: str, listener: Listener) -> None:
        """Tell a listener of entries that are added from now on, until ``unwatch``.

        A store that only one process can use has nothing to tell: what is added there is known.
        """
        ...

    def unwatch(self, table: str, listener: Listener) -> None:
        """Tell the listener nothing more."""
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

    def watch_rows(self, hear: Callable[[], None]) -> None:
        """Let somebody hear whenever the rows may be other ones; it is one at each node.

        He may hear of it for nothing, and he may miss it while the store is away.
        """
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

    async def touch(self, player: str) -> None:
        """Note that a person was here just now; somebody unknown stays so."""
        ...

    async def forget(self, before: int) -> int:
        """Forget who was last here before a time, and return how many were forgotten.

        The time is in milliseconds since 1970. What else has no use after so long goes too: ids of
        tables that ended before it, and bans that are over. A store whose entries expire by
        themselves has nothing to do and returns 0.
        """
        ...


class Ban(NamedTuple):
    """Somebody who is not let in for a while."""

    subject: str
    """Whom it is about, in the words of ``lobby.bans``."""
    until: int
    """When it is over, in milliseconds since 1970."""
    reason: str
    """For the people who run the server; it is told to nobody else."""


class BanStore(Protocol):
    """Who is not let in."""

    async def ban(self, ban: Ban) -> None:
        """Store a ban; it takes the place of an older one on the same subject."""
        ...

    async def lift(self, subject: str) -> None:
        """Forget a ban, if there is one."""
        ...

    async def bans(self) -> tuple[Ban, ...]:
        """Return the bans that are not over, by subject."""
        ...


class Store(TableStore, PeopleStore, BanStore, Protocol):
    """All of a store."""

    async def open(self) -> None:
        """Begin, before anything else is asked.

        Raises:
            StoreError: the store can't be reached, or is none that can be used.

        """
        ...

    async def close(self) -> None:
        """Finish what was asked and let go. Later questions raise ``StoreError``."""
        ...


class Beat(NamedTuple):
    """What a node is told when it gives a sign of life."""

    now: int
    """Milliseconds since 1970 by the store's clock,"""
    before: int | None
    """and when it says that this node's sign before came; None if it knows of none."""
    nodes: Mapping[str, int]
    """The time of the last sign of every node."""


class Head(NamedTuple):
    """Where a table stands, for those who look after tables that nobody looks after."""

    table: str
    time: int
    """Of its last entry."""
    status: Status
    driver: str
    present: int


class NodeStore(Protocol):
    """What servers that share a store tell each other through it."""

    async def beat(self, node: str) -> Beat:
        """Give a sign of life."""
        ...

    async def cry(self, message: bytes) -> None:
        """Send a message to all nodes that are there now, this one among them; it may get lost."""
        ...

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """Let somebody hear what the nodes cry; one at each node."""
        ...

    async def bow_out(self, node: str) -> None:
        """Give no more signs of life, on purpose."""
        ...

    async def reach(self, node: str, word: str) -> None:
        """Note by which word people come to a node."""
        ...

    async def reached(self, node: str) -> str:
        """Return the word by which people come to a node; empty if nobody knows one."""
        ...

    async def heads(self, offset: int, limit: int) -> tuple[Head, ...]:
        """Return some of the tables that are not retired, the oldest first."""
        ...

    async def heal(self) -> None:
        """Find tables that ``heads`` does not know any more, as after a failover."""
        ...

    async def refresh(self, tables: Sequence[str]) -> None:
        """Keep tables in the list: those that nobody refreshes fall out of it."""
        ...


class MatchArchive(Protocol):
    """Where the records of finished matches go."""

    async def keep(self, name: str, record: str) -> None:
        """Keep a record for good. The same name again has the same content."""
        ...
