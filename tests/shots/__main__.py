"""Render the pictures: python -m tests.shots OUT [NAME ...].

Samples show states that real games meet rarely; ``real`` shows positions of real games.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from tests.shots import real, samples

from rummy500_client.presenters.table_model import TableModel
from rummy500_client.ui.paint.tokens import Deck, Theme
from rummy500_client.ui.table.targets import Area
from rummy500_client.ui.table.view import TableView


SMALL, USUAL, LARGE = (1024, 640), (1280, 800), (1920, 1080)


@dataclass(frozen=True)
class Shot:
    make: Callable[[], TableModel]
    size: tuple[int, int] = USUAL
    theme: Theme = field(default_factory=Theme)
    scale: float = 1.0
    log: bool = False
    focus: Area | None = None


SHOTS = {
    "table-2-draw-es": Shot(samples.two_seats_draw, focus=Area.PILE),
    "table-4-wait-en": Shot(samples.four_seats_wait, (1600, 900), Theme("light")),
    "table-4-wait-en-1280": Shot(samples.four_seats_wait),
    "table-4-wait-en-drawer": Shot(samples.four_seats_wait, log=True),
    "pile-30-preview-es": Shot(samples.pile_of_30, theme=Theme(cloth_name="noche")),
    "pile-30-preview-es-1024": Shot(samples.pile_of_30, SMALL, Theme(cloth_name="noche")),
    "pile-25-en": Shot(samples.pile_of_25, theme=Theme(cloth_name="grafito")),
    "pile-25-en-1024": Shot(samples.pile_of_25, SMALL, Theme("light", "grafito")),
    "hand-25-required-en": Shot(samples.hand_of_25, (1366, 768)),
    "hand-25-required-en-1024": Shot(samples.hand_of_25, SMALL),
    "hand-25-required-en-1920": Shot(samples.hand_of_25, LARGE),
    "hand-20-es": Shot(samples.hand_of_20, focus=Area.HAND),
    "melds-12-es": Shot(samples.twelve_melds, (1600, 900), Theme(cloth_name="vino")),
    "melds-12-es-1024": Shot(samples.twelve_melds, SMALL),
    "melds-12-es-1920": Shot(samples.twelve_melds, LARGE),
    "small-big-index-en": Shot(
        samples.small_window, SMALL, Theme(deck=Deck(four_colours=True, large_index=True))
    ),
    "contrast-en": Shot(samples.small_window, USUAL, Theme(cloth_name="contraste")),
    "scale-200-es": Shot(samples.hand_of_20, (1366, 768), scale=2.0),
    "table-2-draw-es-4k": Shot(samples.two_seats_draw, (3840, 2160)),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.shots", description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the pictures")
    parser.add_argument("names", nargs="*", help="beginnings of names; all without")
    wish = parser.parse_args()
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
        view.grab().save(str(wish.out / f"{name}.png"))
        view.close()
    real.render(wish.out, tuple(wish.names))
    del app


if __name__ == "__main__":
    main()
