"""The window with its pages, against a network that only remembers what it was asked."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.client.wires import connect
from tests.ui.desk import lobby, open_desk, seated
from tests.ui.looks import match_result

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.engine.state import Phase
from rummy500.protocol import acts
from rummy500.protocol.commands import (
    CreateTable,
    Leave,
    Play,
    Ready,
    Rematch,
)
from rummy500_client.presenters.wishes import Page
from rummy500_client.settings import Daily
from rummy500_client.state.model import Away, ConnectionChanged, Failed, OtherVersion
from rummy500_client.ui.table.targets import Kind, Target


# --- the first screen ----------------------------------------------------------------------------


async def test_one_click_plays(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    await it.choose(it.window.home, "3")
    await it.choose(it.window.home, "easy")
    await it.choose(it.window.home, "200")
    await it.press(it.window.home, "play")
    assert it.wires.asked == ["play here as Ana"]
    connect(it.bridge.session)
    create = it.wires.sent[0]
    assert isinstance(create, CreateTable)
    assert (create.seats, create.computers) == (3, ("easy", "easy"))
    assert create.options == {"target_score": "200"}
    assert (it.kept[-1].seats, it.kept[-1].level, it.kept[-1].target) == (3, "easy", 200)


async def test_a_row_of_answers_is_one_stop_and_arrows_choose_in_it(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()

    def answer(value: str) -> QToolButton:
        found = it.window.home.findChildren(QToolButton)
        return next(b for b in found if b.property("value") == value and b.isVisible())

    stops = [
        b.property("value")
        for b in it.window.home.findChildren(QToolButton)
        if b.isVisible() and b.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert stops == ["2", "steady", "500"]
    answer("2").setFocus()
    for key, seats in ((Qt.Key.Key_Right, 3), (Qt.Key.Key_Right, 4), (Qt.Key.Key_Left, 3)):
        QTest.keyClick(it.window.focusWidget(), key)
        await it.shown()
        assert it.bridge.session.settings.seats == seats
        assert answer(str(seats)).hasFocus()
    QTest.keyClick(it.window.focusWidget(), Qt.Key.Key_Tab)
    assert it.window.focusWidget() is answer("steady")


@pytest.mark.parametrize("tile", ["play", "daily"])
async def test_a_match_that_waits_is_not_given_up_by_one_press(qtbot: QtBot, tile: str) -> None:
    it = open_desk(qtbot)
    session = it.bridge.session
    session.set_settings(replace(session.settings, unfinished="t9"))
    await it.shown()
    question = "Press again: the match that waits for you is given up"

    def said() -> str:
        buttons = it.window.home.findChildren(QPushButton)
        return next(b.accessibleDescription() for b in buttons if b.property("intent") == tile)

    await it.press(it.window.home, tile)
    assert it.wires.asked == []
    assert question in said()
    assert any(question in heard for heard in it.heard)
    await it.choose(it.window.home, "3")
    assert question not in said()
    await it.press(it.window.home, tile)
    await it.press(it.window.home, tile)
    assert it.wires.asked == ["play here as Ana"]


async def test_a_second_press_on_another_tile_asks_anew(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    session = it.bridge.session
    session.set_settings(replace(session.settings, unfinished="t9"))
    await it.shown()
    await it.press(it.window.home, "play")
    await it.press(it.window.home, "daily")
    assert it.wires.asked == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
async def test_enter_presses_what_has_the_focus_on_a_page(qtbot: QtBot, key: Qt.Key) -> None:
    it = open_desk(qtbot)
    await it.shown()
    buttons = it.window.home.findChildren(QPushButton)
    next(b for b in buttons if b.property("intent") == "play").setFocus()
    QTest.keyClick(it.window.focusWidget(), key)
    await it.shown()
    assert it.wires.asked == ["play here as Ana"]


async def test_the_match_of_the_day_is_one_press_away(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    await it.press(it.window.home, "daily")
    assert it.kept[-1].daily == Daily(it.bridge.today().isoformat())
    connect(it.bridge.session)
    create = it.wires.sent[0]
    assert isinstance(create, CreateTable)
    assert create.options == {"daily": "on"}
    table = LittleTable(options=replace(RUMMY500, daily=True))
    table.deal()
    table.match = table.match._replace(totals=(512, 430), winners=(0,))
    it.bridge.session.told(table.news())
    await it.shown()
    assert it.kept[-1].daily == Daily(it.bridge.today().isoformat(), 512, 430, over=True)


async def test_a_server_is_reached_by_its_address(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    await it.press(it.window.home, "connect")
    sheet = it.window.connect_view
    assert sheet.isVisible()
    address = next(f for f in sheet.findChildren(QLineEdit) if f.accessibleName() == "Address")
    QTest.keyClicks(address, "example.org:9000")
    QTest.keyClick(address, Qt.Key.Key_Return)
    await it.shown()
    assert it.wires.asked[-1] == "reach example.org:9000 as Ana"
    assert it.kept[-1].last_server == "example.org:9000"
    it.bridge.session.change(ConnectionChanged(Failed("timed_out")))
    await it.shown()
    assert sheet.isVisible()
    await it.press(sheet, "cancel")
    assert not sheet.isVisible()


async def test_cancel_works_while_connecting(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    await it.press(it.window.home, "connect")
    it.bridge.on_connect("example.org", "Ana")
    await it.shown()
    await it.press(it.window.connect_view, "cancel")
    assert it.wires.asked[-1] == "hang up"
    assert not it.window.connect_view.isVisible()


async def test_the_language_changes_at_once(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    await it.press(it.window.home, "language")
    assert it.kept[-1].language == "es"
    play = next(
        b for b in it.window.home.findChildren(QPushButton) if b.property("intent") == "play"
    )
    assert play.accessibleName() == "Jugar ya"


async def test_a_new_name_is_kept(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    field = it.window.home.findChild(QLineEdit, "name")
    assert isinstance(field, QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "Ines")
    QTest.keyClick(field, Qt.Key.Key_Return)
    await it.shown()
    assert it.kept[-1].name == "Ines"


# --- the table -----------------------------------------------------------------------------------


async def test_gestures_on_the_widgets_reach_the_server(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    hand = position("8H TH KS 2D", pile="9H 3D QD", phase=Phase.DRAW)
    it.bridge.session.told(table.put(hand))
    await it.shown()
    await it.click(Target(Kind.PILE, 0))
    model = it.window.table.view.model
    assert model is not None
    assert model.bill is not None
    await it.click(Target(Kind.PILE, 0))
    play = it.wires.sent[-1]
    assert isinstance(play, Play)
    assert play.act == acts.Take(parse_card("9H"))


async def test_pointing_at_a_pile_card_previews_it(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position("8H TH KS 2D", pile="9H 3D QD", phase=Phase.DRAW)))
    await it.shown()
    it.window.table.view.pile_hovered.emit(0)
    await it.shown()
    assert it.bridge.session.local.pointed == parse_card("9H")
    it.window.table.view.pile_hovered.emit(-1)
    assert it.bridge.session.local.pointed is None


async def test_keys_play(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position("7C 7D 7H KS")))
    it.bridge.session.set_local(replace(it.bridge.session.local, selected=parse_cards("7C 7D 7H")))
    await it.shown()
    QTest.keyClick(it.window.table.view, Qt.Key.Key_Return)
    play = it.wires.sent[-1]
    assert isinstance(play, Play)
    assert play.act == acts.Meld(parse_cards("7H 7C 7D"))


async def test_the_title_tells_whose_turn_it_is(qtbot: QtBot) -> None:
    it = open_desk(qtbot, language="es")
    table = await seated(it)
    it.bridge.session.told(table.put(position("7C 7D 7H KS")))
    await it.shown()
    assert it.window.windowTitle() == "Tu turno · Rummy 500"


async def test_the_menu_leaves_the_table(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await seated(it)
    it.window.table.view.tool_pressed.emit("menu")
    menu = it.window.table.findChild(QMenu)
    assert isinstance(menu, QMenu)
    leave = next(a for a in menu.findChildren(QAction) if a.data() == "leave")
    leave.trigger()
    menu.close()
    await it.shown()
    assert it.bridge.session.page is Page.HOME


async def test_leaving_people_is_asked_about(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await seated(it, solo=False)
    it.bridge.on_table("leave")
    await it.shown()
    assert it.window.notice.isVisible()
    await it.press(it.window.notice, "stay")
    assert not it.window.notice.isVisible()
    assert not any(isinstance(c, Leave) for c in it.wires.sent)
    it.bridge.on_table("leave")
    await it.shown()
    await it.press(it.window.notice, "leave")
    assert isinstance(it.wires.sent[-1], Leave)


# --- results -------------------------------------------------------------------------------------


async def test_a_result_is_shown_and_the_next_hand_asked_for_once(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position("QS KS AS")))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    sheet = it.window.table.result
    assert sheet.isVisible()
    await it.press(sheet, "peek")
    assert not sheet.isVisible()
    it.window.table.view.button_pressed.emit("result")
    await it.shown()
    assert sheet.isVisible()
    await it.press(sheet, "next_hand")
    assert isinstance(it.wires.sent[-1], Ready)
    count = len(it.wires.sent)
    await it.press(sheet, "next_hand")
    assert len(it.wires.sent) == count


async def test_a_match_ends_with_a_rematch(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.press(await match_result(it), "rematch")
    assert isinstance(it.wires.sent[-1], Rematch)
    assert it.kept[-1].unfinished == ""


# --- trouble -------------------------------------------------------------------------------------


async def test_a_lost_connection_is_shown_and_goes_by_itself(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await seated(it)
    it.bridge.session.change(ConnectionChanged(Away(3, 4.0, "dropped")))
    it.wires.pass_time()
    await it.shown()
    assert it.window.notice.isVisible()
    await it.press(it.window.notice, "retry")
    assert it.wires.asked[-1] == "hurry"
    connect(it.bridge.session)
    await it.shown()
    assert not it.window.notice.isVisible()


@pytest.mark.parametrize(
    ("protocol", "program", "said"),
    [
        (9, "2.0.0", "The server is newer"),
        (0, "", "The server speaks otherwise"),
        (-1, "0.0.9", "The server is older"),
    ],
)
async def test_another_version_says_both_numbers(
    qtbot: QtBot, protocol: int, program: str, said: str
) -> None:
    it = open_desk(qtbot)
    it.bridge.session.reach("example.org")
    it.bridge.session.change(ConnectionChanged(OtherVersion(protocol, program)))
    await it.shown()
    assert it.window.notice.isVisible()
    text = " ".join(one.text() for one in it.window.notice.findChildren(QLabel))
    assert program in text
    assert said in text
    await it.press(it.window.notice, "home")
    assert it.bridge.session.page is Page.HOME


# --- the window ----------------------------------------------------------------------------------


async def test_closing_tells_the_program(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    it.window.close()
    assert it.closed.is_set()


async def test_pages_come_and_go_without_growing(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await seated(it)
    counts = []
    for _ in range(6):
        it.bridge.session.go_home()
        await it.shown()
        await seated(it)
        await asyncio.sleep(0)
        counts.append(len(it.window.findChildren(QWidget)))
    assert counts[-1] <= counts[1] + 2


async def test_news_after_the_window_is_closed_is_harmless(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.window.close()
    it.bridge.session.told(table.news())
    await it.shown()


async def test_every_button_says_what_it_is(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    for page in (it.window.home, it.window.lobby):
        for button in page.findChildren(QPushButton):
            assert button.accessibleName()
