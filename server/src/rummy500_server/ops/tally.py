"""Counting that costs next to nothing.

The library's own counters take a lock for each of a handful of steps, since threads might meet
there. Everything here is counted by one thread, thousands of times a second, and read when
somebody asks.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate


class Tally:
    """How often something took how long."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        """Begin. ``bounds`` are the upper ends of the buckets, in seconds, the smallest first."""
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Return for each bound how many were not longer; the last is for all."""
        names = [*map(str, self._bounds), "+Inf"]
        return list(zip(names, map(float, accumulate(self._counts)), strict=True))
