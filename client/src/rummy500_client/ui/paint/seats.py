"""The shapes of the seats: also the marks on the owner strips, in the log and in the results."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.tokens import ON_CLOTH, SEATS, Shape


_FREE: Final = "#7F8A8C"
"""Between dark and light panels, 3 : 1 and more on both."""


def _diamond(rect: QRectF) -> QPainterPath:
    centre, half, cut = rect.center(), rect.width() * 0.56, 0.16
    arms = (QPointF(0, -half), QPointF(half, 0), QPointF(0, half), QPointF(-half, 0))
    corners = [centre + arm for arm in arms]
    path = QPainterPath()
    for k, corner in enumerate(corners):
        before, after = corners[k - 1], corners[(k + 1) % 4]
        start, stop = corner + (before - corner) * cut, corner + (after - corner) * cut
        if k:
            path.lineTo(start)
        else:
            path.moveTo(start)
        path.quadTo(corner, stop)
    path.closeSubpath()
    return path


def _shield(rect: QRectF) -> QPainterPath:
    side = rect.width()
    x, y, w, h = rect.x() + side * 0.06, rect.y() + side * 0.06, side * 0.88, side * 0.94
    path = QPainterPath(QPointF(x + w * 0.12, y))
    path.lineTo(x + w * 0.88, y)
    path.quadTo(x + w, y, x + w, y + h * 0.12)
    path.lineTo(x + w, y + h * 0.48)
    path.quadTo(x + w, y + h * 0.68, x + w * 0.5, y + h)
    path.quadTo(x, y + h * 0.68, x, y + h * 0.48)
    path.lineTo(x, y + h * 0.12)
    path.quadTo(x, y, x + w * 0.12, y)
    return path


def shape_path(shape: Shape, rect: QRectF) -> QPainterPath:
    """Return one of the four shapes, fitted into a square ``rect``."""
    if shape == "diamond":
        return _diamond(rect)
    if shape == "shield":
        return _shield(rect)
    path = QPainterPath()
    if shape == "circle":
        path.addEllipse(rect)
    else:
        inset, side = rect.width() * 0.07, rect.width()
        path.addRoundedRect(rect.adjusted(inset, inset, -inset, -inset), side * 0.16, side * 0.16)
    return path


def draw_seat(painter: QPainter, mark: int, rect: QRectF, letter: str = "") -> None:
    """Paint the shape of seat ``mark`` in its colour with a dark edge, and a letter inside."""
    look = SEATS[mark % len(SEATS)]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = QColor(0, 0, 0, 115)
    painter.setPen(QPen(edge, 1.2))
    painter.setBrush(QColor(look.colour))
    inset = rect.width() * 0.09 if look.shape == "diamond" else 0.0
    painter.drawPath(shape_path(look.shape, rect.adjusted(inset, inset, -inset, -inset)))
    if letter:
        up = rect.height() * (0.06 if look.shape == "shield" else 0)
        painter.setFont(font(rect.height() * 0.46, 700))
        painter.setPen(QColor(ON_CLOTH.dark))
        painter.drawText(rect.translated(0, -up), Qt.AlignmentFlag.AlignCenter, letter)


def draw_free_seat(painter: QPainter, mark: int, rect: QRectF) -> None:
    """Paint the outline of a seat in which nobody sits."""
    look = SEATS[mark % len(SEATS)]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(_FREE), 1.6, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(shape_path(look.shape, rect))


class SeatMark(QWidget):
    """A small widget with the shape of a seat, for lists, results and the log."""

    def __init__(
        self,
        mark: int,
        size: int = 18,
        letter: str = "",
        parent: QWidget | None = None,
        *,
        free: bool = False,
    ) -> None:
        super().__init__(parent)
        self._mark, self._letter, self._free = mark, letter, free
        self.setFixedSize(size, size)

    def paintEvent(self, _event: object) -> None:
        """Paint the shape."""
        painter = QPainter(self)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self._free:
            draw_free_seat(painter, self._mark, area)
        else:
            draw_seat(painter, self._mark, area, self._letter)
        painter.end()
