"""Pictures of every state of the whole window: each page, sheet, question and error.

The states are those of the tests of fitting (``tests.ui.looks``), reached as a person reaches them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import qasync
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QWidget
from tests.ui.desk import open_desk
from tests.ui.long_words import long_words
from tests.ui.looks import LOOKS
from tests.ui.looks_rooms import Look
from tests.ui.looks_table import AT_THE_TABLE

from rummy500_client.i18n.words import Words, words_for
from rummy500_client.settings import (
    ClothChoice,
    Faces,
    Settings,
    ThemeChoice,
)


STATES: Final[dict[str, Look]] = LOOKS | AT_THE_TABLE
DARK = Settings(name="Ana", theme=ThemeChoice.DARK)
LIGHT = Settings(name="Ana", theme=ThemeChoice.LIGHT, cloth=ClothChoice.NIGHT)
LARGE = Settings(
    name="Ana",
    theme=ThemeChoice.DARK,
    cloth=ClothChoice.CONTRAST,
    four_colours=True,
    faces=Faces.LARGE,
)


WINE = Settings(name="Ana", theme=ThemeChoice.DARK, cloth=ClothChoice.WINE, four_colours=True)
FROM_AFAR: Final = frozenset(
    {
        "home with a match",
        "unreachable",
        "many tables",
        "waiting host",
        "play",
        "refused",
        "connection lost",
        "hand result",
        "match result",
        "help rules",
        "settings",
        "new table unfolded",
    }
)
"""The states that are looked at on a large screen too."""


@dataclass(frozen=True)
class Manner:
    """How all states are looked at: in which window, language and dress."""

    name: str
    words: Words
    size: tuple[int, int]
    settings: Settings
    states: frozenset[str] = frozenset()
    """Which states; all without."""


def manners() -> Iterator[Manner]:
    """The smallest window in the longest language, and usual and large ones in ours."""
    yield Manner("es", words_for("es"), (1280, 800), DARK)
    yield Manner("en-light", words_for("en"), (1920, 1080), LIGHT)
    yield Manner("long-1024", long_words("es"), (1024, 640), LARGE)
    yield Manner("es-2160", words_for("es"), (3840, 2160), WINE, FROM_AFAR)


class Windows:
    """Keeps the windows as long as their pictures are taken."""

    def __init__(self) -> None:
        self.kept: list[QWidget] = []

    def addWidget(self, widget: QWidget) -> None:  # noqa: N802 - pytest-qt's name
        """Keep a window."""
        self.kept.append(widget)

    def close(self) -> None:
        """Close them."""
        for widget in self.kept:
            widget.close()
            widget.deleteLater()
        self.kept.clear()


async def picture(look: Look, manner: Manner, path: Path) -> None:
    """Save the picture of one state."""
    windows = Windows()
    it = open_desk(windows, manner.settings, manner.words.language)
    it.bridge.session.words = manner.words
    it.window.resize(*manner.size)
    await look(it)
    await asyncio.sleep(0)
    QCoreApplication.sendPostedEvents()
    it.window.grab().save(str(path))
    windows.close()


def render(out: Path, names: tuple[str, ...], suffix: str = "") -> None:
    """Save the states whose names begin with one of those given, or all, in each manner.

    A QApplication must exist.
    """
    app = QApplication.instance()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        for state, look in STATES.items():
            name = f"state-{state.replace(' ', '-')}"
            if names and not name.startswith(names):
                continue
            for manner in manners():
                if (manner.states and state not in manner.states) or (suffix and manner.states):
                    continue
                path = out / f"{name}-{manner.name}{suffix}.png"
                runner.run(picture(look, manner, path))
