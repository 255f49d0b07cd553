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
)


READ = ("text", "muted", "accent_text", "link", "danger", "ok", "warn", "red_suit")


@pytest.mark.parametrize("ground", ["bg", "surface", "raised"])
@pytest.mark.parametrize("ink", READ)
@pytest.mark.parametrize("mode", PROGRAMS)
def test_what_is_read_on_panels_has_contrast(mode: Mode, ink: str, ground: str) -> None:
    tokens = asdict(PROGRAMS[mode])

    assert contrast(tokens[ink], tokens[ground]) >= 4.5


@pytest.mark.parametrize("mode", PROGRAMS)
def test_buttons_and_marked_panels_have_contrast(mode: Mode) -> None:
    tokens = PROGRAMS[mode]

    assert contrast(tokens.control, tokens.surface) >= 3
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5
    assert contrast(tokens.danger, tokens.danger_bg) >= 4.5
    assert contrast(tokens.ok, tokens.ok_bg) >= 4.5


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
