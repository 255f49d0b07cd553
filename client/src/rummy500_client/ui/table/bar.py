"""The status bar: what to do now, what just happened, and the buttons of the phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from rummy500_client.layout.boxes import Box
from rummy500_client.presenters.status import UNDO
from rummy500_client.presenters.table_model import Button, Look, Owner, StatusBar
from rummy500_client.ui.paint.felt import with_alpha
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import ICONS, draw_icon
from rummy500_client.ui.paint.text import (
    ELLIPSIS,
    Ink,
    draw_paragraph,
    draw_text,
    line_height,
    text_width,
    wrapped,
)
from rummy500_client.ui.paint.tokens import ON_CLOTH
from rummy500_client.ui.table.painted import (
    ON_PAPER,
    ON_PAPER_MUTED,
    ON_TRAY,
    ON_TRAY_MUTED,
    Painted,
    Style,
    draw_plate,
    ink,
)


_BUTTON_HIGH = 43.0
_ICON = 20.0
_PAD = 14.0
_GAP = 8.0
_QUIET = "#5E6562"
_LARGE, _SMALL = 19.0, 17.0
_SECOND = 14.0
_LAST = 172.0
"""The last place of a row is so wide in every phase that no other button ever stands on it: what
throws a card away is never where a draw was a moment ago."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of the bar and how much room the buttons leave them.

    A headline of two lines leaves no room for the second line.
    """

    headline: tuple[str, ...]
    second: str
    owner: Owner
    room: float
    size: float
    """Of the letters of the headline, in px at a factor of text of 1."""


def hidden_words(sentence: Sentence, style: Style) -> str:
    """Return the second line if it has no room or not enough; else an empty string.

    A long turn of another player ends in an ellipsis, and the discard stands at the end.
    """
    second = sentence.second
    if len(sentence.headline) > 1:
        return second
    fits = text_width(second, font(_SECOND * style.t, 400)) <= sentence.room
    return "" if fits else second


class BarItem(Painted[Sentence]):
    """The ground of the bar and its sentence; paper when it is the viewer's turn."""

    BLOCKS = True

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the ground and one or two lines."""
        said, t = self.content, self.style.t
        mine = said.owner is Owner.YOU
        draw_plate(painter, area, self.style, paper=mine)
        strong, soft = (ON_PAPER, ON_PAPER_MUTED) if mine else (ON_TRAY, ON_TRAY_MUTED)
        x = 18 * t
        if len(said.headline) > 1 or not said.second:
            face = font(said.size * t, 700)
            step = line_height(face)
            y = (area.height() - step * len(said.headline)) / 2
            body = QRectF(x, y, said.room, step * len(said.headline))
            draw_paragraph(painter, body, list(said.headline), face, strong)
            return
        head = QRectF(x, 5 * t, said.room, 26 * t)
        draw_text(painter, head, said.headline[0], font(said.size * t, 700), strong)
        line = QRectF(x, 30 * t, said.room, 20 * t)
        draw_text(painter, line, said.second, font(_SECOND * t, 400), soft)


@dataclass(frozen=True, slots=True)
class ButtonFace:
    """A button as it fits: ``text`` may be short or empty. ``paper`` is the ground it lies on."""

    text: str
    icon: str
    look: Look
    paper: bool


def _ink_of(face: ButtonFace) -> Ink:
    if face.look is Look.GOLD:
        return ink(ON_CLOTH.on_gold, paper=True)
    if face.look is Look.PLAIN:
        return ON_PAPER
    return ink(_QUIET, paper=True) if face.paper else ON_TRAY_MUTED


class ButtonItem(Painted[ButtonFace]):
    """A button of the bar: gold, white, or a dashed outline."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the button."""
        face, t = self.content, self.style.t
        rect = area.adjusted(0.5, 0.5, -0.5, -0.5)
        if face.look is Look.GOLD:
            painter.setPen(QPen(QColor(ON_CLOTH.gold_edge), t))
            painter.setBrush(QColor(ON_CLOTH.gold).lighter(108 if self.hovered else 100))
        elif face.look is Look.PLAIN:
            edge = ON_CLOTH.ink if self.hovered else "#7D7565"
            painter.setPen(QPen(QColor(edge), t * (1.5 if self.hovered else 1)))
            painter.setBrush(QColor("#FFFFFF"))
        else:
            pen = QPen(QColor("#7D7565" if face.paper else ON_CLOTH.muted), t)
            pen.setDashPattern([3, 3])
            painter.setPen(pen)
            fill = with_alpha("#000000" if face.paper else "#FFFFFF", 0.06)
            painter.setBrush(fill if self.hovered else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, 10 * t, 10 * t)
        colour, size = _ink_of(face), _ICON * t
        words = font(15 * t, 700 if face.look is Look.GOLD else 600)
        x = (area.width() - _content_width(face.text, face.icon, self.style)) / 2
        if face.icon in ICONS:
            box = QRectF(x, (area.height() - size) / 2, size, size)
            draw_icon(painter, face.icon, box, colour.text)
            x += size + 7 * t
        if face.text:
            line = QRectF(x, 0, area.width() - x - 4, area.height())
            draw_text(painter, line, face.text, words, colour)


