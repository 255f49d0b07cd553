"""The clock at the table goes on between two news, and stops when nothing runs."""

from __future__ import annotations

import asyncio

import msgspec
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.desk import Desk, open_desk, seated

from rummy500.protocol.happenings import CardDiscarded, DrewStock, Gone, Person, TimeRanOut
from rummy500.protocol.tables import AwayTime, TimesNow, TurnTime
from rummy500.protocol.updates import TableNews


def with_clock(news: TableNews, times: TimesNow | None) -> TableNews:
    """Return news of a table with a clock of 40 seconds, and what runs there."""
    now = msgspec.structs.replace(news.now, options={"turn_seconds": "40"})
    return msgspec.structs.replace(news, now=now, times=times)


async def ticked(it: Desk) -> None:
    """Wait until the clocks have been painted anew."""
    done = asyncio.Event()
    it.bridge.hourglass.ticked.connect(done.set, Qt.ConnectionType.SingleShotConnection)
    await asyncio.wait_for(done.wait(), 5)
    await asyncio.sleep(0)


def plates(it: Desk) -> list[tuple[float | None, str]]:
    model = it.window.table.view.model
    assert model is not None
    return [(seat.clock, seat.away_text) for seat in model.seats]


async def test_the_ring_goes_down_without_news_and_is_said_once(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    assert not it.bridge.hourglass.ticking
    times = TimesNow(TurnTime(0, 9_000, 0, runs=True))
    it.bridge.session.told(with_clock(table.news(), times))
    await it.shown()
    it.heard.clear()
    before = plates(it)[0][0]
    await ticked(it)
    await ticked(it)
    after = plates(it)[0][0]
    assert before is not None
    assert after is not None
    assert after < before < 9 / 40 + 0.001
    assert it.heard == ["Your time is nearly up."]


async def test_that_the_time_was_up_is_said_to_whom_it_happened(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.heard.clear()
    it.bridge.session.told(table.news(TimeRanOut(0), DrewStock(0), CardDiscarded(0, 5)))
    await it.shown()
    assert it.heard == [
        "Your time is up: this was played for you. You draw from the stock. You discard 6 of clubs."
    ]


async def test_a_tick_paints_the_plates_and_nothing_else(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    times = TimesNow(TurnTime(0, 9_000, 0, runs=True))
    it.bridge.session.told(with_clock(table.news(), times))
    await it.shown()
    view = it.window.table.view
    plan = view.scene.plan
    await ticked(it)
    assert view.scene.plan is plan


async def test_who_is_away_is_counted_down_and_the_clock_stops_with_the_last_of_it(
    qtbot: QtBot,
) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    table.seats = (table.seats[0], Person("Bruno", here=False, gone=Gone.LINE))
    times = TimesNow(None, (AwayTime(1, 0, 20_000),))
    it.bridge.session.told(with_clock(table.news(), times))
    await it.shown()
    assert plates(it)[1][1] == "Away · 0:20"
    assert it.bridge.hourglass.ticking
    table.seats = (table.seats[0], Person("Bruno", here=True))
    it.bridge.session.told(with_clock(table.news(), None))
    await it.shown()
    assert plates(it)[1][1] == ""
    assert not it.bridge.hourglass.ticking
