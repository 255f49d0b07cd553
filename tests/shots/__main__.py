"""Render the pictures: python -m tests.shots OUT [NAME ...].

Samples show states that real games meet rarely (``stage``), also in the middle of a movement
(``moments``); ``real`` shows positions of real games, ``screens`` what is round the table, and
``states`` the whole window in every state.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from tests.shots import moments, real, screens, sheets, states
from tests.shots.stage import SHOTS

from rummy500_client.ui.table.view import TableView


SCALES = (1.5, 2, 3)
SCALED = (
    "table-2-draw-es",
    "hand-25-required-en-1024",
    "melds-12-es-1024",
    "small-big-index-en",
    "pile-40-es-1024",
    "state-waiting-host",
    "state-hand-result",
    "settings-es-light-1024",
)
"""What is shown on screens with more pixels too, by a process for each: Qt asks only once."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.shots", description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the pictures")
    parser.add_argument("names", nargs="*", help="beginnings of names; all without")
    parser.add_argument("--scale", type=float, default=1.0, help="device pixels for each px")
    wish = parser.parse_args()
    suffix = "" if wish.scale == 1 else f"@{wish.scale:g}x"
    os.environ["QT_SCALE_FACTOR"] = str(wish.scale)  # Qt reads it when the application is made
    wish.out.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    for name, shot in SHOTS.items():
        if wish.names and not name.startswith(tuple(wish.names)):
            continue
        view = TableView(shot.theme)
        view.set_motion(0)
        view.set_card_scale(shot.scale)
        view.resize(*shot.size)
        if shot.log:
            view.toggle_log()
        view.set_model(shot.make())
        view.show()
        if shot.focus is not None:
            view.scene.focus(view.proxies.stop_of(shot.focus))
        view.grab().save(str(wish.out / f"{name}{suffix}.png"))
        view.close()
    names = tuple(wish.names)
    for room in (moments, real, screens):
        room.render(wish.out, names)
    sheets.render(wish.out, names, suffix)
    states.render(wish.out, names, suffix)
    del app
    if not wish.names and wish.scale == 1:
        render_scaled(wish.out)


def render_scaled(out: Path) -> None:
    """Save a few pictures as screens with more pixels show them."""
    for scale in SCALES:
        command = (sys.executable, "-m", "tests.shots", str(out), *SCALED)
        subprocess.run((*command, "--scale", str(scale)), check=True)


if __name__ == "__main__":
    main()
