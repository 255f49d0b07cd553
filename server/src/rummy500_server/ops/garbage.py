"""When Python looks for garbage in circles.

It looks through all objects whenever a quarter more than the last time were made since and stayed
for a moment, be they gone or not. With 500 tables that stops every hand for a fifth of a
second, again and again, and finds next to nothing, since what is used no more is freed at once as
long as it lies in no circle. What is young is still looked through often, which takes a millisecond
and catches the circles of connections that were there for a moment; but not as often as Python does
it, for a group of moves that comes back from the store makes thousands of objects, all soon gone.
What is over leaves none that we know of: a table, a session and a connection cut themselves from
their parts. For one that slipped in all is looked through when the process has really grown.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Final

from rummy500_server.clock import Clock


LOOK: Final = 10.0
"""Seconds between two looks at how large the process is."""
GROWTH: Final = 1.5
"""By so much it must have grown since everything was looked through;"""
SMALL: Final = 1_000_000
"""what it has blocks of memory for at least, before that is worth a thought: some 100 MB."""
_YOUNG: Final = 10_000
"""New objects after which the young are looked through;"""
_MIDDLE: Final = 10
"""so often, until those that are a little older are."""
_NEVER: Final = 2**31 - 1


def look_seldom() -> None:
    """Have this process look through everything in sweeps alone. What is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)


async def sweep(clock: Clock, size: Callable[[], int] = sys.getallocatedblocks) -> None:
    """Look through everything when there is half as much again, for ever."""
    kept = max(size(), SMALL)
    while True:
        await clock.sleep(LOOK)
        if size() > kept * GROWTH:
            gc.collect()
            kept = max(size(), SMALL)
