"""Advice for a first hand: a tray with a few lines on the bare cloth."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from rummy500_client.layout.boxes import Box
from rummy500_client.presenters.table_model import Coach
from rummy500_client.ui.paint.felt import with_alpha
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.text import draw_paragraph, line_height, wrapped
from rummy500_client.ui.table.painted import ON_TRAY, ON_TRAY_MUTED, Painted, Style


_WIDE: Final = 560.0
_PAD: Final = 20.0
_GAP: Final = 6.0
_SIZES: Final = ((18.0, 700), (15.0, 500), (13.0, 500))
"""Of the head, the lines and the foot: px at a factor of text of 1, and weight."""


def coach_box(coach: Coach, room: Box, style: Style) -> Box:
    """Return where the advice stands: in the middle of ``room``, as high as its lines."""
    t = style.t
    wide = min(_WIDE * t, room.w - 2 * _PAD * t)
    parts = _parts(coach)
    high = sum(_high(text, level, wide, style) for text, level in parts)
    high += _GAP * t * (len(parts) - 1) + 2 * _PAD * 0.8 * t
    return Box(room.centre_x - wide / 2, room.centre_y - high / 2, wide, high)


def _parts(coach: Coach) -> list[tuple[str, int]]:
    return [(coach.head, 0), *((line, 1) for line in coach.lines), (coach.foot, 2)]


def _high(text: str, level: int, wide: float, style: Style) -> float:
    px, weight = _SIZES[level]
    face = font(px * style.t, weight)
    return len(wrapped(text, face, wide - 2 * _PAD * style.t)) * line_height(face)


class CoachItem(Painted[Coach]):
    """The tray and its lines."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint head, lines and foot below one another."""
        t = self.style.t
        painter.setPen(QPen(with_alpha("#FFFFFF", 0.13), 1))
        painter.setBrush(with_alpha(self.style.theme.cloth.tray, 0.86))
        painter.drawRoundedRect(area, 14 * t, 14 * t)
        y = area.y() + _PAD * 0.8 * t
        for text, level in _parts(self.content):
            px, weight = _SIZES[level]
            face = font(px * t, weight)
            high = _high(text, level, area.width(), self.style)
            room = QRectF(area.x() + _PAD * t, y, area.width() - 2 * _PAD * t, high)
            ink = ON_TRAY_MUTED if level == 2 else ON_TRAY
            draw_paragraph(painter, room, wrapped(text, face, room.width()), face, ink)
            y += high + _GAP * t
