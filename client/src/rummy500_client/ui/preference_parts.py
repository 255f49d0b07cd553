"""The controls of the settings: words and pictures to pick from, switches, sliders, a line."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from rummy500_client.layout.boxes import ASPECT
from rummy500_client.presenters.preferences import OFF, ON
from rummy500_client.presenters.preferences_model import Kind, Pick, Picks, Slide, Toggle, Typed
from rummy500_client.ui.flow import Flow, let_flow
from rummy500_client.ui.option_rows import Switch
from rummy500_client.ui.paint.faces import face_pixmap
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import draw_icon
from rummy500_client.ui.paint.text import Ink, draw_text, text_width
from rummy500_client.ui.paint.theme import CLOTHS, Deck, Theme
from rummy500_client.ui.parts import column, label, on_choice, one_stop, row, silent


_BACK_WIDE: Final = 46.0
_CLOTH_SIZE: Final = (50.0, 36.0)


class PictureButton(QToolButton):
    """An answer shown as a picture with its name below; a frame and a tick mark the chosen one."""

    def __init__(self, model: Pick, kind: Kind, theme: Theme, scale: float) -> None:
        super().__init__()
        self._text, self._kind, self._value = model.text, kind, model.value
        self._theme, self._t = theme, scale
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _picture(self) -> tuple[float, float]:
        t = self._t
        if self._kind is Kind.BACKS:
            return _BACK_WIDE * t, _BACK_WIDE * ASPECT * t
        return _CLOTH_SIZE[0] * t, _CLOTH_SIZE[1] * t

    def sizeHint(self) -> QSize:
        """Return the picture with its frame, and the room of its name."""
        wide, high = self._picture()
        words = text_width(self._text, font(13 * self._t, 700))
        t = self._t
        return QSize(math.ceil(max(wide + 22 * t, words + 8 * t)), math.ceil(high + 40 * t))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint picture, name and marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        t, tokens, chosen = self._t, self._theme.program, self.isChecked()
        wide, high = self._picture()
        frame = QRectF((self.width() - wide) / 2 - 6 * t, 4 * t, wide + 12 * t, high + 12 * t)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.link), 2.5))
            painter.drawRoundedRect(frame, 10 * t, 10 * t)
        elif chosen or self.underMouse():
            painter.setPen(QPen(QColor(tokens.text if chosen else tokens.control), 2))
            painter.drawRoundedRect(frame, 10 * t, 10 * t)
        self._paint_picture(painter, frame.adjusted(6 * t, 6 * t, -6 * t, -6 * t))
        if chosen:
            d = 20 * t
            at = QPointF(frame.right() - d * 0.3, frame.top() + d * 0.36)
            painter.setPen(QPen(QColor(tokens.surface), 1.5))
            painter.setBrush(QColor(tokens.text))
            painter.drawEllipse(at, d / 2, d / 2)
            tick = QRectF(at.x() - d * 0.32, at.y() - d * 0.32, d * 0.64, d * 0.64)
            draw_icon(painter, "check", tick, tokens.surface, 3)
        words = QRectF(0, frame.bottom() + 2 * t, self.width(), 20 * t)
        colour = tokens.text if chosen else tokens.muted
        face = font(13 * t, 700 if chosen else 500)
        draw_text(
            painter, words, self._text, face, Ink(colour, colour), Qt.AlignmentFlag.AlignHCenter
        )
        painter.end()

    def _paint_picture(self, painter: QPainter, area: QRectF) -> None:
        if self._kind is Kind.BACKS:
            back = face_pixmap(None, area.width(), self.devicePixelRatioF(), Deck(back=self._value))
            painter.drawPixmap(area, back, QRectF(back.rect()))
            return
        cloth = CLOTHS[self._value][self._theme.mode]
        painter.setPen(QPen(QColor(self._theme.program.control), 1))
        painter.setBrush(QColor(cloth.cloth))
        painter.drawRoundedRect(area, 8 * self._t, 8 * self._t)


class PickRow(QWidget):
    """A few answers, exactly one of them chosen; they go on in the next line where they must."""

    made = Signal(str, str)

    def __init__(self, model: Picks, theme: Theme, scale: float) -> None:
        super().__init__()
        self.setObjectName("cell")
        self._key = model.key
        self._group = QButtonGroup(self)
        buttons: list[QWidget] = []
        for pick in model.picks:
            button = self._button(pick, model.kind, theme, scale)
            button.setProperty("value", pick.value)
            button.setProperty("key", model.key)
            button.setAccessibleName(pick.accessible)
            self._group.addButton(button)
            buttons.append(button)
        on_choice(self._group, self._on_click)
        let_flow(self)
        self.setLayout(Flow(*buttons, gap=round((6 if model.kind is Kind.WORDS else 2) * scale)))
        self.show_value(model)

    def _button(self, pick: Pick, kind: Kind, theme: Theme, scale: float) -> QToolButton:
        if kind is not Kind.WORDS:
            return PictureButton(pick, kind, theme, scale)
        button = QToolButton()
        button.setObjectName("seg")
        button.setText(pick.text)
        button.setCheckable(True)
        return button

    def buddy(self) -> QWidget | None:
        """Return what has the focus for the whole question."""
        return self._group.checkedButton()

    def show_value(self, model: Picks) -> None:
        """Mark the answer that is chosen now, without a report."""
        with silent(self._group):
            for button in self._group.buttons():
                button.setChecked(button.property("value") == model.chosen)
        one_stop(self._group)

    def _on_click(self, button: QAbstractButton) -> None:
        one_stop(self._group)
        self.made.emit(self._key, str(button.property("value")))


class ToggleRow(QWidget):
    """A switch with what it switches."""

    made = Signal(str, str)

    def __init__(self, model: Toggle, theme: Theme, scale: float) -> None:
        super().__init__()
        self.setObjectName("cell")
        self._key = model.key
        self._switch = Switch(theme, scale)
        self._switch.setProperty("key", model.key)
        self._switch.setAccessibleName(model.text)
        self._switch.toggled.connect(self._on_click)
        words = label(model.text, wrap=True)
        words.setBuddy(self._switch)
        line = row(self._switch, gap=round(8 * scale))
        line.addWidget(words, 1)
        self.setLayout(line)
        self.show_value(model)

    def buddy(self) -> QWidget:
        """Return what has the focus."""
        return self._switch

    def show_value(self, model: Toggle) -> None:
        """Show whether it is on, without a report."""
        with silent(self._switch):
            self._switch.setChecked(model.on)

    def _on_click(self) -> None:
        self.made.emit(self._key, ON if self._switch.isChecked() else OFF)


class Slider(QSlider):
    """A slider on whose track a press goes where it points; the wheel scrolls the page."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls."""
        event.ignore()


