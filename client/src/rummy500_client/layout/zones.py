"""The areas of the table for a size of the window, a number of seats and a size of the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy500_client.layout.boxes import ASPECT, Box, clamp
from rummy500_client.layout.pile import pile_box, pile_spots


MIN_SIZE: Final = (1024, 640)
"""The smallest window for which the formulas promise that nothing is cut off."""

DOCK_WIDTH: Final = 1600
"""From this width of the window on the log stands beside the table."""


_TWO_SEATS: Final = 2
_THREE_SEATS: Final = 3
_FAN_SCALE: Final = 1.25
"""Up to this size of the cards the hand has the height of a fan."""


@dataclass(frozen=True, slots=True)
class Zones:
    """Where the areas lie. ``u`` is the unit of cards and gaps, ``t`` the factor of text.

    ``left``, ``top`` and ``right`` are the plates of the others, ``me`` and ``sort`` stand beside
    the hand. ``meld_w`` is the largest card of a meld; the grid may take a smaller one.
    """

    u: float
    t: float
    hand_w: float
    pile_w: float
    meld_w: float
    strip: Box
    pile: Box
    melds: Box
    bar: Box
    hand: Box
    me: Box
    sort: Box
    left: Box | None
    top: Box | None
    right: Box | None


def units(width: float, height: float) -> tuple[float, float]:
    """Return ``u`` and ``t`` for a size of the table: both are 1 at 1280 x 800."""
    u = clamp(min(width / 1280, height / 800), 0.8, 3)
    t = 1 + 0.6 * (u - 1) if u > 1 else clamp(u, 0.92, 1)
    return u, t


def log_width(height: float) -> float:
    """Return the width of the log panel for a height of the window."""
    return 292 * units(DOCK_WIDTH, height)[1]


def drawer_span(width: float, height: float, scale: float = 1.0) -> tuple[int, int]:
    """Return from where to where a drawer over the table reaches: from the strip to the bar."""
    area = zones(width, height, _TWO_SEATS, scale)
    return round(area.strip.bottom), round(area.bar.y - 6 * area.u)


def zones(
    width: float, height: float, seats: int, scale: float = 1.0, pile_count: int = 1
) -> Zones:
    """Return the areas of a table of ``width`` x ``height`` logical px, log panel excluded.

    ``scale`` is the setting for the size of the cards, 0.8 to 2.
    """
    u, t = units(width, height)
    sides, across = seats > _TWO_SEATS, seats != _THREE_SEATS
    s = clamp(scale, 0.8, 2)
    hand_w, pile_w, meld_w = 94 * u * s, 76 * u * s**0.5, 86 * u * s**0.5
    gap = 12 * u
    side = 132 * t if sides else 0
    strip = Box(0, 0, width, 72 * t)
    x0 = gap + (side + gap if side else 0)
    inner = width - 2 * x0
    pile = Box(x0, strip.bottom + 6 * u, inner, pile_w * ASPECT + 10 * u)
    if pile_count > 1 and pile_spots(pile_count, pile_box(pile, pile_w, u), pile_w)[-1].row:
        pile = Box(pile.x, pile.y, pile.w, pile.h + 0.45 * pile_w * ASPECT)
    hand_h = hand_w * ASPECT * (1.24 if s <= _FAN_SCALE else 1.04)
    hand_y = height - hand_h
    me_w, me_h = 146 * t, 184 * t
    hand = Box(me_w + 2 * gap, hand_y, width - 2 * (me_w + 2 * gap), hand_h)
    bar = Box(hand.x, hand_y - 0.34 * hand_w - 56 * t, hand.w, 56 * t)
    melds = Box(x0, pile.bottom + gap, inner, bar.y - gap - (pile.bottom + gap))
    side_y, side_h = pile.y + 24 * u, 184 * t
    return Zones(
        u=u,
        t=t,
        hand_w=hand_w,
        pile_w=pile_w,
        meld_w=meld_w,
        strip=strip,
        pile=pile,
        melds=melds,
        bar=bar,
        hand=hand,
        me=Box(gap, height - gap - me_h, me_w, me_h),
        sort=Box(width - gap - me_w, height - gap - me_h, me_w, me_h),
        left=Box(gap, side_y, side, side_h) if sides else None,
        top=Box(width / 2 - 165 * t, 7 * t, 330 * t, 60 * t) if across else None,
        right=Box(width - gap - side, side_y, side, side_h) if sides else None,
    )
