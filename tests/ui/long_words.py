"""Words that are 40 % longer than those of a language: a language we do not speak yet.

Each sentence ends with a mark, so that a text on the screen that does not come from the catalogue
is found as well.
"""

from __future__ import annotations

import gettext
import re
from importlib.resources import files

from rummy500_client.i18n.words import DOMAIN, Words


MARK = "·"
LONGER = 0.4
_PIECES = re.compile(r"(\{[^}]*\}|\s+)")


def longer(sentence: str) -> str:
    """The sentence with each word longer, its places as they are, and the mark at its end."""
    pieces = [piece for piece in _PIECES.split(sentence) if piece]
    return "".join(piece if _PIECES.fullmatch(piece) else _grown(piece) for piece in pieces) + MARK


def _grown(word: str) -> str:
    letters = "".join(letter for letter in word.lower() if letter.isalpha())
    return word + letters[: round(LONGER * len(word))]


class Longer(gettext.GNUTranslations):
    """The catalogue of a language, with longer sentences."""

    def gettext(self, message: str) -> str:
        return longer(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return longer(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return longer(super().pgettext(context, message))


def long_words(language: str = "es") -> Words:
    """The words of a language, longer."""
    folder = files("rummy500_client.i18n") / "locale" / language / "LC_MESSAGES"
    with (folder / f"{DOMAIN}.mo").open("rb") as file:
        return Words(language, Longer(file))
