"""A card on the table and its marks. Every mark has a colour and a shape of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from rummy500.engine.cards import Card
from rummy500_client.layout.boxes import ASPECT
from rummy500_client.ui.paint.faces import SPREAD, lying_card
from rummy500_client.ui.paint.icons import draw_icon
from rummy500_client.ui.paint.tokens import CARD_PAPER, ON_CLOTH, Deck
from rummy500_client.ui.table.painted import draw_disc, rounded
from rummy500_client.ui.table.targets import Target


REST: Final = 1
HELD: Final = 2
RAISED: Final = 3
"""Levels over the cloth; each has its shadow."""


_FINE: Final = 1.5
"""From so many pixels of the screen to one of ours on, smoothing costs much and shows little."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a card; several add up."""

    can_take: bool = False
    target: bool = False
    selected: bool = False
    required: bool = False
    just_drawn: bool = False
    veiled: bool = False


@dataclass(frozen=True, slots=True)
class CardLook:
    """All that decides the picture of a card, its place aside. ``card`` is ``None`` for a back."""

    card: Card | None
    width: float
    deck: Deck
    level: int = REST
    marks: Marks = Marks()


class CardItem(QGraphicsItem):
    """A card; its origin is its middle, so that it turns about it."""

    def __init__(self, look: CardLook) -> None:
        super().__init__()
        self.look = look
        self.target: Target | None = None
        self.seen: tuple[float, float] | None = None
        self.rough = False
        """Painted without smoothing, on a screen so fine that nobody sees it while it moves."""

    def show_look(self, look: CardLook) -> None:
        """Take another look; repaints only when something changed."""
        if look == self.look:
            return
        if _room(look) != _room(self.look):
            self.prepareGeometryChange()
        self.look = look
        self.update()

    @property
    def area(self) -> QRectF:
        """Return the card's rectangle in its own coordinates."""
        w = self.look.width
        return QRectF(-w / 2, -w * ASPECT / 2, w, w * ASPECT)

    def outline(self) -> tuple[QRectF, float]:
        """Return what the focus ring goes round, the part in sight, and its corner radius."""
        area = self.area
        if self.seen is not None:
            area.setSize(QSizeF(*self.seen))
        return area, self.look.width * 0.08

    def boundingRect(self) -> QRectF:
        """Return the card with the room of its shadow and badges, and no more.

        All of it is painted anew with every step of a card that travels.
        """
        side, top, bottom = _room(self.look)
        return self.area.adjusted(-side, -top, side, bottom)

    def shape(self) -> QPainterPath:
        """Return what answers to the pointer: the card without its badges."""
        return rounded(self.area, self.look.width * 0.08)

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        """Paint shadow, face and marks."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dpr = painter.device().devicePixelRatioF()
        smooth = not self.rough or dpr < _FINE
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        draw_card_with_marks(painter, self.area, self.look, dpr)


def _room(look: CardLook) -> tuple[float, float, float]:
    """Return how far a card is painted beyond its sides, its top and its bottom edge."""
    w = look.width
    shadow = 2 * SPREAD[look.level] * w
    drop = 0.035 * w * look.level
    ring = max(2.0, w * 0.034) * 2
    side = max(shadow, ring) + 2
    badge = 0.82 * badge_size(look) + 3 if look.marks.selected or look.marks.required else 0.0
    left = badge_size(look) / 2 - 0.12 * w + 3 if badge else 0.0
    return max(side, left), max(side - drop, ring + 2, badge), side + drop


def badge_size(look: CardLook) -> float:
    """Return the diameter of the badge of a card."""
    w = look.width
    wish = min(w * 0.3, 15 + w * 0.12) if look.marks.required else min(w * 0.26, 13 + w * 0.11)
    return max(16.0, wish)


def draw_card_with_marks(painter: QPainter, area: QRectF, look: CardLook, dpr: float) -> None:
    """Paint a card into ``area`` as it lies on the table, with all marks of ``look``."""
    w, marks = look.width, look.marks
    picture, left, top = lying_card(look.card, round(w, 1), look.level, dpr, look.deck)
    painter.drawPixmap(QPointF(area.x() - left, area.y() - top), picture)
    round_, b = w * 0.08, max(2.0, w * 0.034)
    if marks.can_take:
        _cap(painter, area, round_)
    if marks.veiled:
        painter.fillPath(rounded(area, round_), QColor(10, 20, 16, 92))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if marks.target:
        _ring(painter, area, round_, b / 2, QPen(QColor(ON_CLOTH.gold), b))
    if marks.selected:
        _ring(painter, area, round_, b / 2, QPen(QColor(ON_CLOTH.select_edge), b * 1.25))
        _ring(painter, area, round_, b, QPen(QColor(ON_CLOTH.select), b * 0.7))
    if marks.required:
        _dashes(painter, area, round_, b)
    if marks.required:
        d = badge_size(look)
        _badge(painter, area, "pin", ON_CLOTH.required, ON_CLOTH.on_required, d)
    elif marks.selected:
        _badge(painter, area, "check", ON_CLOTH.select, ON_CLOTH.on_select, badge_size(look))
    if marks.just_drawn:
        d = max(8.0, w * 0.11)
        at = QPointF(area.left() + w * 0.115, area.bottom() - w * 0.13)
        draw_disc(painter, at, d, ON_CLOTH.drawn, CARD_PAPER)


def _ring(painter: QPainter, area: QRectF, round_: float, grow: float, pen: QPen) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawRoundedRect(area.adjusted(-grow, -grow, grow, grow), round_ + grow, round_ + grow)


def _cap(painter: QPainter, area: QRectF, round_: float) -> None:
    """Paint the gold cap along the top edge: this card can be taken."""
    painter.save()
    painter.setClipPath(rounded(area, round_), Qt.ClipOperation.IntersectClip)
    high = max(5.0, area.height() * 0.052)
    painter.fillRect(QRectF(area.x(), area.y(), area.width(), high), QColor(ON_CLOTH.gold))
    painter.restore()


def _dashes(painter: QPainter, area: QRectF, round_: float, b: float) -> None:
    """Paint the dashes of the required card, over a dark ring: they show on every cloth."""
    _ring(painter, area, round_, b * 0.7, QPen(QColor(ON_CLOTH.on_required), b * 1.2))
    pen = QPen(QColor(ON_CLOTH.required), b * 1.2)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([2.4, 1.1])
    _ring(painter, area, round_, b * 0.7, pen)


def _badge(painter: QPainter, area: QRectF, icon: str, fill: str, mark: str, d: float) -> None:
    """Paint a round badge, mostly above the card so that the rank stays readable."""
    at = QPointF(area.left() + area.width() * 0.12, area.top() - d * 0.32)
    draw_disc(painter, at, d, fill, CARD_PAPER)
    half = d * 0.34
    box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    draw_icon(painter, icon, box, mark, 2.8)


def draw_last_play(painter: QPainter, area: QRectF, card_width: float) -> None:
    """Paint four corner brackets round what is visible of a card: the last play."""
    b = max(2.0, card_width * 0.034)
    pen = QPen(QColor(ON_CLOTH.last), b * 0.9)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    grow = b * 1.4
    r = area.adjusted(-grow, -grow, grow, grow)
    arm = min(card_width * 0.2, r.width() * 0.36)
    for x, y, dx, dy in (
        (r.left(), r.top(), 1, 1),
        (r.right(), r.top(), -1, 1),
        (r.left(), r.bottom(), 1, -1),
        (r.right(), r.bottom(), -1, -1),
    ):
        path = QPainterPath(QPointF(x + dx * arm, y))
        path.quadTo(QPointF(x, y), QPointF(x, y + dy * arm))
        painter.drawPath(path)


def draw_focus(painter: QPainter, area: QRectF, radius: float, grow: float) -> None:
    """Paint the ring of the keyboard focus at a distance of ``grow`` px: white on black."""
    for colour, width in ((ON_CLOTH.focus_gap, 5.5), (ON_CLOTH.focus, 2.5)):
        _ring(painter, area, radius, grow, QPen(QColor(colour), width))


class FocusRing(QGraphicsItem):
    """The ring of the keyboard focus: white on black, outside all other marks, above everything."""

    def __init__(self) -> None:
        super().__init__()
        self._area, self._round, self._grow = QRectF(), 0.0, 4.0
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setVisible(False)

    def put_round(self, area: QRectF, radius: float, grow: float) -> None:
        """Go round ``area`` (in this item's coordinates) at a distance of ``grow``."""
        if (area, radius, grow) != (self._area, self._round, self._grow):
            self.prepareGeometryChange()
            self._area, self._round, self._grow = QRectF(area), radius, grow
        self.setVisible(True)
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the ring's room."""
        m = self._grow + 4
        return self._area.adjusted(-m, -m, m, m)

    def shape(self) -> QPainterPath:
        """Return nothing: the ring never answers to the pointer."""
        return QPainterPath()

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        """Paint both rings."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_focus(painter, self._area, self._round, self._grow)
