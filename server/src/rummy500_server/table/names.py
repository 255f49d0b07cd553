"""Names that people give themselves and their tables: cleaned, so that they are what they look.

Not every trick is caught (letters of two scripts may look the same), but a name can't be empty to
the eye, can't turn the text around it, can't break a line of a log and can't pile up accents.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from rummy500.protocol.limits import MAX_NAME, MAX_TABLE_NAME


COMPUTER_NAMES: Final = ("Rita", "Bruno", "Clara", "Hugo", "Nora")
"""As good in Spanish as in English."""

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Categories without a picture: controls, format and bidi marks, unassigned, private, line ends."""
_BLANK: Final = re.compile(
    # Letters and marks that are drawn as nothing: fillers, joiners, variation selectors, braille 0.
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
_SPACES: Final = re.compile(r"\s+")
_MOST_MARKS: Final = 3
"""Accents on one letter that some language may need."""
_SKIN: Final = range(0x1F3FB, 0x1F400)
"""Emoji modifiers: part of the picture before them."""
_FLAG: Final = range(0x1F1E6, 0x1F200)
"""Regional indicators: two of them make a flag."""


class NameInvalidError(ValueError):
    """Nothing that can be read is left of a name, or too much."""


def clean_name(text: str) -> str:
    """Return the name of a person as it is shown.

    Raises:
        NameInvalidError: it is empty, or longer than 20 characters as people count them.

    """
    name = _cleaned(text)
    if not 1 <= len(list(graphemes(name))) <= MAX_NAME:
        raise NameInvalidError(text)
    return name


def clean_table_name(text: str, fallback: str) -> str:
    """Return the name of a table; cut when too long, ``fallback`` when nothing is left."""
    return "".join(list(graphemes(_cleaned(text)))[:MAX_TABLE_NAME]) or fallback


def unlike(name: str, others: Iterable[str]) -> str:
    """Return ``name``, with a number if somebody is called so already: ``Ana``, ``Ana 2``."""
    taken = {_skeleton(other) for other in others}
    found = name
    number = 2
    while _skeleton(found) in taken:
        tail = f" {number}"
        found = "".join(list(graphemes(name))[: MAX_NAME - len(tail)]).rstrip() + tail
        number += 1
    return found


def graphemes(text: str) -> Iterator[str]:
    """Yield what people count as characters: a letter with its marks, a flag, a picture."""
    held = ""
    for char in text:
        if held and _belongs(held, char):
            held += char
            continue
        if held:
            yield held
        held = char
    if held:
        yield held


def _belongs(held: str, char: str) -> bool:
    if unicodedata.category(char).startswith("M") or ord(char) in _SKIN:
        return True
    return ord(char) in _FLAG and len(held) == 1 and ord(held) in _FLAG


def _cleaned(text: str) -> str:
    composed = _BLANK.sub("", unicodedata.normalize("NFC", _SPACES.sub(" ", text)))
    seen = "".join(c for c in composed if unicodedata.category(c) not in _UNSEEN)
    # A mark with no letter before it would sit on whatever stands to the left of the name.
    shown = "".join(
        cluster[: 1 + _MOST_MARKS]
        for cluster in graphemes(seen)
        if not unicodedata.category(cluster[0]).startswith("M")
    )
    return unicodedata.normalize("NFC", _SPACES.sub(" ", shown).strip())


def _skeleton(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
