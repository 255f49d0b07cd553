"""What the sheet of the settings shows, ready to be painted: every text translated.

An answer is reported as ``answered(key, value)``; what it leads to says
:func:`rummy500_client.presenters.preferences.answered`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500_client.presenters.home_model import Field
from rummy500_client.presenters.table_model import Button


class Kind(StrEnum):
    """What the answers of a question look like."""

    WORDS = "words"
    CLOTHS = "cloths"
    """Pieces of cloth; the value is the name of the cloth."""
    BACKS = "backs"
    """Backs of cards; the value is the name of the back."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One answer; its text stands on it or below its picture."""

    value: str
    text: str
    accessible: str


@dataclass(frozen=True, slots=True)
class Picks:
    """A question with a few answers, of which exactly one is chosen."""

    key: str
    picks: tuple[Pick, ...]
    chosen: str
    kind: Kind = Kind.WORDS


@dataclass(frozen=True, slots=True)
class Toggle:
    """A question that is answered by on or off."""

    key: str
    text: str
    on: bool


@dataclass(frozen=True, slots=True)
class Slide:
    """A question that is answered by a number between two ends."""

    key: str
    name: str
    value: int
    least: int
    most: int
    step: int
    text: str
    """The number as it is read."""
    least_text: str = ""
    most_text: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """A question that is answered by a line of text."""

    key: str
    field: Field


Control = Picks | Toggle | Slide | Typed


@dataclass(frozen=True, slots=True)
class PreferenceRow:
    """A title with a sentence, and what answers it: one control, or several that belong together.

    A toggle says itself what it is about, so its row may have no title.
    """

    title: str
    controls: tuple[Control, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Settings of one kind; ``key`` names it for the list at the left."""

    key: str
    title: str
    icon: str
    rows: tuple[PreferenceRow, ...]


@dataclass(frozen=True, slots=True)
class PreferencesModel:
    """The whole sheet: sections one below the other, and a picture of what they lead to."""

    title: str
    sections: tuple[Section, ...]
    sections_name: str
    """What the list of sections is called."""
    preview_title: str
    preview_note: str
    preview_accessible: str
    reset: Button
    reset_note: str
    close: Button
