"""What the sheet for a new table shows, ready to be painted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500_client.presenters.home_model import Choice, Notice, Option
from rummy500_client.presenters.rules_model import RulesModel
from rummy500_client.presenters.table_model import Button


class Control(StrEnum):
    """How an option is answered."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that may be chosen: ``least`` to ``most``, but for a gap after ``least``.

    ``least_text`` is shown for the least one where it is not a number of things ("auto").
    """

    least: int
    most: int
    step: int = 1
    after_gap: int = 0
    """The first number after the gap; 0 for no gap."""
    least_text: str = ""


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option: what it is called, what it does, and its answer.

    ``value`` is the text that is reported back; a number that is the least one where that has a
    word of its own is reported as ``least_value``. An idle line is not shown.
    """

    name: str
    title: str
    hint: str
    control: Control
    value: str
    options: tuple[Option, ...] = ()
    numbers: Numbers | None = None
    least_value: str = ""
    changed: bool = False
    idle: bool = False


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options of one topic."""

    title: str
    lines: tuple[OptionLine, ...]


@dataclass(frozen=True, slots=True)
class NewTableModel:
    """A table that is being made: left who and what, right the rules that come of it."""

    title: str
    choices: tuple[Choice, ...]
    """At the left: the game, the players, against whom or who may join."""
    target: Choice
    target_line: OptionLine
    clock: Choice
    customise: Button
    """Folds the options in and out."""
    open: bool
    groups: tuple[OptionGroup, ...]
    changed_word: str
    rules: RulesModel
    fault: Notice | None
    standard: Button
    may_reset: bool
    """Something differs from the preset, so there is something to go back from."""
    cancel: Button
    create: Button
