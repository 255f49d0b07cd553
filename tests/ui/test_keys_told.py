"""The keys that F1 tells are those that do something, no more and no fewer."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.client.little_table import position
from tests.ui.desk import Desk, open_desk, seated
from tests.ui.tree import nodes

from rummy500.engine.notation import parse_card
from rummy500.engine.options import RUMMY500
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.help import help_model
from rummy500_client.presenters.help_model import HelpTab
from rummy500_client.state.local import LocalTable
from rummy500_client.ui.table.targets import Kind, Target


Key = Qt.Key
CONTROL, SHIFT, PLAIN = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)
NAMED = {
    "⇧Tab": (Key.Key_Backtab, SHIFT),
    "Esc": (Key.Key_Escape, PLAIN),
    "Tab": (Key.Key_Tab, PLAIN),
    "Space": (Key.Key_Space, PLAIN),
    "Enter": (Key.Key_Return, PLAIN),
    "Home": (Key.Key_Home, PLAIN),
    "End": (Key.Key_End, PLAIN),
    "←": (Key.Key_Left, PLAIN),
    "→": (Key.Key_Right, PLAIN),
}
LETTERS = [chr(ord("A") + place) for place in range(26)]


def told() -> set[str]:
    """The keys of the help, one name for each that is pressed: "D", "Ctrl+Z"."""
    groups = help_model(RUMMY500, 2, HelpTab.RULES, words_for("en")).keys
    found: set[str] = set()
    for line in (line for group in groups for line in group.lines):
        held = line.keys[0] == "Ctrl"
        found |= {f"Ctrl+{key}" for key in line.keys[1:]} if held else set(line.keys)
        found |= {"1", "2"} if "1 to 9" in line.text else set()
    return found


def pressed(name: str) -> tuple[Qt.Key, Qt.KeyboardModifier]:
    """Return what is pressed for a key of the help."""
    bare = name.removeprefix("Ctrl+")
    held = CONTROL if bare != name else PLAIN
    if bare in NAMED:
        key, own = NAMED[bare]
        return key, held or own
    return QKeySequence(bare)[0].key(), held


@dataclass
class Moment:
    """What can be changed by a key."""

    sent: int
    kept: int
    heard: int
    focus: object
    local: LocalTable
    log: bool
    help: bool
    settings: bool


def moment(it: Desk) -> Moment:
    return Moment(
        len(it.wires.sent),
        len(it.kept),
        len(it.heard),
        it.window.table.view.proxies.focused,
        it.bridge.session.local,
        it.window.table.view.log_shown,
        it.window.rules.help.isVisible(),
        it.window.preferences.sheet.isVisible(),
    )


async def does_something(it: Desk, name: str) -> bool:
    """Press a key on a card that fits two melds, and put all back."""
    session, view = it.bridge.session, it.window.table.view
    state, local = session.state, session.local
    focused = view.proxies.proxy(Target(Kind.HAND, parse_card("7H")))
    assert focused is not None
    focused.setFocus(Qt.FocusReason.TabFocusReason)
    await it.shown()
    before = moment(it)
    key, held = pressed(name)
    QTest.keyClick(QApplication.focusWidget() or view, key, held)
    await it.shown()
    after = moment(it)
    if view.log_shown:
        view.toggle_log()
    it.window.rules.on_intent("close_help")
    it.window.preferences.on_intent("close_settings")
    session.state = state
    session.set_local(local)
    await it.shown()
    return before != after


async def test_the_help_tells_the_keys_that_there_are(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = open_desk(qtbot)
    monkeypatch.setattr(type(it.window.sounds), "can_play", property(lambda _self: True))
    it.window.activateWindow()
    table = await seated(it)
    hand = position("2C 7H KS", melds=("4H 5H 6H", "7S 7D 7C"))
    it.bridge.session.told(table.put(hand))
    it.bridge.session.set_local(LocalTable(selected=(parse_card("7H"),)))
    await it.shown()
    functions = [f"F{number}" for number in range(1, 13)]
    some = told() | {*LETTERS, *functions, "1", "2", *NAMED}
    some |= {f"Ctrl+{key}" for key in (*LETTERS, "←", "→")}
    works = {name for name in sorted(some) if await does_something(it, name)}
    assert works == told()


async def test_the_help_says_its_keys(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    it.window.rules.on_intent("help")
    await it.shown()
    names = {node.name for node in nodes(it.window)}
    assert "7 of spades, 7 of hearts, 7 of diamonds" in names
    assert {"Tab, Shift and Tab", "left arrow, right arrow", "Control and Z", "F10"} <= names
