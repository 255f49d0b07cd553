"""Parts of the first screen: tiles, choices, the name on cloth with its fan of cards."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QToolButton, QWidget

from rummy500.engine.cards import Card, Suit, make_card
from rummy500_client.layout.boxes import ASPECT
from rummy500_client.presenters.home_model import Choice, Notice, Tile
from rummy500_client.presenters.table_model import Tone
from rummy500_client.ui.paint.faces import face_pixmap, shadow_pixmap
from rummy500_client.ui.paint.felt import felt_pixmap
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import draw_icon
from rummy500_client.ui.paint.text import Ink, SuitLabel, draw_paragraph, draw_text, wrapped
from rummy500_client.ui.paint.theme import ON_CLOTH, Program, Theme
from rummy500_client.ui.parts import label, on_choice, one_stop, row, silent


_FAN: Final[tuple[Card, ...]] = tuple(make_card(rank, Suit.HEARTS) for rank in (9, 10, 11, 12, 0))
_SPREAD: Final = 11.0
"""Degrees between two cards of the fan."""

WIDE: Final = 1180
"""From this width on the cloth half shows the fan beside the panel."""


def tone_colour(tone: Tone, tokens: Program) -> str:
    """Return the colour of a line about how it goes."""
    match tone:
        case Tone.GOOD:
            return tokens.ok
        case Tone.BAD:
            return tokens.danger
        case Tone.REQUIRED:
            return tokens.warn
        case Tone.PLAIN:
            return tokens.muted


def notice_line(model: Notice, theme: Theme, scale: float) -> SuitLabel:
    """Return the line about how it goes; it wraps and is read out like any label."""
    colour = tone_colour(model.tone, theme.program)
    return SuitLabel(model.text, font(14 * scale, 600), Ink(colour, colour))


class TileButton(QPushButton):
    """A wide press target: icon, title, a second line, and an arrow that leads on."""

    def __init__(
        self, model: Tile, theme: Theme, scale: float, *, high: int = 62, gold: bool = False
    ) -> None:
        super().__init__()
        self._model, self._theme, self._t, self._gold = model, theme, scale, gold
        self.setObjectName("primary" if gold else "tile")
        self.setProperty("intent", model.intent)
        self.setEnabled(model.enabled)
        self.setAccessibleName(model.title)
        self.setAccessibleDescription(model.sub)
        high = round(high * scale)
        self.setStyleSheet(  # the general sheet has a lower least height and smaller corners
            f"QPushButton#{self.objectName()} {{ min-height: {high - 4}px;"
            f" border-radius: {round(14 * scale)}px; }}"
        )
        self.setFixedHeight(high)

    def sizeHint(self) -> QSize:
        """Return a width in which title and second line stand unshortened as a rule."""
        return QSize(round(360 * self._t), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground as the style sheet says, then the words."""
        super().paintEvent(event)
        painter = QPainter(self)
        t, tokens = self._t, self._theme.program
        if self._gold:
            first, second = tokens.on_accent, tokens.on_accent
        else:
            first, second = tokens.text, tokens.muted
        if not self.isEnabled() and not self._gold:
            first = second = tokens.muted
        side = (32 if self._gold else 24) * t
        middle = self.height() / 2
        icon = QRectF(20 * t, middle - side / 2, side, side)
        draw_icon(painter, self._model.icon, icon, first)
        left = icon.right() + 16 * t
        room = self.width() - left - (20 if self._gold else 46) * t
        big, small = (25, 15) if self._gold else (17, 13)
        title, sub = font(big * t, 700 if self._gold else 600), font(small * t, 500)
        lines = wrapped(self._model.sub, sub, room, 2)
        both = (big + small * len(lines)) * 1.25 * t
        y = middle - both / 2
        head = QRectF(left, y, room, big * 1.25 * t)
        draw_text(painter, head, self._model.title, title, Ink(first, first))
        below = QRectF(left, head.bottom(), room, small * 1.25 * t * len(lines))
        draw_paragraph(painter, below, lines, sub, Ink(second, second))
        if not self._gold and self.isEnabled():
            arrow = QRectF(self.width() - 36 * t, middle - 9 * t, 18 * t, 18 * t)
            draw_icon(painter, "next", arrow, tokens.muted)
        painter.end()


class ChoiceRow(QWidget):
    """A question and its answers side by side, exactly one of them chosen."""

    made = Signal(str, str)

    def __init__(self, model: Choice, scale: float) -> None:
        super().__init__()
        self.setObjectName("cell")
        self._key = model.key
        self._group = QButtonGroup(self)
        line = row(gap=round(6 * scale))
        word = label(model.label, "muted")
        word.setMinimumWidth(round(92 * scale))
        line.addWidget(word)
        line.addStretch(1)
        for option in model.options:
            answer = QToolButton()
            answer.setObjectName("seg")
            answer.setText(option.text)
            answer.setCheckable(True)
            answer.setChecked(option.value == model.chosen)
            answer.setProperty("value", option.value)
            answer.setAccessibleName(option.accessible or f"{model.label}: {option.text}")
            answer.setMinimumWidth(round(44 * scale))
            self._group.addButton(answer)
            line.addWidget(answer)
        on_choice(self._group, self._clicked)
        self.setStyleSheet(  # five answers and their question in the narrowest panel
            f"QToolButton#seg {{ padding: {round(6 * scale)}px {round(10 * scale)}px; }}"
        )
        self.setLayout(line)
        one_stop(self._group)

    def _clicked(self, button: QAbstractButton) -> None:
        one_stop(self._group)
        self.made.emit(self._key, str(button.property("value")))

    def choose(self, value: str) -> None:
        """Mark the answer ``value`` as chosen, without a report."""
        with silent(self._group):
            for button in self._group.buttons():
                button.setChecked(button.property("value") == value)
        one_stop(self._group)


def paint_cloth(
    painter: QPainter, widget: QWidget, theme: Theme, lamp: tuple[float, float]
) -> None:
    """Paint the cloth over the whole of ``widget``, lit at ``lamp``."""
    size = (max(1, widget.width()), max(1, widget.height()))
    painter.drawPixmap(0, 0, felt_pixmap(size, theme, lamp, widget.devicePixelRatioF()))


def paint_fan(painter: QPainter, foot: QPointF, width: float, theme: Theme, dpr: float) -> None:
    """Paint five hearts as a fan; ``foot`` is the point round which they turn."""
    high = width * ASPECT
    shadow, reach = shadow_pixmap(width, 3, dpr)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for k, card in enumerate(_FAN):
        painter.save()
        painter.translate(foot)
        painter.rotate((k - (len(_FAN) - 1) / 2) * _SPREAD)
        at = QPointF(-width / 2, -width * 2.93 - high / 2)
        painter.drawPixmap(at + QPointF(-reach, -reach + 0.1 * width), shadow)
        painter.drawPixmap(at, face_pixmap(card, width, dpr, theme.deck))
        painter.restore()


def paint_name(painter: QPainter, title: str, sub: str, box: QRectF, px: float) -> None:
    """Paint the name of the game, ``px`` high, and a line below it."""
    ink = Ink(ON_CLOTH.text, ON_CLOTH.text)
    head = QRectF(box.x(), box.y(), box.width(), px * 1.2)
    draw_text(painter, head, title, font(px, 600, display=True), ink)
    if sub:
        size = max(14.0, px * 0.26)
        bearing = px * 0.05  # the big letters begin a little right of their box
        below = QRectF(box.x() + bearing, head.bottom() + px * 0.1, box.width(), size * 1.4)
        draw_text(painter, below, sub, font(size, 400), ink)
