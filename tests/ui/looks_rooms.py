"""The states of the tables of a server and of a table before its match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from PySide6.QtWidgets import QWidget
from tests.client.little_table import LittleTable
from tests.client.wires import accept, connect, refuse
from tests.ui.desk import ROW, Desk, lobby

from rummy500.protocol.commands import CreateTable, JoinTable
from rummy500.protocol.happenings import Computer, Nobody, Person
from rummy500.protocol.tables import AwayTime, TimesNow
from rummy500.protocol.updates import TableClosed, TablesListed


Look = Callable[[Desk], Awaitable[QWidget]]


async def waiting(it: Desk) -> QWidget:
    it.bridge.session.reach("example.org")
    connect(it.bridge.session)
    it.bridge.session.told(LittleTable(3).news())
    await it.shown()
    return it.window.waiting


async def tables(it: Desk) -> QWidget:
    await lobby(it)
    return it.window.lobby


async def no_tables(it: Desk) -> QWidget:
    await lobby(it)
    accept(it.bridge.session, it.wires.sent[-1], TablesListed(()))
    await it.shown()
    return it.window.lobby


NAMES = ("Viernes", "La de siempre", "Mesa de Bruno", "Una mesa con un nombre muy, muy largo", "5")


async def many_tables(it: Desk) -> QWidget:
    await lobby(it)
    rows = []
    for n in range(20):
        people = (Person("Bo", here=True), Person("Carla", here=True))[: 1 + n % 2]
        free = tuple(Nobody() for _ in range(n % 3 + 1 - n % 2))
        options = ({}, {"target_score": "200"}, {"deep_draw": "off"})[n % 3]
        name = NAMES[n % 5]
        rows.append(
            msgspec.structs.replace(
                ROW,
                table=f"t{n}",
                name=name,
                options=options,
                seats=(*people, *(free or (Computer("Rita", "easy"),))),
                playing=n % 7 == 6,
            )
        )
    accept(it.bridge.session, it.wires.sent[-1], TablesListed(tuple(rows)))
    await it.shown()
    return it.window.lobby


async def table_full(it: Desk) -> QWidget:
    await many_tables(it)
    await it.press(it.window.lobby, "join:t1")
    refuse(it.bridge.session, it.wires.sent[-1], "TABLE_FULL")
    await it.shown()
    return it.window.lobby


async def server_full(it: Desk) -> QWidget:
    """So it looks as well when a server is about to end."""
    await many_tables(it)
    await it.press(it.window.lobby, "create")
    assert isinstance(it.wires.sent[-1], CreateTable)
    refuse(it.bridge.session, it.wires.sent[-1], "SERVER_FULL")
    await it.shown()
    return it.window.lobby


async def wrong_code(it: Desk) -> QWidget:
    await lobby(it)
    it.bridge.on_code("ABCDEF")
    assert isinstance(it.wires.sent[-1], JoinTable)
    refuse(it.bridge.session, it.wires.sent[-1], "TOO_MANY_TRIES", seconds=40)
    await it.shown()
    return it.window.lobby


async def table_closed(it: Desk) -> QWidget:
    await waiting(it)
    it.bridge.session.told(TableClosed("t1"))
    await it.shown()
    return it.window.lobby


def waits(*seats: Person | Computer | Nobody, viewer: int = 0, code: str = "K7M4QX") -> Look:
    """A table before its match; who is away has 42 seconds left."""

    async def look(it: Desk) -> QWidget:
        it.bridge.session.reach("example.org")
        connect(it.bridge.session)
        table = LittleTable(len(seats), viewer)
        table.seats = seats
        news = table.news()
        gone = [n for n, s in enumerate(seats) if isinstance(s, Person) and not s.here]
        times = TimesNow(away=tuple(AwayTime(n, 18_000, 42_000) for n in gone))
        now = msgspec.structs.replace(news.now, code=code)
        it.bridge.session.told(msgspec.structs.replace(news, now=now, times=times))
        await it.shown()
        return it.window.waiting

    return look
