"""Whether the window ever stands still: while others play, while a server or a network hangs.

Run from the root of the workspace: ``python -m benchmarks.client_steady``. The whole client runs
against the real server that it starts for itself. A timer of 5 ms ticks in it; the time between two
ticks is measured at rest, and then while computers play as fast as they can, while the server is
stopped, while it is gone and looked for, and while a host name is asked of a resolver that does not
answer. What the machine does besides is in all of them, so the differences to the time at rest
count: at most 50 ms at the 99th percentile.

Prints one JSON object; exits 1 if a goal is missed.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
import qasync
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from tests.e2e.client_player import Player
from tests.e2e.client_program import program

from rummy500_client.state.model import Away, Trying


TICK_MS = 5
SECONDS = 4.0
LIMIT_MS = 50.0
Scene = Callable[[], Awaitable[None]]


class Ticks:
    """The times between the ticks of a timer."""

    def __init__(self) -> None:
        self._last = 0.0
        self._gaps: list[float] = []
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def _tick(self) -> None:
        now = time.perf_counter()
        self._gaps.append(1000 * (now - self._last))
        self._last = now

    async def during(self, scene: Scene) -> dict[str, float]:
        """Return how the gaps were spread while something went on, in milliseconds."""
        self._gaps.clear()
        self._last = time.perf_counter()
        self._timer.start()
        await scene()
        self._timer.stop()
        gaps = sorted(self._gaps)
        last = len(gaps) - 1
        return {
            "ticks": len(gaps),
            "p50": round(gaps[last // 2], 1),
            "p99": round(gaps[round(last * 0.99)], 1),
            "max": round(gaps[last], 1),
        }


async def nothing() -> None:
    """Wait."""
    await asyncio.sleep(SECONDS)


async def measure(folder: Path, patch: pytest.MonkeyPatch) -> dict[str, dict[str, float]]:
    """Go through all scenes."""
    ticks, found = Ticks(), {}
    async with program(folder, patch) as player:
        player.view.set_motion(1)
        await player.until(player.program.window.isVisible)
        found["the first screen"] = await ticks.during(nothing)
        await player.start_match(4)
        found["at rest, at the table"] = await ticks.during(nothing)
        found["four play"] = await ticks.during(lambda: play(player))
        pid = player.program.server.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        try:
            found["the server hangs"] = await ticks.during(lambda: press_and_wait(player))
        finally:
            os.kill(pid, signal.SIGKILL)  # one that stands still would not notice our end
        found["the server is gone"] = await ticks.during(lambda: looked_for(player))
    async with program(folder / "other", patch) as player:
        await player.until(player.program.window.isVisible)
        player.program.bridge.on_connect("nobody.example", "Ana")
        found["a name is looked up"] = await ticks.during(nothing)
    return found


async def play(player: Player) -> None:
    """Play for a while, with computers that do not pause."""
    end = time.monotonic() + 2 * SECONDS
    while time.monotonic() < end or player.hand.end is not None:
        if player.hand.end is None:
            await player.play_once()
        else:
            await next_hand(player)


async def next_hand(player: Player) -> None:
    """Look at the result and go on."""
    number = player.glance.now.number
    await player.until(player.program.window.table.result.isVisible)
    player.press_intent(player.program.window.table.result, "next_hand")
    await player.until(lambda: player.glance.now.number > number)
    await player.until(player.settled)


async def press_and_wait(player: Player) -> None:
    """Do something that nobody answers."""
    await player.perform(player.choose())
    await nothing()


async def looked_for(player: Player) -> None:
    """Wait while the server is looked for, and started again."""
    await player.until(lambda: isinstance(player.session.state.connection, Away | Trying))
    await nothing()


def main() -> int:
    """Measure and print; return 1 if a goal is missed."""
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)  # there are several in turn
    release = threading.Event()
    known = socket.getaddrinfo

    def resolver(host: str, *rest: Any, **more: Any) -> Any:
        if host.endswith(".example"):
            release.wait(60)
        return known(host, *rest, **more)

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", resolver)
        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
            found = runner.run(measure(Path(folder), patch))
            release.set()
    rest = found["at rest, at the table"]["p99"]
    worse = {name: round(gaps["p99"] - rest, 1) for name, gaps in found.items()}
    missed = [name for name, more in worse.items() if more > LIMIT_MS]
    report = {"gaps_ms": found, "p99_above_rest_ms": worse, "missed": missed}
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
