"""What the link tells: how it stands, what the server said, which command got which answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.protocol.commands import AnyCommand
from rummy500.protocol.updates import Accepted, AnyUpdate, Refused, Welcomed


class Fault(StrEnum):
    """Why there is no connection."""

    ADDRESS_UNKNOWN = "address_unknown"
    """The name of the host leads nowhere."""
    NOBODY_THERE = "nobody_there"
    """The host answers, but no server listens there."""
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    NOT_OURS = "not_ours"
    """Something answers that is no Rummy 500 server."""
    INSECURE = "insecure"
    """The certificate of a ``wss`` address does not hold."""
    DROPPED = "dropped"
    """The connection broke."""
    SILENT = "silent"
    """The connection stands, but nothing comes."""
    TURNED_AWAY = "turned_away"
    """The server refused the greeting."""
    SUPERSEDED = "superseded"
    """The same person connected from elsewhere."""
    KICKED = "kicked"
    """The people who run the server ended the connection."""


@dataclass(frozen=True, slots=True)
class Connecting:
    """A try is on. ``attempt`` counts from 1 and starts anew when a connection is lost."""

    attempt: int


@dataclass(frozen=True, slots=True)
class Connected:
    """The server has greeted us."""

    welcome: Welcomed


@dataclass(frozen=True, slots=True)
class Lost:
    """No connection; the ``attempt``-th try starts in ``wait`` seconds."""

    attempt: int
    wait: float
    fault: Fault


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The server speaks another version. Nothing was sent but the greeting."""

    protocol: int
    program: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The link is over: closed by us (no fault), or not to be had."""

    fault: Fault | None = None
    detail: str = ""
    """For the curious: the code of a refused greeting, or what the system said."""


LinkState = Connecting | Connected | Lost | Mismatch | Ended


@dataclass(frozen=True, slots=True)
class Answered:
    """A command got its answer."""

    command: AnyCommand
    answer: Accepted | Refused


@dataclass(frozen=True, slots=True)
class Told:
    """The server told something that is no answer."""

    update: AnyUpdate


News = LinkState | Answered | Told
