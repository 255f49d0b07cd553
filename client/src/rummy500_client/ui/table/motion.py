"""Cards that travel. Input never waits: the next picture ends what still runs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QGraphicsItem


LIFT_MS: Final = 120
FLY_MS: Final = 260
STAGGER_MS: Final = 40
LAMP_MS: Final = 350
REFUSE_MS: Final = 160


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an item is: place, turn, size and how much of it can be seen."""

    at: QPointF
    angle: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0


def pose_of(item: QGraphicsItem) -> Pose:
    """Return where an item is now."""
    return Pose(item.pos(), item.rotation(), item.scale(), item.opacity())


def set_pose(item: QGraphicsItem, pose: Pose) -> None:
    """Put an item somewhere at once."""
    item.setPos(pose.at)
    item.setRotation(pose.angle)
    item.setScale(pose.scale)
    item.setOpacity(pose.opacity)


@dataclass(frozen=True, slots=True)
class Move:
    """The way of one item. ``z_end`` is its height once it has arrived.

    ``sway`` shakes it sideways by so many px, twice, while it goes.
    """

    item: QGraphicsItem
    start: Pose
    end: Pose
    z_end: float
    duration: int = FLY_MS
    delay: int = 0
    then: Callable[[], None] | None = None
    sway: float = 0.0


class Mover(QObject):
    """Runs one set of moves at a time on one clock.

    ``factor`` scales all times (0.5 fast, 1 normal, 0 off). With 0 everything is at its end at
    once.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.factor = 1.0
        self._moves: list[Move] = []
        self._curve = QEasingCurve(QEasingCurve.Type.InOutCubic)
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self.finish)

    @property
    def running(self) -> bool:
        """Return whether something is on its way."""
        return bool(self._moves)

    def run(self, moves: list[Move]) -> None:
        """Start these moves; whatever still ran is put at its end first."""
        self.finish()
        self._moves = list(moves)
        total = max((m.delay + m.duration for m in moves), default=0)
        if self.factor <= 0 or total <= 0:
            self.finish()
            return
        for move in self._moves:
            set_pose(move.item, move.start)
        self._clock.setDuration(round(total * self.factor))
        self._clock.setEndValue(float(total))
        self._clock.start()

    def finish(self) -> None:
        """Put everything at its end now."""
        moves, self._moves = self._moves, []
        self._clock.stop()
        for move in moves:
            set_pose(move.item, move.end)
            move.item.setZValue(move.z_end)
            if move.then is not None:
                move.then()

    def _tick(self, value: object) -> None:
        if not isinstance(value, float):
            return
        for move in self._moves:
            part = min(1.0, max(0.0, (value - move.delay) / max(1, move.duration)))
            eased = self._curve.valueForProgress(part)
            a, b = move.start, move.end
            late = max(0.0, (eased - 2 / 3) * 3)  # cards turn in the last third only
            aside = QPointF(move.sway * math.sin(4 * math.pi * part), 0.0)
            move.item.setPos(a.at + (b.at - a.at) * eased + aside)
            move.item.setRotation(a.angle + (b.angle - a.angle) * late)
            move.item.setScale(a.scale + (b.scale - a.scale) * eased)
            move.item.setOpacity(a.opacity + (b.opacity - a.opacity) * eased)
