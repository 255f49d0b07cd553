"""Who is not let in for a while: persons by their ids, and where that is evaded, addresses.

A ban is kept in the store, so it survives every restart and holds at every node. Each node asks a
copy in its memory; the copy is read again now and then, and at once when a ban is made.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from rummy500_server.clock import Clock
from rummy500_server.store.ports import Ban, BanStore


MINUTE_MS: Final = 60_000


def person(player: str) -> str:
    """Return the subject of a ban on a person."""
    return f"player:{player}"


def place(address: str) -> str:
    """Return the subject of a ban on an address (``net.address.household``)."""
    return f"address:{address}"


class Bans:
    """The bans as this node knows them."""

    def __init__(self, store: BanStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._bans: dict[str, Ban] = {}

    async def refresh(self) -> None:
        """Read them from the store.

        Raises:
            StoreError: the store can't be reached; the copy stays as it was.

        """
        self._bans = {ban.subject: ban for ban in await self._store.bans()}

    def minutes_left(self, player: str, address: str) -> int:
        """Return for how long somebody is not let in; 0: he is."""
        subjects = [person(player), place(address)] if address else [person(player)]
        now = self._clock.wall()
        found = (self._bans[subject] for subject in subjects if subject in self._bans)
        return max((0, *(ceil((ban.until - now) / MINUTE_MS) for ban in found)))

    def all(self) -> tuple[Ban, ...]:
        """Return those that are not over."""
        now = self._clock.wall()
        return tuple(ban for ban in self._bans.values() if ban.until > now)
