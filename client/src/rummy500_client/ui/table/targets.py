"""What can be pointed at, pressed and focused on the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Area(Enum):
    """The areas among which Tab moves, in the order of Tab."""

    HAND = auto()
    PILE = auto()
    MELDS = auto()
    ACTIONS = auto()
    SORT = auto()
    TOOLS = auto()


class Kind(Enum):
    """The kinds of targets, each in one area."""

    HAND = auto()
    BRACKET = auto()
    STOCK = auto()
    PILE = auto()
    MELD = auto()
    BUTTON = auto()
    SORT = auto()
    TOOL = auto()


AREAS = {
    Kind.HAND: Area.HAND,
    Kind.BRACKET: Area.HAND,
    Kind.STOCK: Area.PILE,
    Kind.PILE: Area.PILE,
    Kind.MELD: Area.MELDS,
    Kind.BUTTON: Area.ACTIONS,
    Kind.SORT: Area.SORT,
    Kind.TOOL: Area.TOOLS,
}


class Spot(Enum):
    """The places where something that is dragged can be let go."""

    MELD = auto()
    PILE = auto()
    CLOTH = auto()
    HAND = auto()
    NOWHERE = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a drop: ``number`` is the id of a meld, or the index among cards that stay."""

    spot: Spot
    number: int = -1


NOWHERE = Place(Spot.NOWHERE)


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that answers to a press.

    ``number`` is the card of the hand, the index in the pile, the id of a meld or the index of a
    bracket; ``name`` is the intent of a button, the mode of a sort or the tool.
    """

    kind: Kind
    number: int = -1
    name: str = ""

    @property
    def area(self) -> Area:
        """Return the area that the target belongs to."""
        return AREAS[self.kind]