def _content_width(text: str, icon: str, style: Style) -> float:
    t = style.t
    parts = [_ICON * t] if icon in ICONS else []
    if text:
        parts.append(text_width(text, font(15 * t, 700)) + 1)
    return sum(parts) + 7 * t * (len(parts) - 1)


def _order_of_shrinking(buttons: Sequence[Button]) -> list[int]:
    """Undo becomes an icon first, then what is not possible, then the rest; never the gold one."""
    rank = {Look.DASHED: 1, Look.PLAIN: 2}
    able = [k for k, b in enumerate(buttons) if b.look is not Look.GOLD]
    return sorted(able, key=lambda k: 0 if buttons[k].intent == UNDO else rank[buttons[k].look])


def place_bar(
    status: StatusBar, box: Box, style: Style
) -> tuple[Sentence, list[tuple[Button, ButtonFace, Box]]]:
    """Return the sentence and the buttons with their boxes (in scene coordinates).

    Buttons stand at the right edge in the order of the model. If sentence and buttons do not fit
    beside each other, undo and what is not possible become icons, then the headline takes two
    lines, and only then do the other buttons lose their words.
    """
    t = style.t
    wish = text_width(status.headline, font(_LARGE * t, 700)) + 30 * t
    texts = [b.text for b in status.buttons]
    shrink = _order_of_shrinking(status.buttons)

    def content_width(text: str, button: Button) -> float:
        needed = [text, button.room] if text else [text]
        return max(_content_width(one, button.icon, style) for one in needed)

    def widths() -> list[float]:
        wide = [
            max(_BUTTON_HIGH * t, content_width(text, b) + 2 * _PAD * t)
            for text, b in zip(texts, status.buttons, strict=True)
        ]
        return [*wide[:-1], max(wide[-1], _LAST * t)] if len(wide) > 1 else wide

    def used() -> float:
        return sum(widths()) + _GAP * t * len(texts)

    def headline() -> tuple[tuple[str, ...], float]:
        room = box.w - used() - 28 * t
        if wish <= room + 18 * t:
            return (status.headline,), _LARGE
        return tuple(wrapped(status.headline, font(_SMALL * t, 700), room, 2)), _SMALL

    while shrink and used() + wish > box.w - 12 * t:
        k = shrink.pop(0)
        plain = status.buttons[k].look is Look.PLAIN and status.buttons[k].intent != UNDO
        if plain and not headline()[0][-1].endswith(ELLIPSIS):
            break
        texts[k] = status.buttons[k].short
    paper = status.owner is Owner.YOU
    x, y = box.right - used(), box.y + (box.h - _BUTTON_HIGH * t) / 2
    placed = []
    for text, wide, button in zip(texts, widths(), status.buttons, strict=True):
        face = ButtonFace(text, button.icon, button.look, paper)
        placed.append((button, face, Box(x, y, wide, _BUTTON_HIGH * t)))
        x += wide + _GAP * t
    room = box.w - used() - 18 * t - 10 * t
    lines, size = headline()
    return Sentence(lines, status.second, status.owner, room, size), placed
