"""A sheet about trouble: what happens now, what stays safe, what can be done."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from rummy500_client.presenters.notice_model import NoticeModel
from rummy500_client.presenters.table_model import Button
from rummy500_client.ui.home_parts import tone_colour
from rummy500_client.ui.paint.icons import draw_icon
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import column, label, row, text_button
from rummy500_client.ui.result_parts import sentence
from rummy500_client.ui.sheet import Sheet


class RingIcon(QWidget):
    """A large icon in a ring that fills while one waits."""

    def __init__(self, side: float) -> None:
        super().__init__()
        self._icon, self._colour, self._line = "info", "#FFFFFF", "#FFFFFF"
        self._part: float | None = None
        self.setFixedSize(round(side), round(side))

    def show_ring(self, icon: str, colour: str, line: str, part: float | None) -> None:
        """Show an icon in ``colour``; ``part`` of the ring is filled, ``None`` draws no ring."""
        self._icon, self._colour, self._line, self._part = icon, colour, line, part
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ring and icon."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = float(self.width())
        ring = QRectF(self.rect()).adjusted(0.07 * side, 0.07 * side, -0.07 * side, -0.07 * side)
        inner = 0.0
        if self._part is not None:
            pen = QPen(QColor(self._line), side * 0.055)
            painter.setPen(pen)
            painter.drawEllipse(ring)
            pen.setColor(QColor(self._colour))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            turn = round(360 * 16 * max(0.0, min(1.0, self._part)))
            painter.drawArc(ring, 90 * 16, -turn)
            inner = 0.18 * side
        icon = ring.adjusted(inner, inner, -inner, -inner)
        draw_icon(painter, self._icon, icon, self._colour)
        painter.end()


def _fixed(model: NoticeModel) -> NoticeModel:
    """Return what asks for a new layout when it changes; the rest is shown in place."""
    return replace(model, line="", part=None)


class NoticeSheet(Sheet):
    """Shows a :class:`NoticeModel`; a ticking line or ring does not rebuild anything."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, veil=0.62)
        self._model: NoticeModel | None = None
        self._ring: RingIcon | None = None
        self._line: QLabel | None = None

    def show_model(self, model: NoticeModel) -> None:
        """Show ``model`` over the parent; say the title aloud when the sheet appears."""
        before, self._model = self._model, model
        self.escape_intent = model.escape
        self.entitle(model.title, model.text)
        if before is None or self._ring is None or _fixed(before) != _fixed(model):
            self.renew()
            self.arrange()
        else:
            self._tick(model)
        if self.isHidden():
            self.show()
            self.raise_()
            (self.gold_button() or self).setFocus()

    def _tick(self, model: NoticeModel) -> None:
        tokens = self.theme.program
        colour = tone_colour(model.tone, tokens)
        if self._ring is not None:
            self._ring.show_ring(model.icon, colour, tokens.line, model.part)
        if self._line is not None:
            self._line.setText(model.line)
            self._line.setVisible(bool(model.line))

    def fill(self) -> None:
        """Make the panel anew."""
        model = self._model
        if model is None:
            return
        old = self.panel.layout()
        if old is not None:
            past = QWidget(self)
            past.setLayout(old)
            self.discard(past)
        t = self.scale
        self._ring = RingIcon((92 if model.part is not None else 56) * t)
        self._line = label(model.line, wrap=True)
        colour = tone_colour(model.tone, self.theme.program)
        self._line.setStyleSheet(f"QLabel {{ color: {colour}; font-weight: 600; }}")
        title = label(model.title, "title", wrap=True)
        head = row(self._ring, gap=round(22 * t))
        head.addLayout(column(None, title, self._line, None, gap=round(4 * t)), 1)
        edge = round(32 * t)
        whole = column(head, gap=round(14 * t), margins=(edge, round(26 * t), edge, round(24 * t)))
        if model.text:
            whole.addWidget(sentence(model.text, self.theme, 15 * t, muted=True))
        whole.addStretch(1)
        left, right = self._buttons(model.left), self._buttons(model.right)
        whole.addLayout(row(*left, None, *right, gap=round(10 * t)))
        self.panel.setLayout(whole)
        self._tick(model)

    def _buttons(self, models: tuple[Button, ...]) -> list[QPushButton]:
        made = [text_button(model, self.theme, self.scale) for model in models]
        self.wire(made)
        return made

    def arrange(self) -> None:
        """Put the panel in the middle, as high as its content asks."""
        width = min(self.width() - 40, round(600 * self.scale))
        layout = self.panel.layout()
        wish = layout.totalHeightForWidth(width) if layout is not None else 0
        height = min(self.height() - 40, max(wish, round(250 * self.scale)))
        self.panel.setGeometry(
            (self.width() - width) // 2, (self.height() - height) // 2, width, height
        )
