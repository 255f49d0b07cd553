"""What a person does at the table: a closed union of gestures, whatever they may mean."""

from __future__ import annotations

from dataclasses import dataclass

from rummy500.engine.cards import Card
from rummy500.engine.ids import MeldId


@dataclass(frozen=True, slots=True)
class PressStock:
    """The stock was pressed."""


@dataclass(frozen=True, slots=True)
class PressPile:
    """A card of the pile was pressed."""

    card: Card


@dataclass(frozen=True, slots=True)
class PointAtPile:
    """The pointer or the focus rests on a card of the pile, or on none."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class PressHand:
    """A card of the hand was pressed."""

    card: Card


@dataclass(frozen=True, slots=True)
class MoveInHand:
    """A card of the hand was put at another place of the row, with what was carried with it.

    ``index`` counts the cards that stay.
    """

    card: Card
    index: int


@dataclass(frozen=True, slots=True)
class PressMeld:
    """A meld on the table was pressed, or named by its key."""

    meld: MeldId


@dataclass(frozen=True, slots=True)
class DropOnMeld:
    """A card of the hand was dropped on a meld, with the selection if it is part of it."""

    card: Card
    meld: MeldId


@dataclass(frozen=True, slots=True)
class DropOnPile:
    """A card of the hand was dropped on the pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class DropOnCloth:
    """A card of the hand was dropped on the bare table, where new melds lie."""

    card: Card


@dataclass(frozen=True, slots=True)
class DropInHand:
    """What was drawn by hand, from stock or pile, was dropped at the viewer's own cards."""


@dataclass(frozen=True, slots=True)
class PickUpHand:
    """A card of the hand is being dragged, with the selection if it is part of it."""

    card: Card


@dataclass(frozen=True, slots=True)
class PickUpMeld:
    """A meld in the hand is being dragged by its bracket."""

    index: int


@dataclass(frozen=True, slots=True)
class PickUpStock:
    """A card of the stock is being dragged."""


@dataclass(frozen=True, slots=True)
class PickUpPile:
    """A card of the pile is being dragged, with all above it."""

    card: Card


@dataclass(frozen=True, slots=True)
class LetDown:
    """What was dragged was let go where it means nothing, or the dragging was broken off."""


@dataclass(frozen=True, slots=True)
class PressBracket:
    """The bracket over a meld in the hand was pressed."""

    index: int


@dataclass(frozen=True, slots=True)
class PickNextMeld:
    """The next meld that lies in the hand was asked for, wherever its cards stand."""


@dataclass(frozen=True, slots=True)
class PressButton:
    """A button of the status bar was pressed."""

    intent: str


@dataclass(frozen=True, slots=True)
class PickSort:
    """A way to sort the hand was chosen."""

    mode: str


@dataclass(frozen=True, slots=True)
class LetGo:
    """Esc, or a press on the bare table."""


Drop = DropOnMeld | DropOnPile | DropOnCloth | DropInHand
"""A drop that asks for a play."""

Let = Drop | MoveInHand | LetDown
"""What ends a dragging."""

PickUp = PickUpHand | PickUpMeld | PickUpStock | PickUpPile
"""What begins one."""

Ask = PressStock | PressPile | PressMeld | PressButton | Drop
"""What asks for a play."""

Press = (
    PressStock
    | PressPile
    | PointAtPile
    | PressHand
    | PressMeld
    | PressBracket
    | PickNextMeld
    | PressButton
    | PickSort
    | LetGo
)
Gesture = Press | PickUp | Let
