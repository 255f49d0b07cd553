"""The light on the cloth: it lies where somebody is to move, and goes over when the turn does."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsScene, QStyleOptionGraphicsItem

from rummy500_client.presenters.table_model import Place
from rummy500_client.ui.paint.felt import felt_pixmap
from rummy500_client.ui.paint.tokens import Theme
from rummy500_client.ui.table.motion import LAMP_MS, SINE, Move, Mover, Pose
from rummy500_client.ui.table.painted import AnyPainted


@dataclass(frozen=True, slots=True)
class Light:
    """A cloth of a size and a theme, and over whom the lamp hangs."""

    size: tuple[int, int]
    theme: Theme
    dpr: float
    lamp: Place | None

    def pixmap(self) -> QPixmap:
        """Return the lit cloth."""
        wide, high = self.size
        spots = {
            Place.YOU: (wide / 2, high * 0.98),
            Place.TOP: (wide / 2, 20.0),
            Place.LEFT: (40.0, high * 0.36),
            Place.RIGHT: (wide - 40.0, high * 0.36),
        }
        spot = None if self.lamp is None else spots[self.lamp]
        return felt_pixmap(self.size, self.theme, spot, self.dpr)


class ClothLight:
    """Two pixmaps of the cloth: the one that is, and the one that comes.

    The plates and the bar go over with the light: what they were lies on them and fades away.
    """

    def __init__(self, scene: QGraphicsScene) -> None:
        self.mover = Mover(scene)
        self._scene = scene
        self._light: Light | None = None
        self._felt, self._over = QGraphicsPixmapItem(), QGraphicsPixmapItem()
        for item, z in ((self._felt, -11.0), (self._over, -10.0)):
            item.setZValue(z)
            scene.addItem(item)
        self._over.setOpacity(0)
        self._past: list[QGraphicsPixmapItem] = []

    def show(self, light: Light, plates: Iterable[AnyPainted], *, moving: bool) -> None:
        """Show another light; the old one goes as the new one comes, if it may move.

        ``plates`` are those that change with it; they still show what they were.
        """
        if light == self._light:
            return
        self.mover.finish()
        self._light = light
        if not moving or self.mover.factor <= 0:
            self._felt.setPixmap(light.pixmap())
            return
        self._over.setPixmap(light.pixmap())
        unseen, seen = Pose(QPointF(), opacity=0.0), Pose(QPointF())
        moves = [Move(self._over, unseen, seen, -10, LAMP_MS, then=self._settle, curve=SINE)]
        for plate in plates:
            item = _snapshot(plate, light.dpr)
            self._scene.addItem(item)
            self._past.append(item)
            here = Pose(item.pos())
            gone = Pose(item.pos(), opacity=0.0)
            moves.append(Move(item, here, gone, item.zValue(), LAMP_MS, curve=SINE))
        self.mover.run(moves)

    def _settle(self) -> None:
        self._felt.setPixmap(self._over.pixmap())
        self._over.setOpacity(0)
        past, self._past = self._past, []
        for item in past:
            self._scene.removeItem(item)


def _snapshot(part: AnyPainted, dpr: float) -> QGraphicsPixmapItem:
    """Return a part as it looks now, as a picture that lies just above it."""
    area = part.boundingRect()
    wide, high = math.ceil(area.width() * dpr), math.ceil(area.height() * dpr)
    pixmap = QPixmap(wide, high)
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.translate(-area.topLeft())
    part.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    item = QGraphicsPixmapItem(pixmap)
    item.setPos(part.mapToScene(area.topLeft()))
    item.setZValue(part.zValue() + 0.05)
    item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
    return item
