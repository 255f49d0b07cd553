"""Every page and sheet in the smallest window, in both languages and in one that is longer."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise

import pytest
from PySide6.QtGui import QFont
from pytestqt.qtbot import QtBot
from tests.ui.desk import open_desk
from tests.ui.fitting import faults, parts_of, text_of
from tests.ui.long_words import MARK, long_words, longer
from tests.ui.looks import LOOKS, TOLD_ONCE
from tests.ui.looks_rooms import NAMES
from tests.ui.looks_table import AT_THE_TABLE

from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.table_model import Look
from rummy500_client.ui.paint import text as painted
from rummy500_client.ui.table.bar import ButtonFace, Sentence
from rummy500_client.ui.table.targets import Kind


SMALLEST = (1024, 640)
WORDS = {"es": words_for("es"), "en": words_for("en"), "long": long_words("es")}
OTHER_SIZES = ((1366, 768), (3840, 2160))


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


CASES = [(look, words, SMALLEST) for look in LOOKS for words in WORDS]
CASES += [(look, words, SMALLEST) for look in AT_THE_TABLE for words in WORDS]
CASES += [(look, "long", size) for look in LOOKS | AT_THE_TABLE for size in OTHER_SIZES]


@pytest.mark.parametrize(("look", "words", "size"), CASES)
async def test_every_text_has_the_room_it_needs(
    look: str, words: str, size: tuple[int, int], qtbot: QtBot, shortened: list[str]
) -> None:
    it = open_desk(qtbot)
    it.bridge.session.words = WORDS[words]
    it.window.resize(*size)
    shown = await (LOOKS | AT_THE_TABLE)[look](it)
    await asyncio.sleep(0)
    shortened.clear()
    shown.grab()

    assert faults(shown) == []
    assert shortened == []


@pytest.mark.parametrize("size", [SMALLEST, *OTHER_SIZES])
@pytest.mark.parametrize("look", AT_THE_TABLE)
async def test_the_bar_keeps_its_sentence_and_its_gold_in_a_longer_language(
    look: str, size: tuple[int, int], qtbot: QtBot
) -> None:
    """Words that give way are those of buttons that cannot be pressed, and the second line."""
    it = open_desk(qtbot)
    it.bridge.session.words = WORDS["long"]
    it.window.resize(*size)
    await AT_THE_TABLE[look](it)
    view = it.window.table.view
    plan, model = view.scene.plan, view.model
    assert plan is not None
    assert model is not None
    said = next(part.content for part in plan.parts if isinstance(part.content, Sentence))
    faces = {
        part.target.name: part
        for part in plan.parts
        if part.target is not None and part.target.kind is Kind.BUTTON
    }
    assert " ".join(said.headline) == model.status.headline
    for button in model.status.buttons:
        face = faces[button.intent].content
        assert isinstance(face, ButtonFace)
        assert face.text in {button.text, button.short, ""}
        assert face.text == button.text or button.look is not Look.GOLD
    boxes = [part.box for part in faces.values()]
    for one in boxes:
        assert plan.zones.bar.x <= one.x
        assert one.right <= plan.zones.bar.right
    for one, other in pairwise(sorted(boxes, key=lambda box: box.x)):
        assert one.right <= other.x
    assert not boxes or plan.zones.bar.x + 18 * plan.style.t + said.room <= boxes[0].x + 1


NOT_WORDS = re.compile(
    r"[\W\d]*|[A-Z]|Ana|Bo|Bruno|Carla|Español|English|example\.org|F\d+|Ctrl|Tab|⇧Tab|Esc|[A-Z0-9]{4,6}"
    r"|Rita|((Bo|Carla|Rita)(, )?)+|play\.example\.org"
    r"|\d+ %|<b>Mesa</b>|Mesa|[0-9a-f ]{16,}|Computer .*"
)
"""What is the same in every language: numbers, names, keys, the names of the languages."""


@pytest.mark.parametrize("look", sorted(LOOKS.keys() - TOLD_ONCE))
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
        said |= {text_of(part), part.accessibleName(), part.toolTip()} - set(NAMES)
        said.add(part.accessibleDescription())

    assert [text for text in said if MARK not in text and not NOT_WORDS.fullmatch(text)] == []


def test_long_words_are_longer_and_keep_their_places() -> None:
    assert longer("Take {n} cards") == "Taketa {n} cardsca·"
    said = long_words().count("{n} card", "{n} cards", 3)
    assert said.startswith("3 cartas")
    assert len(said) >= 1.25 * len("3 cartas")
