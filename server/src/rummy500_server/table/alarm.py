"""One reminder at a time: a table has a timer only while something is to become due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rummy500_server.clock import Clock
from rummy500_server.table.store_time import StoreTime


class Alarm:
    """Rings once, at a time by the store's clock."""

    def __init__(self, clock: Clock, time: StoreTime, ring: Callable[[], object]) -> None:
        self._clock = clock
        self._time = time
        self._ring = ring
        self._at: int | None = None
        self._sleeper: asyncio.Task[None] | None = None

    def set(self, at: int | None) -> None:
        """Ring at this time and at no other; None: do not ring."""
        if at == self._at:
            return
        self.stop()
        if at is not None:
            self._at = at
            # A millisecond more, or a rounded number might wake us just before the time.
            wait = max(at - self._time.now(), 0) + 1
            self._sleeper = asyncio.create_task(self._wait(wait / 1000))

    def again(self, seconds: float) -> None:
        """Ring after a while, whatever was set: what was to be done could not be stored."""
        self.set(self._time.now() + round(seconds * 1000))

    def stop(self) -> None:
        """Do not ring."""
        self._at = None
        if self._sleeper is not None:
            self._sleeper.cancel()
            self._sleeper = None

    async def _wait(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._at = None
        self._sleeper = None
        self._ring()
