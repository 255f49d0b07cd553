"""Render pictures of real games: the pages as the program shows them, from positions that it met.

python -m tests.shots.real OUT [NAME ...]
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget
from tests.shots import games

from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.home import Idle, home_model
from rummy500_client.presenters.match_results import match_result
from rummy500_client.presenters.results import hand_result
from rummy500_client.presenters.table import table_model
from rummy500_client.settings import Settings
from rummy500_client.state.local import ResultShown
from rummy500_client.state.model import TableState
from rummy500_client.ui.home_view import HomeView
from rummy500_client.ui.pages.table_page import TablePage
from rummy500_client.ui.paint.theme import Theme, style_sheet


SIZES = {"": (1280, 800), "-1080": (1920, 1080)}
LANGUAGES = ("es", "en")


class Position(NamedTuple):
    """A position, and how the viewer looks at it."""

    find: Callable[[], TableState]
    look: Callable[[TableState, str], Glance]


def result(state: TableState, language: str) -> Glance:
    """Look at the result of the hand."""
    return games.result_of(state, language, ResultShown.HAND)


def match_over(state: TableState, language: str) -> Glance:
    """Look at the result of the match."""
    return games.result_of(state, language, ResultShown.MATCH)


POSITIONS = {
    "table-2": Position(lambda: games.find(2, games.steady, games.mid_hand), games.glance),
    "table-3": Position(lambda: games.find(3, games.steady, games.mid_hand), games.glance),
    "table-4": Position(
        lambda: games.find(4, games.steady, games.lay_off_at_hand), games.with_selection
    ),
    "preview": Position(lambda: games.find(2, games.steady, games.mid_hand), games.with_preview),
    "pile-25": Position(
        lambda: games.find(2, games.passing, games.pile_of(25)), games.with_preview
    ),
    "hand-20": Position(lambda: games.find(2, games.hoarding, games.hand_of(20)), games.glance),
    "result-2": Position(lambda: games.after_hands(2, 2), result),
    "result-4": Position(lambda: games.after_hands(4, 3), result),
    "match": Position(lambda: games.after_hands(4, 0), match_over),
}


def table_page(glance: Glance) -> QWidget:
    """Return the table page, with the result over it that the look asks for."""
    page = TablePage(Theme())
    page.setStyleSheet(style_sheet(Theme()))
    page.view.set_motion(0)
    page.show_model(table_model(glance), ())
    match glance.local.result:
        case ResultShown.HAND:
            page.show_result(hand_result(glance))
        case ResultShown.MATCH:
            page.show_result(match_result(glance))
        case ResultShown.NOT_YET | ResultShown.PEEKING:
            pass
    return page


def home_page(language: str) -> QWidget:
    """Return the first screen."""
    view = HomeView(Theme())
    view.setStyleSheet(style_sheet(Theme()))
    view.show_model(home_model(Settings(), Idle(), words_for(language), date(2026, 11, 30)))
    return view


def save(make: Callable[[], QWidget], out: Path, name: str) -> None:
    """Save the pictures of one page, in each size."""
    for suffix, size in SIZES.items():
        page = make()
        page.resize(*size)
        page.show()
        QCoreApplication.sendPostedEvents()
        page.grab().save(str(out / f"{name}{suffix}.png"))
        page.close()


def render(out: Path, names: tuple[str, ...]) -> None:
    """Save the pictures whose names begin with one of those given, or all.

    A QApplication must exist.
    """
    beginnings = names or ("",)
    for language in LANGUAGES:
        if "home".startswith(beginnings):
            save(lambda language=language: home_page(language), out, f"home-{language}")
    for name, position in POSITIONS.items():
        if not name.startswith(beginnings):
            continue
        state = position.find()
        for language in LANGUAGES:
            glance = position.look(state, language)
            save(lambda glance=glance: table_page(glance), out, f"{name}-{language}")
