"""The base of everything on the table but the cards: a box that paints one value."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from html import escape
from typing import Any, Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from rummy500_client.layout.boxes import Box
from rummy500_client.ui.paint.felt import with_alpha
from rummy500_client.ui.paint.text import Ink
from rummy500_client.ui.paint.tokens import ON_CLOTH, Theme
from rummy500_client.ui.table.targets import Target


LEFT: Final = Qt.AlignmentFlag.AlignLeft
CENTRE: Final = Qt.AlignmentFlag.AlignHCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight

ON_TRAY: Final = Ink(ON_CLOTH.text, ON_CLOTH.red_suit)
ON_TRAY_MUTED: Final = Ink(ON_CLOTH.muted, ON_CLOTH.red_suit)
ON_PAPER: Final = Ink(ON_CLOTH.ink, ON_CLOTH.red_suit_paper)
ON_PAPER_MUTED: Final = Ink(ON_CLOTH.ink_muted, ON_CLOTH.red_suit_paper)

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Style:
    """What every painter on the table needs: the theme, the unit and the factor of text."""

    theme: Theme
    u: float
    t: float


def ink(colour: str, *, paper: bool = False) -> Ink:
    """Return an ink of one colour; its red suits suit the ground."""
    return Ink(colour, ON_CLOTH.red_suit_paper if paper else ON_CLOTH.red_suit)


def tip(text: str) -> str:
    """Return a tooltip that shows ``text`` as it is and breaks its lines.

    Qt takes for markup what looks like it, and names are what people make of them.
    """
    return f"<qt>{escape(text)}</qt>" if text else ""


def rounded(rect: QRectF, radius: float) -> QPainterPath:
    """Return a rectangle with round corners as a path."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def draw_plate(painter: QPainter, rect: QRectF, style: Style, *, paper: bool) -> None:
    """Paint a plate: paper with a gold edge for whoever is to move, else a dark tray."""
    if paper:
        painter.setPen(QPen(QColor(ON_CLOTH.gold), 2.5 * style.t))
        painter.setBrush(QColor(ON_CLOTH.paper))
    else:
        painter.setPen(QPen(with_alpha("#FFFFFF", 0.14), style.t))
        painter.setBrush(with_alpha(style.theme.cloth.tray, 0.86))
    painter.drawRoundedRect(rect, 14 * style.t, 14 * style.t)


class Painted(QGraphicsItem, Generic[Content]):
    """An item that paints one value in one box, and repaints only when either changes.

    A subclass says how in :meth:`draw`. ``MARGIN`` is how far it may paint beyond its box.
    """

    MARGIN: float = 4.0
    BLOCKS: bool = False
    """Whether the item keeps presses from what lies below it."""

    def __init__(self, style: Style, box: Box, content: Content) -> None:
        super().__init__()
        self.style, self.box, self.content = style, box, content
        self.target: Target | None = None
        self.hovered = False
        self.pressed = False
        self.setPos(box.x, box.y)

    def show_value(self, style: Style, box: Box, content: Content) -> None:
        """Take a new value, box or style; nothing happens when all are as before."""
        if (style, box, content) == (self.style, self.box, self.content):
            return
        if (box.w, box.h) != (self.box.w, self.box.h):
            self.prepareGeometryChange()
        self.style, self.box, self.content = style, box, content
        self.setPos(box.x, box.y)
        self.update()

    def hover(self, *, on: bool) -> None:
        """Tell whether the pointer is on the item."""
        if on != self.hovered:
            self.hovered = on
            self.update()

    def press(self, *, on: bool) -> None:
        """Tell whether a mouse button is down on the item."""
        if on != self.pressed:
            self.pressed = on
            self.update()

    @property
    def area(self) -> QRectF:
        """Return the box in the coordinates of the item."""
        return QRectF(0, 0, self.box.w, self.box.h)

    def outline(self) -> tuple[QRectF, float]:
        """Return what the focus ring goes round, and its corner radius."""
        return self.area, 10 * self.style.t

    def boundingRect(self) -> QRectF:
        """Return the box and the margin."""
        m = self.MARGIN * max(1.0, self.style.u)
        return self.area.adjusted(-m, -m, m, m)

    def shape(self) -> QPainterPath:
        """Return what answers to the pointer: the box."""
        path = QPainterPath()
        path.addRect(self.area)
        return path

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        """Paint the value."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.pressed:
            painter.translate(0, 1.5 * self.style.t)
        self.draw(painter, self.area)

    @abstractmethod
    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the value into ``area``."""


AnyPainted: TypeAlias = Painted[Any]
"""A painted item whose value only its own class knows."""


def draw_disc(painter: QPainter, centre: QPointF, diameter: float, fill: str, edge: str) -> None:
    """Paint the round ground of a badge."""
    painter.setPen(QPen(QColor(edge), 1.5))
    painter.setBrush(QColor(fill))
    painter.drawEllipse(centre, diameter / 2, diameter / 2)
