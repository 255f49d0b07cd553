"""Pictures of the sheet of the settings: both languages, both themes, each size, top and foot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QWidget

from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.preferences import preferences_model
from rummy500_client.settings import (
    BackChoice,
    ClothChoice,
    Faces,
    Settings,
    Sounds,
    ThemeChoice,
)
from rummy500_client.ui.desktop import Desktop
from rummy500_client.ui.looks import looks_of
from rummy500_client.ui.paint.theme import style_sheet
from rummy500_client.ui.preferences_sheet import PreferencesSheet
from rummy500_client.ui.rules_list import Scroller


SIZES = ((1024, 640), (1280, 800), (1920, 1080))
PLAIN = Settings(name="Ana", theme=ThemeChoice.DARK)
CHOSEN = Settings(
    name="Inés",
    theme=ThemeChoice.LIGHT,
    cloth=ClothChoice.NIGHT,
    four_colours=True,
    faces=Faces.LARGE,
    back=BackChoice.NIGHT,
    card_scale=120,
    sounds=Sounds(people=0),
)


@dataclass(frozen=True)
class Shot:
    name: str
    settings: Settings
    language: str
    size: tuple[int, int]


def shots() -> Iterator[Shot]:
    """All pictures; each is saved twice, at the top and at the foot of the page."""
    for settings in (PLAIN, CHOSEN):
        for language in ("es", "en"):
            for size in SIZES:
                name = f"settings-{language}-{settings.theme}-{size[0]}"
                yield Shot(name, settings, language, size)


def sheet(shot: Shot) -> QWidget:
    """The sheet over an empty page."""
    looks = looks_of(shot.settings, Desktop())
    below = QWidget()
    below.setStyleSheet(style_sheet(looks.theme))
    below.resize(*shot.size)
    model = preferences_model(shot.settings, words_for(shot.language), sound=True)
    PreferencesSheet(looks, below).show_model(model, looks)
    below.show()
    return below


def render(out: Path, names: tuple[str, ...], suffix: str = "") -> None:
    """Save the pictures whose names begin with one of those given, or all."""
    for shot in shots():
        if not shot.name.startswith(names or ("",)):
            continue
        below = sheet(shot)
        below.grab().save(str(out / f"{shot.name}{suffix}.png"))
        scroller = below.findChild(Scroller)
        assert scroller is not None
        bar = scroller.verticalScrollBar()
        bar.setValue(bar.maximum())
        below.grab().save(str(out / f"{shot.name}-foot{suffix}.png"))
        below.close()
