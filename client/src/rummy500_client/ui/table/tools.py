"""The upper strip with its tools, and the box that sorts the hand."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from rummy500.engine.cards import Suit
from rummy500_client.layout.boxes import Box
from rummy500_client.presenters.table_model import SortBox, SortChoice, ToolButton, TopStrip
from rummy500_client.ui.paint.felt import with_alpha
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import ICONS, draw_icon
from rummy500_client.ui.paint.suits import placed_suit
from rummy500_client.ui.paint.text import draw_text, fitting, text_width
from rummy500_client.ui.paint.tokens import ON_CLOTH
from rummy500_client.ui.table.painted import (
    CENTRE,
    ON_TRAY,
    ON_TRAY_MUTED,
    Painted,
    Style,
    draw_disc,
    ink,
)


_TOOL = 42.0
_SUIT = "suit"
_BARE = 8.0
"""Where a word begins that has no icon before it."""


@dataclass(frozen=True, slots=True)
class StripText:
    """The name of the table and the line below it."""

    name: str
    sub: str


class StripTextItem(Painted[StripText]):
    """Where we are: the table's name, the target and the number of the hand."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint both lines."""
        t = self.style.t
        top = area.center().y() - 19 * t
        name = QRectF(0, top, area.width(), 20 * t)
        sub = QRectF(0, top + 20 * t, area.width(), 18 * t)
        draw_text(painter, name, self.content.name, font(16 * t, 700), ON_TRAY)
        draw_text(painter, sub, self.content.sub, font(13 * t, 500), ON_TRAY)


class ToolItem(Painted[ToolButton]):
    """A tool of the strip: an icon; a ring when it is on, a small count when it has news."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the icon and what surrounds it."""
        t = self.style.t
        if self.content.checked:
            painter.setPen(QPen(QColor(ON_CLOTH.text), 2))
        else:
            painter.setPen(QPen(with_alpha(ON_CLOTH.text, 0.0), 1))
        painter.setBrush(with_alpha(self.style.theme.cloth.tray, 0.7 if self.hovered else 0.0))
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 10 * t, 10 * t)
        size = 22 * t
        box = QRectF((area.width() - size) / 2, (area.height() - size) / 2, size, size)
        if self.content.icon in ICONS:
            draw_icon(painter, self.content.icon, box, ON_CLOTH.text)
        if self.content.badge:
            d = 18 * t
            at = QPointF(area.right() - d * 0.55, area.top() + d * 0.55)
            draw_disc(painter, at, d, ON_CLOTH.paper, ON_CLOTH.dark)
            pill = QRectF(at.x() - d / 2, at.y() - d / 2, d, d)
            face = font(12 * t, 700, tabular=True)
            draw_text(painter, pill, self.content.badge, face, ink(ON_CLOTH.ink), CENTRE)


def place_strip(
    strip: TopStrip, box: Box, style: Style, *, top_plate: Box | None
) -> tuple[Box, list[tuple[ToolButton, Box]]]:
    """Return the room of the texts and the box of each tool, the menu first."""
    t = style.t
    side = _TOOL * t
    y = box.y + (box.h - side) / 2
    menu = Box(box.x + 8 * t, y, side, side)
    step = side + 5 * t
    first = box.right - 10 * t - step * len(strip.tools) + 5 * t
    tools = [(tool, Box(first + k * step, y, side, side)) for k, tool in enumerate(strip.tools)]
    end = min(first, top_plate.x) if top_plate else first
    text = Box(menu.right + 8 * t, box.y, end - menu.right - 24 * t, box.h)
    return text, [(strip.menu, menu), *tools]


class SortTitleItem(Painted[str]):
    """The words over the sort box, on a tray so that they can be read on any cloth."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the title."""
        draw_text(painter, area, self.content, font(13 * self.style.t, 600), ON_TRAY)


class SortItem(Painted[SortChoice]):
    """One way to sort; a brighter edge and a tick mark the one in force."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the row."""
        t, mode = self.style.t, self.content
        edge = 0.65 if mode.active else 0.45 if self.hovered else 0.16
        painter.setPen(QPen(with_alpha("#FFFFFF", edge), 1.5 if mode.active else 1))
        painter.setBrush(with_alpha(self.style.theme.cloth.tray, 0.86))
        painter.drawRoundedRect(area, 10 * t, 10 * t)
        colour = ON_TRAY if mode.active else ON_TRAY_MUTED
        words, face, ticked = self._words(area)
        if words.x() > _BARE * t:
            self._icon(painter, area, colour.text)
        draw_text(painter, words, mode.text, face, colour)
        if ticked:
            mark = QRectF(area.right() - 19 * t, (area.height() - 15 * t) / 2, 15 * t, 15 * t)
            draw_icon(painter, "check", mark, colour.text, 2.4)

    def _words(self, area: QRectF) -> tuple[QRectF, QFont, bool]:
        """Return the room and the face of the word, and whether a tick stands behind it.

        A long word takes the room of the icon first, then that of the tick: it says the most, and
        which way is in force the edge tells too.
        """
        t, mode = self.style.t, self.content
        tick = 17 * t if mode.active else 0.0
        room, face = QRectF(), font(14 * t)
        for left, right in ((32 * t, tick), (_BARE * t, tick), (_BARE * t, 0.0)):
            room = QRectF(left, 0, area.width() - left - 4 * t - right, area.height())
            face = fitting(mode.text, 14 * t, 600 if mode.active else 500, room.width())
            if text_width(mode.text, face) <= room.width():
                return room, face, right > 0
        return room, face, False

    def _icon(self, painter: QPainter, area: QRectF, colour: str) -> None:
        t, icon = self.style.t, self.content.icon
        size = 18 * t
        box = QRectF(9 * t, (area.height() - size) / 2, size, size)
        if icon == _SUIT:
            middle = box.center()
            spade = placed_suit(Suit.SPADES, middle.x(), middle.y(), 16 * t)
            painter.fillPath(spade, QColor(colour))
        elif icon in ICONS:
            draw_icon(painter, icon, box, colour)


def place_sort(sort: SortBox, box: Box, style: Style) -> tuple[Box, list[tuple[SortChoice, Box]]]:
    """Return the box of the title and of each row; the last row stands at the foot of ``box``."""
    t = style.t
    high, gap = 36 * t, 6 * t
    top = box.bottom - len(sort.modes) * (high + gap) + gap
    title = Box(box.x, top - 24 * t, box.w, 20 * t)
    rows = [(m, Box(box.x, top + k * (high + gap), box.w, high)) for k, m in enumerate(sort.modes)]
    return title, rows
