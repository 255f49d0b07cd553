"""The list of tables and the waiting room, pressed with the mouse."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable
from tests.client.wires import accept, refuse
from tests.ui.desk import ROW, lobby, open_desk, texts

from rummy500.protocol.commands import (
    AddComputer,
    CreateTable,
    JoinTable,
    Start,
)
from rummy500.protocol.happenings import Computer, Nobody, Person
from rummy500.protocol.tables import AwayTime, TimesNow
from rummy500.protocol.updates import SatDown, TableNews, TablesChanged, TablesListed


# --- tables of a server --------------------------------------------------------------------------


async def test_tables_are_listed_joined_and_opened(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
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


async def test_a_code_that_is_typed_survives_the_refresh(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    field = next(iter(it.window.lobby.findChildren(QLineEdit)))
    QTest.keyClicks(field, "ab cd-ef")
    accept(it.bridge.session, it.wires.sent[-1], TablesListed(()))
    await it.shown()
    QTest.keyClick(field, Qt.Key.Key_Return)
    join = it.wires.sent[-1]
    assert join == JoinTable(ref=join.ref, code="ABCDEF")


async def test_a_list_that_is_told_anew_stays_where_it_was(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)

    rows = [msgspec.structs.replace(ROW, table=f"t{n}", name=f"Mesa {n}") for n in range(20)]
    accept(it.bridge.session, it.wires.sent[-1], TablesListed(tuple(rows)))
    await it.shown()
    area = it.window.lobby.findChild(QScrollArea, "list")
    assert area is not None
    area.verticalScrollBar().setValue(400)
    buttons = it.window.lobby.findChildren(QPushButton)
    next(b for b in buttons if b.property("intent") == "join:t9").setFocus()
    it.bridge.session.told(TablesChanged(tuple(row.table for row in rows[:19]), ()))
    await it.shown()
    area = it.window.lobby.findChildren(QScrollArea, "list")[-1]
    held = it.window.lobby.focusWidget()
    assert held is not None
    assert held.property("intent") == "join:t9"
    assert area.verticalScrollBar().value() == 400


async def test_the_match_of_the_day_waits_over_the_tables(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    await it.press(it.window.lobby, "daily")
    order = it.wires.sent[-1]
    assert isinstance(order, CreateTable)
    assert (order.options, order.computers) == ({"daily": "on"}, ("steady",))
    accept(it.bridge.session, order, SatDown("t1", 0))
    assert isinstance(it.wires.sent[-1], Start)


async def test_names_are_never_read_as_markup(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    labels = it.window.lobby.findChildren(QLabel)
    assert any(one.text() == "<b>Mesa</b>" for one in labels)
    assert all(one.textFormat() is Qt.TextFormat.PlainText for one in labels)


async def test_the_waiting_room_fills_and_starts(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    table = LittleTable()
    table.seats = (Person("Ana", here=True), Nobody())
    accept(it.bridge.session, it.wires.sent[-1], SatDown("t1", 0))
    it.bridge.session.told(table.news())
    await it.shown()
    assert it.window.stack.currentWidget() is it.window.waiting
    assert "Level of computer players" in texts(it.window.waiting)
    await it.press(it.window.waiting, "add:1")
    add = it.wires.sent[-1]
    assert add == AddComputer(ref=add.ref, table="t1", seat=1, level="steady")
    table.seats = (table.seats[0], Computer("Rita", "steady"))
    it.bridge.session.told(table.news())
    await it.shown()
    assert "Level of computer players" not in texts(it.window.waiting)  # there is no seat for one
    await it.press(it.window.waiting, "start")
    assert isinstance(it.wires.sent[-1], Start)


async def test_who_is_away_is_waited_for_visibly(qtbot: QtBot) -> None:
    """The seconds go on without the page being made anew under the keyboard."""
    it = open_desk(qtbot)
    await lobby(it)
    table = LittleTable()
    table.seats = (Person("Ana", here=True), Person("Bo", here=False))

    def news(left: int) -> TableNews:
        times = TimesNow(away=(AwayTime(1, 60_000 - left, left),))
        return msgspec.structs.replace(table.news(), times=times)

    it.bridge.session.told(news(60_000))
    await it.shown()
    leave = next(
        b for b in it.window.waiting.findChildren(QPushButton) if b.property("intent") == "leave"
    )
    leave.setFocus()
    assert "Away · 1:00" in texts(it.window.waiting)
    it.bridge.session.told(news(42_000))
    await it.shown()
    assert "Away · 0:42" in texts(it.window.waiting)
    assert it.window.waiting.focusWidget() is leave


async def test_the_code_of_a_private_table_is_copied(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    table = LittleTable()
    news = table.news()
    it.bridge.session.told(replace_code(news))
    await it.shown()
    await it.press(it.window.waiting, "copy_code")
    assert QGuiApplication.clipboard().text() == "K7M4QX"


def replace_code(news: TableNews) -> TableNews:
    return msgspec.structs.replace(news, now=msgspec.structs.replace(news.now, code="K7M4QX"))
