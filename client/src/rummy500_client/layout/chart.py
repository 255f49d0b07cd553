"""Numbers of the chart of totals: its scale, and labels that do not lie on each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final


_MOST_LINES: Final = 7


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of the vertical axis and where its lines stand."""

    low: float
    high: float
    ticks: tuple[int, ...]


def _step(span: float) -> int:
    """Return the smallest of 10 20 50 100 200 500 .. that needs few enough lines for ``span``."""
    power = 10
    while True:
        for factor in (1, 2, 5):
            if span / (power * factor) <= _MOST_LINES:
                return power * factor
        power *= 10


def scale_for(totals: Iterable[int], target: int) -> Scale:
    """Return a scale that holds all ``totals``, zero and the target, with some air above.

    The highest line may lie below the top: the line of the target must not touch the edge.
    """
    values = [0, *totals]
    low, high = min(target, *values), max(target, *values)
    step = _step(high - low)
    floor = math.floor(low / step) * step
    top = high + 0.1 * (high - floor)
    return Scale(floor, top, tuple(range(floor, math.floor(top) + 1, step)))


def spread(wished: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return the heights of labels, ``gap`` apart or more, each as near its wish as that allows.

    ``wished`` need not be sorted; the answer keeps its order. Labels stay within ``top`` and
    ``bottom`` as long as there is room for all.
    """
    order = sorted(range(len(wished)), key=lambda k: wished[k])
    placed: list[float] = []
    for k in order:
        lowest = placed[-1] + gap if placed else top
        placed.append(max(wished[k], lowest))
    limit = bottom
    for i in range(len(placed) - 1, -1, -1):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - gap
    answer = [0.0] * len(wished)
    for k, height in zip(order, placed, strict=True):
        answer[k] = height
    return answer
