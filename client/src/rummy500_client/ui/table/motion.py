"""Cards that travel. Input never waits: the next picture ends what still runs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QGraphicsItem

from rummy500_client.ui.table.cards import CardItem


LIFT_MS: Final = 120
FLY_MS: Final = 260
MELD_MS: Final = 320
DEAL_MS: Final = 240
STAGGER_MS: Final = 40
LAMP_MS: Final = 350
REFUSE_MS: Final = 160
RETURN_MS: Final = 180
FADE_MS: Final = 120

IN_OUT: Final = QEasingCurve.Type.InOutCubic
"""For what flies."""
OUT: Final = QEasingCurve.Type.OutCubic
"""For what lands or makes room."""
SINE: Final = QEasingCurve.Type.InOutSine
"""For light."""


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
class Leg:
    """A part of a way: where to, in how many ms, and how."""

    to: Pose
    ms: int
    curve: QEasingCurve.Type = IN_OUT


@dataclass(frozen=True, slots=True)
class Move:
    """The way of one item. ``z_end`` is its height once it has arrived.

    ``via`` are the parts of the way before the last one. ``sway`` shakes the item sideways by so
    many px, twice, while it goes. ``hidden`` hides it until it sets out. A move that ``yields``
    leaves the item where it is when it is broken off, instead of at its end.
    """

    item: QGraphicsItem
    start: Pose
    end: Pose
    z_end: float
    duration: int = FLY_MS
    delay: int = 0
    then: Callable[[], None] | None = None
    sway: float = 0.0
    curve: QEasingCurve.Type = IN_OUT
    via: tuple[Leg, ...] = ()
    hidden: bool = False
    yields: bool = False

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Return all parts of the way."""
        return (*self.via, Leg(self.end, self.duration, self.curve))

    @property
    def total(self) -> int:
        """Return for how many ms the move lasts, its delay included."""
        return self.delay + sum(leg.ms for leg in self.legs)


def _roughen(item: QGraphicsItem, *, on: bool) -> None:
    """Let a card be painted quickly while it moves, and finely when it has arrived."""
    if isinstance(item, CardItem) and item.rough != on:
        item.rough = on
        item.update()


class Mover(QObject):
    """Runs one set of moves at a time on one clock.

    ``factor`` scales all times (0.5 fast, 1 normal, 0 off). With 0 everything is at its end at
    once.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.factor = 1.0
        self._moves: list[Move] = []
        self._arrived: set[int] = set()
        self._curves: dict[QEasingCurve.Type, QEasingCurve] = {}
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
        total = max((move.total for move in moves), default=0)
        if self.factor <= 0 or total <= 0:
            self.finish()
            return
        for move in self._moves:
            set_pose(move.item, move.start)
            _roughen(move.item, on=True)
            if move.hidden:
                move.item.setVisible(False)
        self._clock.setDuration(max(1, round(total * self.factor)))
        self._clock.setEndValue(float(total))
        self._clock.start()

    def seek(self, ms: float) -> None:
        """Stand still at a moment of the moves, for pictures; the next picture goes on."""
        self._clock.pause()
        self._tick(ms)

    def finish(self) -> None:
        """Put everything at its end now."""
        self._end(broken_off=False)

    def break_off(self) -> None:
        """Make room for other moves: put everything at its end, but leave what yields."""
        self._end(broken_off=True)

    def _end(self, *, broken_off: bool) -> None:
        moves, self._moves = self._moves, []
        self._arrived.clear()
        self._clock.stop()
        for move in moves:
            _roughen(move.item, on=False)
            move.item.setVisible(True)
            if not (broken_off and move.yields):
                set_pose(move.item, move.end)
                move.item.setZValue(move.z_end)
            if move.then is not None:
                move.then()

    def _tick(self, value: object) -> None:
        if not isinstance(value, float):
            return
        for k, move in enumerate(self._moves):
            if k not in self._arrived and value >= move.delay and self._advance(move, value):
                self._arrived.add(k)

    def _advance(self, move: Move, now: float) -> bool:
        """Put an item where it is at a moment; return whether it has arrived."""
        if move.hidden:
            move.item.setVisible(True)
        here, spent = move.start, now - move.delay
        for leg in move.legs:
            if spent < leg.ms:
                self._put(move, here, leg, spent / leg.ms)
                return False
            here, spent = leg.to, spent - leg.ms
        set_pose(move.item, move.end)
        move.item.setZValue(move.z_end)
        _roughen(move.item, on=False)
        return True

    def _put(self, move: Move, a: Pose, leg: Leg, part: float) -> None:
        curve = self._curves.setdefault(leg.curve, QEasingCurve(leg.curve))
        eased, b, item = curve.valueForProgress(part), leg.to, move.item
        at = a.at + (b.at - a.at) * eased
        if move.sway:
            at += QPointF(move.sway * math.sin(4 * math.pi * part), 0.0)
        item.setPos(at)
        if a.angle != b.angle:
            late = max(0.0, (eased - 2 / 3) * 3)  # cards turn in the last third only
            item.setRotation(a.angle + (b.angle - a.angle) * late)
        if a.scale != b.scale:
            item.setScale(a.scale + (b.scale - a.scale) * eased)
        if a.opacity != b.opacity:
            item.setOpacity(a.opacity + (b.opacity - a.opacity) * eased)
