"""Boxes and places, the words of all layout formulas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


ASPECT: Final = 1.4
"""Height of a card divided by its width."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle in logical px; y grows downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Return the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Return the lower edge."""
        return self.y + self.h

    @property
    def centre_x(self) -> float:
        """Return the middle, left to right."""
        return self.x + self.w / 2

    @property
    def centre_y(self) -> float:
        """Return the middle, top to bottom."""
        return self.y + self.h / 2


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card goes: its centre, its turn in degrees and, in the pile, its row."""

    x: float
    y: float
    angle: float = 0.0
    row: int = 0


def clamp(value: float, low: float, high: float) -> float:
    """Return ``value``, not below ``low`` and not above ``high``."""
    return max(low, min(high, value))
