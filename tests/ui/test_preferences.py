"""The settings in the window: each answer takes effect at once, everywhere, and is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.client.little_table import position
from tests.ui.desk import Desk, lobby, open_desk, seated, texts

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_cards
from rummy500_client.settings import ReducedMotion, Settings, Speed, ThemeChoice
from rummy500_client.ui.desktop import Desktop
from rummy500_client.ui.looks import looks_of
from rummy500_client.ui.paint.tokens import DARK, LIGHT


Key = Qt.Key


async def opened(qtbot: QtBot, settings: Settings | None = None) -> Desk:
    it = open_desk(qtbot, settings)
    await it.shown()
    await it.press(it.window.home, "settings")
    return it


def sheet(it: Desk) -> QWidget:
    return it.window.preferences.sheet


def control(it: Desk, key: str, value: str | None = None) -> QWidget:
    found = [
        child
        for child in sheet(it).findChildren(QWidget)
        if child.property("key") == key and (value is None or child.property("value") == value)
    ]
    return found[-1]


async def answer(it: Desk, key: str, value: str) -> None:
    button = control(it, key, value)
    assert isinstance(button, QToolButton)
    button.click()
    await it.shown()


async def test_every_answer_is_kept_and_shown_at_once(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    await answer(it, "cloth", "noche")
    await answer(it, "faces", "large")
    await answer(it, "back", "tinta")
    await answer(it, "speed", "slow")
    for key in ("four_colours", "hints", "confirm"):
        switch = control(it, key)
        assert isinstance(switch, QAbstractButton)
        switch.click()
        await it.shown()
    slider = control(it, "card_scale")
    assert isinstance(slider, QSlider)
    QTest.keyClick(slider, Key.Key_Right)
    await it.shown()

    kept = it.kept[-1]
    assert (kept.cloth, kept.faces, kept.back, kept.speed) == ("noche", "large", "tinta", "slow")
    assert (kept.four_colours, kept.hints, kept.confirm) == (True, False, False)
    assert kept.card_scale == 105
    table = it.window.table.view
    assert table._theme == looks_of(kept, Desktop()).theme
    assert table._scale == pytest.approx(1.05)
    assert table.scene.mover.factor == pytest.approx(Speed.SLOW.factor)


async def test_the_light_theme_reaches_every_page_and_sheet(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    assert DARK.bg in it.window.styleSheet()
    await answer(it, "theme", "light")

    window = it.window
    assert LIGHT.bg in window.styleSheet()
    for part in (window.home, window.lobby, window.waiting, window.table.view):
        assert part._theme.mode == "light"
    for one in (window.connect_view, window.notice, window.table.result, window.rules.help):
        assert one.theme.mode == "light"
    assert window.rules.new_table.theme.mode == window.preferences.sheet.theme.mode == "light"


async def test_a_choice_keeps_its_focus_when_all_parts_are_made_anew(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    it.window.activateWindow()
    control(it, "theme", "light").setFocus()
    await answer(it, "theme", "light")
    await answer(it, "language", "es")

    here = sheet(it).focusWidget()
    assert (here.property("key"), here.property("value")) == ("theme", "light")


async def test_the_language_changes_the_sheet_and_what_lies_below(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    await answer(it, "language", "es")

    assert "Ajustes" in texts(sheet(it))
    assert "Settings" not in texts(sheet(it))
    play = [b for b in it.window.home.findChildren(QPushButton) if b.property("intent") == "play"]
    assert play[-1].accessibleName() == "Jugar ya"
    assert it.kept[-1].language == "es"
    await answer(it, "language", "system")
    assert "Settings" in texts(sheet(it))


async def test_escape_and_f10_lead_back_to_where_the_focus_was(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    it.window.activateWindow()
    for key in (Key.Key_Escape, Key.Key_F10):
        await answer(it, "language", "es")
        await answer(it, "language", "en")
        QTest.keyClick(sheet(it).focusWidget(), key)
        await it.shown()
        assert not sheet(it).isVisible()
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.property("intent") == "settings"
        QTest.keyClick(focus, Key.Key_F10)
        await it.shown()
        assert sheet(it).isVisible()


async def test_f10_opens_the_settings_at_the_table_and_in_the_lobby(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await seated(it)
    QTest.keyClick(it.window.table.view, Key.Key_F10)
    assert sheet(it).isVisible()
    QTest.keyClick(sheet(it), Key.Key_Escape)
    assert not sheet(it).isVisible()
    it.window.table.view.tool_pressed.emit("settings")
    assert sheet(it).isVisible()
    it.bridge.session.go_home()
    await lobby(it)
    QTest.keyClick(sheet(it), Key.Key_Escape)
    QTest.keyClick(it.window.lobby, Key.Key_F10)
    assert sheet(it).isVisible()


async def test_help_opens_over_the_settings_and_leads_back(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    it.window.activateWindow()
    control(it, "speed", "normal").setFocus()
    QTest.keyClick(control(it, "speed", "normal"), Key.Key_F1)
    await it.shown()
    assert it.window.rules.help.isVisible()
    QTest.keyClick(it.window.rules.help, Key.Key_Escape)
    await it.shown()

    assert sheet(it).isVisible()
    assert QApplication.focusWidget() is control(it, "speed", "normal")


async def test_reset_asks_for_a_second_press_and_spares_name_and_language(qtbot: QtBot) -> None:
    it = await opened(qtbot, Settings(name="Ana", theme=ThemeChoice.LIGHT, card_scale=150))
    await it.press(sheet(it), "reset_settings")
    assert it.bridge.session.settings.card_scale == 150
    await it.press(sheet(it), "reset_settings")

    assert it.kept[-1] == Settings(name="Ana")


async def test_another_answer_lets_go_of_the_reset(qtbot: QtBot) -> None:
    it = await opened(qtbot, Settings(card_scale=150))
    await it.press(sheet(it), "reset_settings")
    await answer(it, "speed", "fast")
    await it.press(sheet(it), "reset_settings")

    assert it.bridge.session.settings.card_scale == 150


async def test_a_name_is_kept_once_it_is_typed(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    line = control(it, "name")
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, "Ines")
    QTest.keyClick(line, Key.Key_Return)
    await it.shown()

    assert it.kept[-1].name == "Ines"
    assert sheet(it).isVisible()


async def test_tab_reaches_every_control_and_each_has_a_name(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    it.window.activateWindow()
    seen: list[QWidget] = []
    for _ in range(60):
        here = QApplication.focusWidget()
        assert here is not None
        if here in seen:
            break
        seen.append(here)
        assert here.accessibleName()
        QTest.keyClick(here, Key.Key_Tab)
    reached = {str(one.property("key")) for one in seen if one.property("key")}

    wanted = {"theme", "cloth", "faces", "four_colours", "card_scale", "back", "speed"}
    wanted |= {"reduced_motion", "muted", "hints", "confirm", "name", "language"}
    wanted |= {f"volume:{group}" for group in ("turn", "plays", "people", "alerts")}
    assert reached == wanted
    titles = [one for one in sheet(it).findChildren(QLabel) if one.buddy() is not None]
    assert len(titles) >= len(wanted)


async def test_enter_on_a_section_leads_into_it(qtbot: QtBot) -> None:
    it = await opened(qtbot)
    it.window.activateWindow()
    entry = next(
        b for b in sheet(it).findChildren(QToolButton) if b.property("section") == "motion"
    )
    entry.setFocus()
    QTest.keyClick(entry, Key.Key_Return)

    here = sheet(it).focusWidget()
    assert (here.property("key"), here.property("value")) == ("speed", "normal")


async def test_what_happens_below_the_settings_never_draws_the_focus_there(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.window.activateWindow()
    QTest.keyClick(it.window.table.view, Key.Key_F10)
    await it.shown()
    it.bridge.session.told(table.put(position("QS KS AS")))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await answer(it, "theme", "light")
    assert it.window.table.result.isVisible()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert sheet(it).isAncestorOf(focus)

    QTest.keyClick(focus, Key.Key_Escape)
    await it.shown()
    assert QApplication.focusWidget() is it.window.table.result


class OtherDesktop(Desktop):
    """A desktop that says what the test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.is_light, self.is_still = False, False

    @property
    def light(self) -> bool:
        return self.is_light

    @property
    def less_motion(self) -> bool:
        return self.is_still


