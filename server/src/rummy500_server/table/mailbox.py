"""What a table can be told: a closed union. The table takes these one by one, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rummy500.engine.actions import Action
from rummy500.engine.ids import Seat
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Refused
from rummy500_server.store.ports import Stored
from rummy500_server.table.decide import TableCommand
from rummy500_server.table.ports import Viewer


@dataclass(frozen=True, slots=True)
class Asked:
    """A person asks for something."""

    viewer: Viewer
    command: TableCommand
    full: Callable[[], None] | None = None
    """Called instead of an answer when there is no seat: whoever asked tries another table."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A seated person is back, or wants to see the table afresh."""

    viewer: Viewer
    ref: int
    seq: int = 0
    """The last version that the person has seen; 0: none."""
    mark: bytes = b""
    """Its mark, as it travels."""


@dataclass(frozen=True, slots=True)
class Vanished:
    """A connection is gone."""

    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Moved:
    """The computer player of a seat has chosen."""

    seat: Seat
    step: int
    """The step of the table on which it thought; on any other one the move is dropped."""
    action: Action


@dataclass(frozen=True, slots=True)
class Deserted:
    """Nobody has been here for so long that the table may go."""

    step: int
    """The step of the table when the wait began."""


@dataclass(frozen=True, slots=True)
class Reminded:
    """Something may have become due by the passing of time; the table sees what."""


@dataclass(frozen=True, slots=True)
class Removed:
    """Those who run the server have ordered that somebody leaves."""

    player: str


@dataclass(frozen=True, slots=True)
class Closed:
    """Those who run the server have ordered that the table ends."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody else has added an entry, perhaps this one."""

    stored: Stored


@dataclass(frozen=True, slots=True)
class Deafened:
    """Entries of others may have been missed."""


@dataclass(frozen=True, slots=True)
class Tended:
    """There may be something to do because of other nodes; the table sees what."""


@dataclass(frozen=True, slots=True)
class Credited:
    """The store was away for a while: the open turn gets the time back."""

    since: int
    """Milliseconds of the store's clock."""


@dataclass(frozen=True, slots=True)
class Drained:
    """The node ends: the table lets go of it in order."""


OfNodes = Heard | Deafened | Tended | Credited | Drained
"""What there is only where nodes share a store."""
Work = OfNodes | Asked | Resumed | Vanished | Moved | Deserted | Reminded | Removed | Closed


def refuse(work: Work, code: ErrorCode) -> None:
    """Answer work that was not done, if somebody waits for an answer."""
    match work:
        case Asked(full=full) if full is not None and code is ErrorCode.NO_SUCH_TABLE:
            full()
        case Asked():
            work.viewer.answer(Refused(work.command.ref, code))
        case Resumed():
            work.viewer.answer(Refused(work.ref, code))
        case Vanished() | Moved() | Deserted() | Reminded() | Removed() | Closed():
            pass
        case Heard() | Deafened() | Tended() | Credited() | Drained():
            pass
