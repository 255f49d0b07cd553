"""The help, opened by hand and by key, from every page."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.ui.desk import Desk, open_desk, seated, texts

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_cards
from rummy500.engine.options import RUMMY500


async def at_short_table(qtbot: QtBot) -> Desk:
    """Return a desk at a table with other rules."""
    it = open_desk(qtbot)
    await seated(it)
    table = LittleTable(options=replace(RUMMY500, target_score=200, deep_draw=False))
    table.seq = 10
    it.bridge.session.told(table.deal())
    await it.shown()
    return it


async def test_the_first_screen_leads_to_the_help_and_back(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    sheet = it.window.rules.help
    await it.press(it.window.home, "help")
    assert sheet.isVisible()
    assert "Each player gets 13 cards." in texts(sheet)
    await it.choose(sheet, "tips")
    assert "buried deep" in texts(sheet)
    await it.choose(sheet, "marks")
    assert "Can be taken" in texts(sheet)
    await it.choose(sheet, "about")
    assert "conquian" in texts(sheet)
    await it.press(sheet, "close_help")
    assert not sheet.isVisible()


async def test_f1_opens_and_closes_the_help_everywhere(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    sheet = it.window.rules.help
    QTest.keyClick(it.window.home, Qt.Key.Key_F1)
    assert sheet.isVisible()
    assert "The rules of your next table" in texts(sheet)
    QTest.keyClick(sheet, Qt.Key.Key_F1)
    assert not sheet.isVisible()
    await seated(it)
    QTest.keyClick(it.window.table.view, Qt.Key.Key_F1)
    assert sheet.isVisible()
    assert "The rules of this table" in texts(sheet)
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


async def test_f1_opens_the_help_over_a_result(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position("QS KS AS")))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    assert it.window.table.result.isVisible()
    QTest.keyClick(it.window.table.result, Qt.Key.Key_F1)
    assert it.window.rules.help.isVisible()
    QTest.keyClick(it.window.rules.help, Qt.Key.Key_Escape)
    assert it.window.table.result.isVisible()


async def test_the_menu_of_the_table_tells_its_own_rules(qtbot: QtBot) -> None:
    it = await at_short_table(qtbot)
    it.window.table.view.tool_pressed.emit("menu")
    menu = it.window.table.findChild(QMenu)
    assert isinstance(menu, QMenu)
    next(a for a in menu.findChildren(QAction) if a.data() == "help").trigger()
    menu.close()
    told = texts(it.window.rules.help)
    assert "The target is 200 points" in told
    assert "Changed here: Only the top card of the pile may be taken" in told
    assert "500 points" not in told


async def test_the_strip_of_the_table_has_the_help_too(qtbot: QtBot) -> None:
    it = await at_short_table(qtbot)
    it.window.table.view.tool_pressed.emit("help")
    assert it.window.rules.help.isVisible()


async def test_the_help_follows_the_language(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    await it.press(it.window.home, "language")
    await it.press(it.window.home, "help")
    assert "Cada jugador recibe 13 cartas." in texts(it.window.rules.help)


async def test_no_plays_are_made_while_the_help_is_read(qtbot: QtBot) -> None:
    it = await at_short_table(qtbot)
    QTest.keyClick(it.window.table.view, Qt.Key.Key_F1)
    sent = len(it.wires.sent)
    for key in (Qt.Key.Key_S, Qt.Key.Key_T, Qt.Key.Key_Return):
        QTest.keyClick(it.window.rules.help, key)
    await it.shown()
    assert len(it.wires.sent) == sent