class SlideRow(QWidget):
    """A number between two ends, with its value in words. ``named`` shows the name beside it."""

    made = Signal(str, str)

    def __init__(self, model: Slide, scale: float, *, named: bool) -> None:
        super().__init__()
        self.setObjectName("cell")
        self._key, self._step = model.key, model.step
        self._slider = self._made_slider(model, scale)
        self._slider.valueChanged.connect(self._on_move)
        self._value = label("", "value")
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._value.setFont(font(15 * scale, 700, tabular=True))
        self._value.setMinimumWidth(round(56 * scale))
        line = row(gap=round(10 * scale))
        if model.least_text:
            line.addWidget(label(model.least_text, "small"))
        line.addWidget(self._slider, 1)
        if model.most_text:
            line.addWidget(label(model.most_text, "small"))
        line.addWidget(self._value)
        line.addStretch()
        if named:
            words = label(model.name, wrap=True)
            words.setBuddy(self._slider)
            self.setLayout(column(words, line, gap=0))
        else:
            self.setLayout(line)
        self.show_value(model)

    def _made_slider(self, model: Slide, scale: float) -> Slider:
        made = Slider(Qt.Orientation.Horizontal)
        made.setProperty("key", model.key)
        made.setAccessibleName(model.name)
        made.setRange(model.least // model.step, model.most // model.step)
        made.setSingleStep(1)
        made.setPageStep(2)
        made.setFixedHeight(round(36 * scale))
        made.setMinimumWidth(round(120 * scale))
        made.setMaximumWidth(round(330 * scale))
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return made

    def buddy(self) -> QWidget:
        """Return what has the focus."""
        return self._slider

    def show_value(self, model: Slide) -> None:
        """Show a number, without a report."""
        self._slider.blockSignals(True)  # noqa: FBT003 - Qt takes it by place
        self._slider.setValue(round(model.value / model.step))
        self._slider.blockSignals(False)  # noqa: FBT003 - Qt takes it by place
        self._value.setText(model.text)
        self._slider.setAccessibleDescription(model.text)

    def _on_move(self, place: int) -> None:
        self.made.emit(self._key, str(place * self._step))


class TypedRow(QWidget):
    """A line of text; reported once it is typed in full, by Enter or by leaving the line."""

    made = Signal(str, str)

    def __init__(self, model: Typed, scale: float) -> None:
        super().__init__()
        self.setObjectName("cell")
        self._key = model.key
        self._line = QLineEdit(model.field.value)
        self._line.setProperty("key", model.key)
        self._line.setPlaceholderText(model.field.placeholder)
        self._line.setAccessibleName(model.field.label)
        self._line.setMaximumWidth(round(320 * scale))
        if model.field.limit:
            self._line.setMaxLength(model.field.limit)
        self._line.editingFinished.connect(self._on_typed)
        self._line.setMinimumWidth(round(240 * scale))
        self.setLayout(row(self._line, None))

    def buddy(self) -> QWidget:
        """Return what has the focus."""
        return self._line

    def show_value(self, model: Typed) -> None:
        """Show another text, unless one is being typed."""
        if not self._line.isModified() and self._line.text() != model.field.value:
            self._line.setText(model.field.value)

    def _on_typed(self) -> None:
        if self._line.isModified():
            self._line.setModified(False)
            self.made.emit(self._key, self._line.text())


ControlRow = PickRow | ToggleRow | SlideRow | TypedRow


def title_of(text: str, hint: str) -> tuple[QLabel, QWidget]:
    """Return the title of a row and, with it, the column of title and hint."""
    head = label(text, wrap=True)
    head.setStyleSheet("QLabel { font-weight: 600; }")
    words = column(head, gap=0)
    if hint:
        words.addWidget(label(hint, "small", wrap=True))
    made = QWidget()
    made.setObjectName("cell")
    made.setLayout(words)
    return head, made
