"""Parts of the help: examples of melds, keys as they look on a keyboard, cards with their marks."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from rummy500_client.layout.boxes import ASPECT
from rummy500_client.presenters.help_model import Example, KeyGroup, KeyLine, Mark, MarkLine
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import Picture, boxed, column, label, row
from rummy500_client.ui.result_parts import CardRow
from rummy500_client.ui.table.cards import (
    CardLook,
    Marks,
    draw_card_with_marks,
    draw_focus,
    draw_last_play,
)


_ACROSS = 4
"""Cards of the longest example."""


def example_line(model: Example, theme: Theme, scale: float) -> QHBoxLayout:
    """Return cards and what they are; a tick or a cross beside the colour."""
    tokens = theme.program
    colour = tokens.ok if model.good else tokens.danger
    head = label(model.head)
    head.setStyleSheet(f"QLabel {{ color: {colour}; font-weight: 700; }}")
    sign = Picture("check" if model.good else "close", colour, 18 * scale)
    words = column(
        None,
        row(sign, head, None, gap=round(6 * scale)),
        label(model.text, "muted", wrap=True),
        None,
        gap=round(2 * scale),
    )
    wide = round(56 * scale)
    cards = CardRow(model.cards, theme, wide)
    cards.setAccessibleName(model.accessible)
    cards.setFixedWidth(math.ceil(wide * (1 + 0.5 * (_ACROSS - 1))) + 4)
    line = row(cards, gap=round(16 * scale))
    line.addLayout(words, 1)
    return line


def key_group(model: KeyGroup, theme: Theme, scale: float) -> QVBoxLayout:
    """Return a group of keys below its heading."""
    parts = column(label(model.title, "section"), gap=round(2 * scale))
    for line in model.lines:
        parts.addLayout(_key_line(line, theme, scale))
    return parts


def _key_line(model: KeyLine, theme: Theme, scale: float) -> QHBoxLayout:
    keys = row(gap=round(5 * scale))
    for name in model.keys:
        keys.addWidget(_key(name, theme, scale))
    keys.addStretch(1)
    left = QWidget()
    left.setObjectName("cell")
    left.setFixedWidth(round(146 * scale))
    left.setLayout(keys)
    left.setAccessibleName(model.spoken)
    line = row(left, gap=round(8 * scale))
    line.addWidget(label(model.text, wrap=True), 1)
    return line


def _key(name: str, theme: Theme, scale: float) -> QLabel:
    made = label(name, "key")
    tokens = theme.program
    made.setStyleSheet(
        f"QLabel#key {{ background: {tokens.raised}; border: 1px solid {tokens.control};"
        f" border-bottom: {max(2, round(3 * scale))}px solid {tokens.control};"
        f" border-radius: {round(6 * scale)}px; padding: 1px {round(8 * scale)}px;"
        f" font-weight: 600; font-size: {round(14 * scale)}px; }}"
    )
    made.setFixedHeight(round(22 * scale))
    return made


# --- marks ---------------------------------------------------------------------------------------


def _marks_of(mark: Mark) -> Marks:
    match mark:
        case Mark.CAN_TAKE:
            return Marks(can_take=True)
        case Mark.TARGET:
            return Marks(target=True)
        case Mark.SELECTED:
            return Marks(selected=True)
        case Mark.REQUIRED:
            return Marks(required=True)
        case Mark.JUST_DRAWN:
            return Marks(just_drawn=True)
        case Mark.VEILED:
            return Marks(veiled=True)
        case Mark.LAST_PLAY | Mark.FOCUS:
            return Marks()


class MarkedCard(QWidget):
    """A card with a mark on a piece of cloth, as on the table."""

    def __init__(self, model: MarkLine, theme: Theme, scale: float) -> None:
        super().__init__()
        self._model, self._theme, self._w = model, theme, 58 * scale
        self._edge = 16 * scale
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Return the card with the room of its badge."""
        wide = self._w + 2 * self._edge
        return QSize(math.ceil(wide), math.ceil(self._w * ASPECT + 2 * self._edge))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint cloth and card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(QColor(self._theme.cloth.edge))
        painter.setBrush(QColor(self._theme.cloth.cloth))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        area = QRectF(self._edge, self._edge, self._w, self._w * ASPECT)
        look = CardLook(
            self._model.card, self._w, self._theme.deck, marks=_marks_of(self._model.mark)
        )
        draw_card_with_marks(painter, area, look, self.devicePixelRatioF())
        match self._model.mark:
            case Mark.LAST_PLAY:
                draw_last_play(painter, area, self._w)
            case Mark.FOCUS:
                draw_focus(painter, area, self._w * 0.08, 4)
            case _:
                pass
        painter.end()


def mark_tile(model: MarkLine, theme: Theme, scale: float) -> QFrame:
    """Return a card with its mark, and what the mark means."""
    head = label(model.head)
    head.setStyleSheet("QLabel { font-weight: 700; }")
    words = column(None, head, label(model.text, "muted", wrap=True), None, gap=round(2 * scale))
    line = row(MarkedCard(model, theme, scale), gap=round(16 * scale))
    line.addLayout(words, 1)
    return boxed("cell", line)
