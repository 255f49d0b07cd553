"""What shows while something is dragged: the places for it, and where a card would slip in."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from rummy500_client.presenters.table_model import Drop
from rummy500_client.ui.paint.felt import with_alpha
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.text import draw_text, text_width
from rummy500_client.ui.paint.tokens import ON_CLOTH
from rummy500_client.ui.table.painted import CENTRE, ON_TRAY, Painted, Style, ink


_DASHES: Final = (5.0, 3.0)


class DropZoneItem(Painted[bool]):
    """The outline of a place: dashed gold where the play is possible.

    Where something lesser would happen it is a pale line, and only while the pointer is there.
    """

    def shape(self) -> QPainterPath:
        """Return nothing: the place is found by the pointer, not by this item."""
        return QPainterPath()

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the outline, and a breath of its colour inside."""
        if not (self.content or self.hovered):
            return
        u = self.style.u
        colour = ON_CLOTH.gold if self.content else "#FFFFFF"
        pen = QPen(with_alpha(colour, 1.0 if self.content else 0.5), 2.5 * u)
        pen.setDashPattern(list(_DASHES))
        painter.setPen(pen)
        painter.setBrush(with_alpha(colour, 0.09 if self.hovered else 0.04))
        radius = min(14 * u, area.width() * 0.08)
        painter.drawRoundedRect(area, radius, radius)


class DropLabelItem(Painted[Drop]):
    """What a drop would do, on a pill: gold where the play is possible."""

    def shape(self) -> QPainterPath:
        """Return nothing."""
        return QPainterPath()

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the pill and its words."""
        round_ = area.height() / 2
        fits = self.content.fits
        if not (fits or self.hovered):
            return
        painter.setPen(QPen(QColor(ON_CLOTH.dark if fits else ON_CLOTH.muted), 1.5))
        painter.setBrush(QColor(ON_CLOTH.gold if fits else self.style.theme.cloth.tray))
        painter.drawRoundedRect(area, round_, round_)
        colour = ink(ON_CLOTH.on_gold, paper=True) if fits else ON_TRAY
        draw_text(painter, area, self.content.text, _face(self.style), colour, CENTRE)


def drop_label_width(text: str, style: Style) -> float:
    """Return the width of the pill for some words."""
    return text_width(text, _face(style)) + 30 * style.t


def _face(style: Style) -> QFont:
    return font(15 * style.t, 700, tabular=True)


class ChipItem(Painted[str]):
    """The points that a play has just brought; it rises from its meld and goes."""

    def shape(self) -> QPainterPath:
        """Return nothing."""
        return QPainterPath()

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the chip."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ON_CLOTH.paper))
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
        face = font(17 * self.style.t, 700, tabular=True)
        draw_text(painter, area, self.content, face, ink(ON_CLOTH.good_paper, paper=True), CENTRE)


def chip_size(text: str, style: Style) -> tuple[float, float]:
    """Return width and height of a chip."""
    face = font(17 * style.t, 700, tabular=True)
    return text_width(text, face) + 22 * style.t, 28 * style.t
