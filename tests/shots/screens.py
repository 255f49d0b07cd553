"""Pictures of results, help and new tables with more in them than the states of the window have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget
from tests.shots import screen_samples as samples

from rummy500.engine.options import BASIC, RUMMY500
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.help import help_model
from rummy500_client.presenters.help_model import HelpTab
from rummy500_client.presenters.new_table import Draft, Where, draft_of, new_table_model
from rummy500_client.presenters.result_model import HandResult, MatchResult
from rummy500_client.settings import Settings
from rummy500_client.ui.help_sheet import HelpSheet
from rummy500_client.ui.home_view import HomeView
from rummy500_client.ui.new_table_sheet import NewTableSheet
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.result_sheet import ResultSheet


SIZES = ((1280, 800), (1024, 640), (1920, 1080))
DARK, LIGHT = Theme(), Theme("light")


def home_view(theme: Theme, size: tuple[int, int], *, running: bool) -> QWidget:
    view = HomeView(theme)
    view.resize(*size)
    view.show_model(samples.home(running=running))
    return view


def sheet(theme: Theme, size: tuple[int, int], model: HandResult | MatchResult) -> QWidget:
    below = home_view(theme, size, running=False)
    ResultSheet(theme, below).show_model(model)
    return below


def help_page(theme: Theme, size: tuple[int, int], tab: HelpTab, language: str) -> QWidget:
    below = home_view(theme, size, running=False)
    options = replace(RUMMY500, must_discard_to_go_out=True, target_score=200)
    HelpSheet(theme, below).show_model(help_model(options, 2, tab, words_for(language)))
    return below


def new_table(theme: Theme, size: tuple[int, int], draft: Draft, language: str) -> QWidget:
    below = home_view(theme, size, running=False)
    NewTableSheet(theme, below).open(new_table_model(draft, words_for(language)))
    return below


PLAIN = draft_of(Settings(), Where.HERE)
CHANGED = replace(PLAIN, unfolded=True, options=replace(RUMMY500, must_discard_to_go_out=True))
FAULTY = replace(PLAIN, unfolded=True, seats=4, options=replace(RUMMY500, hand_size=13))
BASIC_ELSEWHERE = replace(PLAIN, where=Where.ELSEWHERE, options=BASIC)
SCREENS: dict[str, Callable[[tuple[int, int]], QWidget]] = {
    "hand-result-4-es": lambda size: sheet(DARK, size, samples.hand_result()),
    "hand-result-2-light-es": lambda size: sheet(LIGHT, size, samples.two_seat_hand_result()),
    "match-result-en": lambda size: sheet(LIGHT, size, samples.match_result()),
    "help-en": lambda size: help_page(DARK, size, HelpTab.RULES, "en"),
    "help-light-es": lambda size: help_page(LIGHT, size, HelpTab.RULES, "es"),
    "help-marks-es": lambda size: help_page(DARK, size, HelpTab.MARKS, "es"),
    "help-tips-en": lambda size: help_page(LIGHT, size, HelpTab.TIPS, "en"),
    "help-about-es": lambda size: help_page(DARK, size, HelpTab.ABOUT, "es"),
    "new-table-en": lambda size: new_table(DARK, size, PLAIN, "en"),
    "new-table-light-es": lambda size: new_table(LIGHT, size, CHANGED, "es"),
    "new-table-refused-es": lambda size: new_table(DARK, size, FAULTY, "es"),
    "new-table-basic-en": lambda size: new_table(DARK, size, BASIC_ELSEWHERE, "en"),
    "match-result-dark-en": lambda size: sheet(DARK, size, samples.match_result()),
}


def render(out: Path, names: tuple[str, ...]) -> None:
    """Save the screens whose names begin with one of those given, or all, in each size.

    A QApplication must exist.
    """
    for name, make in SCREENS.items():
        if names and not name.startswith(names):
            continue
        for size in SIZES:
            widget = make(size)
            widget.show()
            QCoreApplication.sendPostedEvents()
            widget.grab().save(str(out / f"{name}-{size[0]}x{size[1]}.png"))
            widget.hide()
            widget.deleteLater()
