"""Codes of private tables can't be guessed: who names wrong ones waits longer each time.

A code has six of 25 letters, some 240 million in all, and any one that hits is somebody's table. So
it must not help to guess from many connections, with many names or for many days: wrong codes are
counted for the person and for the address, and forgiven one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from rummy500_server.clock import Clock


FREE_FOR_A_PERSON: Final = 5
"""Wrong codes that cost nothing: people mistype."""
FREE_FOR_AN_ADDRESS: Final = 20
"""A whole class may sit behind one."""
FORGIVEN_AFTER: Final = 300.0
"""Seconds after which one wrong code is forgiven."""
LONGEST_WAIT: Final = 900.0
_DEEPEST: Final = 12
"""Wrong codes beyond the free ones that are remembered: as many lead to the longest wait."""
_KEPT: Final = 20_000
"""Persons and addresses that are remembered; those who guessed last are forgotten last."""


@dataclass(slots=True)
class _Record:
    misses: float
    since: float
    """When the misses were counted last."""
    until: float = 0.0
    """No code is looked at before then."""


class Guesses:
    """Remembers who has named wrong codes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._records: dict[str, _Record] = {}

    def wait(self, player: str, address: str) -> int:
        """Return the seconds until the next code of somebody is looked at; 0: it is now."""
        now = self._clock.now()
        records = (self._records.get(key) for key, _ in _keys(player, address))
        return ceil(max((0.0, *(record.until - now for record in records if record is not None))))

    def missed(self, player: str, address: str) -> None:
        """Note that somebody has named a wrong code."""
        now = self._clock.now()
        for key, free in _keys(player, address):
            record = self._records.pop(key, None) or _Record(0.0, now)
            forgiven = (now - record.since) / FORGIVEN_AFTER
            record.misses = min(max(record.misses - forgiven, 0.0) + 1, free + _DEEPEST)
            record.since = now
            if record.misses > free:
                record.until = now + min(2.0 ** (record.misses - free - 1), LONGEST_WAIT)
            self._records[key] = record
        while len(self._records) > _KEPT:
            del self._records[next(iter(self._records))]


def _keys(player: str, address: str) -> list[tuple[str, int]]:
    """Return under which names somebody's misses are kept, and how many each has free."""
    keys = [(f"player:{player}", FREE_FOR_A_PERSON)]
    if address:
        keys.append((f"address:{address}", FREE_FOR_AN_ADDRESS))
    return keys
