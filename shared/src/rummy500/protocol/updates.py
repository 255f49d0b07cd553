"""Server to client: a closed union of answers and of news of a table.

Unknown fields are accepted, so that an older client survives an added one.
"""

from __future__ import annotations

from msgspec import Struct

from rummy500.protocol.happenings import AnyHappening
from rummy500.protocol.numbers import Mark, Ref, SeatNumber, Seq
from rummy500.protocol.tables import OwnNow, TableNow, TableRow, TimesNow


# --- what an accepted command brought -------------------------------------------------------------


class Result(Struct, frozen=True, tag_field="is"):
    """What the answer to a command carries."""


class Welcomed(Result, frozen=True, tag="welcomed"):
    """You are known now. Keep the token: it is you, on the next connection too."""

    player: str
    token: str
    """Secret. Whoever shows it is this person."""
    name: str
    """As it was cleaned."""
    protocol: int
    program: str
    """The version of the server."""
    tables: tuple[str, ...] = ()
    """Ids of the tables at which this person sits."""


class TablesListed(Result, frozen=True, tag="tables_listed"):
    """The open tables."""

    tables: tuple[TableRow, ...]


class SatDown(Result, frozen=True, tag="sat_down"):
    """You sit at this table; a ``table`` update with all of it precedes or follows."""

    table: str
    seat: SeatNumber


AnyResult = Welcomed | TablesListed | SatDown


# --- updates -------------------------------------------------------------------------------------


class Update(Struct, frozen=True, tag_field="upd"):
    """Something that the server tells."""


class Accepted(Update, frozen=True, tag="accepted"):
    """The command with this ref was done; ``seq`` is that of its effect at a table, else 0."""

    ref: Ref
    seq: Seq = 0
    result: AnyResult | None = None


class Refused(Update, frozen=True, tag="refused"):
    """The command with this ref was not done, and changed nothing."""

    ref: Ref
    code: str
    """A ``Code`` of the rules or an ``ErrorCode``."""
    params: dict[str, str | int] = {}
    """What it is about, for the sentence that the client makes."""


class TableNews(Update, frozen=True, tag="table"):
    """News of a table: what happened, and the table as it is after it.

    ``seq`` grows by one with every news of a table. A client whose last seq was not ``seq - 1``
    has missed something; since the whole table is here, it needs to do nothing about it.
    """

    table: str
    seq: Seq
    happened: tuple[AnyHappening, ...]
    """What led here from ``seq - 1``; empty when the table was only asked for."""
    now: TableNow
    own: OwnNow | None = None
    """What only the receiver may know; nil for somebody who has no seat."""
    times: TimesNow | None = None
    """Nil if nothing runs."""
    mark: Mark = b""
    """Of this version of the table; goes with ``seq`` wherever that is sent back."""
    rewound: bool = False
    """Whether the server has lost its last moves: the game goes on from here.

    ``seq`` may be smaller than the last one then, and what was told after it has never been.
    """


class TableClosed(Update, frozen=True, tag="table_closed"):
    """The table is no more."""

    table: str


class TablesChanged(Update, frozen=True, tag="tables"):
    """The list of open tables has changed. It comes at most four times a second.

    Who watches has the list from the answer to ``WatchTables`` and keeps it up by these.
    """

    order: tuple[str, ...]
    """The ids of all tables in the list, in their order. What is not here is in it no more."""
    changed: tuple[TableRow, ...]
    """Tables that are new in it, or other than they were."""


AnyUpdate = Accepted | Refused | TableNews | TableClosed | TablesChanged