async def test_the_window_follows_the_desktop_while_it_runs(qtbot: QtBot) -> None:
    desktop = OtherDesktop()
    it = open_desk(qtbot, desktop=desktop)
    await it.shown()
    assert it.window.rules.help.theme.mode == "dark"

    desktop.is_light = desktop.is_still = True
    desktop.changed.emit()

    assert it.window.rules.help.theme.mode == "light"
    assert LIGHT.bg in it.window.styleSheet()
    assert it.window.table.view.scene.cloth.mover.factor == 0
    settings = Settings(theme=ThemeChoice.DARK, reduced_motion=ReducedMotion.OFF)
    assert looks_of(settings, desktop).theme.mode == "dark"
    assert not looks_of(settings, desktop).still
    assert looks_of(replace(settings, reduced_motion=ReducedMotion.ON), Desktop()).still


@pytest.mark.parametrize("opener", ["new_table", "help"])
async def test_a_sheet_below_speaks_the_new_language_too(qtbot: QtBot, opener: str) -> None:
    it = open_desk(qtbot)
    await it.shown()
    it.window.activateWindow()
    it.window.rules.on_intent(opener)
    below = it.window.rules.new_table if opener == "new_table" else it.window.rules.help
    focus = below.focusWidget()
    QTest.keyClick(focus, Key.Key_F10)
    await it.shown()
    await answer(it, "language", "es")
    QTest.keyClick(sheet(it), Key.Key_Escape)
    await it.shown()

    assert below.isVisible()
    assert not sheet(it).isVisible()
    assert ("Nueva mesa" if opener == "new_table" else "Ayuda") in texts(below)
    here = QApplication.focusWidget()
    assert here is not None
    assert below.isAncestorOf(here)
