"""What the help shows: the rules of a table with examples, keys, marks, tips and origin."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.engine.cards import Card
from rummy500_client.presenters.rules_model import RulesModel
from rummy500_client.presenters.table_model import Button


class HelpTab(StrEnum):
    """A page of the help."""

    RULES = "rules"
    MARKS = "marks"
    TIPS = "tips"
    ABOUT = "about"


class Mark(StrEnum):
    """A mark that a card can bear on the table."""

    CAN_TAKE = "can_take"
    TARGET = "target"
    SELECTED = "selected"
    REQUIRED = "required"
    JUST_DRAWN = "just_drawn"
    VEILED = "veiled"
    LAST_PLAY = "last_play"
    FOCUS = "focus"


@dataclass(frozen=True, slots=True)
class Tab:
    """The way to a page."""

    tab: HelpTab
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """Cards that are a meld or are not; ``good`` is shown by a sign as well as by a colour.

    ``accessible`` are the cards by their names.
    """

    cards: tuple[Card, ...]
    good: bool
    head: str
    text: str
    accessible: str = ""


@dataclass(frozen=True, slots=True)
class KeyLine:
    """Keys as they are called on the keyboard, and what they do.

    ``spoken`` are the keys as a screen reader says them: an arrow has a name, not a picture.
    """

    keys: tuple[str, ...]
    text: str
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Keys that belong together."""

    title: str
    lines: tuple[KeyLine, ...]


@dataclass(frozen=True, slots=True)
class MarkLine:
    """A card with a mark, and what the mark means."""

    mark: Mark
    card: Card
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The shape of a seat, and whose it is."""

    mark: int
    text: str


@dataclass(frozen=True, slots=True)
class HelpModel:
    """The help, all of it; ``tab`` is the page that is open."""

    title: str
    tab: HelpTab
    tabs: tuple[Tab, ...]
    close: Button
    rules: RulesModel
    examples: tuple[Example, ...]
    keys_title: str
    keys: tuple[KeyGroup, ...]
    marks_title: str
    marks: tuple[MarkLine, ...]
    seats_title: str
    seats: tuple[SeatLine, ...]
    seats_notes: tuple[str, ...]
    """What else tells who somebody is, in sentences."""
    tips_title: str
    tips: tuple[str, ...]
    about_title: str
    about: tuple[str, ...]
