"""Options: their words, and the tables that are not made."""

from __future__ import annotations

import pytest

from rummy500.engine.options import (
    BASIC,
    OPTION_NAMES,
    RUMMY500,
    OptionError,
    TableOptions,
    changed_options,
    check_table,
    option_text,
    with_option,
)


@pytest.mark.parametrize("preset", [RUMMY500, BASIC], ids=["rummy500", "basic"])
def test_every_option_is_read_as_it_is_written(preset: TableOptions) -> None:
    for name in OPTION_NAMES:
        assert with_option(preset, name, option_text(preset, name)) == preset
    assert changed_options(preset) == {}


def test_the_restriction_sets_two_options_and_a_later_word_wins() -> None:
    restricted = with_option(RUMMY500, "restriction", "on")

    assert restricted.max_melds_per_turn == 1
    assert restricted.layoff_requires_own_meld
    assert with_option(restricted, "max_melds_per_turn", "0").max_melds_per_turn == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("undo", "yes"),
        ("no_such", "on"),
        ("target_score", "0"),
        ("target_score", "10001"),
        ("target_score", "many"),
        ("target_score", "9" * 5000),
        ("hand_size", "4"),
        ("hand_size", "0"),
        ("hand_size", "14"),
        ("turn_seconds", "14"),
        ("turn_seconds", "301"),
        ("idle_rounds", "11"),
        ("simple_low_ace", "3"),
        ("max_melds_per_turn", "2"),
        ("ace_mode", "middle"),
        ("going_out_bonus", "-1"),
        ("preset", "basic"),
    ],
)
def test_what_an_option_cannot_be(name: str, text: str) -> None:
    with pytest.raises(OptionError) as caught:
        with_option(RUMMY500, name, text)

    assert (caught.value.option, caught.value.value) == (name, text)


@pytest.mark.parametrize(
    ("options", "players", "computers", "named"),
    [
        (RUMMY500, 5, 0, "players"),
        (RUMMY500, 1, 0, "players"),
        (TableOptions(hand_size=13), 4, 0, "hand_size"),
        (TableOptions(idle_rounds=0), 2, 1, "idle_rounds"),
        (
            with_option(TableOptions(idle_rounds=0), "exhausted_stock", "flip_pile"),
            2,
            0,
            "idle_rounds",
        ),
        (TableOptions(restriction=True), 2, 0, "restriction"),
        (TableOptions(daily=True, target_score=200), 2, 1, "target_score"),
        (TableOptions(daily=True), 3, 1, "players"),
    ],
)
def test_tables_that_are_not_made(
    options: TableOptions, players: int, computers: int, named: str
) -> None:
    with pytest.raises(OptionError) as caught:
        check_table(options, players, computers)

    assert caught.value.option == named


@pytest.mark.parametrize(
    ("options", "players"),
    [
        (RUMMY500, 2),
        (RUMMY500, 4),
        (BASIC, 3),
        (TableOptions(hand_size=12), 4),
        (TableOptions(daily=True), 2),
        (with_option(RUMMY500, "restriction", "on"), 4),
    ],
)
def test_tables_that_are_made(options: TableOptions, players: int) -> None:
    check_table(options, players, 0)
