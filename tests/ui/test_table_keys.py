"""The keyboard and the screen reader on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.shots import samples
from tests.shots.build import card

from rummy500_client.ui.table.proxies import Group, Proxy, SaidLabel
from rummy500_client.ui.table.targets import Area, Kind, Target
from rummy500_client.ui.table.view import TableView


Key = Qt.Key


@pytest.fixture
def view(qtbot: QtBot) -> TableView:
    made = TableView()
    qtbot.addWidget(made)
    made.set_motion(0)
    made.resize(1280, 800)
    made.set_model(samples.hand_of_20())
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.setFocus()
    return made


def press(qtbot: QtBot, key: Qt.Key, times: int = 1) -> None:
    for _ in range(times):
        widget = QApplication.focusWidget()
        assert widget is not None
        qtbot.keyClick(widget, key)


def test_tab_goes_through_the_areas_in_order(qtbot: QtBot, view: TableView) -> None:
    seen = []
    for _ in Area:
        press(qtbot, Key.Key_Tab)
        focused = view.proxies.focused
        assert focused is not None
        seen.append(focused.area)

    assert seen == list(Area)


def test_arrows_go_along_the_hand_and_tab_comes_back_there(qtbot: QtBot, view: TableView) -> None:
    model = view.model
    assert model is not None
    press(qtbot, Key.Key_Tab)
    press(qtbot, Key.Key_Right, 3)
    assert view.proxies.focused == Target(Kind.HAND, model.hand[3].card)
    press(qtbot, Key.Key_End)
    assert view.proxies.focused == Target(Kind.HAND, model.hand[-1].card)
    press(qtbot, Key.Key_Left)
    press(qtbot, Key.Key_Tab)
    press(qtbot, Key.Key_Backtab)
    assert view.proxies.focused == Target(Kind.HAND, model.hand[-2].card)


def test_space_selects_and_enter_is_the_gold_button(qtbot: QtBot, view: TableView) -> None:
    model = view.model
    assert model is not None
    pressed: list[int] = []
    intents: list[str] = []
    view.hand_pressed.connect(pressed.append)
    view.button_pressed.connect(intents.append)
    press(qtbot, Key.Key_Tab)
    press(qtbot, Key.Key_Right)
    press(qtbot, Key.Key_Space)
    press(qtbot, Key.Key_Return)

    assert pressed == [model.hand[1].card]
    assert intents == ["meld"]


def test_enter_presses_the_button_that_has_the_focus(qtbot: QtBot, view: TableView) -> None:
    intents: list[str] = []
    view.button_pressed.connect(intents.append)
    view.proxies.focus_area(Area.ACTIONS)
    press(qtbot, Key.Key_Right, 3)
    press(qtbot, Key.Key_Return)

    assert intents == ["discard"]


def test_other_keys_are_told_by_name(qtbot: QtBot, view: TableView) -> None:
    names: list[str] = []
    view.key_pressed.connect(names.append)
    for key in (Key.Key_S, Key.Key_Escape, Key.Key_F2, Key.Key_3):
        press(qtbot, key)
    qtbot.keyClick(view, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    press(qtbot, Key.Key_Tab)
    press(qtbot, Key.Key_D)

    assert names == ["S", "Esc", "F2", "3", "Ctrl+Z", "D"]


def test_control_and_an_arrow_move_the_focused_card(qtbot: QtBot, view: TableView) -> None:
    model = view.model
    assert model is not None
    moved: list[tuple[int, int]] = []
    view.hand_moved.connect(lambda c, k: moved.append((c, k)))
    press(qtbot, Key.Key_Tab)
    widget = QApplication.focusWidget()
    assert widget is not None
    qtbot.keyClick(widget, Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(widget, Key.Key_Right, Qt.KeyboardModifier.ControlModifier)

    assert moved == [(model.hand[0].card, 1)]


def test_the_focus_goes_to_the_neighbour_when_a_card_leaves(qtbot: QtBot, view: TableView) -> None:
    model = view.model
    assert model is not None
    press(qtbot, Key.Key_Tab)
    press(qtbot, Key.Key_Right, 4)
    view.set_model(replace(model, hand=(*model.hand[:4], *model.hand[5:])))

    assert view.proxies.focused == Target(Kind.HAND, model.hand[5].card)


def test_focus_on_a_pile_card_points_at_it(qtbot: QtBot, view: TableView) -> None:
    told: list[int] = []
    view.pile_hovered.connect(told.append)
    view.proxies.focus_area(Area.PILE)
    press(qtbot, Key.Key_Right)
    press(qtbot, Key.Key_Tab)

    assert told == [0, -1]


def test_g_opens_and_closes_the_log(qtbot: QtBot, view: TableView) -> None:
    assert not view.log_shown
    press(qtbot, Key.Key_G)
    assert view.log_shown
    assert view.log.isVisible()
    press(qtbot, Key.Key_G)
    assert not view.log.isVisible()


def test_a_wide_window_opens_the_log_beside_the_table(view: TableView) -> None:
    view.resize(1920, 1080)

    assert view.log_shown
    assert view.canvas.geometry().right() < view.log.geometry().left() + 1


def test_everything_pressable_has_a_name_and_cards_tell_their_state(view: TableView) -> None:
    names = [p.accessibleName() for p in view.canvas.viewport().findChildren(Proxy)]
    assert names
    assert all(names)
    selected = view.proxies.proxy(Target(Kind.HAND, card("JD")))
    resting = view.proxies.proxy(Target(Kind.HAND, card("4S")))
    assert selected is not None
    assert resting is not None
    known = QAccessible.queryAccessibleInterface(selected)
    assert known.role() == QAccessible.Role.CheckBox
    assert known.text(QAccessible.Text.Name) == "J♦"
    assert known.state().checked
    assert not QAccessible.queryAccessibleInterface(resting).state().checked


def test_a_screen_reader_can_press(view: TableView) -> None:
    pressed: list[int] = []
    view.hand_pressed.connect(pressed.append)
    proxy = view.proxies.proxy(Target(Kind.HAND, card("4S")))
    assert proxy is not None
    proxy.click()

    assert pressed == [card("4S")]


def test_plates_and_the_sentence_can_be_read_aloud(view: TableView) -> None:
    model = view.model
    assert model is not None
    read = [label.text() for label in view.canvas.viewport().findChildren(SaidLabel)]

    assert {seat.accessible for seat in model.seats} <= set(read)
    assert f"{model.status.headline}. {model.status.second}" in read
    groups = view.canvas.viewport().findChildren(Group)
    assert [group.accessibleName() for group in groups if group.isVisible()] == [
        *("the seats", "hand", "pile", "melds", "actions", "sort", "tools")
    ]
