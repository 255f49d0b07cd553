"""A table in the making: what answers change, what is refused and why, what is remembered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.client.test_rules_words import CASES

from rummy500.engine.options import (
    BASIC,
    OPTION_NAMES,
    RUMMY500,
    ExhaustedStock,
    OptionError,
    TableOptions,
    changed_options,
    check_table,
    option_text,
)
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.new_table import (
    GROUPS,
    Draft,
    Where,
    answered,
    draft_fault,
    draft_of,
    kept,
    new_table_model,
    pressed,
)
from rummy500_client.presenters.new_table_model import NewTableModel, OptionLine
from rummy500_client.presenters.option_use import chosen_options, options_from
from rummy500_client.presenters.option_words import TITLES
from rummy500_client.presenters.table_model import Look
from rummy500_client.settings import Settings
from rummy500_client.settings_file import settings_from


def draft(options: TableOptions = RUMMY500, seats: int = 2, where: Where = Where.HERE) -> Draft:
    return Draft(where, seats, "steady", options)


def shown(made: Draft, language: str = "en") -> NewTableModel:
    return new_table_model(made, words_for(language))


def line(model: NewTableModel, name: str) -> OptionLine:
    return next(one for group in model.groups for one in group.lines if one.name == name)


def test_every_option_can_be_answered() -> None:
    offered = {name for names in GROUPS.values() for name in names} | {"target_score"}
    assert offered == set(OPTION_NAMES)


@pytest.mark.parametrize(("name", "value"), CASES)
def test_an_answer_is_shown_again_and_marked(name: str, value: str) -> None:
    made = answered(draft(seats=3, where=Where.ELSEWHERE), name, value)
    assert option_text(made.options, name) == value
    model = shown(made)
    told = model.target_line if name == "target_score" else line(model, name)
    assert told.value == value
    assert told.changed == (getattr(made.options, name) != getattr(RUMMY500, name))


def test_the_restriction_sets_what_it_stands_for() -> None:
    made = answered(draft(), "restriction", "on")
    model = shown(made)
    assert line(model, "max_melds_per_turn").value == "1"
    assert line(model, "layoff_requires_own_meld").value == "on"
    assert draft_fault(made) is None
    assert model.customise.text == "Customise the rules (1 changed)"
    assert changed_options(answered(made, "restriction", "off").options) == {}


def test_the_clock_is_one_press_away_and_its_reserve_is_idle_without_it() -> None:
    model = shown(draft())
    assert [option.text for option in model.clock.options] == ["None", "45 s", "60 s", "90 s"]
    assert model.clock.chosen == "0"
    assert line(model, "reserve_seconds").idle
    model = shown(answered(draft(), "turn_seconds", "60"))
    assert model.clock.chosen == "60"
    assert not line(model, "reserve_seconds").idle
    assert model.customise.text == "Customise the rules"


def test_the_cards_of_the_day_are_for_two_by_the_standard_rules() -> None:
    """O25: whatever else is chosen later gives own cards again."""
    people = draft(replace(RUMMY500, undo=False), 4, Where.ELSEWHERE)
    daily = answered(people, "daily", "on")
    assert changed_options(daily.options) == {"daily": "on"}
    assert daily.seats == 2
    assert draft_fault(daily) is None
    for key, value in (("seats", "3"), ("undo", "off"), ("target_score", "200")):
        other = answered(daily, key, value)
        assert not other.options.daily
        assert draft_fault(other) is None


def test_alone_there_are_no_cards_of_the_day() -> None:
    """They would be nobody else's: the server on this computer has its own."""
    names = {one.name for group in shown(draft()).groups for one in group.lines}
    assert "daily" not in names
    rules = Settings(rules={"daily": "on"})
    assert not chosen_options(rules, 1).daily
    assert chosen_options(rules, 0).daily == (rules.seats == 2)
    assert not chosen_options(replace(rules, seats=3), 0).daily


def test_a_preset_brings_its_own_rules_and_target() -> None:
    made = answered(answered(draft(), "undo", "off"), "preset", "basic")
    assert made.options == BASIC
    assert shown(made).target.chosen == "100"


def test_what_cannot_be_is_left_as_it_was() -> None:
    assert answered(draft(), "turn_seconds", "7") == draft()
    assert answered(draft(), "jokers", "on") == draft()


FAULTS = [
    (replace(RUMMY500, hand_size=13), 4, Where.HERE, "hand_size"),
    (replace(RUMMY500, idle_rounds=0), 2, Where.HERE, "idle_rounds"),
    (
        replace(RUMMY500, idle_rounds=0, exhausted_stock=ExhaustedStock.FLIP_PILE),
        2,
        Where.ELSEWHERE,
        "idle_rounds",
    ),
    (replace(RUMMY500, restriction=True), 2, Where.ELSEWHERE, "restriction"),
]


@pytest.mark.parametrize(("options", "seats", "where", "name"), FAULTS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_refusal_names_the_option(
    options: TableOptions, seats: int, where: Where, name: str, language: str
) -> None:
    made = draft(options, seats, where)
    model = shown(made, language)
    assert model.fault is not None
    assert model.fault.text.startswith(words_for(language).say(TITLES[name]))
    assert model.create.look is Look.DASHED
    with pytest.raises(OptionError):
        check_table(options, seats, made.computers)


def test_back_to_the_standard_rules() -> None:
    made = answered(draft(BASIC), "undo", "off")
    assert shown(made).may_reset
    made = pressed(made, "standard_rules")
    assert made.options == BASIC
    assert not shown(made).may_reset


# --- what is remembered --------------------------------------------------------------------------


@pytest.mark.parametrize("options", [RUMMY500, BASIC, replace(BASIC, undo=False, target_score=42)])
def test_choices_are_remembered(options: TableOptions) -> None:
    made = draft(options, 3)
    settings = kept(made, Settings())
    assert chosen_options(settings, 2) == options
    assert draft_of(settings, Where.HERE) == made
    plain = {"preset": settings.preset, "rules": dict(settings.rules), "target": settings.target}
    again = settings_from(plain)
    assert (again.preset, dict(again.rules), again.target) == tuple(plain.values())


def test_the_restriction_is_remembered_as_one() -> None:
    made = answered(draft(), "restriction", "on")
    assert chosen_options(kept(made, Settings()), 1) == made.options


def test_rules_of_another_version_do_no_harm() -> None:
    settings = settings_from(
        {"preset": "whist", "rules": {"jokers": "on", "undo": "off", "ace_mode": 3}, "target": 0}
    )
    assert chosen_options(settings, 1) == replace(RUMMY500, undo=False)


def test_rules_that_no_table_accepts_any_more_are_left_out() -> None:
    settings = Settings(seats=4, rules={"hand_size": "13", "idle_rounds": "0", "undo": "off"})
    assert chosen_options(settings, 3) == replace(RUMMY500, undo=False)
    assert chosen_options(replace(settings, seats=2), 0).hand_size == 13


def test_options_are_read_in_any_order() -> None:
    rules = {"layoff_requires_own_meld": "on", "max_melds_per_turn": "1", "restriction": "on"}
    assert changed_options(options_from(RUMMY500.preset, rules)) == rules
