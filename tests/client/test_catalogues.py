"""The catalogues: complete, in step with the code, and with the same places in every language."""

from __future__ import annotations

import string
from itertools import product

import pytest

from rummy500.engine.cards import PACK
from rummy500.engine.refusals import Code
from rummy500.protocol.errors import ErrorCode
from rummy500_client.i18n.words import Words, words_for
from rummy500_client.net.address import AddressFault
from rummy500_client.net.news import Fault
from rummy500_client.presenters.card_words import card_name
from rummy500_client.presenters.errors import address_words, explain, fault_words


catalogues = pytest.importorskip(
    "tools.catalogues", reason="Babel brings the catalogues up to date"
)

BOTH = pytest.mark.parametrize("language", ["es", "en"])


def texts(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value or ""),)


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@BOTH
def test_the_files_are_in_step_with_the_code(language: str) -> None:
    fresh = catalogues.as_po(catalogues.merged(language))
    path = catalogues.path_of(language)
    assert path.read_bytes() == fresh, "run: python -m tools.catalogues"
    compiled = path.with_suffix(".mo").read_bytes()
    assert compiled == catalogues.as_mo(catalogues.written(language))


@BOTH
def test_every_sentence_has_words_and_none_is_doubtful(language: str) -> None:
    for message in catalogues.written(language):
        assert not message.fuzzy, message.id
        if message.id:
            assert all(texts(message.string)), message.id
            wanted = 2 if isinstance(message.id, tuple) else 1
            assert len(texts(message.string)) == wanted, message.id


@BOTH
def test_nothing_is_said_twice_in_one_sentence(language: str) -> None:
    for message in catalogues.written(language):
        for text in texts(message.string) if message.id else ():
            half = len(text) // 2
            assert half < 8 or text[:half] != text[half:], message.id


@BOTH
def test_the_places_are_the_same_in_every_language(language: str) -> None:
    for message in catalogues.written(language):
        if message.id:
            expected = places(texts(message.id)[-1])
            for text in texts(message.string):
                assert places(text) == expected, message.id


@pytest.mark.parametrize(("code", "language"), list(product([*Code, *ErrorCode], ["es", "en"])))
def test_every_refusal_has_words(code: str, language: str) -> None:
    words = words_for(language)
    told = explain(code, {"card": "TD", "seat": 1, "least": 3, "limit": 1}, words)
    assert told.head
    assert told.reason
    assert str(code) not in told.head + told.reason
    assert "{" not in told.head + told.reason


@BOTH
def test_a_refusal_of_a_newer_server_shows_its_code(language: str) -> None:
    assert "NEVER_HEARD_OF" in explain("NEVER_HEARD_OF", {}, words_for(language)).reason


def test_spanish_refusals_are_spanish() -> None:
    english, spanish = words_for("en"), words_for("es")
    for code in (*Code, *ErrorCode):
        assert explain(code, {}, english) != explain(code, {}, spanish)


@BOTH
def test_every_fault_has_words(language: str) -> None:
    words = words_for(language)
    assert len({fault_words(fault, "SERVER_FULL", words) for fault in Fault}) >= len(Fault) - 1
    assert len({address_words(fault, words) for fault in AddressFault}) == len(AddressFault)


@BOTH
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    assert len({card_name(card, words_for(language)) for card in PACK}) == 52


def test_plurals() -> None:
    def cards(words: Words, number: int) -> str:
        return words.count("{n} card", "{n} cards", number)

    assert [cards(words_for("en"), n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [cards(words_for("es"), n) for n in (0, 1, 2)] == ["0 cartas", "1 carta", "2 cartas"]


def test_what_goes_into_a_place_is_never_read_as_a_sentence() -> None:
    name = "{points} <b>%s</b>"
    assert words_for("es").say("{name} is playing", name=name) == f"Juega {name}"


def test_a_language_without_a_catalogue_speaks_english() -> None:
    assert words_for("de").say("Play now") == "Play now"
