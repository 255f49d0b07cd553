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
_CARD_WEIGHT = 0.6
_SLACK = 0.5


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
        if x > box.x and x + wide > box.right + _SLACK:
            x, y = box.x, y + high + gap
        cells.append(Box(x, y, wide, high))
        x += wide + gap
    return cells


def meld_grid(sizes: Sequence[int], box: Box, largest: float, u: float) -> MeldGrid:
    """Return the grid for melds of ``sizes`` cards in ``box``.

    Of all widths, from the largest down to ``max(44, 46 u)`` in steps of 2 u, and all steps with
    which the trays fit, the best is taken: a wide step weighs as much as a large card, for it is
    the step that lets covered cards be read. If nothing fits the cards shrink on: all that lies on
    the table stays in sight, however many melds there are.
    """
    if not sizes:
        return MeldGrid(largest, largest * _RATIOS[0], (), fits=True)
    least = min(largest, max(44.0, 46 * u))
    fitting = [
        grid
        for w in _widths(largest, least, 2 * u)
        for ratio in _RATIOS
        if (grid := _try(sizes, box, w, ratio * w, u)).fits
    ]
    if fitting:
        return max(fitting, key=lambda grid: grid.step + _CARD_WEIGHT * grid.w)
    grid = _try(sizes, box, least, _TIGHT[-1] * least, u)
    for w in _widths(least, _FLOOR, u):
        for ratio in _TIGHT:
            grid = _try(sizes, box, w, ratio * w, u)
            if grid.fits:
                return grid
    return grid


def _widths(largest: float, least: float, step: float) -> list[float]:
    count = int(max(0.0, largest - least) / step)
    return [*(largest - k * step for k in range(count + 1)), least]


def _try(sizes: Sequence[int], box: Box, w: float, step: float, u: float) -> MeldGrid:
    cells = _flow(sizes, box, w, step, u)
    used = cells[-1].bottom - box.y
    fits = used <= box.h and max(c.right for c in cells) <= box.right + _SLACK
    return MeldGrid(w, step, _centred(cells, box, used) if fits else tuple(cells), fits)


def _centred(cells: list[Box], box: Box, used: float) -> tuple[Box, ...]:
    down = min(0.5 * (box.h - used), 0.22 * box.h)
    last_of_row = {cell.y: cell for cell in cells}
    out = []
    for cell in cells:
        over = (box.right - last_of_row[cell.y].right) / 2
        out.append(Box(cell.x + over, cell.y + down, cell.w, cell.h))
    return tuple(out)
