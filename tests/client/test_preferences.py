"""The sheet of the settings in words, and what its answers change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.preferences import OFF, ON, VOLUME, answered, preferences_model
from rummy500_client.presenters.preferences_model import Control, Picks, Slide, Toggle, Typed
from rummy500_client.settings import (
    BackChoice,
    ClothChoice,
    Faces,
    Language,
    ReducedMotion,
    Settings,
    SoundGroup,
    Speed,
    ThemeChoice,
)


BOTH = pytest.mark.parametrize("language", ["es", "en"])


def controls(settings: Settings, language: str = "en") -> Iterator[Control]:
    for section in preferences_model(settings, words_for(language), sound=True).sections:
        for row in section.rows:
            yield from row.controls


def chosen(settings: Settings, key: str) -> object:
    control = next(one for one in controls(settings) if one.key == key)
    match control:
        case Picks():
            return control.chosen
        case Toggle():
            return control.on
        case Slide():
            return control.value
        case Typed():
            return control.field.value


@pytest.mark.parametrize(
    ("key", "value", "shown"),
    [
        *(("theme", value, value) for value in ThemeChoice),
        *(("cloth", value, value) for value in ClothChoice),
        *(("faces", value, value) for value in Faces),
        *(("back", value, value) for value in BackChoice),
        *(("speed", value, value) for value in Speed),
        *(("reduced_motion", value, value) for value in ReducedMotion),
        *(("language", value, value) for value in Language),
        *((key, ON, True) for key in ("four_colours", "muted", "hints", "confirm")),
        *((key, OFF, False) for key in ("four_colours", "muted", "hints", "confirm")),
        *((f"{VOLUME}{group}", "30", 30) for group in SoundGroup),
        ("card_scale", "145", 145),
        ("name", " Ana ", "Ana"),
    ],
)
def test_an_answer_is_shown_as_it_was_given(key: str, value: str, shown: object) -> None:
    assert chosen(answered(Settings(), key, value), key) == shown


def test_an_answer_to_no_question_changes_nothing() -> None:
    assert answered(Settings(), "shoe_size", "44") == Settings()


@BOTH
def test_every_answer_that_is_offered_may_be_chosen(language: str) -> None:
    for control in controls(Settings(), language):
        if isinstance(control, Picks):
            for pick in control.picks:
                assert chosen(answered(Settings(), control.key, pick.value), control.key) == (
                    pick.value
                )


@BOTH
def test_every_control_and_every_answer_has_a_name_of_its_own(language: str) -> None:
    names: list[str] = []
    for control in controls(Settings(), language):
        match control:
            case Picks():
                names += [pick.accessible for pick in control.picks]
            case Toggle():
                names.append(control.text)
            case Slide():
                names.append(control.name)
            case Typed():
                names.append(control.field.label)

    assert all(names)
    assert len(set(names)) == len(names)


def test_a_computer_without_sound_says_so_and_keeps_the_choices() -> None:
    def hints(*, sound: bool) -> str:
        model = preferences_model(Settings(), words_for("en"), sound=sound)
        return " ".join(row.hint for section in model.sections for row in section.rows)

    assert "no sound" in hints(sound=False)
    assert "no sound" not in hints(sound=True)
    assert chosen(answered(Settings(), "muted", OFF), "muted") is False
