"""The rules of a table in words, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Topic(StrEnum):
    """What a section of the rules is about, in the order in which they are told."""

    DEAL = "deal"
    TURN = "turn"
    DRAW = "draw"
    MELDS = "melds"
    LAYOFFS = "layoffs"
    DISCARD = "discard"
    STOCK = "stock"
    SCORING = "scoring"
    MATCH = "match"
    DEALER = "dealer"
    COMFORT = "comfort"
    """Undo and clock."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One sentence. ``changed``: the standard game has another one, or none."""

    text: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class RuleSection:
    """The sentences of one topic. ``icon`` is the name of a drawing."""

    topic: Topic
    title: str
    icon: str
    lines: tuple[RuleLine, ...]

    @property
    def changed(self) -> bool:
        """Return whether any sentence differs from the standard game."""
        return any(line.changed for line in self.lines)


@dataclass(frozen=True, slots=True)
class RulesModel:
    """All that holds at a table."""

    title: str
    sub: str
    """Which game it is, and in how many points it differs from the standard one."""
    changed_word: str
    """Stands beside what has changed, for colour alone says nothing to many."""
    sections: tuple[RuleSection, ...]
    changes_title: str = ""
    """Over what has changed, told first of all."""

    @property
    def changed_lines(self) -> tuple[RuleLine, ...]:
        """Return the sentences that differ."""
        return tuple(line for section in self.sections for line in section.lines if line.changed)

    @property
    def changes(self) -> int:
        """Return how many sentences differ."""
        return len(self.changed_lines)
