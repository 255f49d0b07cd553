"""The plan of a picture: what lies where, as values that the scene only has to carry out."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF

from rummy500.engine.cards import Card
from rummy500_client.layout.boxes import Box, Spot
from rummy500_client.layout.zones import Zones
from rummy500_client.ui.table.cards import CardLook
from rummy500_client.ui.table.motion import Pose
from rummy500_client.ui.table.painted import AnyPainted, Style
from rummy500_client.ui.table.targets import Area, Target


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A card: its look, its place, its height and what a press on it means.

    ``seen`` is the width and height of its upper left part that no other card covers.
    """

    card: Card
    look: CardLook
    pose: Pose
    z: float
    target: Target
    seen: tuple[float, float]
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class GhostPlan:
    """A carried card where it would lie, shown while the pointer is there."""

    look: CardLook
    at: QPointF


@dataclass(frozen=True, slots=True)
class PartPlan:
    """Anything else: the class of its item, its box and its value. ``key`` tells parts apart."""

    key: str
    kind: type[AnyPainted]
    box: Box
    content: object
    z: float
    target: Target | None = None
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """A target with what a screen reader says, in the order of the arrow keys.

    ``why`` is why a press would be refused, if it would.
    """

    target: Target
    accessible: str
    why: str = ""
    checkable: bool = False
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """Something that nobody presses but that a screen reader can read: a plate, the sentence."""

    key: str
    text: str
    box: Box
    area: Area | None = None
    """The area that it belongs to; None for the seats."""


@dataclass(slots=True)
class Plan:
    """Everything that lies on the table, and the measures that gestures need."""

    zones: Zones
    style: Style
    cards: list[CardPlan] = field(default_factory=list)
    parts: list[PartPlan] = field(default_factory=list)
    reach: list[Reach] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    areas: dict[Area | None, str] = field(default_factory=dict)
    """The names of the areas; None stands for the seats."""
    hand: list[Spot] = field(default_factory=list)
    bracketed: list[frozenset[Card]] = field(default_factory=list)
    """The cards below each bracket of the hand."""
    ghosts: dict[int, list[GhostPlan]] = field(default_factory=dict)
    """By meld: the carried cards where they would lie."""
    pile_at_rest: list[Spot] = field(default_factory=list)
    split: int | None = None
    stock_gives: bool = False
    """A card may be drawn from the stock now."""
    stock: Box = field(default_factory=lambda: Box(0, 0, 0, 0))

    def add(self, key: str, kind: type[AnyPainted], box: Box, content: object, z: float) -> None:
        """Put a part that nobody presses."""
        self.parts.append(PartPlan(key, kind, box, content, z))
