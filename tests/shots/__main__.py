"""Render the pictures: python -m tests.shots OUT [NAME ...].

Samples show states that real games meet rarely (``stage``), also in the middle of a movement
(``moments``); ``real`` shows positions of real games, ``screens`` what is round the table, and
``states`` the whole window in every state.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from tests.shots import moments, real, screens, sheets, states
from tests.shots.stage import SHOTS

from rummy500_client.ui.table.view import TableView


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


if __name__ == "__main__":
    main()
