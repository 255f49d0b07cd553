"""A small piece of the table that shows what the settings lead to."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rummy500.engine.cards import Card, Suit, make_card
from rummy500_client.layout.boxes import ASPECT
from rummy500_client.ui.looks import Looks
from rummy500_client.ui.paint.faces import face_pixmap, shadow_pixmap
from rummy500_client.ui.paint.felt import draw_felt


_TOP: Final[tuple[Card | None, ...]] = (
    None,
    make_card(5, Suit.CLUBS),
    make_card(12, Suit.DIAMONDS),
)
_HAND: Final = (
    make_card(6, Suit.SPADES),
    make_card(7, Suit.HEARTS),
    make_card(8, Suit.DIAMONDS),
    make_card(9, Suit.CLUBS),
    make_card(11, Suit.HEARTS),
)
_STEP: Final = 0.42


class Preview(QWidget):
    """Stock, two cards and a hand on the cloth, in the sizes that they have to one another."""

    def __init__(self, looks: Looks, scale: float) -> None:
        super().__init__()
        self._looks, self._t = looks, scale
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_looks(self, looks: Looks) -> None:
        """Show other looks."""
        if looks != self._looks:
            self._looks = looks
            self.update()

    def sizeHint(self) -> QSize:
        """Return a piece of table that is higher than wide."""
        return QSize(round(286 * self._t), round(366 * self._t))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint cloth and cards."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        wide, high = self.width(), self.height()
        edge = QPainterPath()
        edge.addRoundedRect(QRectF(self.rect()), 14 * self._t, 14 * self._t)
        painter.setClipPath(edge)
        draw_felt(painter, (wide, high), self._looks.theme, (wide / 2, high * 0.98))
        s = self._looks.card_scale
        small, large = 64 * self._t * s**0.5, 78 * self._t * s
        gap = 0.14 * small
        x = (wide - 3 * small - 2 * gap) / 2
        for k, card in enumerate(_TOP):
            self._card(painter, card, QPointF(x + k * (small + gap), 0.09 * high), small, 1)
        step = min(_STEP * large, (wide - 16 * self._t - large) / (len(_HAND) - 1))
        x = (wide - large - step * (len(_HAND) - 1)) / 2
        top = max(0.09 * high + small * ASPECT + gap, high - 0.09 * high - large * ASPECT)
        for k, card in enumerate(_HAND):
            self._card(painter, card, QPointF(x + k * step, top), large, 2)
        painter.end()

    def _card(
        self, painter: QPainter, card: Card | None, at: QPointF, wide: float, level: int
    ) -> None:
        dpr = self.devicePixelRatioF()
        shadow, reach = shadow_pixmap(round(wide, 1), level, dpr)
        painter.drawPixmap(at + QPointF(-reach, -reach + 0.035 * wide * level), shadow)
        face = face_pixmap(card, round(wide, 1), dpr, self._looks.theme.deck)
        painter.drawPixmap(QRectF(at.x(), at.y(), wide, wide * ASPECT), face, QRectF(face.rect()))
