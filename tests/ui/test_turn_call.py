"""Whose turn it is, told to somebody who looks at another window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import position
from tests.ui.desk import open_desk, seated

from rummy500.engine.actions import DiscardCard
from rummy500.engine.notation import parse_card


@pytest.fixture
def alerts(monkeypatch: pytest.MonkeyPatch) -> list[QWidget]:
    asked: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", asked.append)
    return asked


async def test_a_window_behind_others_asks_for_attention_once_a_turn(
    qtbot: QtBot, alerts: list[QWidget]
) -> None:
    it = open_desk(qtbot)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    table = await seated(it)
    theirs = position("7C KS")
    it.bridge.session.told(table.put(replace(theirs, turn=replace(theirs.turn, seat=1))))
    await it.shown()
    alerts.clear()
    assert not it.window.isActiveWindow()

    it.bridge.session.told(table.put(position("7C KS")))
    await it.shown()
    await it.shown()
    assert alerts == [it.window]
    it.bridge.session.told(table.play(DiscardCard(parse_card("KS"))))
    await it.shown()
    it.bridge.session.told(table.put(position("7C KS")))
    await it.shown()
    assert alerts == [it.window, it.window]


async def test_a_window_in_front_is_not_called_for(qtbot: QtBot, alerts: list[QWidget]) -> None:
    it = open_desk(qtbot)
    it.window.activateWindow()
    while not it.window.isActiveWindow():
        await it.shown()
    table = await seated(it)
    alerts.clear()
    it.bridge.session.told(table.put(position("7C KS")))
    await it.shown()
    assert it.window.isActiveWindow()
    assert not alerts


async def test_the_window_has_a_picture(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    assert not it.window.windowIcon().isNull()


async def test_a_screen_reader_hears_that_the_turn_has_come(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    theirs = position("7C KS")
    it.bridge.session.told(table.put(replace(theirs, turn=replace(theirs.turn, seat=1))))
    await it.shown()
    it.heard.clear()
    it.bridge.session.told(table.put(position("7C KS")))
    await it.shown()
    assert it.heard == ["Your turn: meld, lay off, discard."]
