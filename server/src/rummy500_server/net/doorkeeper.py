"""How many may connect: in all, from one address at once, and from one address in a while."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from rummy500_server.clock import Clock
from rummy500_server.net.address import NOWHERE, Network, asked_from, household, is_one_of
from rummy500_server.net.ratelimit import Purse, Rate


ARRIVALS: Final = Rate(60, 1)
"""Connections that one address may open: a household that comes back after a break, and then some.

Each new guest is written to the store, so an address can't have new ones as fast as it likes.
"""
_LEEWAY: Final = 256
"""Connections beyond the limit that are told so; what comes on top is cut without a word."""
_KEPT: Final = 10_000
"""Addresses without a connection whose purses are remembered."""


class Verdict(Enum):
    """Whether somebody may come in."""

    WELCOME = auto()
    CROWDED = auto()
    """There are too many from that address, or they come too fast."""
    FULL = auto()
    """There are as many connections as the server can bear."""
    OVERRUN = auto()
    """There are so many that not even an answer is due."""


@dataclass(slots=True)
class Visit:
    """One connection, from the moment that it is made."""

    peer: str
    address: str
    verdict: Verdict


@dataclass(slots=True)
class _House:
    purse: Purse
    inside: int = 0


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a doorkeeper goes by."""

    most: int
    per_address: int
    trusted: tuple[Network, ...] = ()
    """Proxies that are believed about where they were asked from."""
    factor: float = 1.0
    """Widens the purses, for tests."""


class Doorkeeper:
    """Counts connections. This machine's own are counted in all only."""

    def __init__(self, clock: Clock, capacity: Capacity) -> None:
        self._clock = clock
        self._capacity = capacity
        self._houses: dict[str, _House] = {}
        self.inside = 0

    def knock(self, peer: str) -> Visit:
        """Count a connection that has just been made, and say whether it may go on."""
        self.inside += 1
        visit = Visit(peer, NOWHERE, self._general())
        if visit.verdict is Verdict.WELCOME and not self._is_proxy(peer):
            self._place(visit, household(peer))
        return visit

    def recognise(self, visit: Visit, forwarded: Iterable[str]) -> None:
        """Hear what a proxy tells about a connection through it; others are not listened to."""
        if visit.verdict is Verdict.WELCOME and self._is_proxy(visit.peer):
            host = asked_from(visit.peer, forwarded, self._capacity.trusted)
            self._place(visit, household(host))

    def leave(self, visit: Visit) -> None:
        """Count a connection no more."""
        self.inside -= 1
        house = self._houses.get(visit.address)
        if house is not None:
            house.inside -= 1

    def _general(self) -> Verdict:
        if self.inside > self._capacity.most + _LEEWAY:
            return Verdict.OVERRUN
        return Verdict.FULL if self.inside > self._capacity.most else Verdict.WELCOME

    def _place(self, visit: Visit, address: str) -> None:
        """Count a visit for its address too."""
        if address == NOWHERE:
            return
        now = self._clock.now()
        purse = Purse(ARRIVALS.times(self._capacity.factor), now)
        house = self._houses.pop(address, None) or _House(purse)
        self._houses[address] = house  # to the end: those that came long ago stand in front
        self._tidy()
        visit.address = address
        house.inside += 1
        most = self._capacity.per_address
        if house.inside > 2 * most:
            visit.verdict = Verdict.OVERRUN
        elif house.inside > most or not house.purse.take(now):
            visit.verdict = Verdict.CROWDED

    def _tidy(self) -> None:
        """Forget an address that nobody has come from for long."""
        for address, house in self._houses.items():
            if len(self._houses) <= _KEPT:
                return
            if not house.inside:
                del self._houses[address]
                return

    def _is_proxy(self, peer: str) -> bool:
        return is_one_of(peer, self._capacity.trusted)
