"""Garbage in circles is looked for in sweeps, and only there among what is old."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import weakref

from tests.server.fakes import StillClock, settle

from rummy500_server.ops.garbage import SWEEP, sweep


LOOK = """
import gc
from rummy500_server.ops.garbage import look_seldom
look_seldom()
print(gc.get_threshold()[2] > 10**9, gc.get_freeze_count() > 1000, gc.isenabled())
"""


class Circle:
    def __init__(self) -> None:
        self.self = self


async def test_a_sweep_frees_circles(clock: StillClock) -> None:
    sweeping = asyncio.create_task(sweep(clock))
    await settle()
    gc.disable()
    try:
        circle = weakref.ref(Circle())
        await clock.move(SWEEP - 1)
        assert circle() is not None
        await clock.move(1)
        assert circle() is None
    finally:
        gc.enable()
        sweeping.cancel()


def test_a_server_looks_through_everything_in_sweeps_alone() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["True", "True", "True"]
