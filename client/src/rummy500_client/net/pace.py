"""Time and chance for the link: a port to the clock, and when to try again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol


class Clock(Protocol):
    """The time, so that tests can set it."""

    def now(self) -> float:
        """Return seconds on a clock that never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds the link waits for what."""

    connect: float = 7.5
    """For the socket and the greeting together: the person hears of it within 8 s."""
    quiet: float = 5.0
    """Without a word from the server: then it is asked, and after as much again given up."""
    again: float = 0.5
    """Before a command that the server could not decide is sent again."""


class LoopClock:
    """The clock of the running event loop."""

    def now(self) -> float:
        """Return the time of the loop."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Wait on the loop."""
        await asyncio.sleep(seconds)


FIRST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 2.0
PATIENT_WAIT: Final = 30.0
PATIENT_AFTER: Final = 300.0
"""After so many seconds without a connection we ask only now and then."""
_JITTER: Final = 0.5
"""Waits differ by this part, so that the guests of a fallen server do not all come at once."""


def wait_before(attempt: int, lost_for: float, dice: Random) -> float:
    """Return how long to wait before the ``attempt``-th try (from 1) to connect again."""
    if lost_for >= PATIENT_AFTER:
        wait = PATIENT_WAIT
    else:
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(attempt - 1, 10))
    return wait * dice.uniform(1 - _JITTER, 1 + _JITTER)
