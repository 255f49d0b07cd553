"""The window says what happens: in one go, once, and what is urgent at once."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.client.wires import connect
from tests.ui.desk import Desk, lobby, open_desk, seated
from tests.ui.test_accessible import at_a_position, called
from tests.ui.tree import act

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.protocol.happenings import Nobody, Person, SeatChanged
from rummy500_client.presenters.home import Trouble
from rummy500_client.state.model import Away, ConnectionChanged, Online
from rummy500_client.ui.announcer import Announcer, announce
from rummy500_client.ui.table.targets import Kind, Target


Politeness = QAccessible.AnnouncementPoliteness


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Politeness]]:
    """What goes out to the desktop."""
    found: list[tuple[str, Politeness]] = []

    def note(event: QAccessibleEvent) -> None:
        assert isinstance(event, QAccessibleAnnouncementEvent)
        found.append((event.message(), event.politeness()))

    monkeypatch.setattr(QAccessible, "updateAccessibility", note)
    return found


async def said(announcer: Announcer) -> None:
    done = asyncio.Event()
    announcer.said.connect(done.set, Qt.ConnectionType.SingleShotConnection)
    await asyncio.wait_for(done.wait(), 5)


async def test_what_comes_together_is_said_together(
    qtbot: QtBot, events: list[tuple[str, Politeness]]
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    announcer = Announcer(window)
    announcer.say("Rita: draws from the stock")
    announcer.say("")
    announcer.say("Your turn!")
    await said(announcer)
    announcer.urge("Your time is nearly up")
    await said(announcer)
    announcer.say("Copied")
    await said(announcer)
    assert events == [
        ("Rita: draws from the stock. Your turn!", Politeness.Polite),
        ("Your time is nearly up.", Politeness.Assertive),
        ("Copied.", Politeness.Polite),
    ]


async def test_a_part_alone_is_silent(qtbot: QtBot, events: list[tuple[str, Politeness]]) -> None:
    part = QWidget()
    qtbot.addWidget(part)
    announce(part, "Help")
    await asyncio.sleep(0)
    assert events == []


async def test_a_refused_press_says_why_and_may_interrupt(
    qtbot: QtBot, events: list[tuple[str, Politeness]]
) -> None:
    it, _ = await at_a_position(qtbot)
    events.clear()
    act(called(it, "Meld"))
    await it.shown()
    ((text, politeness),) = events
    assert text.startswith("Select three or more cards.")
    assert politeness is Politeness.Assertive


async def test_sheets_say_their_title_once(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    for intent, close, title in (
        ("help", "close_help", "Help."),
        ("new_table", "cancel_table", "New table."),
    ):
        it.heard.clear()
        it.window.rules.on_intent(intent)
        await it.shown()
        await it.shown()
        assert it.heard == [title]
        it.window.rules.on_intent(close)
    it.heard.clear()
    it.window.preferences.on_intent("settings")
    await it.shown()
    assert it.heard == ["Settings."]


async def test_trouble_on_the_first_screen_is_said(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    it.bridge.session.doing = Trouble("The address has no host")
    await it.shown()
    await it.shown()
    assert it.heard == ["The address has no host."]


async def test_who_sits_down_and_who_is_ready_is_said_before_the_match(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await lobby(it)
    table = LittleTable()
    table.seats = (table.seats[0], Nobody())
    it.bridge.session.told(table.news())
    await it.shown()
    it.heard.clear()
    bruno = Person("Bruno", here=True)
    table.seats = (table.seats[0], bruno)
    it.bridge.session.told(table.news(SeatChanged(1, bruno)))
    await it.shown()
    assert it.heard == ["Bruno is here."]


async def test_a_lost_connection_and_its_return_are_said_and_the_focus_comes_back(
    qtbot: QtBot,
) -> None:
    it, _ = await at_a_position(qtbot)
    target = Target(Kind.HAND, parse_card("7C"))
    proxy = it.window.table.view.proxies.proxy(target)
    assert proxy is not None
    proxy.setFocus(Qt.FocusReason.TabFocusReason)
    await it.shown()
    it.heard.clear()
    it.bridge.session.change(ConnectionChanged(Away(3, 4.0, "dropped")))
    it.wires.pass_time()
    await it.shown()
    assert it.heard[0].startswith("The server is starting again.")
    assert it.window.notice.isAncestorOf(QApplication.focusWidget() or it.window)
    it.heard.clear()
    connect_again(it)
    await it.shown()
    assert it.heard == ["The connection is back."]
    assert it.window.table.view.proxies.focused == target


def connect_again(it: Desk) -> None:
    before = it.bridge.session.state
    connect(it.bridge.session, "t1")
    assert isinstance(it.bridge.session.state.connection, Online)
    assert it.bridge.session.state.table == before.table


async def test_the_result_of_a_hand_is_said(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position("QS KS AS")))
    await it.shown()
    it.heard.clear()
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    await it.shown()
    heard = " ".join(it.heard)
    assert "You went out." in heard
    assert "You: +35 on the table, 0 in the hand, +35 in this hand, 35 in all." in heard
