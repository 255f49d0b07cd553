"""The window with its pages, against a network that only remembers what it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.client.wires import Wires, accept, connect, refuse

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.engine.state import Phase
from rummy500.protocol import acts
from rummy500.protocol.commands import (
    AddComputer,
    CreateTable,
    JoinTable,
    Leave,
    Play,
    Ready,
    Rematch,
    Start,
)
from rummy500.protocol.happenings import Computer, Nobody, Person
from rummy500.protocol.tables import TableRow
from rummy500.protocol.updates import SatDown, TableNews, TablesListed
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.wishes import Page, Pauses
from rummy500_client.settings import Settings
from rummy500_client.state.model import Away, ConnectionChanged, Failed, OtherVersion
from rummy500_client.ui.bridge import Bridge
from rummy500_client.ui.main_window import MainWindow
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.table.targets import Kind, Target


LEFT = Qt.MouseButton.LeftButton


@dataclass
class Desk:
    """A window, its bridge, and the network behind it."""

    window: MainWindow
    bridge: Bridge
    wires: Wires
    kept: list[Settings]
    closed: asyncio.Event

    async def shown(self) -> None:
        """Wait until what the session holds is shown."""
        done = asyncio.Event()
        self.bridge.changed.connect(done.set, Qt.ConnectionType.SingleShotConnection)
        self.bridge.session.set_local(self.bridge.session.local)
        await asyncio.wait_for(done.wait(), 5)
        await asyncio.sleep(0)

    async def press(self, parent: QWidget, intent: str) -> None:
        """Click on the button with an intent."""
        found = [b for b in parent.findChildren(QPushButton) if b.property("intent") == intent]
        visible = [b for b in found if b.isVisible()]
        assert visible, [b.property("intent") for b in parent.findChildren(QPushButton)]
        QTest.mouseClick(visible[-1], LEFT)
        await self.shown()

    async def choose(self, parent: QWidget, value: str) -> None:
        """Click on an answer."""
        found = [b for b in parent.findChildren(QToolButton) if b.property("value") == value]
        QTest.mouseClick(next(b for b in found if b.isVisible()), LEFT)
        await self.shown()

    async def click(self, target: Target) -> None:
        """Click on something on the table."""
        view = self.window.table.view
        spot = view.rect_of(target).topLeft()
        spot.setX(spot.x() + 12)
        spot.setY(spot.y() + 30)
        QTest.mouseClick(view.canvas.viewport(), LEFT, pos=spot)
        await self.shown()


Make = Callable[..., Desk]


@pytest.fixture
def desk(qtbot: QtBot) -> Make:
    def make(settings: Settings | None = None, language: str = "en") -> Desk:
        kept: list[Settings] = []
        bridge = Bridge(
            settings or Settings(name="Ana"), words_for(language), kept.append, Pauses(0, 0, 0, 0)
        )
        wires = Wires()
        bridge.session.network = wires
        closed = asyncio.Event()
        window = MainWindow(bridge, closed.set, Theme())
        qtbot.addWidget(window)
        window.table.view.set_motion(0)
        window.table.view.set_hover_delay(0)
        window.show()
        return Desk(window, bridge, wires, kept, closed)

    return make


async def seated(desk: Desk, *, solo: bool = True) -> LittleTable:
    """Lead to a table with a hand."""
    if solo:
        desk.bridge.session.play_now()
    else:
        desk.bridge.session.reach("example.org")
    connect(desk.bridge.session)
    table = LittleTable()
    desk.bridge.session.told(table.deal())
    await desk.shown()
    return table


# --- the first screen ----------------------------------------------------------------------------


async def test_one_click_plays(desk: Make) -> None:
    it = desk()
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


async def test_a_server_is_reached_by_its_address(desk: Make) -> None:
    it = desk()
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


async def test_cancel_works_while_connecting(desk: Make) -> None:
    it = desk()
    await it.shown()
    await it.press(it.window.home, "connect")
    it.bridge.on_connect("example.org", "Ana")
    await it.shown()
    await it.press(it.window.connect_view, "cancel")
    assert it.wires.asked[-1] == "hang up"
    assert not it.window.connect_view.isVisible()


async def test_the_language_changes_at_once(desk: Make) -> None:
    it = desk()
    await it.shown()
    await it.press(it.window.home, "language")
    assert it.kept[-1].language == "es"
    play = next(
        b for b in it.window.home.findChildren(QPushButton) if b.property("intent") == "play"
    )
    assert play.accessibleName() == "Jugar ya"


async def test_a_new_name_is_kept(desk: Make) -> None:
    it = desk()
    await it.shown()
    field = it.window.home.findChild(QLineEdit, "name")
    assert isinstance(field, QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "Ines")
    QTest.keyClick(field, Qt.Key.Key_Return)
    await it.shown()
    assert it.kept[-1].name == "Ines"


# --- the table -----------------------------------------------------------------------------------


async def test_gestures_on_the_widgets_reach_the_server(desk: Make) -> None:
    it = desk()
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


async def test_pointing_at_a_pile_card_previews_it(desk: Make) -> None:
    it = desk()
    table = await seated(it)
    it.bridge.session.told(table.put(position("8H TH KS 2D", pile="9H 3D QD", phase=Phase.DRAW)))
    await it.shown()
    it.window.table.view.pile_hovered.emit(0)
    await it.shown()
    assert it.bridge.session.local.pointed == parse_card("9H")
    it.window.table.view.pile_hovered.emit(-1)
    assert it.bridge.session.local.pointed is None


async def test_keys_play(desk: Make) -> None:
    it = desk()
    table = await seated(it)
    it.bridge.session.told(table.put(position("7C 7D 7H KS")))
    it.bridge.session.set_local(replace(it.bridge.session.local, selected=parse_cards("7C 7D 7H")))
    await it.shown()
    QTest.keyClick(it.window.table.view, Qt.Key.Key_Return)
    play = it.wires.sent[-1]
    assert isinstance(play, Play)
    assert play.act == acts.Meld(parse_cards("7H 7C 7D"))


async def test_the_title_tells_whose_turn_it_is(desk: Make) -> None:
    it = desk(language="es")
    table = await seated(it)
    it.bridge.session.told(table.put(position("7C 7D 7H KS")))
    await it.shown()
    assert it.window.windowTitle() == "Tu turno · Rummy 500"


async def test_the_menu_leaves_the_table(desk: Make) -> None:
    it = desk()
    await seated(it)
    it.window.table.view.tool_pressed.emit("menu")
    menu = it.window.table.findChild(QMenu)
    assert isinstance(menu, QMenu)
    leave = next(a for a in menu.findChildren(QAction) if a.data() == "leave")
    leave.trigger()
    menu.close()
    await it.shown()
    assert it.bridge.session.page is Page.HOME


async def test_leaving_people_is_asked_about(desk: Make) -> None:
    it = desk()
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


async def test_a_result_is_shown_and_the_next_hand_asked_for_once(desk: Make) -> None:
    it = desk()
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


async def test_a_match_ends_with_a_rematch(desk: Make) -> None:
    it = desk()
    await seated(it)
    table = LittleTable(options=replace(RUMMY500, target_score=30))
    table.seq = 10
    it.bridge.session.told(table.deal())
    it.bridge.session.told(table.put(position("QS KS AS", options=table.match.options)))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    await it.press(it.window.table.result, "match_result")
    await it.press(it.window.table.result, "rematch")
    assert isinstance(it.wires.sent[-1], Rematch)
    assert it.kept[-1].unfinished == ""


# --- tables of a server --------------------------------------------------------------------------


ROW = TableRow("t5", "<b>Mesa</b>", "rummy500", {}, (Person("Bo", here=True), Nobody()), False)  # noqa: FBT003


async def lobby(it: Desk) -> None:
    it.bridge.session.reach("example.org")
    connect(it.bridge.session)
    accept(it.bridge.session, it.wires.sent[-1], TablesListed((ROW,)))
    await it.shown()


async def test_tables_are_listed_joined_and_opened(desk: Make) -> None:
    it = desk()
    await lobby(it)
    assert it.window.stack.currentWidget() is it.window.lobby
    await it.press(it.window.lobby, "join:t5")
    join = it.wires.sent[-1]
    assert join == JoinTable(ref=join.ref, table="t5")
    refuse(it.bridge.session, join, "TABLE_FULL")
    await it.shown()
    await it.choose(it.window.lobby, "private")
    await it.choose(it.window.lobby, "4")
    await it.press(it.window.lobby, "create")
    create = it.wires.sent[-1]
    assert isinstance(create, CreateTable)
    assert (create.seats, create.private, create.computers) == (4, True, ())


async def test_a_code_that_is_typed_survives_the_refresh(desk: Make) -> None:
    it = desk()
    await lobby(it)
    field = next(iter(it.window.lobby.findChildren(QLineEdit)))
    QTest.keyClicks(field, "ab cd-ef")
    accept(it.bridge.session, it.wires.sent[-1], TablesListed(()))
    await it.shown()
    QTest.keyClick(field, Qt.Key.Key_Return)
    join = it.wires.sent[-1]
    assert join == JoinTable(ref=join.ref, code="ABCDEF")


async def test_names_are_never_read_as_markup(desk: Make) -> None:
    it = desk()
    await lobby(it)
    labels = it.window.lobby.findChildren(QLabel)
    assert any(one.text() == "<b>Mesa</b>" for one in labels)
    assert all(one.textFormat() is Qt.TextFormat.PlainText for one in labels)


async def test_the_waiting_room_fills_and_starts(desk: Make) -> None:
    it = desk()
    await lobby(it)
    table = LittleTable()
    table.seats = (Person("Ana", here=True), Nobody())
    accept(it.bridge.session, it.wires.sent[-1], SatDown("t1", 0))
    it.bridge.session.told(table.news())
    await it.shown()
    assert it.window.stack.currentWidget() is it.window.waiting
    await it.press(it.window.waiting, "add:1")
    add = it.wires.sent[-1]
    assert add == AddComputer(ref=add.ref, table="t1", seat=1, level="steady")
    table.seats = (table.seats[0], Computer("Rita", "steady"))
    it.bridge.session.told(table.news())
    await it.shown()
    await it.press(it.window.waiting, "start")
    assert isinstance(it.wires.sent[-1], Start)


async def test_the_code_of_a_private_table_is_copied(desk: Make) -> None:
    it = desk()
    await lobby(it)
    table = LittleTable()
    news = table.news()
    it.bridge.session.told(replace_code(news))
    await it.shown()
    await it.press(it.window.waiting, "copy_code")
    assert QGuiApplication.clipboard().text() == "K7M4QX"


def replace_code(news: TableNews) -> TableNews:
    return msgspec.structs.replace(news, now=msgspec.structs.replace(news.now, code="K7M4QX"))


# --- trouble -------------------------------------------------------------------------------------


async def test_a_lost_connection_is_shown_and_goes_by_itself(desk: Make) -> None:
    it = desk()
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


async def test_another_version_says_both_numbers(desk: Make) -> None:
    it = desk()
    it.bridge.session.reach("example.org")
    it.bridge.session.change(ConnectionChanged(OtherVersion(9, "2.0.0")))
    await it.shown()
    assert it.window.notice.isVisible()
    text = " ".join(one.text() for one in it.window.notice.findChildren(QLabel))
    assert "2.0.0" in text
    await it.press(it.window.notice, "home")
    assert it.bridge.session.page is Page.HOME


# --- the window ----------------------------------------------------------------------------------


async def test_closing_tells_the_program(desk: Make) -> None:
    it = desk()
    it.window.close()
    assert it.closed.is_set()


async def test_pages_come_and_go_without_growing(desk: Make) -> None:
    it = desk()
    await seated(it)
    counts = []
    for _ in range(6):
        it.bridge.session.go_home()
        await it.shown()
        await seated(it)
        await asyncio.sleep(0)
        counts.append(len(it.window.findChildren(QWidget)))
    assert counts[-1] <= counts[1] + 2


async def test_news_after_the_window_is_closed_is_harmless(desk: Make) -> None:
    it = desk()
    table = await seated(it)
    it.window.close()
    it.bridge.session.told(table.news())
    await it.shown()


async def test_every_button_says_what_it_is(desk: Make) -> None:
    it = desk()
    await lobby(it)
    for page in (it.window.home, it.window.lobby):
        for button in page.findChildren(QPushButton):
            assert button.accessibleName()
