"""What a session asks of the network, and what a person may wish of the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from rummy500.protocol.commands import AnyCommand


UNNUMBERED: Final = 1
"""The ref of a command that the link has not numbered yet."""


class Network(Protocol):
    """What a session asks of the network."""

    def play_here(self, name: str) -> None:
        """Start the server on this computer and connect to it."""
        ...

    def reach(self, address: str, name: str) -> None:
        """Connect to a server elsewhere."""
        ...

    def send(self, command: AnyCommand) -> int:
        """Send a command once connected; return the ref that it got."""
        ...

    def follow(self, table: str) -> None:
        """Ask for a table at which we sit."""
        ...

    def hurry(self) -> None:
        """Try to connect now."""
        ...

    def hang_up(self) -> None:
        """End the connection."""
        ...

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call back after a while."""
        ...


class Page(StrEnum):
    """Which page is shown."""

    HOME = "home"
    LOBBY = "lobby"
    WAITING = "waiting"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match against the computer, as the settings say."""


@dataclass(frozen=True, slots=True)
class OfTheDay:
    """The match of the day, on this computer."""


@dataclass(frozen=True, slots=True)
class BackTo:
    """Back to a table on this computer."""

    table: str


@dataclass(frozen=True, slots=True)
class Visit:
    """Look at the tables of a server."""


Wish = NewMatch | OfTheDay | BackTo | Visit


@dataclass(frozen=True, slots=True)
class Pauses:
    """Seconds before something is shown, so that it does not flash by."""

    slow: float = 0.4
    """An answer that takes so long is waited for visibly."""
    lost: float = 0.5
    """A connection that is back sooner was never lost."""
    refresh: float = 5.0
    """A list of tables that could not be had is asked for again."""
    result: float = 1.2
    """The last play of a hand is looked at so long before the result covers it."""
