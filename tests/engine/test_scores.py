"""Points as people read them (O15)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rummy500.engine.scoring import Score, score_text


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "0"),
        (-79, "-79"),
        (Fraction(14, 2), "7"),
        (Fraction(15, 2), "7.5"),
        (Fraction(-15, 2), "-7.5"),
        (Fraction(20, 3), "6.7"),
        (Fraction(19, 3), "6.3"),
        (Fraction(-1, 3), "-0.3"),
        (Fraction(1, 20), "0.1"),
        (Fraction(1, 30), "0.0"),
        (Fraction(5, 4), "1.3"),
        (Fraction(299, 300), "1.0"),
        (Fraction(1234567, 2), "617283.5"),
    ],
)
def test_a_score_is_whole_or_has_one_decimal_rounded_half_up(score: Score, text: str) -> None:
    assert score_text(score) == text
