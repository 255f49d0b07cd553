"""A new table, made with mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from tests.client.wires import connect
from tests.ui.desk import LEFT, Desk, lobby, open_desk, texts

from rummy500.protocol.commands import CreateTable
from rummy500_client.settings import Settings
from rummy500_client.ui.new_table_sheet import NewTableSheet
from rummy500_client.ui.option_rows import OptionRow, Picker, Stepper, Switch


async def opened(qtbot: QtBot, settings: Settings | None = None) -> tuple[Desk, NewTableSheet]:
    it = open_desk(qtbot, settings)
    await it.shown()
    await it.press(it.window.home, "new_table")
    assert it.window.rules.new_table.isVisible()
    return it, it.window.rules.new_table


def row_of(sheet: NewTableSheet, title: str) -> OptionRow:
    rows = [row for row in sheet.findChildren(OptionRow) if row.isVisible()]
    return next(row for row in rows if row._model.title == title)


def flip(sheet: NewTableSheet, title: str) -> None:
    switch = row_of(sheet, title).findChild(Switch)
    assert isinstance(switch, Switch)
    QTest.mouseClick(switch, LEFT)


async def test_a_table_with_rules_of_ones_own_is_played_and_remembered(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot)
    await it.choose(sheet, "3")
    await it.choose(sheet, "easy")
    await it.choose(sheet, "200")
    await it.press(sheet, "customise")
    flip(sheet, "Take cards from inside the pile")
    assert "Changed here: Only the top card of the pile may be taken" in texts(sheet)
    await it.press(sheet, "make_table")
    assert not sheet.isVisible()
    connect(it.bridge.session)
    create = it.wires.sent[0]
    assert isinstance(create, CreateTable)
    assert (create.seats, create.preset, create.computers) == (3, "rummy500", ("easy", "easy"))
    assert create.options == {"deep_draw": "off", "target_score": "200"}
    assert dict(it.kept[-1].rules) == {"deep_draw": "off"}


async def test_playing_now_stays_one_press_with_the_last_choice(qtbot: QtBot) -> None:
    it = open_desk(qtbot, Settings(name="Ana", preset="basic", target=100, rules={"undo": "off"}))
    await it.shown()
    await it.press(it.window.home, "play")
    connect(it.bridge.session)
    create = it.wires.sent[0]
    assert isinstance(create, CreateTable)
    assert (create.preset, create.options) == ("basic", {"undo": "off"})


async def test_the_preset_changes_the_rules_at_once(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot)
    assert "The target is 500 points" in texts(sheet)
    await it.choose(sheet, "basic")
    assert "The target is 100 points" in texts(sheet)
    assert "Basic Rummy" in texts(sheet)


async def test_a_number_is_typed_or_stepped(qtbot: QtBot) -> None:
    _, sheet = await opened(qtbot)
    target = sheet._target
    assert isinstance(target, Stepper)
    target.box.selectAll()
    QTest.keyClicks(target.box, "350")
    QTest.keyClick(target.box, Qt.Key.Key_Return)
    assert "The target is 350 points" in texts(sheet)
    QTest.keyClick(target.box, Qt.Key.Key_Up)
    assert "The target is 400 points" in texts(sheet)
    target.box.selectAll()
    QTest.keyClicks(target.box, "120")
    target.box.stepBy(1)  # as the plus does, which takes no focus
    assert "The target is 170 points" in texts(sheet)


async def test_steps_leap_over_what_cannot_be(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot)
    await it.press(sheet, "customise")
    cards = row_of(sheet, "Cards for each player").findChild(Stepper).box
    cards.stepBy(1)
    assert cards.value() == 5
    cards.stepBy(-1)
    assert cards.value() == 0
    cards.selectAll()
    QTest.keyClicks(cards, "3")
    QTest.keyClick(cards, Qt.Key.Key_Return)
    assert cards.value() == 5
    assert "Each player gets 5 cards." in texts(sheet)


async def test_one_of_several_answers_is_picked(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot)
    await it.press(sheet, "customise")
    picker = row_of(sheet, "Place of the ace").findChild(Picker)
    assert isinstance(picker, Picker)
    picker.setFocus()
    QTest.keyClick(picker, Qt.Key.Key_Down)
    assert "Every ace counts 1." in texts(sheet)


async def test_options_that_do_nothing_are_not_shown(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot)
    await it.press(sheet, "customise")
    titles = {row._model.title for row in sheet.findChildren(OptionRow) if row.isVisible()}
    assert "Whole hand in one turn" not in titles
    flip(sheet, "Simple card values")
    await it.shown()
    titles = {row._model.title for row in sheet.findChildren(OptionRow) if row.isVisible()}
    assert "Ace at the low end of a run" in titles


async def test_a_table_that_cannot_be_is_not_sent(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot, Settings(name="Ana", rules={"hand_size": "13"}))
    await it.choose(sheet, "4")
    assert sheet.fault_text.startswith("Cards for each player")
    await it.press(sheet, "make_table")
    assert sheet.isVisible()
    assert it.wires.asked == []
    await it.press(sheet, "standard_rules")
    assert sheet.fault_text == ""
    await it.press(sheet, "make_table")
    assert it.wires.asked == ["play here as Ana"]


async def test_cancelling_forgets(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot)
    await it.choose(sheet, "4")
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert it.kept == []


async def test_f1_tells_the_rules_of_the_draft_and_leads_back(qtbot: QtBot) -> None:
    it, sheet = await opened(qtbot)
    await it.choose(sheet, "basic")
    QTest.keyClick(sheet, Qt.Key.Key_F1)
    help_sheet = it.window.rules.help
    assert help_sheet.isVisible()
    assert "The target is 100 points" in texts(help_sheet)
    QTest.keyClick(help_sheet, Qt.Key.Key_Escape)
    assert sheet.isVisible()
    assert sheet.isAncestorOf(it.window.focusWidget())


# --- among people --------------------------------------------------------------------------------


async def test_a_table_among_people_is_opened_from_the_list(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    await it.press(it.window.lobby, "new_table")
    sheet = it.window.rules.new_table
    await it.choose(sheet, "private")
    await it.choose(sheet, "4")
    await it.choose(sheet, "200")
    await it.choose(sheet, "60")
    await it.press(sheet, "make_table")
    create = it.wires.sent[-1]
    assert isinstance(create, CreateTable)
    assert (create.seats, create.private, create.computers) == (4, True, ())
    assert create.options == {"target_score": "200", "turn_seconds": "60"}


async def test_the_rules_of_a_table_are_told_before_one_sits_down(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    assert "To 500, standard rules" in texts(it.window.lobby)
    await it.press(it.window.lobby, "rules_of:t5")
    sheet = it.window.rules.help
    assert sheet.isVisible()
    assert "The target is 500 points" in texts(sheet)
    assert "The rules of this table" in texts(sheet)


async def test_without_a_table_the_rules_are_those_of_the_next_one(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    QTest.keyClick(it.window.lobby, Qt.Key.Key_F1)
    assert "The rules of your next table" in texts(it.window.rules.help)
    assert "this table" not in texts(it.window.rules.help)


async def test_a_table_that_is_joined_closes_the_sheet(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    await it.press(it.window.lobby, "new_table")
    it.bridge.session.go_home()
    await it.shown()
    assert not it.window.rules.new_table.isVisible()
    assert any(b.isVisible() for b in it.window.home.findChildren(QPushButton))
