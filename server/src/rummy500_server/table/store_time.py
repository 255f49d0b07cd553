"""What the store's clock says now, as far as this node knows."""

from __future__ import annotations

from rummy500_server.clock import Clock


class StoreTime:
    """Keeps the distance between the store's clock and this machine's.

    An answer names a time that had passed already when it was on its way. So the distance that
    follows from it is never too large, and the largest one is the nearest. Only an answer that is
    nothing but the time makes it smaller: the store's clock was put back, or another store answers.
    """

    def __init__(self, clock: Clock) -> None:
        """Begin with this machine's clock: for a store on it that is the store's."""
        self._clock = clock
        self._distance: float | None = None

    def now(self) -> int:
        """Return milliseconds since 1970."""
        if self._distance is None:
            return self._clock.wall()
        return int(self._own() + self._distance)

    def heard(self, time: int) -> None:
        """Learn from an answer that named the time of something just stored."""
        distance = time - self._own()
        if self._distance is None or distance > self._distance:
            self._distance = distance

    def told(self, time: int) -> None:
        """Learn from an answer that names the time as it is, as when something is too early."""
        self._distance = time - self._own()

    def _own(self) -> float:
        return self._clock.now() * 1000
