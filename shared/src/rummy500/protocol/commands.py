"""Client to server: a closed union of commands.

Every command carries a ``ref`` that the client chooses, and gets exactly one answer with it:
``accepted`` or ``refused``. The same ref again gets the same answer and has no second effect.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from rummy500.protocol.acts import AnyAct
from rummy500.protocol.numbers import Mark, Options, Ref, SeatNumber, Seq, TableName, Word


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="cmd", kw_only=True):
    """Something that a client asks for."""

    ref: Ref
    """Chosen by the client; used once by a person, on whatever connection and for ever."""


class Hello(Command, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first command of a connection: who speaks, and in which version.

    Answered by ``Welcomed``. With the token of an earlier welcome the person is the same as
    before; without one a new guest is made.
    """

    protocol: int
    """The version of the protocol that the client speaks."""
    program: Word
    """The version of the client, for logs."""
    name: Word
    """How the person wants to be called; it is cleaned, and then has 1 to 20 characters."""
    token: Word = ""
    """Of an earlier ``Welcomed``; empty for a new guest."""


class ListTables(Command, frozen=True, forbid_unknown_fields=True, tag="list_tables"):
    """Ask for the open tables. Answered by ``TablesListed``."""


class WatchTables(Command, frozen=True, forbid_unknown_fields=True, tag="watch_tables"):
    """Ask for the open tables, and to be told when they change. Answered by ``TablesListed``.

    From then on ``tables`` updates come, until ``UnwatchTables`` or the end of the connection.
    """


class UnwatchTables(Command, frozen=True, forbid_unknown_fields=True, tag="unwatch_tables"):
    """Hear no more of the list."""


class CreateTable(Command, frozen=True, forbid_unknown_fields=True, tag="create_table"):
    """Make a table and sit down at its first seat. Answered by ``SatDown``."""

    name: TableName
    """Empty: the table is called after its maker."""
    seats: Annotated[int, Meta(ge=2, le=4)]
    preset: Word = "rummy500"
    """``rummy500`` or ``basic``."""
    options: Options = {}
    """What is to differ from the preset, by the names of the rules."""
    private: bool = False
    """In no list, and joined by its code alone."""
    computers: Annotated[tuple[Word, ...], Meta(max_length=3)] = ()
    """Levels of computer players for the seats after the first."""


class JoinTable(Command, frozen=True, forbid_unknown_fields=True, tag="join_table"):
    """Sit down at a table, by its id or by the code of a private one. Answered by ``SatDown``.

    Somebody who sits there already keeps the seat.
    """

    table: Word = ""
    code: Word = ""
    """If given, it alone counts; small letters and spaces around it do no harm."""


class QuickSeat(Command, frozen=True, forbid_unknown_fields=True, tag="quick_seat"):
    """Sit down at any open table with these rules that waits for people, else at a new one.

    The fullest is taken, and of these the oldest. Answered by ``SatDown``.
    """

    seats: Annotated[int, Meta(ge=2, le=4)]
    preset: Word = "rummy500"
    options: Options = {}
    """What is to differ from the preset."""


class ToTable(Command, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command to a table at which one sits."""

    table: Word
    """Its id."""


class Leave(ToTable, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Get up. In a running match a computer player takes the seat."""


class AddComputer(ToTable, frozen=True, forbid_unknown_fields=True, tag="add_computer"):
    """Put a computer player on an empty seat before the match (host only)."""

    seat: SeatNumber
    level: Word
    """``easy`` or ``steady``."""


class RemoveComputer(ToTable, frozen=True, forbid_unknown_fields=True, tag="remove_computer"):
    """Take a computer player away before the match (host only)."""

    seat: SeatNumber


class Start(ToTable, frozen=True, forbid_unknown_fields=True, tag="start"):
    """Start the match when all seats are taken (host only)."""


class Play(ToTable, frozen=True, forbid_unknown_fields=True, tag="play"):
    """An action of the game."""

    act: AnyAct
    seen: Seq = 0
    """The seq on which the action was chosen: refused as ``STALE`` if the game has moved since.

    With 0 it is judged on the table as it is.
    """
    mark: Mark = b""
    """The mark that came with that seq. The store may have lost what was seen."""


class Ready(ToTable, frozen=True, forbid_unknown_fields=True, tag="ready"):
    """Be ready for the next hand; it is dealt when all people are."""


class Rematch(ToTable, frozen=True, forbid_unknown_fields=True, tag="rematch"):
    """Be ready for another match with the same seats and rules; it starts when all people are."""


class Resume(ToTable, frozen=True, forbid_unknown_fields=True, tag="resume"):
    """Come back to a table, or see it afresh: answered by ``SatDown``, then a ``table`` comes.

    On each new connection this comes first for each table at which one sits.
    """

    seq: Seq = 0
    """The last seq that the client has; 0 for none."""
    mark: Mark = b""
    """The mark that came with it."""


class Ping(Command, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Ask for a sign of life."""


AnyCommand = (
    Hello
    | ListTables
    | WatchTables
    | UnwatchTables
    | CreateTable
    | JoinTable
    | QuickSeat
    | Leave
    | AddComputer
    | RemoveComputer
    | Start
    | Play
    | Ready
    | Rematch
    | Resume
    | Ping
)
