"""Texts with suits: the signs ``♣ ♦ ♥ ♠`` are drawn as paths, the red ones in red.

No font of ours has these signs, and the system's may be emoji, so no text that may hold them goes
through a plain label. Lines break at spaces only: "10♦" stays in one piece.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from rummy500.engine.cards import Suit
from rummy500_client.ui.paint.fonts import font as face_of
from rummy500_client.ui.paint.suits import SIGNS, placed_suit


_SPLIT: Final = re.compile("([♣♦♥♠])")
_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_SUIT_WIDE: Final = 0.84
_SUIT_HIGH: Final = 0.80
_LINE: Final = 1.25
_LEAST_PX: Final = 12
"""No text is smaller."""
ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Ink:
    """The colour of a text and of the red suits in it."""

    text: str
    red: str


def _sign_width(font: QFont) -> float:
    return font.pixelSize() * _SUIT_WIDE


def text_width(text: str, font: QFont) -> float:
    """Return how wide ``text`` is, suits included."""
    metrics = QFontMetricsF(font)
    return sum(
        _sign_width(font) if part in SIGNS else metrics.horizontalAdvance(part)
        for part in _SPLIT.split(text)
        if part
    )


def elided(text: str, font: QFont, width: float, *, middle: bool = False) -> str:
    """Return ``text``, shortened to ``width`` at its end (or in its middle, for names)."""
    if text_width(text, font) <= width + 0.5:
        return text
    for keep in range(len(text) - 1, 0, -1):
        head = keep - keep // 2 if middle else keep
        tail = text[len(text) - keep // 2 :] if middle and keep > 1 else ""
        short = text[:head].rstrip() + ELLIPSIS + tail.lstrip()
        if text_width(short, font) <= width + 0.5:
            return short
    return ELLIPSIS


def fitting(text: str, px: float, weight: int, width: float) -> QFont:
    """Return the largest face up to ``px`` in which ``text`` fits, but never less than 12 px."""
    for size in range(round(px), _LEAST_PX, -1):
        face = face_of(size, weight)
        if text_width(text, face) <= width:
            return face
    return face_of(_LEAST_PX, weight)


def _draw_line(painter: QPainter, at: QPointF, text: str, font: QFont, ink: Ink) -> None:
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(QColor(ink.text))
    x, size = at.x(), font.pixelSize() * _SUIT_HIGH
    for part in _SPLIT.split(text):
        if part in SIGNS:
            suit = SIGNS[part]
            colour = QColor(ink.red if suit in _RED else ink.text)
            wide = _sign_width(font)
            middle = at.y() - metrics.capHeight() / 2
            painter.fillPath(placed_suit(suit, x + wide / 2, middle, size), colour)
            x += wide
        elif part:
            painter.drawText(QPointF(x, at.y()), part)
            x += metrics.horizontalAdvance(part)


def draw_text(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    ink: Ink,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Paint one line, centred vertically, elided at the end if it is too long for ``rect``."""
    short = elided(text, font, rect.width())
    metrics = QFontMetricsF(font)
    x = rect.x()
    if align != Qt.AlignmentFlag.AlignLeft:
        free = rect.width() - text_width(short, font)
        x += free / 2 if align == Qt.AlignmentFlag.AlignHCenter else free
    baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_line(painter, QPointF(x, baseline), short, font, ink)


def line_height(font: QFont) -> float:
    """Return the distance of two lines of a text."""
    return font.pixelSize() * _LINE


def wrapped(text: str, font: QFont, width: float, lines: int = 99) -> list[str]:
    """Return the lines of ``text`` in ``width``; the last of ``lines`` is elided if need be."""
    out: list[str] = []
    line = ""
    words = text.split(" ")
    for k, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, font) > width:
            if len(out) == lines - 1:
                return [*out, elided(" ".join([line, *words[k:]]), font, width)]
            out.append(line)
            line = word
        else:
            line = longer
    return [*out, line]


def draw_paragraph(
    painter: QPainter, rect: QRectF, lines: list[str], font: QFont, ink: Ink
) -> None:
    """Paint lines made by :func:`wrapped`, from the top of ``rect``."""
    step = line_height(font)
    for k, line in enumerate(lines):
        draw_text(
            painter, QRectF(rect.x(), rect.y() + k * step, rect.width(), step), line, font, ink
        )


class SuitLabel(QWidget):
    """A label whose text may hold suits; wraps, and asks for the height that it needs."""

    def __init__(self, text: str, font: QFont, ink: Ink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._font, self._ink = text, font, ink
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(text)

    def hasHeightForWidth(self) -> bool:
        """Tell layouts that a narrower label is a higher one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at ``width``."""
        return round(len(wrapped(self._text, self._font, width)) * line_height(self._font)) + 1

    def sizeHint(self) -> QSize:
        """Return the size of the text in one line, 320 px at most."""
        width = min(320, round(text_width(self._text, self._font)) + 2)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return a small width and the height of one line."""
        return QSize(24, round(line_height(self._font)) + 1)

    def paintEvent(self, _event: object) -> None:
        """Paint the lines."""
        painter = QPainter(self)
        lines = wrapped(self._text, self._font, self.width())
        draw_paragraph(painter, QRectF(self.rect()), lines, self._font, self._ink)
        painter.end()
