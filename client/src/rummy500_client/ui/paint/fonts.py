"""The bundled faces: Figtree for everything read, Fraunces for the name, titles and ranks.

The static Figtree files name their family "Figtree Light" for all weights, so the family is asked
of Qt when the files are loaded. Without the files Qt's sans and serif stand in.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase


_TNUM: Final = "tnum"


@lru_cache(maxsize=1)
def load_fonts() -> tuple[str, str]:
    """Load the bundled faces once; return the families for text and for display.

    Needs a ``QGuiApplication``.
    """
    families: dict[str, str] = {}
    folder = files("rummy500_client") / "assets" / "fonts"
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if not entry.name.endswith(".woff2"):
            continue
        number = QFontDatabase.addApplicationFontFromData(QByteArray(entry.read_bytes()))
        names = QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
        if names:
            families.setdefault(entry.name.split("-", 1)[0], names[0])
    return families.get("figtree", "Sans Serif"), families.get("fraunces", "Serif")


def text_family() -> str:
    """Return the family of everything that is read."""
    return load_fonts()[0]


def display_family() -> str:
    """Return the family of titles and card ranks."""
    return load_fonts()[1]


@lru_cache(maxsize=512)
def _font(px: int, weight: int, *, display: bool, tabular: bool) -> QFont:
    font = QFont([display_family() if display else text_family(), "Sans Serif"])
    font.setPixelSize(px)
    font.setWeight(QFont.Weight(weight))
    if tabular and hasattr(QFont, "Tag"):  # Qt 6.7 and newer
        font.setFeature(QFont.Tag(_TNUM), 1)
    return font


def font(px: float, weight: int = 400, *, display: bool = False, tabular: bool = False) -> QFont:
    """Return a face of ``px`` pixels. ``tabular`` gives figures of one width, for columns."""
    return _font(max(1, round(px)), weight, display=display, tabular=tabular)
