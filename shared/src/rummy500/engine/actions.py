"""What a seated player may ask of the rules: a closed union."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.engine.cards import Card
from rummy500.engine.ids import MeldId
from rummy500.engine.lean import lean


class AceEnd(StrEnum):
    """The end of a run at which its ace stands. It is fixed when the ace is tabled (R38)."""

    LOW = "low"
    HIGH = "high"


@lean
@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the first card of the stock (R9)."""


@lean
@dataclass(frozen=True, slots=True)
class TakePile:
    """Take ``card`` from the discard pile, with all cards above it (R10, R11)."""

    card: Card


@lean
@dataclass(frozen=True, slots=True)
class MeldCards:
    """Put a new meld on the table (R16 to R18)."""

    cards: tuple[Card, ...]
    ace: AceEnd | None = None
    """The end that the player names for an ace; None leaves it to R23."""


@lean
@dataclass(frozen=True, slots=True)
class LayOff:
    """Add cards to a meld on the table (R21 to R23)."""

    cards: tuple[Card, ...]
    meld: MeldId
    ace: AceEnd | None = None


@lean
@dataclass(frozen=True, slots=True)
class DiscardCard:
    """End the turn by a discard (R26)."""

    card: Card


@lean
@dataclass(frozen=True, slots=True)
class Decline:
    """Refuse the pile when the stock is empty (R32)."""


@lean
@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last undoable play of this turn (R47)."""


Action = DrawStock | TakePile | MeldCards | LayOff | DiscardCard | Decline | Undo
