"""Whether the window grows with the matches that are played in it.

    python -m benchmarks.client_memory [--matches N]

The whole client plays matches to 100 points against the computer, with clicks, one rematch after
the other, against the real server that it starts for itself. After each match the resident memory
of the client is taken, and how many Python objects and things on the table's scene there are. What
is there after the last matches is compared with what was there in the middle: caches fill at the
beginning. Prints one JSON object; exits 1 if memory or the number of objects grew by more than 3 %.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
import qasync
from PySide6.QtWidgets import QApplication
from tests.e2e.client_player import Player, visible_buttons
from tests.e2e.client_program import program


TARGET = 100
MOST_GROWTH = 0.03
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Sample(NamedTuple):
    """What there is after a match."""

    kb: int
    objects: int
    items: int


def sample(player: Player) -> Sample:
    """Count."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    items = len(player.view.canvas.scene().items())
    return Sample(pages * _PAGE // 1024, len(gc.get_objects()), items)


async def play(matches: int, folder: Path, patch: pytest.MonkeyPatch) -> list[Sample]:
    """Play, and count after each match."""
    found: list[Sample] = []
    async with program(folder, patch, seed=None) as player:
        await player.until(player.program.window.isVisible)
        player.session.set_settings(replace(player.session.settings, target=TARGET))
        await player.start_match(2)
        for number in range(matches):
            if number:
                await rematch(player)
            await player.play_match()
            found.append(sample(player))
    return found


async def rematch(player: Player) -> None:
    """Play another one."""
    result = player.program.window.table.result
    await player.until(lambda: bool(visible_buttons(result, "rematch")))
    player.press_intent(result, "rematch")
    await player.until(lambda: player.glance.now.winners is None)
    await player.until(player.settled)


def main() -> int:
    """Play and compare; return 1 if something grew."""
    parser = argparse.ArgumentParser(description="Play matches in the window; see what grows.")
    parser.add_argument("--matches", type=int, default=50, help="how many (%(default)s)")
    matches = max(parser.parse_args().matches, 6)
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    with (
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner,
    ):
        found = runner.run(play(matches, Path(folder), patch))
    third = matches // 3
    middle, end = found[third : 2 * third], found[2 * third :]
    report = {
        name: {
            "first": getattr(found[0], name),
            "middle": round(median(getattr(one, name) for one in middle)),
            "end": round(median(getattr(one, name) for one in end)),
        }
        for name in Sample._fields
    }
    growth = report["kb"]["end"] / report["kb"]["middle"] - 1
    more = report["objects"]["end"] / report["objects"]["middle"] - 1
    told = {"matches": matches, **report, "growth": round(growth, 4), "more": round(more, 4)}
    sys.stdout.write(json.dumps(told, indent=2) + "\n")
    return 1 if growth > MOST_GROWTH or more > MOST_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
