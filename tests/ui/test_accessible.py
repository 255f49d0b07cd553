"""What a screen reader finds on every screen: names, roles, the order, and what a press does."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.ui.desk import Desk, open_desk, seated
from tests.ui.looks import LOOKS, TOLD_ONCE
from tests.ui.looks_table import AT_THE_TABLE
from tests.ui.tree import Node, act, nodes

from rummy500.engine.notation import parse_card
from rummy500.engine.state import Phase
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.card_words import MINUS
from rummy500_client.ui.focus_return import topmost


Role = QAccessible.Role
PRESSED = {Role.Button, Role.CheckBox, Role.RadioButton}
ANSWERED = {Role.EditableText, Role.ComboBox, Role.SpinBox, Role.Slider, Role.List, Role.ListItem}
READ = {Role.Client, Role.StaticText}
"""Pages, sheets, texts that can be scrolled by keys, and a code that can be copied."""
SIGNS = set("♣♦♥♠")
NAMESAKES = {"many tables", "server full", "table full"}
"""Where several tables bear one name, as their people wished."""
EVERYWHERE = sorted(LOOKS | AT_THE_TABLE)


async def show(it: Desk, look: str, language: str) -> list[Node]:
    it.bridge.session.words = words_for(language)
    await (LOOKS | AT_THE_TABLE)[look](it)
    await asyncio.sleep(0)
    return nodes(it.window)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("look", EVERYWHERE)
async def test_whatever_can_be_used_has_a_name_and_a_role(
    look: str, language: str, qtbot: QtBot
) -> None:
    found = await show(open_desk(qtbot), look, language)
    used = [node for node in found if node.focusable]
    assert used
    assert [node for node in used if not node.name.strip()] == []
    assert [node for node in used if node.role not in PRESSED | ANSWERED | READ] == []
    assert [n for n in found if n.role in PRESSED and not n.name] == []
    assert [n for n in found if SIGNS & set(n.name + n.description)] == []


@pytest.mark.parametrize("look", sorted(LOOKS.keys() - TOLD_ONCE - NAMESAKES))
async def test_nothing_is_called_the_same_twice_on_a_screen(look: str, qtbot: QtBot) -> None:
    """Who goes on with Tab hears the name alone."""
    it = open_desk(qtbot)
    found = await show(it, look, "es")
    over = topmost(it.window.stack)
    assert over is not None
    inside = [node for node in found if is_inside(over, node.part)]
    pressed = [node.name for node in inside if node.role in PRESSED]
    twice = [name for name in set(pressed) if pressed.count(name) > 1]
    assert twice == []


# --- the table -----------------------------------------------------------------------------------


def in_area(it: Desk, area: str) -> list[Node]:
    return [node for node in nodes(it.window) if node.within[-1:] == (area,)]


def called(it: Desk, name: str) -> Node:
    """Return what has a name; what is said of it after a comma counts only if it is asked for."""
    found = [n for n in nodes(it.window) if n.name == name or n.name.startswith(f"{name}, ")]
    assert found, f"nothing is called {name}"
    return found[0]


async def at_a_position(qtbot: QtBot) -> tuple[Desk, LittleTable]:
    it = open_desk(qtbot)
    it.window.activateWindow()
    table = await seated(it)
    hand = position("2C 7C 8C QH KS", pile="9S TD", melds=("4H 5H 6H", "JS JD JC"))
    it.bridge.session.told(table.put(hand))
    await it.shown()
    return it, table


async def test_every_thing_on_the_table_is_there_once_and_in_its_order(qtbot: QtBot) -> None:
    it, _ = await at_a_position(qtbot)
    assert [node.name.partition(", ")[0] for node in in_area(it, "Your hand")] == [
        "king of spades",
        "queen of hearts",
        "2 of clubs",
        "7 of clubs",
        "8 of clubs",
    ]
    assert [node.name for node in in_area(it, "Stock and pile")] == [
        "Stock, 4 cards",
        "Pile: 9 of spades",
        "Pile: 10 of diamonds",
    ]
    assert [node.name for node in in_area(it, "Melds on the table")] == [
        "Run of hearts, 4 to 6. Bruno 4 of hearts, 5 of hearts, 6 of hearts. 15 points.",
        "Group of jacks. Bruno jack of clubs, jack of diamonds, jack of spades. 30 points.",
    ]
    assert [node.name for node in in_area(it, "The seats")] == [
        f"You: 0 points, 5 cards, 0 on the table, {MINUS}37 in the hand, to move",
        "Bruno: 0 points, 3 cards, +45 on the table, dealer, computer player",
    ]
    assert [node.name for node in in_area(it, "Actions")] == [
        "Your turn: meld, lay off, discard",
        *("Undo", "Meld", "Lay off", "Discard"),
    ]


async def test_a_button_that_would_refuse_says_why(qtbot: QtBot) -> None:
    it, _ = await at_a_position(qtbot)
    act(called(it, "queen of hearts"))
    await it.shown()
    act(called(it, "king of spades"))
    await it.shown()
    for name in ("Undo", "Meld", "Lay off", "Discard"):
        assert called(it, name).description, name
    assert called(it, "Meld").description.startswith("Select three or more cards.")
    act(called(it, "queen of hearts"))
    await it.shown()
    assert called(it, "Discard king of spades").description == ""


async def test_a_pile_card_that_stays_says_why(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position("2C 7C", pile="9S TD", phase=Phase.DRAW)))
    await it.shown()
    assert called(it, "Pile: 10 of diamonds, on top, can be taken").description == ""
    assert called(it, "Pile: 9 of spades").description


async def test_a_card_that_fits_several_melds_names_their_keys(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    hand = position("7H KS 2C", melds=("4H 5H 6H", "7S 7D 7C"))
    it.bridge.session.told(table.put(hand))
    await it.shown()
    act(called(it, "7 of hearts"))
    await it.shown()
    melds = [node.name for node in in_area(it, "Melds on the table")]
    assert [name.partition("points. ")[2] for name in melds] == [
        "The selected cards fit here. Key 1.",
        "The selected cards fit here. Key 2.",
    ]


# --- presses of a screen reader ------------------------------------------------------------------


@pytest.mark.parametrize("action", [0, 1])
async def test_a_card_can_be_toggled_and_pressed(action: int, qtbot: QtBot) -> None:
    it, _ = await at_a_position(qtbot)
    act(called(it, "queen of hearts"), action)
    await it.shown()
    assert called(it, "queen of hearts, selected").checked
    assert it.bridge.session.local.selected == (parse_card("QH"),)


async def test_a_way_to_sort_stays_marked_when_it_is_toggled_twice(qtbot: QtBot) -> None:
    it, _ = await at_a_position(qtbot)
    for _ in range(2):
        act(called(it, "Sort by rank"))
        await it.shown()
    assert called(it, "Sort by rank").checked
    assert not called(it, "Sort by suit").checked


async def test_the_log_tells_whether_it_is_open(qtbot: QtBot) -> None:
    it, _ = await at_a_position(qtbot)
    for open_now in (True, False):
        act(called(it, "Log of the plays"))
        await it.shown()
        assert called(it, "Log of the plays").checked is open_now
        assert it.window.table.view.log_shown is open_now


async def test_what_is_shown_follows_a_toggle_everywhere(qtbot: QtBot) -> None:
    """A screen reader toggles without a press; each kind of part that can be toggled hears it."""
    it = open_desk(qtbot)
    await it.shown()
    act(called(it, "3 players"))
    await it.shown()
    assert it.kept[-1].seats == 3
    it.window.rules.on_intent("new_table")
    act(called(it, "Players: 4 players"))
    it.window.rules.on_intent("customise")
    await it.shown()
    switch = next(n for n in nodes(it.window) if is_switch(n))
    act(switch)
    await it.shown()
    assert called(it, "Players: 4 players").checked
    assert called(it, switch.name).checked is not switch.checked
    act(called(it, "Play"), 0)
    await asyncio.wait_for(it.until(lambda: bool(it.wires.asked)), 5)
    assert it.kept[-1].seats == 4


def is_switch(node: Node) -> bool:
    return node.role is Role.CheckBox and type(node.part).__name__ == "Switch"


async def test_pages_of_help_and_settings_are_toggled(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await it.shown()
    it.window.rules.on_intent("help")
    act(called(it, "Tips"))
    await it.shown()
    assert called(it, "Tips").checked
    act(called(it, "Tips"))
    await it.shown()
    assert called(it, "Tips").checked
    it.window.rules.on_intent("close_help")
    it.window.preferences.on_intent("settings")
    switch = next(n for n in nodes(it.window) if is_switch(n))
    kept = len(it.kept)
    act(switch)
    await it.shown()
    assert len(it.kept) == kept + 1
    assert called(it, switch.name).checked is not switch.checked
    act(called(it, "Language: Español"))
    await it.shown()
    assert it.bridge.words.language == "es"


def is_inside(over: QWidget, part: QObject | None) -> bool:
    return isinstance(part, QWidget) and part is not over and over.isAncestorOf(part)
