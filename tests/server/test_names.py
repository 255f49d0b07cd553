"""Names are what they look like."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from rummy500_server.table.names import (
    NameInvalidError,
    clean_name,
    clean_table_name,
    graphemes,
    unlike,
)


FAMILY = "\U0001f468\U0001f3fd\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
"""A man of some colour, a woman, a girl and a boy: one picture."""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana   Mar\u00eda ", "Ana Mar\u00eda"),
        ("Mari\u0301a", "Mar\u00eda"),
        ("Anna\u200b", "Anna"),
        ("\u202eannA", "annA"),
        ("A\nB\tC", "A B C"),
        ("\x1b[31mred", "[31mred"),
        ("A\u2028B", "A B"),
        ("<b>x</b>", "<b>x</b>"),
        ("Zalgo\u0300\u0301\u0302\u0303\u0304\u0305", "Zalg\u00f2\u0301\u0302\u0303"),
        ("\u0301Ana", "Ana"),
        ("\u4f60\u597d", "\u4f60\u597d"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3fd"),
        ("x" * 20, "x" * 20),
        ("e\u0301" * 20, "\u00e9" * 20),
        ("\U0001f1ea\U0001f1f8" * 20, "\U0001f1ea\U0001f1f8" * 20),
        (FAMILY * 3, FAMILY * 3),
        (f"\u200d{FAMILY}\u200d", FAMILY),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("A\ufe0f\u200dB", "AB"),
        ("\U0001f469\u200d\u200b\U0001f469", "\U0001f469\U0001f469"),
        ("\u0915\u094d\u0937\u093f", "\u0915\u094d\u0937\u093f"),
        (" \u0301 \u0301Ana", "Ana"),
        ("R2", "R2"),
        ("\u20ac", "\u20ac"),
    ],
)
def test_a_name_is_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "\u200b\u200d", "\u3164", "\u2800", "\x00\x07", "x" * 21, "\ufe0f", "\ue000"),
        *(".", "- -", "\u00b7", "\u00b4", "\u02b9", "\U0001d159", "\u0301", "\U000e0041", "_'"),
        FAMILY * 21,
    ],
)
def test_a_name_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(NameInvalidError):
        clean_name(text)


@given(st.text(max_size=64))
def test_a_clean_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except NameInvalidError:
        return
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    unseen = {c for c in name if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    assert unseen <= {"\u200d"}
    assert not name.startswith("\u200d")
    assert 1 <= len(graphemes(name)) <= 20


@given(st.text())
def test_graphemes_are_the_text(text: str) -> None:
    assert "".join(graphemes(text)) == text


def test_equal_names_get_numbers() -> None:
    assert unlike("Ana", []) == "Ana"
    assert unlike("Ana", ["Beto"]) == "Ana"
    assert unlike("ana", ["Ana"]) == "ana 2"
    assert unlike("Ana", ["Ana", "Ana 2"]) == "Ana 3"
    assert unlike("x" * 20, ["x" * 20]) == "x" * 18 + " 2"
    assert unlike("\uff21na", ["Ana"]) == "\uff21na 2"


def test_a_table_without_a_name_is_called_after_its_maker() -> None:
    assert clean_table_name(" \u200b", "Ana") == "Ana"
    assert clean_table_name("y" * 60, "Ana") == "y" * 40
