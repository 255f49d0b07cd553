"""Every press has an answer that can be seen, and what is answered stays within reach."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.client.wires import accept, connect, refuse
from tests.ui.desk import LEFT, Desk, lobby, open_desk, seated
from tests.ui.test_pages_rooms import replace_code

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_cards
from rummy500.protocol.commands import JoinTable, Leave
from rummy500.protocol.happenings import Nobody
from rummy500.protocol.updates import TablesListed
from rummy500_client.settings import Settings
from rummy500_client.state.model import ConnectionChanged, DealCheck, Failed, Verdict
from rummy500_client.ui.paint.text import SuitLabel


def button(page: QWidget, intent: str) -> QPushButton:
    found = [b for b in page.findChildren(QPushButton) if b.property("intent") == intent]
    return next(b for b in found if b.isVisible())


def said(page: QWidget) -> list[str]:
    return [one.accessibleName() for one in page.findChildren(SuitLabel) if one.isVisible()]


async def code_typed(it: Desk, text: str) -> None:
    field = it.window.lobby.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.clear()
    QTest.keyClicks(field, text)
    await it.press(it.window.lobby, "join_code")


async def test_a_name_just_typed_does_not_swallow_the_press_on_play(qtbot: QtBot) -> None:
    """The press takes the focus from the field, and only then the name is told."""
    it = open_desk(qtbot)
    await it.shown()
    field = it.window.home.findChild(QLineEdit, "name")
    assert isinstance(field, QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "Ines")
    play = button(it.window.home, "play")
    QTest.mousePress(play, LEFT)
    QApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusOut))
    await it.shown()
    assert button(it.window.home, "play") is play
    QTest.mouseRelease(play, LEFT)
    assert it.kept[-1].name == "Ines"
    assert it.wires.asked == ["play here as Ines"]


async def test_a_failure_to_connect_leaves_room_and_focus(qtbot: QtBot) -> None:
    it = open_desk(qtbot, Settings(name="Ana", last_server="example.org"))
    await it.shown()
    await it.press(it.window.home, "connect")
    sheet = it.window.connect_view
    await it.press(sheet, "connect")
    it.bridge.session.change(ConnectionChanged(Failed("timed_out")))
    await it.shown()
    layout = sheet.panel.layout()
    assert layout is not None
    assert sheet.panel.height() >= layout.totalHeightForWidth(sheet.panel.width())
    focused = sheet.focusWidget()
    assert isinstance(focused, QLineEdit)
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    await it.shown()
    assert not sheet.isVisible()


async def test_no_code_and_a_wrong_code_are_answered_below_the_field(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    await code_typed(it, "")
    assert said(it.window.lobby) == ["Type the code that you were given."]
    await code_typed(it, "abc123")
    join = it.wires.sent[-1]
    assert join == JoinTable(ref=join.ref, code="ABC123")
    refuse(it.bridge.session, join, "NO_SUCH_TABLE")
    await it.shown()
    assert said(it.window.lobby) == ["No table has this code. Check how it is spelled."]


async def test_a_start_with_a_free_seat_is_answered_until_it_is_taken(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    table = LittleTable()
    full, table.seats = table.seats, (table.seats[0], Nobody())
    it.bridge.session.told(table.news())
    await it.shown()
    await it.press(it.window.waiting, "start")
    refuse(it.bridge.session, it.wires.sent[-1], "SEATS_EMPTY")
    await it.shown()
    why = "Fill the free seats. The match starts when every seat is taken."
    assert why in [one.text() for one in it.window.waiting.findChildren(QLabel) if one.isVisible()]
    table.seats = full
    it.bridge.session.told(table.news())
    await it.shown()
    assert why not in [w.text() for w in it.window.waiting.findChildren(QLabel) if w.isVisible()]


async def test_what_was_copied_is_said_on_the_button_for_a_while(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    it.bridge.session.told(replace_code(LittleTable().news()))
    await it.shown()
    await it.press(it.window.waiting, "copy_code")
    assert button(it.window.waiting, "copy_code").text() == "Copied"
    it.bridge.forget_copy()
    await it.shown()
    assert button(it.window.waiting, "copy_code").text() == "Copy"


async def test_the_data_of_a_deal_are_copied_with_an_answer(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position("QS KS AS")))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    state = it.bridge.session.state
    assert state.table is not None
    deal = DealCheck(state.table.now.number, b"promise", verdict=Verdict.VERIFIED)
    it.bridge.session.state = replace(state, table=replace(state.table, deals=(deal,)))
    await it.shown()
    result = it.window.table.result
    await it.press(result, "copy_deal")
    assert button(result, "copy_deal").text() == "Copied"


async def test_a_match_among_people_is_offered_again_and_once(qtbot: QtBot) -> None:
    it = open_desk(qtbot, Settings(name="Ana", last_server="example.org"))
    await seated(it, solo=False)
    assert it.kept[-1].seat_at == "example.org"
    it.bridge.session.go_home()
    await it.shown()
    await it.press(it.window.home, "resume")
    assert it.wires.asked[-1] == "reach example.org as Ana"
    assert it.kept[-1].seat_at == ""


async def test_who_leaves_people_is_not_led_back_to_them(qtbot: QtBot) -> None:
    it = open_desk(qtbot, Settings(name="Ana", last_server="example.org"))
    await seated(it, solo=False)
    it.bridge.session.leave_table()
    leave = it.wires.sent[-1]
    assert isinstance(leave, Leave)
    accept(it.bridge.session, leave)
    accept(it.bridge.session, it.wires.sent[-1], TablesListed(()))
    await it.shown()
    assert it.kept[-1].seat_at == ""


async def test_a_new_window_fits_on_a_small_screen(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    it.window.fit(QSize(1366, 768))
    assert it.window.height() < 768
    it.window.fit(QSize(1920, 1080))
    assert (it.window.width(), it.window.height()) == (1280, 800)


async def test_the_drawer_of_the_log_leaves_bar_and_hand_free(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await seated(it)
    view = it.window.table.view
    view.toggle_log()
    plan = view.scene.plan
    assert plan is not None
    assert view.log.geometry().bottom() < plan.zones.bar.y
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not view.log_shown


async def test_a_connection_forgets_no_seat(qtbot: QtBot) -> None:
    """Between the greeting and the first news of the table the seat is still ours."""
    it = open_desk(qtbot, Settings(name="Ana", last_server="example.org", seat_at="example.org"))
    it.bridge.session.reach("example.org")
    connect(it.bridge.session, "t1")
    await it.shown()
    assert it.bridge.session.settings.seat_at == "example.org"
