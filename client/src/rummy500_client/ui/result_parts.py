"""Parts of the result sheets: rows of small cards, bars, the mark of the fair deal."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from rummy500.engine.cards import Card
from rummy500_client.layout.boxes import ASPECT
from rummy500_client.presenters.result_model import Check, Fact, ReadyMark, Verification
from rummy500_client.ui.paint.faces import face_pixmap
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.seats import SeatMark
from rummy500_client.ui.paint.text import Ink, SuitLabel
from rummy500_client.ui.paint.theme import ON_CLOTH, SEATS, Program, Theme
from rummy500_client.ui.parts import Picture, boxed, column, label, row, text_button


_NARROWEST: Final = 0.21
"""Part of a covered card that still shows rank and suit."""


def sentence(text: str, theme: Theme, px: float, *, muted: bool = False) -> SuitLabel:
    """Return a text that may hold suits, as a wrapping label."""
    tokens = theme.program
    ink = Ink(tokens.muted if muted else tokens.text, tokens.red_suit)
    return SuitLabel(text, font(px, 400 if muted else 600), ink)


class CardRow(QWidget):
    """Cards side by side, half covered; closer together when there are many."""

    def __init__(self, cards: tuple[Card, ...], theme: Theme, card_width: float) -> None:
        super().__init__()
        self._cards, self._theme, self._w = cards, theme, card_width
        self.setFixedHeight(math.ceil(card_width * ASPECT) + 2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the width at which each card shows half of itself."""
        wide = self._w * (1 + 0.5 * max(0, len(self._cards) - 1))
        return QSize(math.ceil(wide) + 2, self.height())

    def minimumSizeHint(self) -> QSize:
        """Return the width at which each card just shows rank and suit."""
        wide = self._w * (1 + _NARROWEST * max(0, len(self._cards) - 1))
        return QSize(math.ceil(wide) + 2, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cards, the last one on top."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        free = self.width() - 2 - self._w
        step = min(0.5 * self._w, free / max(1, len(self._cards) - 1))
        dpr = self.devicePixelRatioF()
        for k, card in enumerate(self._cards):
            face = face_pixmap(card, self._w, dpr, self._theme.deck)
            painter.drawPixmap(QPointF(1 + k * step, 1), face)
        painter.end()


class TotalBar(QWidget):
    """A bar as long as a total, in the colour of its seat; nothing for zero and below."""

    def __init__(self, mark: int, part: float, scale: float) -> None:
        super().__init__()
        self._mark, self._part = mark, max(0.0, min(1.0, part))
        self.setFixedHeight(round(30 * scale))
        self.setMinimumWidth(round(120 * scale))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar."""
        if self._part <= 0:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(ON_CLOTH.ink), 1.2))
        painter.setBrush(QColor(SEATS[self._mark % len(SEATS)].colour))
        wide = max(10.0, (self.width() - 2) * self._part)
        painter.drawRoundedRect(QRectF(1, 5, wide, self.height() - 10), 5, 5)
        painter.end()


def check_colours(check: Check, tokens: Program) -> tuple[str, str, str]:
    """Return colour, panel colour and icon of the mark of the fair deal."""
    match check:
        case Check.VERIFIED:
            return tokens.ok, tokens.ok_bg, "shield"
        case Check.BROKEN:
            return tokens.danger, tokens.danger_bg, "warn"
        case Check.OPEN | Check.NONE:
            return tokens.muted, tokens.raised, "clock"


def check_line(model: Verification, theme: Theme, scale: float) -> QWidget:
    """Return the mark of the fair deal as one line: icon and word."""
    colour, _, icon = check_colours(model.check, theme.program)
    words = label(model.head)
    words.setStyleSheet(f"QLabel {{ color: {colour}; font-weight: 700; }}")
    made = QWidget()
    made.setObjectName("cell")
    made.setLayout(row(Picture(icon, colour, 22 * scale), words, gap=round(8 * scale)))
    made.setToolTip(model.text)
    return made


def check_panel(
    model: Verification, theme: Theme, scale: float
) -> tuple[QFrame, list[QPushButton]]:
    """Return the mark of the fair deal as a panel with its words, and the buttons in it."""
    tokens = theme.program
    colour, ground, icon = check_colours(model.check, tokens)
    head = label(model.head, wrap=True)
    head.setStyleSheet(
        f"QLabel {{ color: {colour}; font-weight: 700; font-size: {round(16 * scale)}px; }}"
    )
    gap = round(8 * scale)
    first = row(Picture(icon, colour, 28 * scale), gap=round(10 * scale))
    first.addWidget(head, 1)
    inner = column(
        first,
        gap=gap,
        margins=(round(18 * scale), round(14 * scale), round(16 * scale), round(14 * scale)),
    )
    if model.text:
        inner.addWidget(sentence(model.text, theme, 14 * scale, muted=True))
    if model.fingerprint:
        inner.addWidget(label(model.fingerprint, "small"))
    inner.addStretch(1)
    buttons = [text_button(b, theme, scale) for b in model.buttons]
    if buttons:
        inner.addLayout(row(*buttons, None, gap=gap))
    frame = boxed("check", inner)
    edge = tokens.line if model.check is Check.OPEN else colour
    frame.setStyleSheet(
        f"QFrame#check {{ background: {ground}; border: 1px solid {edge};"
        f" border-radius: {round(14 * scale)}px; }}"
    )
    frame.setFixedWidth(round(300 * scale))
    return frame, buttons


def fact_tile(fact: Fact, scale: float) -> QFrame:
    """Return a small panel with a fact of the match."""
    value = label(fact.value)
    value.setStyleSheet(f"QLabel {{ font-size: {round(22 * scale)}px; font-weight: 700; }}")
    edge = round(14 * scale)
    inner = column(
        label(fact.title, "small"),
        value,
        label(fact.detail, "small"),
        gap=0,
        margins=(edge, round(8 * scale), edge, round(8 * scale)),
    )
    return boxed("raised", inner)


def ready_line(marks: tuple[ReadyMark, ...], theme: Theme, scale: float) -> QWidget:
    """Return who is ready and who still looks, in one line."""
    line = row(gap=round(6 * scale))
    for mark in marks:
        if line.count():
            line.addSpacing(round(10 * scale))
        line.addWidget(SeatMark(mark.mark, round(20 * scale)))
        if mark.ready:
            line.addWidget(Picture("check", theme.program.ok, 18 * scale))
        line.addWidget(label(mark.text, "muted"))
    made = QWidget()
    made.setObjectName("cell")
    made.setLayout(line)
    return made


def named(mark: SeatMark, name: str, note: QWidget | None, scale: float) -> QWidget:
    """Return a seat with its name and, below it, a note."""
    words = label(name)
    words.setStyleSheet(f"QLabel {{ font-weight: 700; font-size: {round(16 * scale)}px; }}")
    text: QVBoxLayout = column(None, words, gap=0)
    if note is not None:
        text.addWidget(note)
    text.addStretch(1)
    made = QWidget()
    made.setObjectName("cell")
    line = row(mark, gap=round(12 * scale))
    line.addLayout(text, 1)
    line.setAlignment(mark, Qt.AlignmentFlag.AlignVCenter)
    made.setLayout(line)
    return made
