"""Garbage in circles is looked for in sweeps, when there may be much of it."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import weakref

from tests.server.fakes import StillClock, settle

from rummy500_server.ops.garbage import GROWTH, LOOK, SMALL, sweep


SCRIPT = """
import gc
from rummy500_server.ops.garbage import look_seldom
look_seldom()
print(gc.get_threshold()[2] > 10**9, gc.get_freeze_count() > 1000, gc.isenabled())
"""


class Circle:
    def __init__(self) -> None:
        self.self = self


async def test_circles_are_freed_when_the_process_has_grown(clock: StillClock) -> None:
    size = SMALL
    sweeping = asyncio.create_task(sweep(clock, lambda: size))
    await settle()
    gc.disable()
    try:
        circle = weakref.ref(Circle())
        await clock.move(LOOK)
        assert circle() is not None
        size = int(SMALL * GROWTH) + 1
        await clock.move(LOOK)
        assert circle() is None
        other = weakref.ref(Circle())
        await clock.move(LOOK)
        assert other() is not None, "it is as large as after the last sweep"
    finally:
        gc.enable()
        sweeping.cancel()


def test_a_server_looks_through_everything_in_sweeps_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["True", "True", "True"]
