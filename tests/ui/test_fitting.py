"""Every page and sheet in the smallest window, in both languages and in one that is longer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.client.wires import connect
from tests.ui.desk import Desk, lobby, open_desk, seated
from tests.ui.fitting import faults, parts_of, text_of
from tests.ui.long_words import MARK, long_words, longer

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.engine.state import Phase
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.home import Trouble
from rummy500_client.settings import Settings
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.model import Away, ConnectionChanged, OtherVersion
from rummy500_client.ui.paint import text as painted


SMALLEST = (1024, 640)
WORDS = {"es": words_for("es"), "en": words_for("en"), "long": long_words("es")}
Look = Callable[[Desk], Awaitable[QWidget]]


async def home(it: Desk) -> QWidget:
    it.bridge.session.set_settings(Settings(unfinished="t1", last_server="example.org"))
    await it.shown()
    return it.window.home


async def trouble(it: Desk) -> QWidget:
    it.bridge.session.doing = Trouble(it.bridge.words.say("The address has no host"))
    await it.shown()
    return it.window.home


async def connect_sheet(it: Desk) -> QWidget:
    it.bridge.on_home("connect")
    await it.shown()
    return it.window.connect_view


def help_tab(tab: str) -> Look:
    async def look(it: Desk) -> QWidget:
        it.window.rules.on_intent("help")
        it.window.rules.on_intent(f"help_tab:{tab}")
        await it.shown()
        return it.window.rules.help

    return look


async def new_table(it: Desk) -> QWidget:
    it.window.rules.on_intent("new_table")
    await it.shown()
    return it.window.rules.new_table


async def new_table_unfolded(it: Desk) -> QWidget:
    it.window.rules.on_intent("new_table")
    it.window.rules.on_intent("customise")
    await it.shown()
    return it.window.rules.new_table


async def settings(it: Desk) -> QWidget:
    it.window.preferences.open()
    await it.shown()
    return it.window.preferences.sheet


async def waiting(it: Desk) -> QWidget:
    it.bridge.session.reach("example.org")
    connect(it.bridge.session)
    it.bridge.session.told(LittleTable(3).news())
    await it.shown()
    return it.window.waiting


async def tables(it: Desk) -> QWidget:
    await lobby(it)
    return it.window.lobby


async def lost(it: Desk) -> QWidget:
    await seated(it, solo=False)
    it.bridge.session.change(ConnectionChanged(Away(3, 4.0, "dropped")))
    it.wires.pass_time()
    await it.shown()
    return it.window.notice


async def version(it: Desk) -> QWidget:
    it.bridge.session.reach("example.org")
    it.bridge.session.change(ConnectionChanged(OtherVersion(9, "2.0.0")))
    await it.shown()
    return it.window.notice


async def leaving(it: Desk) -> QWidget:
    await seated(it, solo=False)
    it.bridge.on_table("leave")
    await it.shown()
    return it.window.notice


async def hand_result(it: Desk) -> QWidget:
    table = await seated(it)
    it.bridge.session.told(table.put(position("QS KS AS")))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    return it.window.table.result


async def match_result(it: Desk) -> QWidget:
    await seated(it)
    table = LittleTable(options=replace(RUMMY500, target_score=30))
    table.seq = 10
    it.bridge.session.told(table.deal())
    it.bridge.session.told(table.put(position("QS KS AS", options=table.match.options)))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    await it.press(it.window.table.result, "match_result")
    return it.window.table.result


async def table(it: Desk) -> QWidget:
    dealt = await seated(it)
    hand = position("8H TH KS 2D 3D 4D", pile="9H 3H QD", phase=Phase.DRAW)
    it.bridge.session.told(dealt.put(hand))
    await it.shown()
    return it.window.table


async def my_play(it: Desk) -> QWidget:
    dealt = await seated(it)
    it.bridge.session.told(dealt.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD")))
    it.bridge.session.set_local(
        replace(it.bridge.session.local, selected=parse_cards("2D 3D 4D"), sort=SortMode.MELDS)
    )
    await it.shown()
    return it.window.table


LOOKS: dict[str, Look] = {
    "home": home,
    "trouble": trouble,
    "connect": connect_sheet,
    "help rules": help_tab("rules"),
    "help marks": help_tab("marks"),
    "help tips": help_tab("tips"),
    "help about": help_tab("about"),
    "new table": new_table,
    "new table unfolded": new_table_unfolded,
    "settings": settings,
    "tables": tables,
    "waiting": waiting,
    "connection lost": lost,
    "other version": version,
    "leaving": leaving,
    "hand result": hand_result,
    "match result": match_result,
}


AT_THE_TABLE: dict[str, Look] = {"draw": table, "play": my_play}
"""The bar of the table shortens by rules of its own where a language is longer than ours."""


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was painted shortened because it had too little room."""
    found: list[str] = []
    shorten = painted.elided

    def noting(text: str, font: QFont, width: float, *, middle: bool = False) -> str:
        short = shorten(text, font, width, middle=middle)
        if short != text:
            found.append(text)
        return short

    monkeypatch.setattr(painted, "elided", noting)
    return found


CASES = [(look, words) for look in LOOKS for words in WORDS]
CASES += [(look, words) for look in AT_THE_TABLE for words in ("es", "en")]


@pytest.mark.parametrize(("look", "words"), CASES)
async def test_every_text_has_the_room_it_needs(
    look: str, words: str, qtbot: QtBot, shortened: list[str]
) -> None:
    it = open_desk(qtbot)
    it.bridge.session.words = WORDS[words]
    it.window.resize(*SMALLEST)
    shown = await (LOOKS | AT_THE_TABLE)[look](it)
    await asyncio.sleep(0)
    shortened.clear()
    shown.grab()

    assert faults(shown) == []
    assert shortened == []


NOT_WORDS = re.compile(
    r"[\W\d]*|[A-Z]|Ana|Bo|Bruno|Carla|Español|English|example\.org|F\d+|Ctrl|Tab|⇧Tab|Esc|[A-Z]{4}"
    r"|\d+ %|<b>Mesa</b>|Mesa|[0-9a-f ]{16,}|Computer .*"
)
"""What is the same in every language: numbers, names, keys, the names of the languages."""


@pytest.mark.parametrize("look", sorted(LOOKS.keys() - {"trouble"}))
async def test_every_word_on_the_screen_is_of_the_language_that_is_spoken(
    look: str, qtbot: QtBot
) -> None:
    it = open_desk(qtbot)
    it.window.resize(*SMALLEST)
    shown = await LOOKS[look](it)
    it.bridge.session.set_words(WORDS["long"])
    await it.shown()
    said: set[str] = set()
    for part in parts_of(shown):
        said |= {text_of(part), part.accessibleName(), part.toolTip()}
        said.add(part.accessibleDescription())

    assert [text for text in said if MARK not in text and not NOT_WORDS.fullmatch(text)] == []


def test_long_words_are_longer_and_keep_their_places() -> None:
    assert longer("Take {n} cards") == "Taketa {n} cardsca·"
    said = long_words().count("{n} card", "{n} cards", 3)
    assert said.startswith("3 cartas")
    assert len(said) >= 1.25 * len("3 cartas")
