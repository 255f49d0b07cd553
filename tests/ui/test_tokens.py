"""The contrasts that the visual direction promises, for every pair that occurs."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from rummy500_client.ui.paint.tokens import (
    CARD_PAPER,
    CLOTHS,
    ON_CLOTH,
    PROGRAMS,
    SEATS,
    SUITS_FOUR,
    SUITS_TWO,
    Cloth,
    Mode,
    contrast,
    luminance,
)


SWITCH_ON, SWITCH_INK = "#17663F", "#F7F3E6"
READ = ("text", "muted", "accent_text", "link", "danger", "ok", "warn", "red_suit")


@pytest.mark.parametrize("ground", ["bg", "surface", "raised"])
@pytest.mark.parametrize("ink", READ)
@pytest.mark.parametrize("mode", PROGRAMS)
def test_what_is_read_on_panels_has_contrast(mode: Mode, ink: str, ground: str) -> None:
    tokens = asdict(PROGRAMS[mode])

    assert contrast(tokens[ink], tokens[ground]) >= 4.5


PAIRS = (
    ("on_accent", "accent"),  # the gold button and tile
    ("text", "line"),  # the chosen line of a menu
    ("bg", "link"),  # a marked part of a line that is typed
    ("surface", "text"),  # the tick of a chosen picture
    ("ok", "ok_bg"),
    ("text", "ok_bg"),
    ("muted", "ok_bg"),  # the words on a verified deal, and on a match that goes on
    ("danger", "danger_bg"),
    ("text", "danger_bg"),
    ("muted", "danger_bg"),
)
"""Ink and ground of whatever else is written on a panel."""


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
@pytest.mark.parametrize("mode", PROGRAMS)
def test_what_is_read_on_marked_panels_has_contrast(mode: Mode, ink: str, ground: str) -> None:
    tokens = asdict(PROGRAMS[mode])

    assert contrast(tokens[ink], tokens[ground]) >= 4.5


@pytest.mark.parametrize("ground", ["bg", "surface", "raised"])
@pytest.mark.parametrize("mode", PROGRAMS)
def test_what_can_be_pressed_has_an_edge_that_can_be_seen(mode: Mode, ground: str) -> None:
    tokens = asdict(PROGRAMS[mode])

    assert contrast(tokens["control"], tokens[ground]) >= 3
    assert contrast(tokens["link"], tokens[ground]) >= 3  # the ring of the focus
    assert contrast(SWITCH_ON, tokens[ground]) >= 1.5
    assert contrast(SWITCH_INK, SWITCH_ON) >= 4.5


@pytest.mark.parametrize("mode", PROGRAMS)
def test_the_two_themes_are_told_apart_from_paper_to_ink(mode: Mode) -> None:
    tokens = PROGRAMS[mode]
    light = mode == "light"

    assert (luminance(tokens.bg) > luminance(tokens.text)) is light
    assert len({tokens.bg, tokens.surface, tokens.raised}) == 3


def test_texts_on_the_paper_of_the_table_have_contrast() -> None:
    for ink in (ON_CLOTH.ink, ON_CLOTH.ink_muted, ON_CLOTH.good_paper, ON_CLOTH.bad_paper):
        assert contrast(ink, ON_CLOTH.paper) >= 4.5
    assert contrast(ON_CLOTH.on_gold, ON_CLOTH.gold) >= 4.5
    assert contrast(ON_CLOTH.on_select, ON_CLOTH.select) >= 4.5
    for ink in (ON_CLOTH.refusal_head, ON_CLOTH.refusal_text, ON_CLOTH.bad_paper):
        assert contrast(ink, ON_CLOTH.refusal) >= 4.5


@pytest.mark.parametrize(
    "cloth", [pytest.param(c, id=f"{n}-{m}") for n, both in CLOTHS.items() for m, c in both.items()]
)
def test_what_lies_on_cloth_has_contrast(cloth: Cloth) -> None:
    assert contrast(ON_CLOTH.text, cloth.lamp) >= 4.5
    assert contrast(ON_CLOTH.muted, cloth.tray) >= 4.5
    assert contrast(ON_CLOTH.away, cloth.tray) >= 4.5
    assert contrast(ON_CLOTH.gold, cloth.lamp) >= 3
    assert contrast(ON_CLOTH.select, cloth.cloth) >= 3
    assert min(contrast(seat.colour, cloth.tray) for seat in SEATS) >= 2.95


def test_marks_and_suits_have_contrast_on_paper() -> None:
    assert contrast(ON_CLOTH.required, ON_CLOTH.on_required) >= 4.5
    assert contrast(ON_CLOTH.ink_muted, ON_CLOTH.paper) >= 4.5
    assert contrast(ON_CLOTH.required_text, ON_CLOTH.paper) >= 4.5
    for colour in (*SUITS_TWO, *SUITS_FOUR):
        assert min(contrast(colour, ON_CLOTH.paper), contrast(colour, CARD_PAPER)) >= 4.5
    assert min(contrast(ON_CLOTH.dark, seat.colour) for seat in SEATS) >= 4.4
