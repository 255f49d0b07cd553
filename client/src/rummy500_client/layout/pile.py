"""The stock and the discard pile: every card of the pile can be read."""

from __future__ import annotations

import math

from rummy500_client.layout.boxes import ASPECT, Box, Spot


RESERVE = 0.5
"""Room, in card widths, that is kept free for the lifted part: nothing else moves in a preview."""

LIFT = 0.16
"""How far the lifted part rises, in card heights."""

_STEP = 0.46
_INDEX = 0.21
_LEAST = 13.0
_ROW = 0.45
_ROOMS = (7, 14, 99)


def pile_box(zone: Box, w: float, u: float) -> Box:
    """Return the room of the pile when it uses the whole width, right of the stock."""
    x = zone.x + 10 * u + w + 26 * u
    return Box(x, zone.y + 8 * u, zone.right - 12 * u - x, w * ASPECT)


def stock_box(zone: Box, w: float, u: float, count: int) -> Box:
    """Return where the stock stands for a pile of ``count`` cards.

    Stock and pile stand in the middle for up to 7, then up to 14 cards, then use the width: two
    shifts in a hand, no creeping.
    """
    room = next(most for most in _ROOMS if count <= most)
    used = w + 26 * u + w + (room - 1) * _STEP * w
    x = max(zone.x + 10 * u, zone.centre_x - used / 2)
    return Box(x, zone.y + 8 * u, w, w * ASPECT)


def pile_room(zone: Box, w: float, u: float, count: int) -> Box:
    """Return the room of the pile beside the stock as :func:`stock_box` places it."""
    stock = stock_box(zone, w, u, count)
    x = stock.right + 26 * u
    return Box(x, stock.y, zone.right - 12 * u - x, w * ASPECT)


def pile_spots(count: int, box: Box, w: float, split: int | None = None) -> list[Spot]:
    """Return the centre of each card, oldest first. ``split`` is the first lifted card.

    The steps shrink first; the pile wraps to a second row only when an index would be hidden.
    """
    if count == 0:
        return []
    h, reserve = w * ASPECT, RESERVE * w
    step = min(_STEP * w, (box.w - w - reserve) / max(1, count - 1))
    rows = 1 if step >= max(_INDEX * w, _LEAST) else 2
    per_row = math.ceil(count / rows)
    if rows > 1:
        step = min(_STEP * w, (box.w - w - reserve) / max(1, per_row - 1))
    out = []
    for i in range(count):
        row, k = divmod(i, per_row)
        lifted = split is not None and i >= split
        x = box.x + k * step + (reserve if lifted else 0) + w / 2
        y = box.y + row * _ROW * h - (LIFT * h if lifted else 0) + h / 2
        out.append(Spot(x, y, 0, row))
    return out


def pile_index(x: float, y: float, spots: list[Spot], w: float) -> int:
    """Return the card of a resting pile that a point belongs to, or -1.

    A later card covers an earlier one.
    """
    h = w * ASPECT
    for k in range(len(spots) - 1, -1, -1):
        spot = spots[k]
        if abs(x - spot.x) <= w / 2 and abs(y - spot.y) <= h / 2:
            return k
    return -1


def pointed_index(x: float, y: float, rest: list[Spot], w: float, split: int | None) -> int:
    """Return the card that a pointer means while the pile shows a preview from ``split`` on.

    The lifted cards keep their place whichever of them comes first, so a point on one of them means
    that card. A point on the rest means the card whose place it is when nothing is lifted, and what
    the lifted part uncovered still belongs to ``split``: so a preview never runs away from the
    pointer.
    """
    if split is None:
        return pile_index(x, y, rest, w)
    shift, rise = RESERVE * w, LIFT * w * ASPECT
    lifted = [Spot(s.x + shift, s.y - rise) for s in rest[split:]]
    on_lifted = pile_index(x, y, lifted, w)
    if on_lifted >= 0:
        return split + on_lifted
    return min(split, pile_index(x, y, rest, w))
