"""What a journal holds: the facts of a table, in full truth, as they are stored.

An ``Entry`` is one commit: the facts that one cause brought about. Each fact is a small tagged
list. Journals outlive programs, so a fact is never changed here, but for new fields at its end that
say by default what was so before. A new kind gets a new tag, and if that does not help, ``FORMAT``
is raised and ``read_entry`` learns to read the older one. Times are milliseconds since 1970 by the
store's clock; the time of an entry is not in it but beside it (``Stored.time``).

    RecordError         bytes that are no entry of a format that this program knows
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, get_args

import msgspec

from rummy500.engine.actions import AceEnd
from rummy500.engine.events import EndReason, MeldKind


FORMAT: Final = 1


class RecordError(ValueError):
    """Bytes in a journal that this program cannot read."""


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """Something that has happened at a table."""


# --- who sits there -------------------------------------------------------------------------------


class TableMade(Fact, frozen=True, tag="table"):
    """A table came to be, with this many empty seats."""

    name: str
    code: str
    """Code of a private table; empty for an open one."""
    seats: int
    preset: str
    options: dict[str, str]


class PersonSat(Fact, frozen=True, tag="person"):
    """A person took an empty seat, connected to this node."""

    seat: int
    player: str
    name: str
    node: str


class ComputerSat(Fact, frozen=True, tag="computer"):
    """A computer player took a seat: an empty one, or that of a person who left."""

    seat: int
    name: str
    level: str


class SeatEmptied(Fact, frozen=True, tag="empty"):
    """A seat became free."""

    seat: int


class HostNamed(Fact, frozen=True, tag="host"):
    """From now on it is this person who may change and start the table."""

    player: str


class PersonCame(Fact, frozen=True, tag="came"):
    """A seated person's connection stands, at this node."""

    seat: int
    node: str


class Why(StrEnum):
    """Why a connection is gone."""

    LINE = "line"
    """It broke, or its other end hung up."""
    NODE = "node"
    """The server at which it was fell."""
    DRAIN = "drain"
    """The server at which it was has ended in order."""


class PersonLost(Fact, frozen=True, tag="lost"):
    """A seated person's connection is gone. The seat waits."""

    seat: int
    why: Why = Why.LINE
    since: int = 0
    """From when on the server was not there for the table; 0: until this entry it was."""


class SeatHeld(Fact, frozen=True, tag="hold"):
    """A computer player plays for a person who is away. The seat stays the person's."""

    seat: int
    level: str


class SeatGivenBack(Fact, frozen=True, tag="back"):
    """The person plays again."""

    seat: int


class DriverNamed(Fact, frozen=True, tag="driver"):
    """From now on it is this node that acts for the table by itself; empty: none does."""

    node: str


class TableEnded(Fact, frozen=True, tag="end"):
    """The table is no more."""


# --- the match ------------------------------------------------------------------------------------


class MatchBegun(Fact, frozen=True, tag="match"):
    """A match began."""

    dealer: int
    """Who deals its first hand."""
    day: str = ""
    """Of a daily match, the UTC date whose cards it plays (R49)."""


class PersonReady(Fact, frozen=True, tag="ready"):
    """A seat is ready for the next hand, or for another match when this one is over."""

    seat: int


class TimeRanOut(Fact, frozen=True, tag="time"):
    """The time of a seat's turn ran out. What was played for it follows in the same entry."""

    seat: int


class TimeCredited(Fact, frozen=True, tag="credit"):
    """Nobody acted for the table from this time on: the open turn gets it back."""

    since: int


# --- the hand: the events of the engine -----------------------------------------------------------


class Dealt(Fact, frozen=True, tag="deal"):
    """``HandDealt``."""

    number: int
    dealer: int
    pack: tuple[int, ...]
    seed: bytes


class Drawn(Fact, frozen=True, tag="draw"):
    """``StockDrawn``."""

    seat: int
    card: int


class Turned(Fact, frozen=True, tag="turn"):
    """``PileTurned``."""

    seat: int
    stock: tuple[int, ...]


class Taken(Fact, frozen=True, tag="take"):
    """``PileTaken``."""

    seat: int
    cards: tuple[int, ...]
    required: int | None


class Laid(Fact, frozen=True, tag="meld"):
    """``Melded``."""

    seat: int
    meld: int
    kind: MeldKind
    cards: tuple[int, ...]
    ace: AceEnd | None


class Added(Fact, frozen=True, tag="lay"):
    """``LaidOff``."""

    seat: int
    meld: int
    cards: tuple[int, ...]
    ace: AceEnd | None


class Thrown(Fact, frozen=True, tag="discard"):
    """``Discarded``."""

    seat: int
    card: int


class Passed(Fact, frozen=True, tag="decline"):
    """``Declined``."""

    seat: int


class TakenBack(Fact, frozen=True, tag="undo"):
    """``Undone``."""

    seat: int


class HandOver(Fact, frozen=True, tag="over"):
    """``HandEnded``."""

    reason: EndReason
    out: int | None


SeatFact = (
    TableMade
    | PersonSat
    | ComputerSat
    | SeatEmptied
    | HostNamed
    | PersonCame
    | PersonLost
    | SeatHeld
    | SeatGivenBack
    | DriverNamed
    | TableEnded
)
MatchFact = MatchBegun | PersonReady | TimeRanOut | TimeCredited
PlayFact = Drawn | Turned | Taken | Laid | Added | Thrown | Passed | TakenBack
HandFact = Dealt | PlayFact | HandOver
AnyFact = SeatFact | MatchFact | HandFact

PLAYS: Final[frozenset[type]] = frozenset(get_args(PlayFact))
"""What happens within a hand."""
OF_A_HAND: Final = PLAYS | {Dealt, HandOver}
"""Facts that are events of the engine."""


class Cause(msgspec.Struct, frozen=True, array_like=True):
    """The command of a person that an entry answers."""

    player: str
    ref: int
    sat: int | None = None
    """The seat that the answer names, if the answer is ``SatDown``."""


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One commit of one table."""

    format: int
    cause: Cause | None
    """None for what the server did by itself."""
    facts: tuple[AnyFact, ...]


_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final = msgspec.msgpack.Decoder(Entry)
_format: Final = msgspec.msgpack.Decoder(tuple[int, msgspec.Raw, msgspec.Raw])


def write_entry(entry: Entry) -> bytes:
    """Return an entry as it is stored."""
    return _encode(entry)


def read_entry(data: bytes) -> Entry:
    """Read a stored entry.

    Raises:
        RecordError: it is no entry, or one of another format.

    """
    try:
        found = _format.decode(data)[0]
        if found == FORMAT:
            return _decoder.decode(data)
    except msgspec.MsgspecError as error:
        msg = f"no entry: {error}"
        raise RecordError(msg) from error
    msg = f"an entry of format {found}; this program reads {FORMAT}"
    raise RecordError(msg)
