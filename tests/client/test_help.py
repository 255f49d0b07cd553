"""The help speaks of the table at hand: its examples, its marks, its tips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummy500.engine.cards import card_set
from rummy500.engine.melds import shape_of
from rummy500.engine.options import BASIC, RUMMY500, AceMode, TableOptions
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.help import help_model
from rummy500_client.presenters.help_model import HelpModel, HelpTab, Mark
from rummy500_client.presenters.keys import _GESTURES as GESTURES


HIGH = replace(RUMMY500, ace_mode=AceMode.HIGH)
TABLES = {"standard": RUMMY500, "basic": BASIC, "high aces": HIGH}


def opened(options: TableOptions, language: str = "en") -> HelpModel:
    return help_model(options, 3, HelpTab.RULES, words_for(language))


def test_the_standard_game_has_six_tips() -> None:
    assert len(opened(RUMMY500).tips) == 6


def test_tips_that_do_not_apply_are_left_out() -> None:
    tips = " ".join(opened(BASIC).tips)
    assert "deep" not in tips
    assert "Q-K-A" not in tips


def test_marks_that_never_appear_are_not_explained() -> None:
    assert Mark.REQUIRED in {line.mark for line in opened(RUMMY500).marks}
    assert Mark.REQUIRED not in {line.mark for line in opened(BASIC).marks}


def test_every_key_that_plays_is_in_the_help() -> None:
    told = {"+".join(line.keys) for group in opened(RUMMY500).keys for line in group.lines}
    told |= {key for group in opened(RUMMY500).keys for line in group.lines for key in line.keys}
    assert set(GESTURES) <= told
    assert {"T", "R", "W", "G", "F1"} <= told


def test_both_languages_tell_everything() -> None:
    for options in TABLES.values():
        english, spanish = opened(options), opened(options, "es")
        assert len(english.tips) == len(spanish.tips)
        assert not set(english.tips) & set(spanish.tips)
        assert not set(english.about[:-1]) & set(spanish.about[:-1])


@pytest.mark.parametrize(("language", "letter"), [("en", "D"), ("es", "R")])
def test_the_marks_of_the_dealer_and_of_a_placed_card_are_told(language: str, letter: str) -> None:
    strip, dealer = opened(RUMMY500, language).seats_notes
    assert dealer.startswith(f"{letter} ")
    assert strip


@pytest.mark.parametrize("name", TABLES)
def test_the_examples_are_what_the_engine_says(name: str) -> None:
    options = TABLES[name]
    for example in opened(options).examples:
        shape = shape_of(card_set(example.cards), options.ace_mode, None)
        assert (shape is not None) == example.good


def test_the_keys_say_how_often_a_discard_is_pressed() -> None:
    def keys(*, confirm: bool) -> list[tuple[str, ...]]:
        words = words_for("en")
        model = help_model(RUMMY500, 2, HelpTab.RULES, words, confirm=confirm)
        return [line.keys for group in model.keys for line in group.lines]

    assert ("D", "D") in keys(confirm=True)
    assert ("D",) in keys(confirm=False)
    assert ("D", "D") not in keys(confirm=False)
    assert ("F10",) in keys(confirm=True)
