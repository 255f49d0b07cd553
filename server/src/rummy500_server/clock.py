"""The time, as a port: so that tests move it, and nothing else reads it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What the server asks about time."""

    def now(self) -> float:
        """Return seconds on a clock that never goes back; for spans, not for dates."""
        ...

    def wall(self) -> int:
        """Return milliseconds since 1970; for what is stored, and never to measure a span."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """Return the monotonic clock."""
        return time.monotonic()

    def wall(self) -> int:
        """Return the date and time of the machine."""
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        """Wait on the running loop."""
        await asyncio.sleep(seconds)
