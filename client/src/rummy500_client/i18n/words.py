"""One language at a time: sentences with named places, plurals, and words with a context."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from importlib.resources import files
from typing import Final


LANGUAGES: Final = ("es", "en")
DOMAIN: Final = "rummy500"


def marked(sentence: str) -> str:
    """Return the sentence as it is; it is only marked for the catalogues."""
    return sentence


class Words:
    """The words of one language.

    Places in a sentence are named in braces, as in ``{name} melds {cards}``. What goes into them
    is shown as it is and never read as a sentence.
    """

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def say(self, sentence: str, **places: str | int) -> str:
        """Return a sentence."""
        return _fill(self._translations.gettext(sentence), places)

    def say_in(self, context: str, sentence: str, **places: str | int) -> str:
        """Return a sentence that means something else elsewhere."""
        return _fill(self._translations.pgettext(context, sentence), places)

    def count(self, one: str, many: str, number: int, **places: str | int) -> str:
        """Return a sentence about ``number`` things; ``{n}`` is the number."""
        sentence = self._translations.ngettext(one, many, number)
        return _fill(sentence, {"n": number, **places})


def _fill(sentence: str, places: dict[str, str | int]) -> str:
    return sentence.format(**places) if places else sentence


def words_for(language: str) -> Words:
    """Return the words of a language; English where there is no catalogue."""
    catalogue = files(__package__) / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not catalogue.is_file():
        return Words("en", gettext.NullTranslations())
    with catalogue.open("rb") as file:
        return Words(language, gettext.GNUTranslations(file))


def best_language(wanted: Iterable[str]) -> str:
    """Return the first language of ``wanted`` that there are words for, else English.

    Each may be a bare language or a locale such as ``es_AR.UTF-8``.
    """
    for name in wanted:
        code = name.replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"
