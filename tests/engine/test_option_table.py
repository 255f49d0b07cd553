"""The option table of ``docs/rules.md`` and the type of the options know the same."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import pytest

from rummy500.engine.options import (
    BASIC,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OPTION_NAMES,
    RUMMY500,
    OptionError,
    TableOptions,
    option_text,
    with_option,
)


DOCUMENT = Path(__file__).parents[2] / "docs" / "rules.md"
ROW = re.compile(r"\| O(?P<number>\d+) \| (?P<names>[^|]+) \| (?P<values>[^|]+) \| (?P<text>.+) \|")
VALUES = re.compile(r"(?P<list>[^:\[]+)(: (?P<default>\w+))?( \[(?P<basic>\w+)\])?")
NUMBERS = [str(n) for n in range(10_050)]
NO_FIELD = "players"
"""How many sit down is decided with the table, not kept among its options."""


class Documented(NamedTuple):
    number: int
    name: str
    values: list[str]
    default: str
    basic: str


def values_of(text: str) -> list[str]:
    """Read ``on, off`` or ``0 = none, 15 to 300``."""
    found = []
    for part in text.split(", "):
        word = part.partition(" = ")[0].strip()
        first, to, last = word.partition(" to ")
        found += [str(n) for n in range(int(first), int(last) + 1)] if to else [word]
    return found


def rows(text: str) -> list[Documented]:
    found = []
    for row in map(ROW.fullmatch, text.splitlines()):
        if row is None:
            continue
        names = re.findall(r"`(\w+)`", row["names"])
        parts = row["values"].split("; ")
        for name, part in zip(names, parts, strict=True):
            told = VALUES.fullmatch(part)
            assert told is not None, part
            values = values_of(told["list"])
            default = told["default"] or values[0]
            found.append(
                Documented(int(row["number"]), name, values, default, told["basic"] or default)
            )
    return found


TABLE = rows(DOCUMENT.read_text(encoding="utf-8"))
FIELDS = [row for row in TABLE if row.name != NO_FIELD]


def accepted(name: str, texts: list[str]) -> set[str]:
    """Return which of these texts the type takes as values of an option."""
    found = set()
    for text in texts:
        try:
            with_option(RUMMY500, name, text)
        except OptionError:
            continue
        found.add(text)
    return found


def test_the_document_numbers_its_options_in_order() -> None:
    numbers = [row.number for row in TABLE]

    assert sorted(set(numbers)) == list(range(1, 30))
    assert numbers == sorted(numbers)


def test_document_and_type_know_the_same_names() -> None:
    assert sorted(row.name for row in FIELDS) == sorted(OPTION_NAMES)


@pytest.mark.parametrize("row", FIELDS, ids=lambda row: row.name)
def test_document_and_type_know_the_same_values(row: Documented) -> None:
    present = getattr(RUMMY500, row.name)
    words = [member.value for member in type(present)] if isinstance(present, StrEnum) else []

    assert accepted(row.name, [*row.values, *words, *NUMBERS, "on", "off", "auto"]) == set(
        row.values
    )


@pytest.mark.parametrize("row", FIELDS, ids=lambda row: row.name)
def test_document_and_type_know_the_same_defaults(row: Documented) -> None:
    assert option_text(RUMMY500, row.name) == row.default
    assert option_text(BASIC, row.name) == row.basic


def test_the_document_tells_how_many_may_play() -> None:
    (players,) = (row for row in TABLE if row.name == NO_FIELD)

    assert players.values == [str(n) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]


def test_a_type_without_words_of_its_own_is_the_standard_game() -> None:
    assert TableOptions() == RUMMY500


def test_an_option_that_only_the_document_knows_is_noticed() -> None:
    (row,) = rows("| O30 | `jokers` | off, 1 to 3 [2] | wild cards |")

    assert row == Documented(30, "jokers", ["off", "1", "2", "3"], "off", "2")
    assert row.name not in OPTION_NAMES
