"""The screens round the table: they paint, and each press comes out as the intent of the model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from tests.shots import screen_samples as samples
from tests.shots.screens import SCREENS, SIZES

from rummy500_client.presenters.result_model import ReadyMark
from rummy500_client.ui.connect_view import ConnectView
from rummy500_client.ui.home_view import HomeView
from rummy500_client.ui.notice_sheet import NoticeSheet
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.result_sheet import ResultSheet


def button(widget: QWidget, intent: str) -> QPushButton:
    found = [b for b in widget.findChildren(QPushButton) if b.property("intent") == intent]
    return found[-1]


def click(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_paints(name: str, size: tuple[int, int], qtbot: QtBot) -> None:
    widget = SCREENS[name](size)
    qtbot.addWidget(widget)
    widget.show()

    assert not widget.grab().isNull()


@pytest.fixture
def home(qtbot: QtBot) -> HomeView:
    view = HomeView(Theme())
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show_model(samples.home(running=True))
    view.show()
    return view


@pytest.mark.parametrize("intent", ["play", "connect", "return", "settings", "language"])
def test_home_reports_what_is_pressed(home: HomeView, intent: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(home.intent) as seen:
        click(qtbot, button(home, intent))

    assert seen.args == [intent]


def test_home_reports_nothing_for_what_is_not_there_yet(home: HomeView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(home.intent):
        click(qtbot, button(home, "lobby"))


def test_home_reports_a_choice(home: HomeView, qtbot: QtBot) -> None:
    four = next(b for b in home.findChildren(QToolButton) if b.text() == "4")

    with qtbot.waitSignal(home.choice_made) as seen:
        click(qtbot, four)

    assert seen.args == ["seats", "4"]


def test_home_reports_a_name_once_it_is_typed(home: HomeView, qtbot: QtBot) -> None:
    field = home.findChild(QLineEdit, "name")
    qtbot.keyClicks(field, "Ana")

    with qtbot.waitSignal(home.name_changed) as seen:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert seen.args == ["Ana"]


def test_home_keeps_what_is_being_typed_when_the_model_changes(
    home: HomeView, qtbot: QtBot
) -> None:
    qtbot.keyClicks(home.findChild(QLineEdit, "name"), "Ana")
    home.show_model(samples.home())

    def shown() -> list[str]:
        return [f.text() for f in home.findChildren(QLineEdit, "name") if f.isVisible()]

    qtbot.waitUntil(lambda: shown() == ["Ana"])


@pytest.fixture
def below(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(1280, 800)
    widget.show()
    return widget


def test_a_result_reports_its_buttons(below: QWidget, qtbot: QtBot) -> None:
    sheet = ResultSheet(Theme(), below)
    sheet.show_model(samples.hand_result())

    for intent in ("next_hand", "look", "copy_deal"):
        with qtbot.waitSignal(sheet.intent) as seen:
            click(qtbot, button(sheet, intent))
        assert seen.args == [intent]


def test_enter_presses_the_gold_button_of_a_result(below: QWidget, qtbot: QtBot) -> None:
    sheet = ResultSheet(Theme(), below)
    sheet.show_model(samples.match_result())

    with qtbot.waitSignal(sheet.intent) as seen:
        qtbot.keyClick(sheet, Qt.Key.Key_Return)

    assert seen.args == ["rematch"]


def test_a_result_may_change_while_one_of_its_buttons_is_pressed(
    below: QWidget, qtbot: QtBot
) -> None:
    sheet = ResultSheet(Theme(), below)
    model = samples.hand_result()
    sheet.show_model(model)
    sheet.intent.connect(lambda _: sheet.show_model(samples.match_result()))

    click(qtbot, button(sheet, "next_hand"))

    with qtbot.waitSignal(sheet.intent) as seen:
        click(qtbot, button(sheet, "rematch"))
    assert seen.args == ["rematch"]


def test_a_change_of_who_is_ready_leaves_the_rest_of_the_sheet_alone(below: QWidget) -> None:
    sheet = ResultSheet(Theme(), below)
    model = samples.hand_result()
    sheet.show_model(model)
    copy = button(sheet, "copy_deal")

    sheet.show_model(replace(model, ready=(ReadyMark(1, "Maja", ready=True),)))

    assert button(sheet, "copy_deal") is copy


def test_a_sheet_follows_the_size_of_what_it_covers(below: QWidget) -> None:
    sheet = ResultSheet(Theme(), below)
    sheet.show_model(samples.hand_result())
    below.resize(1024, 640)

    assert sheet.size() == below.size()
    assert below.rect().contains(sheet.panel.geometry())


def test_tab_stays_inside_a_sheet(below: QWidget, qtbot: QtBot) -> None:
    outside = QPushButton("outside", below)
    outside.show()
    sheet = ResultSheet(Theme(), below)
    sheet.show_model(samples.hand_result())
    below.activateWindow()
    button(sheet, "look").setFocus()

    for _ in range(6):
        qtbot.keyClick(below.focusWidget() or sheet, Qt.Key.Key_Tab)
        assert sheet.isAncestorOf(below.focusWidget())


def test_enter_in_the_address_connects(below: QWidget, qtbot: QtBot) -> None:
    view = ConnectView(Theme(), below)
    view.open(samples.connect(failed=True))
    field = view.findChildren(QLineEdit)[0]
    field.setText(" example.org:9000 ")

    with qtbot.waitSignal(view.submitted) as seen:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert seen.args == ["example.org:9000", "Lucía"]


def test_a_busy_panel_can_only_be_cancelled(below: QWidget, qtbot: QtBot) -> None:
    view = ConnectView(Theme(), below)
    view.open(samples.connect())

    assert not button(view, "connect").isEnabled()
    with qtbot.waitSignal(view.intent) as seen:
        qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert seen.args == ["cancel"]


def test_a_notice_ticks_without_making_its_buttons_anew(below: QWidget, qtbot: QtBot) -> None:
    sheet = NoticeSheet(Theme(), below)
    sheet.show_model(samples.connection_lost(0.1))
    retry = button(sheet, "retry")

    sheet.show_model(replace(samples.connection_lost(0.9), line="Intento 4."))

    assert button(sheet, "retry") is retry
    with qtbot.waitSignal(sheet.intent) as seen:
        click(qtbot, retry)
    assert seen.args == ["retry"]
