"""The rules in words say what the options say: each value, with its numbers, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum
from itertools import product

import pytest

from rummy500.engine.options import (
    BASIC,
    OPTION_NAMES,
    RUMMY500,
    AceMode,
    Scoring,
    TableOptions,
    option_text,
    with_option,
)
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.option_use import idle_options
from rummy500_client.presenters.option_words import (
    HINTS,
    LABELS,
    SHORT,
    TITLES,
    option_title,
    rules_summary,
)
from rummy500_client.presenters.rules_model import RulesModel
from rummy500_client.presenters.rules_words import rules_model


NUMBERS = {
    "max_melds_per_turn": (0, 1),
    "simple_low_ace": (5, 1),
    "target_score": (1, 100, 200, 10_000),
    "hand_size": ("auto", 5, 6, 7, 8, 9, 10, 11, 12),
    "idle_rounds": tuple(range(11)),
    "turn_seconds": (0, 15, 45, 300),
    "reserve_seconds": (0, 30, 300),
    "going_out_bonus": (0, 1, 25, 100),
}
LANGUAGES = ("es", "en")
BASES = {
    "standard": RUMMY500,
    "basic": BASIC,
    "penalties": replace(RUMMY500, scoring=Scoring.PENALTIES),
    "simple": replace(RUMMY500, simple_scoring=True),
    "timed": replace(RUMMY500, turn_seconds=60),
    "top card used": replace(BASIC, top_draw_must_use=True),
    "low aces": replace(RUMMY500, ace_mode=AceMode.LOW, simple_scoring=True),
}


def values_of(name: str) -> tuple[str, ...]:
    """Return texts of an option: all of a switch or a choice, enough of a number."""
    value = getattr(RUMMY500, name)
    if isinstance(value, bool):
        return ("on", "off")
    if isinstance(value, StrEnum):
        return tuple(str(each) for each in type(value))
    return tuple(str(each) for each in NUMBERS[name])


CASES = [(name, value) for name in OPTION_NAMES for value in values_of(name)]


def sentences(model: RulesModel) -> list[str]:
    return [line.text for section in model.sections for line in section.lines]


def told(options: TableOptions, players: int = 3, language: str = "en") -> str:
    return " ".join(sentences(rules_model(options, players, words_for(language))))


def same_effect(before: TableOptions, after: TableOptions, name: str, players: int) -> bool:
    """Return whether two tables that differ in one option are played alike."""
    if name == "hand_size":
        return before.cards_each(players) == after.cards_each(players)
    if name == "subtract_winner_hand":
        standard = before.scoring is Scoring.PLACED_MINUS_HAND
        alike = {"basic_only", "off"} if standard else {"basic_only", "also_500"}
        return {option_text(before, name), option_text(after, name)} <= alike
    return name in idle_options(before, players)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(("name", "value"), CASES)
@pytest.mark.parametrize("players", [2, 3])
def test_every_value_of_every_option_is_told(
    base: str, name: str, value: str, players: int
) -> None:
    before = BASES[base]
    after = with_option(before, name, value)
    for language in LANGUAGES:
        alike = told(before, players, language) == told(after, players, language)
        assert alike == (before == after or same_effect(before, after, name, players))


@pytest.mark.parametrize(("name", "value"), CASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_change_is_marked_and_nothing_else(name: str, value: str, language: str) -> None:
    words = words_for(language)
    options = with_option(RUMMY500, name, value)
    model = rules_model(options, 3, words)
    standard = set(sentences(rules_model(RUMMY500, 3, words)))
    marked = {line.text for s in model.sections for line in s.lines if line.changed}
    assert marked == set(sentences(model)) - standard
    assert bool(marked) == (sentences(model) != sentences(rules_model(RUMMY500, 3, words)))
    assert model.changes == len(marked)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_the_code_is_shown(base: str, language: str) -> None:
    words = words_for(language)
    for name, value in CASES:
        options = with_option(BASES[base], name, value)
        text = told(options, 4, language) + rules_summary(options, 4, words)
        assert "_" not in text
        assert "{" not in text


def test_both_languages_tell_as_much_and_in_their_own_words() -> None:
    for options, players in product(BASES.values(), (2, 3, 4)):
        english = rules_model(options, players, words_for("en"))
        spanish = rules_model(options, players, words_for("es"))
        assert len(sentences(english)) == len(sentences(spanish))
        assert not set(sentences(english)) & set(sentences(spanish))
        assert english.changes == spanish.changes


@pytest.mark.parametrize(("players", "cards", "stock"), [(2, 13, 25), (3, 7, 30), (4, 7, 23)])
def test_the_numbers_are_those_of_the_table(players: int, cards: int, stock: int) -> None:
    text = told(RUMMY500, players)
    assert f"Each player gets {cards} cards." in text
    assert f"{stock} cards stay as the stock" in text


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


def test_points_and_times_are_told() -> None:
    options = replace(
        RUMMY500, target_score=200, turn_seconds=45, reserve_seconds=90, going_out_bonus=25
    )
    text = told(options)
    assert "The target is 200 points" in text
    assert {45, 90, 25} <= set(numbers(text))
    assert 500 not in numbers(text)


@pytest.mark.parametrize(
    ("mode", "simple", "low", "wanted"),
    [
        ("both", "off", 5, "An ace counts 15; at the low end of a run it counts 1."),
        ("both", "on", 5, "An ace counts 15; at the low end of a run it counts 5."),
        ("both", "on", 1, "An ace counts 15; at the low end of a run it counts 1."),
        ("low", "off", 5, "Every ace counts 1."),
        ("low", "on", 1, "Every ace counts 5."),
        ("high", "on", 1, "Every ace counts 15."),
    ],
)
def test_an_ace_counts_what_the_engine_says(mode: str, simple: str, low: int, wanted: str) -> None:
    options = replace(with_option(RUMMY500, "ace_mode", mode), simple_low_ace=low)
    assert wanted in told(with_option(options, "simple_scoring", simple))


def test_the_standard_game_has_no_changes_and_says_so() -> None:
    model = rules_model(RUMMY500, 2, words_for("en"))
    assert model.changes == 0
    assert model.sub == "Rummy 500: the standard rules"


# --- the line for lists --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "english", "spanish"),
    [
        (RUMMY500, "To 500, standard rules", "A 500, reglas de siempre"),
        (
            replace(RUMMY500, target_score=200, deep_draw=False),
            "To 200, no deep draws",
            "A 200, sin tomas profundas",
        ),
        (BASIC, "Basic Rummy, to 100", "Rummy básico, a 100"),
        (
            with_option(RUMMY500, "restriction", "on"),
            "To 500, restricted",
            "A 500, con restricción",
        ),
    ],
)
def test_the_differences_fit_on_a_line(options: TableOptions, english: str, spanish: str) -> None:
    assert rules_summary(options, 3, words_for("en")) == english
    assert rules_summary(options, 3, words_for("es")) == spanish


@pytest.mark.parametrize(("name", "value"), CASES)
def test_every_difference_is_on_the_line(name: str, value: str) -> None:
    words = words_for("en")
    options = with_option(RUMMY500, name, value)
    alike = rules_summary(options, 3, words) == rules_summary(RUMMY500, 3, words)
    assert alike == (options == RUMMY500 or same_effect(RUMMY500, options, name, 3))


# --- names ---------------------------------------------------------------------------------------


def test_every_option_has_a_title_and_every_answer_a_word() -> None:
    assert set(TITLES) == {*OPTION_NAMES, "players"}
    assert set(OPTION_NAMES) - set(HINTS) == {"target_score"}
    for name in OPTION_NAMES:
        value = getattr(RUMMY500, name)
        if isinstance(value, StrEnum):
            assert set(LABELS[name]) == set(values_of(name))
        if isinstance(value, bool | StrEnum):
            assert set(SHORT[name]) == set(values_of(name))


def test_an_option_of_a_newer_server_is_called_by_its_name() -> None:
    assert option_title("jokers", words_for("en")) == "jokers"
