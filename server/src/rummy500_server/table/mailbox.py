"""What a table can be told: a closed union. The table takes these one by one, in order."""

from __future__ import annotations

from dataclasses import dataclass

from rummy500.engine.actions import Action
from rummy500.engine.ids import Seat
from rummy500_server.table.decide import TableCommand
from rummy500_server.table.ports import Viewer


@dataclass(frozen=True, slots=True)
class Asked:
    """A person asks for something."""

    viewer: Viewer
    command: TableCommand


@dataclass(frozen=True, slots=True)
class Resumed:
    """A seated person is back, or wants to see the table afresh."""

    viewer: Viewer
    ref: int


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


Work = Asked | Resumed | Vanished | Moved | Deserted
