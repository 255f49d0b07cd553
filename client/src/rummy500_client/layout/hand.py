"""The hand: one row whatever comes, 1 to 45 cards, no index hidden."""

from __future__ import annotations

import math
from collections.abc import Collection

from rummy500_client.layout.boxes import ASPECT, Box, Spot


_INDEX = 0.225
_STEP = 0.66
_GAP = 0.16
_FAN_CARDS = 14
_FAN_STEP = 0.42


def hand_card_width(count: int, box: Box, wish: float) -> float:
    """Return the width of a card: the wish, or what lets all indices show in one row."""
    return min(wish, box.w / (1 + _INDEX * max(0, count - 1)))


def _offsets(count: int, box: Box, w: float, gaps: Collection[int]) -> tuple[list[float], float]:
    gap = _GAP * w
    if gaps:  # gaps give way before indices do
        spare = box.w - w - _INDEX * w * (count - 1)
        gap = min(gap, max(0.0, spare / len(gaps)))
    step = min(_STEP * w, (box.w - w - gap * len(gaps)) / max(1, count - 1))
    xs, x = [], 0.0
    for i in range(count):
        if i:
            x += step + (gap if i in gaps else 0)
        xs.append(x)
    return xs, step


def hand_spots(count: int, box: Box, w: float, gaps: Collection[int] = ()) -> list[Spot]:
    """Return the place of each card. ``gaps`` are the cards before which the row opens a little.

    Up to 14 cards stand in a fan that drops .16 of a card height at most, more in a straight row.
    """
    if count == 0:
        return []
    h = w * ASPECT
    xs, step = _offsets(count, box, w, gaps)
    fan = count <= _FAN_CARDS and step >= _FAN_STEP * w and box.h >= 1.2 * h
    turn = min(1.3, 11 / max(1, count - 1)) if fan else 0.0
    base = box.y + 0.04 * h + h / 2 if fan else box.bottom - 0.53 * h
    radius = step / math.radians(turn) if fan and turn else 0.0
    left, middle = box.centre_x - xs[-1] / 2, xs[-1] / 2
    out = []
    for x in xs:
        cards_off = (x - middle) / step if step else 0.0
        angle = cards_off * turn
        out.append(Spot(left + x, base + radius * (1 - math.cos(math.radians(angle))), angle))
    return out


def drop_index(x: float, spots: list[Spot], dragged: Collection[int]) -> int:
    """Return the index, among the cards that stay, at which dragged cards land at ``x``."""
    return sum(1 for k, s in enumerate(spots) if k not in dragged and s.x < x)
