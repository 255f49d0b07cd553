"""How fast one connection may ask: credits that come back with time, one purse for each family."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from rummy500.protocol import commands


class Rate(NamedTuple):
    """A purse: how much it holds, and how much comes back each second."""

    burst: float
    per_second: float

    def times(self, factor: float) -> Rate:
        """Return a wider purse, or a narrower one."""
        return Rate(self.burst * factor, self.per_second * factor)


class Family(Enum):
    """Commands that cost alike."""

    GREETING = Rate(4, 0.2)
    GAME = Rate(40, 20)
    """Plays of an eager hand, and what a program sends for it."""
    LOBBY = Rate(12, 2)
    """What reads or writes the directory."""
    SIGN_OF_LIFE = Rate(10, 2)
    BROKEN = Rate(8, 0.5)
    """Frames that are no commands."""

    __hash__ = object.__hash__  # there is one of each; asked for with each command


UNDERNEATH: Final = Rate(200, 20)
"""Frames of the socket itself: its pings and pongs, and pieces of what is not whole yet."""
TOLERATED: Final = Rate(400, 100)
"""All frames of a connection, good or bad, answered or not: beyond this it is a flood."""

PATIENT: Final = 1_000_000.0
"""A factor that makes every purse as good as bottomless, for tests that play fast."""


FAMILIES: Final[dict[type[commands.AnyCommand], Family]] = {
    commands.Hello: Family.GREETING,
    commands.ListTables: Family.LOBBY,
    commands.WatchTables: Family.LOBBY,
    commands.UnwatchTables: Family.LOBBY,
    commands.CreateTable: Family.LOBBY,
    commands.JoinTable: Family.LOBBY,
    commands.QuickSeat: Family.LOBBY,
    commands.Ping: Family.SIGN_OF_LIFE,
    commands.Leave: Family.GAME,
    commands.AddComputer: Family.GAME,
    commands.RemoveComputer: Family.GAME,
    commands.Start: Family.GAME,
    commands.Play: Family.GAME,
    commands.Ready: Family.GAME,
    commands.Rematch: Family.GAME,
    commands.Resume: Family.GAME,
}
"""Asked for with each command; a test holds the keys against the union."""


def family_of(command: commands.AnyCommand) -> Family:
    """Return the family of a command."""
    return FAMILIES[type(command)]


class Purse:
    """Credits that come back with time."""

    __slots__ = ("_credit", "_rate", "_since")

    def __init__(self, rate: Rate, now: float) -> None:
        """Begin full."""
        self._rate = rate
        self._credit = rate.burst
        self._since = now

    def take(self, now: float) -> bool:
        """Spend one credit, if there is one."""
        earned = self._credit + (now - self._since) * self._rate.per_second
        self._credit, self._since = min(self._rate.burst, earned), now
        if self._credit < 1:
            return False
        self._credit -= 1
        return True


@lru_cache(256)
def _widened(rate: Rate, factor: float) -> Rate:
    return rate.times(factor)  # one for all connections


class Credits:
    """The purses of one connection."""

    __slots__ = ("_all", "_factor", "_purses")

    def __init__(self, now: float, factor: float = 1.0) -> None:
        """Begin with full purses. ``factor`` widens them all."""
        self._factor = factor
        self._all = self._purse(TOLERATED, now)
        self._purses: dict[Family, Purse] = {}

    def tolerates(self, now: float) -> bool:
        """Return whether one more frame can be borne at all."""
        return self._all.take(now)

    def allows(self, family: Family, now: float) -> bool:
        """Return whether one more command of a family may be done."""
        purse = self._purses.get(family)
        if purse is None:
            purse = self._purses[family] = self._purse(family.value, now)
        return purse.take(now)

    def _purse(self, rate: Rate, now: float) -> Purse:
        return Purse(_widened(rate, self._factor), now)
