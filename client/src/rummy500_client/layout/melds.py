"""The melds on the table: the largest card with which all of them fit, in the order they came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummy500_client.layout.boxes import ASPECT, Box


STRIP = 13.0
"""Room under a card for the strip that names its owner, in units."""

PAD = 7.0
GAP = 9.0
_RATIOS: tuple[float, ...] = (0.56, 0.48, 0.40, 0.34)
_TIGHT = (0.34, 0.28, 0.24)
_FLOOR = 22.0


@dataclass(frozen=True, slots=True)
class MeldGrid:
    """Width of a meld card, the step between two of them, and the tray of each meld."""

    w: float
    step: float
    cells: tuple[Box, ...]
    fits: bool


def _flow(sizes: Sequence[int], box: Box, w: float, step: float, u: float) -> list[Box]:
    pad, gap = PAD * u, GAP * u
    high = w * ASPECT + STRIP * u + 2 * pad
    cells: list[Box] = []
    x, y = box.x, box.y
    for size in sizes:
        wide = w + (size - 1) * step + 2 * pad
        if x > box.x and x + wide > box.right + 0.5:
            x, y = box.x, y + high + gap
        cells.append(Box(x, y, wide, high))
        x += wide + gap
    return cells


def meld_grid(sizes: Sequence[int], box: Box, largest: float, u: float) -> MeldGrid:
    """Return the grid for melds of ``sizes`` cards in ``box``.

    For each width, from the largest down to ``max(44, 46 u)`` in steps of 2 u, the widest step is
    taken with which all fit. If nothing fits the cards shrink on: all that lies on the table stays
    in sight, however many melds there are.
    """
    if not sizes:
        return MeldGrid(largest, largest * _RATIOS[0], (), fits=True)
    least = min(largest, max(44.0, 46 * u))
    w, ratios = largest, _RATIOS
    while True:
        for ratio in ratios:
            cells = _flow(sizes, box, w, ratio * w, u)
            used = cells[-1].bottom - box.y
            if used <= box.h and max(c.right for c in cells) <= box.right + 0.5:
                return MeldGrid(w, ratio * w, _centred(cells, box, used), fits=True)
        if w <= _FLOOR:
            cells = _flow(sizes, box, w, _TIGHT[-1] * w, u)
            return MeldGrid(w, _TIGHT[-1] * w, tuple(cells), fits=False)
        if w <= least:
            ratios = _TIGHT
        w = max(least if w > least else _FLOOR, w - 2 * u)


def _centred(cells: list[Box], box: Box, used: float) -> tuple[Box, ...]:
    down = min(0.5 * (box.h - used), 0.22 * box.h)
    last_of_row = {cell.y: cell for cell in cells}
    out = []
    for cell in cells:
        over = (box.right - last_of_row[cell.y].right) / 2
        out.append(Box(cell.x + over, cell.y + down, cell.w, cell.h))
    return tuple(out)
