"""What the client knows: how the connection stands, the open tables, and the table it sits at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.engine.cards import EMPTY, Card, CardSet
from rummy500.protocol.commands import AnyCommand, Play
from rummy500.protocol.happenings import AnyHappening
from rummy500.protocol.tables import OwnNow, TableNow, TableRow, TimesNow


# --- the connection ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offline:
    """No server was asked for."""


@dataclass(frozen=True, slots=True)
class Trying:
    """A connection is being made; ``attempt`` counts from 1."""

    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Online:
    """The server has greeted us."""

    player: str
    name: str
    program: str


@dataclass(frozen=True, slots=True)
class Away:
    """The connection is lost; the ``attempt``-th try starts ``wait`` seconds after this news."""

    attempt: int
    wait: float
    fault: str


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """The server speaks another version."""

    protocol: int
    program: str


@dataclass(frozen=True, slots=True)
class Failed:
    """There was no connection to be had, or it was ended by the server."""

    fault: str
    detail: str = ""


Connection = Offline | Trying | Online | Away | OtherVersion | Failed


# --- a table -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that happened in a hand."""

    hand: int
    happening: AnyHappening
    own_card: Card | None = None
    """The card that the viewer drew from the stock, where the happening is that draw."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Here something of a hand is missing in the log: we were not there, or not connected."""

    hand: int
    at: int
    """How many entries of the log came before it."""
    undone: bool = False
    """Whether the server has lost what the log tells just before: it has never been."""


class Verdict(StrEnum):
    """What this client found when it reckoned a deal again."""

    VERIFIED = "verified"
    BROKEN = "broken"
    UNKNOWN = "unknown"
    """There was nothing to check: no seed, or we came after the promise."""


@dataclass(frozen=True, slots=True)
class DealCheck:
    """What is needed to check one deal, kept from its beginning, and the verdict at its end."""

    hand: int
    promise: bytes
    """The commitment as it was before the hand ended."""
    own: CardSet = EMPTY
    """The viewer's hand as dealt; empty if we did not see it."""
    upcard: Card | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A command was refused. ``serial`` tells one refusal from the next."""

    serial: int
    code: str
    params: tuple[tuple[str, str | int], ...]
    command: AnyCommand


@dataclass(frozen=True, slots=True)
class Ahead:
    """A play of ours that is shown although the table has not told of it yet."""

    play: Play
    until: int = 0
    """The seq that holds it, once the server has said so; 0 before that."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table at which we sit."""

    id: str
    seq: int
    now: TableNow
    own: OwnNow | None
    log: tuple[LogEntry, ...] = ()
    gaps: tuple[Gap, ...] = ()
    last: AnyHappening | None = None
    """The last play, for its marks; None at the start of a hand."""
    deals: tuple[DealCheck, ...] = ()
    mark: bytes = b""
    """Goes with ``seq``, and back with it."""
    before_draw: CardSet = EMPTY
    """The viewer's hand when it was last not in the middle of the viewer's turn."""
    times: TimesNow | None = None
    """What ran at the moment when the last news was sent."""
    pending: AnyCommand | None = None
    """A command for this table that has no answer yet."""
    ahead: Ahead | None = None
    """Our last play, from when it was sent until it was refused or the table has told of it."""
    rejection: Rejection | None = None

    @property
    def waits_for_others(self) -> bool:
        """Return whether we are ready already, or a command of ours is on its way."""
        return self.own is None or self.own.seat in self.now.ready or self.pending is not None


@dataclass(frozen=True, slots=True)
class ClientState:
    """All that the client knows."""

    connection: Connection = Offline()
    rows: tuple[TableRow, ...] | None = None
    """The open tables; None before they were told."""
    table: TableState | None = None
    seated_at: tuple[str, ...] = ()
    """Tables at which the server says we sit."""
    pending: AnyCommand | None = None
    """A command that concerns no table and has no answer yet."""
    rejection: Rejection | None = None
    """The last refusal outside a table."""
    serial: int = 0
    closed: bool = False
    """The last table was closed by the server."""


# --- what changes it -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """The connection stands otherwise now."""

    connection: Connection
    seated_at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandSent:
    """We have asked for something."""

    command: AnyCommand
