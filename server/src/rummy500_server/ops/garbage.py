"""When Python looks for garbage in circles.

It looks through all objects whenever there are a quarter more of them than the last time: with 500
tables that stops every hand for a fifth of a second, again and again, and finds next to nothing,
since what is used no more is freed at once as long as it lies in no circle. What is young is still
looked through often, which takes a millisecond and catches most circles: those of connections that
were there for a moment. The others, of people who stayed for a while, wait for the next sweep.
"""

from __future__ import annotations

import gc
from typing import Final

from rummy500_server.clock import Clock


SWEEP: Final = 300.0
"""Seconds between two looks at everything."""
_YOUNG: Final = 1000
"""New objects after which the young are looked through;"""
_MIDDLE: Final = 10
"""so often, until those that are a little older are."""
_NEVER: Final = 2**31 - 1


def look_seldom() -> None:
    """Have this process look through everything in sweeps alone. What is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)


async def sweep(clock: Clock) -> None:
    """Look through everything now and then, for ever."""
    while True:
        await clock.sleep(SWEEP)
        gc.collect()
