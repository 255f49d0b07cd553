"""What those who run the server may order, and what the nodes report. Both are closed unions.

They travel as JSON, whatever carries them: between the command and its node over a local
connection, between nodes over whatever they share.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct


MOST_MINUTES: Final = 60 * 24 * 366
Name = Annotated[str, Meta(min_length=1, max_length=128)]
Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]


class Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="order"):
    """Something to do."""


class List(Order, frozen=True, forbid_unknown_fields=True, tag="list"):
    """Tell who is here, which tables are awake and who is banned."""


class Kick(Order, frozen=True, forbid_unknown_fields=True, tag="kick"):
    """End the connections of a person; in running matches a computer player takes the seats."""

    player: Name


class BanPerson(Order, frozen=True, forbid_unknown_fields=True, tag="ban"):
    """Kick a person, and don't let him in for a while."""

    player: Name
    minutes: Minutes
    reason: str = ""


class BanAddress(Order, frozen=True, forbid_unknown_fields=True, tag="ban_address"):
    """End all connections from an address, and let none in from there for a while."""

    address: Name
    minutes: Minutes
    reason: str = ""


class Lift(Order, frozen=True, forbid_unknown_fields=True, tag="lift"):
    """End a ban before its time."""

    subject: Name
    """As the list shows it."""


class CloseTable(Order, frozen=True, forbid_unknown_fields=True, tag="close_table"):
    """End a table, whatever is being played there."""

    table: Name


class Drain(Order, frozen=True, forbid_unknown_fields=True, tag="drain"):
    """End a node as SIGTERM does: its people go on at another one, or when it is back."""

    node: str = ""
    """Empty: every node."""


AnyOrder = List | Kick | BanPerson | BanAddress | Lift | CloseTable | Drain


class GuestLine(Struct, frozen=True):
    """A person who is connected."""

    session: str
    player: str
    name: str
    address: str
    seconds: int


class TableLine(Struct, frozen=True):
    """A table that is awake."""

    table: str
    status: str
    private: bool
    people: tuple[str, ...]
    """Names; those who are away in brackets."""
    computers: int


class BanLine(Struct, frozen=True):
    """A ban that holds."""

    subject: str
    minutes: int
    reason: str


class Report(Struct, frozen=True, tag_field="report"):
    """What a node has done."""

    node: str


class Listed(Report, frozen=True, tag="listed"):
    """Who and what is at a node."""

    guests: tuple[GuestLine, ...]
    tables: tuple[TableLine, ...]
    bans: tuple[BanLine, ...]


class Done(Report, frozen=True, tag="done"):
    """It is done."""

    number: int
    """How many connections were ended, or tables closed, or bans lifted."""


class Failed(Report, frozen=True, tag="failed"):
    """It could not be done."""

    why: str


AnyReport = Listed | Done | Failed

read_order: Final = msgspec.json.Decoder(AnyOrder).decode
read_report: Final = msgspec.json.Decoder(AnyReport).decode
write: Final = msgspec.json.Encoder().encode
