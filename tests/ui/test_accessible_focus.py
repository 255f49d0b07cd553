"""The focus: where Tab leads, in which order, and that no update takes it away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QButtonGroup, QListView, QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.ui.desk import Desk, open_desk, seated
from tests.ui.test_accessible import at_a_position, called, is_inside, show
from tests.ui.tree import act, nodes

from rummy500.engine.actions import DiscardCard, DrawStock
from rummy500.engine.notation import parse_card
from rummy500.engine.state import Phase
from rummy500.protocol.happenings import CardDiscarded
from rummy500_client.settings import Language
from rummy500_client.ui.focus_return import topmost
from rummy500_client.ui.table.targets import Area, Kind, Target


Role = QAccessible.Role


async def test_the_log_is_read_in_names_and_is_the_last_that_tab_comes_to(qtbot: QtBot) -> None:
    it, table = await at_a_position(qtbot)
    it.bridge.session.told(table.play(DiscardCard(parse_card("KS"))))
    it.bridge.session.told(table.news(CardDiscarded(1, parse_card("3D"))))
    it.window.table.view.toggle_log()
    await it.shown()
    rows = [node.name for node in nodes(it.window) if node.role is Role.ListItem]
    assert rows[-4:] == [
        "You",
        "You discard king of spades",
        "Bruno",
        "Bruno: discards 3 of diamonds",
    ]
    it.window.table.view.proxies.focus_area(Area.TOOLS)
    QTest.keyClick(QApplication.focusWidget() or it.window, Qt.Key.Key_Tab)
    assert isinstance(QApplication.focusWidget(), QListView)
    QTest.keyClick(QApplication.focusWidget() or it.window, Qt.Key.Key_Backtab)
    focused = it.window.table.view.proxies.focused
    assert focused is not None
    assert focused.area is Area.TOOLS


async def draw(it: Desk, table: LittleTable) -> None:
    it.bridge.session.told(table.play(DrawStock()))


async def sort(it: Desk, _table: LittleTable) -> None:
    act(called(it, "Sort by rank"))


async def another_plays(it: Desk, table: LittleTable) -> None:
    it.bridge.session.told(table.news(CardDiscarded(1, parse_card("3D"))))


async def resize(it: Desk, _table: LittleTable) -> None:
    it.window.resize(1100, 700)


async def speak_spanish(it: Desk, _table: LittleTable) -> None:
    settings = it.bridge.session.settings
    it.bridge.set_settings(replace(settings, language=Language.SPANISH))


async def open_and_close_help(it: Desk, _table: LittleTable) -> None:
    QTest.keyClick(QApplication.focusWidget() or it.window, Qt.Key.Key_F1)
    await it.shown()
    QTest.keyClick(QApplication.focusWidget() or it.window, Qt.Key.Key_Escape)


CHANGES: list[Callable] = [
    draw,
    sort,
    another_plays,
    resize,
    speak_spanish,
    open_and_close_help,
]
TARGETS = [
    Target(Kind.HAND, parse_card("7C")),
    Target(Kind.STOCK),
    Target(Kind.MELD, 2),
    Target(Kind.SORT, name="suit"),
    Target(Kind.TOOL, name="help"),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("change", CHANGES)
async def test_the_focus_stays_where_it_is(change: Callable, target: Target, qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    it.window.activateWindow()
    table = await seated(it)
    hand = position("2C 7C 8C QH KS", melds=("4H 5H 6H", "JS JD JC"), phase=Phase.DRAW)
    it.bridge.session.told(table.put(hand))
    await it.shown()
    view = it.window.table.view
    proxy = view.proxies.proxy(target)
    assert proxy is not None
    proxy.setFocus(Qt.FocusReason.TabFocusReason)
    await change(it, table)
    await it.shown()
    assert view.proxies.focused == target
    assert QApplication.focusWidget() is view.proxies.proxy(target)


async def test_the_focus_goes_on_when_a_turn_takes_its_buttons_away(qtbot: QtBot) -> None:
    it, table = await at_a_position(qtbot)
    view = it.window.table.view
    proxy = view.proxies.proxy(Target(Kind.BUTTON, name="discard"))
    assert proxy is not None
    proxy.setFocus(Qt.FocusReason.TabFocusReason)
    it.bridge.session.told(table.play(DiscardCard(parse_card("KS"))))
    await it.shown()
    assert view.proxies.focused is not None


@pytest.mark.parametrize(
    "look", ["home", "tables", "waiting", "new table", "help rules", "settings"]
)
async def test_tab_goes_in_the_order_in_which_things_are_read(look: str, qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    it.window.activateWindow()
    found = await show(it, look, "en")
    over = topmost(it.window.stack)
    assert over is not None
    inside = [node.part for node in found if is_inside(over, node.part)]
    stops = [part for part in inside if is_stop(part)]
    first = stops[0]
    assert isinstance(first, QWidget)
    first.setFocus(Qt.FocusReason.TabFocusReason)
    seen: list[QObject | None] = [first]
    for _ in stops:
        QTest.keyClick(QApplication.focusWidget() or it.window, Qt.Key.Key_Tab)
        if QApplication.focusWidget() is first:
            break
        seen.append(QApplication.focusWidget())
    assert QApplication.focusWidget() is first, "Tab does not come back to where it began"
    assert seen == [part for part in inside if part in seen]
    groups = {id(group_of(part)) for part in stops if group_of(part) is not None}
    alone = [part for part in stops if group_of(part) is None and not is_exclusive(part)]
    assert [part for part in alone if part not in seen] == []
    assert groups == {id(group_of(part)) for part in seen if group_of(part) is not None}


def group_of(part: QObject | None) -> QButtonGroup | None:
    """Return the group of an answer: Tab stops at one of a group, arrows go on from there."""
    return part.group() if isinstance(part, QAbstractButton) else None


def is_exclusive(part: QObject | None) -> bool:
    return isinstance(part, QAbstractButton) and part.autoExclusive()


def is_stop(part: QObject | None) -> bool:
    return (
        isinstance(part, QWidget)
        and part.isVisible()
        and part.isEnabled()
        and bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus)
    )


PAGES = {
    "home": "play",
    "tables": "create",
    "waiting": "leave",
    "settings": "close_settings",
    "help rules": "close_help",
    "hand result": "peek",
    "connection lost": "home",
}


@pytest.mark.parametrize("look", PAGES)
async def test_the_focus_stays_when_a_page_is_made_anew(look: str, qtbot: QtBot) -> None:
    """In another language and another size all parts are new."""
    it = open_desk(qtbot)
    it.window.activateWindow()
    found = await show(it, look, "en")
    intents = [n.part for n in found if n.part is not None and n.part.property("intent")]
    part = next(p for p in reversed(intents) if p.property("intent") == PAGES[look])
    assert isinstance(part, QWidget)
    part.setFocus(Qt.FocusReason.TabFocusReason)
    for change in (speak_spanish, resize):
        await change(it, LittleTable())
        await it.shown()
        focused = QApplication.focusWidget()
        assert focused is not None, change
        assert focused.property("intent") == PAGES[look], change
