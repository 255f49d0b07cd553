"""Names that people give themselves and their tables: cleaned, so that they are what they look.

Not every trick is caught (letters of two scripts may look the same), but a name can't be empty to
the eye, can't turn the text around it, can't break a line of a log and can't pile up accents.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

import regex

from rummy500.protocol.limits import MAX_NAME, MAX_TABLE_NAME


COMPUTER_NAMES: Final = ("Rita", "Bruno", "Clara", "Hugo", "Nora")
"""As good in Spanish as in English."""

_PICTURE: Final = r"(?!\p{Cn})\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?"
_UNSEEN: Final = regex.compile(
    # What joins pictures into one, such as a family, is all that is kept of the invisible.
    rf"(?P<kept>{_PICTURE}(?:\u200D{_PICTURE})*)"
    # Controls, format and bidi marks, private and unassigned characters, line ends; letters and
    # marks that are drawn as nothing; the empty braille cell and the empty note.
    r"|[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\U0001D159]"
)
_SPACES: Final = regex.compile(r"\s+")
_LOOSE_MARKS: Final = regex.compile(r"(?:^|(?<=\s))\p{M}+")
"""A mark with no letter before it would sit on whatever stands to the left of the name."""
_PILED_MARKS: Final = regex.compile(r"(\p{M}{3})\p{M}+")
"""No language needs more than three on one letter."""
_CLUSTER: Final = regex.compile(r"\X")
"""What people count as one character, after Unicode's annex 29."""
_MOST_POINTS: Final = 12
"""Code points of one character: a family of four with a colour each has 11."""
_SOMETHING: Final = regex.compile(r"[\p{L}\p{N}\p{Sm}\p{Sc}\p{So}--\p{Lm}]", regex.V1)
"""Without a letter, digit or sign a name is a speck: dots and strokes pass for nothing."""


class NameInvalidError(ValueError):
    """Nothing that can be read is left of a name, or too much."""


def clean_name(text: str) -> str:
    """Return the name of a person as it is shown.

    Raises:
        NameInvalidError: it is empty, or longer than 20 characters as people count them.

    """
    name = _cleaned(text)
    if not 1 <= len(graphemes(name)) <= MAX_NAME:
        raise NameInvalidError(text)
    return name


def clean_table_name(text: str, fallback: str) -> str:
    """Return the name of a table; cut when too long, ``fallback`` when nothing is left."""
    return "".join(graphemes(_cleaned(text))[:MAX_TABLE_NAME]) or fallback


def unlike(name: str, others: Iterable[str]) -> str:
    """Return ``name``, with a number if somebody is called so already: ``Ana``, ``Ana 2``."""
    taken = {_skeleton(other) for other in others}
    found = name
    number = 2
    while _skeleton(found) in taken:
        tail = f" {number}"
        found = "".join(graphemes(name)[: MAX_NAME - len(tail)]).rstrip() + tail
        number += 1
    return found


def graphemes(text: str) -> list[str]:
    """Return what people count as characters: a letter with its marks, a flag, a picture."""
    found: list[str] = _CLUSTER.findall(text)
    return found


def _cleaned(text: str) -> str:
    """Return what is to be seen of a name, or nothing if that is next to nothing."""
    composed = unicodedata.normalize("NFC", _SPACES.sub(" ", text))
    seen = _SPACES.sub(" ", _UNSEEN.sub(lambda found: found["kept"] or "", composed)).strip()
    borne = _PILED_MARKS.sub(r"\1", _LOOSE_MARKS.sub("", seen))
    clusters = graphemes(_SPACES.sub(" ", borne).strip())
    name = "".join(cluster[:_MOST_POINTS] for cluster in clusters)
    return unicodedata.normalize("NFC", name) if _SOMETHING.search(name) else ""


def _skeleton(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
