"""Widgets that answer an option: a switch, a list of answers, a number; and a row round them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QLabel,
    QSpinBox,
    QToolButton,
    QWidget,
)

from rummy500_client.presenters.card_words import MINUS
from rummy500_client.presenters.home_model import Choice
from rummy500_client.presenters.new_table_model import Control, Numbers, OptionLine
from rummy500_client.presenters.option_words import OFF, ON
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import draw_icon, icon
from rummy500_client.ui.paint.text import text_width
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import column, label, on_choice, one_stop, row, silent


class Switch(QCheckBox):
    """On or off, told by the place of the knob and a tick, not by colour alone."""

    def __init__(self, theme: Theme, scale: float) -> None:
        super().__init__()
        self._theme, self._t = theme, scale
        self.setFixedSize(self.sizeHint())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """Return a target that a finger can hit."""
        return QSize(round(52 * self._t), round(40 * self._t))

    def hitButton(self, pos: object) -> bool:
        """Let a press anywhere on it count."""
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the track, the knob and the tick."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        t, tokens, on = self._t, self._theme.program, self.isChecked()
        wide, high = 42 * t, 24 * t
        track = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.text), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = track.adjusted(-4, -4, 4, 4)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        painter.setPen(QPen(QColor("#17663F" if on else tokens.control), 1.5))
        painter.setBrush(QColor("#17663F" if on else tokens.surface))
        painter.drawRoundedRect(track, high / 2, high / 2)
        radius = high / 2 - 4 * t
        x = track.right() - high / 2 if on else track.left() + high / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#F7F3E6" if on else tokens.control))
        painter.drawEllipse(QPointF(x, track.center().y()), radius, radius)
        if on:
            side = 14 * t
            box = QRectF(track.left() + 5 * t, track.center().y() - side / 2, side, side)
            draw_icon(painter, "check", box, "#F7F3E6", 2.6)
        painter.end()


class Picker(QComboBox):
    """One of several answers. The wheel scrolls the page, never the answer."""

    def __init__(self, theme: Theme, scale: float) -> None:
        super().__init__()
        self._theme, self._t = theme, scale
        self.setMinimumWidth(round(216 * scale))
        self.setMaximumWidth(round(320 * scale))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box as the style sheet says, then the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        side = 18 * self._t
        box = QRectF(self.width() - side - 9 * self._t, (self.height() - side) / 2, side, side)
        draw_icon(painter, "down", box, self._theme.program.text)
        painter.end()


class NumberBox(QSpinBox):
    """A number with a gap after the least one; typing what lies in the gap is mended."""

    def __init__(self, numbers: Numbers, scale: float) -> None:
        super().__init__()
        self._gap_end = numbers.after_gap
        self.setRange(numbers.least, numbers.most)
        self.setSingleStep(numbers.step)
        self.setSpecialValueText(numbers.least_text)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        words = text_width(numbers.least_text, font(15 * scale, 500)) + 24 * scale
        self.setFixedWidth(round(max(84 * scale, words)))
        self.setKeyboardTracking(False)
        self.setStyleSheet(  # the field inside is no field of its own
            "QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }"
            f"QSpinBox {{ padding: 0 {round(4 * scale)}px; }}"
            "QSpinBox::up-button, QSpinBox::down-button { width: 0; border: none; }"
        )
        self.setCorrectionMode(QSpinBox.CorrectionMode.CorrectToNearestValue)

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Let a number of the gap be typed on the way to another, but not stand."""
        if self._in_gap(text):
            return (QValidator.State.Intermediate, text, place)
        return super().validate(text, place)

    def _in_gap(self, text: str) -> bool:
        return text.isdecimal() and self.minimum() < int(text) < self._gap_end

    def fixup(self, text: str) -> str:
        """Make of a number in the gap the first one after it."""
        return str(self._gap_end) if self._in_gap(text) else super().fixup(text)

    def stepBy(self, steps: int) -> None:
        """Step over the gap, from the number that has been typed."""
        self.interpretText()
        wanted = self.value() + steps * self.singleStep()
        if self.minimum() < wanted < self._gap_end:
            wanted = self._gap_end if steps > 0 else self.minimum()
        self.setValue(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter confirm the number and nothing else: the sheet would make the table."""
        super().keyPressEvent(event)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls."""
        event.ignore()


class Stepper(QWidget):
    """A number between a minus and a plus."""

    changed = Signal(int)

    def __init__(self, numbers: Numbers, name: str, theme: Theme, scale: float) -> None:
        super().__init__()
        self.setObjectName("cell")
        self.box = NumberBox(numbers, scale)
        self.box.setAccessibleName(name)
        self.box.valueChanged.connect(self.changed)
        line = row(gap=round(4 * scale))
        for sign, by in (("minus", -1), (None, 0), ("plus", 1)):
            if sign is None:
                line.addWidget(self.box)
                continue
            button = QToolButton()
            side = round(18 * scale)
            button.setIcon(icon(sign, theme.program.text, side))
            button.setIconSize(QSize(side, side))
            button.setAccessibleName(f"{name} {'+' if by > 0 else MINUS}")
            button.setProperty("by", by)
            button.setFixedSize(round(36 * scale), round(40 * scale))
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys do the same in the box
            button.setAutoRepeat(True)
            button.clicked.connect(self._on_sign)
            line.addWidget(button)
        self.setLayout(line)

    def _on_sign(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton):
            self.box.stepBy(int(button.property("by")))

    def show_number(self, number: int) -> None:
        """Show a number without a report."""
        self.box.blockSignals(True)  # noqa: FBT003 - Qt takes it by place
        self.box.setValue(number)
        self.box.blockSignals(False)  # noqa: FBT003 - Qt takes it by place


class Segments(QWidget):
    """A question over its answers, of which one is chosen or, where another was typed, none."""

    made = Signal(str, str)

    def __init__(self, model: Choice, scale: float, extra: QWidget | None = None) -> None:
        super().__init__()
        self.setObjectName("cell")
        self._key = model.key
        self._group = QButtonGroup(self)
        line = row(gap=round(6 * scale))
        for option in model.options:
            answer = QToolButton()
            answer.setObjectName("seg")
            answer.setText(option.text)
            answer.setCheckable(True)
            answer.setProperty("value", option.value)
            answer.setAccessibleName(f"{model.label}: {option.text}")
            self._group.addButton(answer)
            line.addWidget(answer)
        if extra is not None:
            line.addWidget(extra)
        line.addStretch(1)
        on_choice(self._group, self._clicked)
        self.setLayout(column(label(model.label, "section"), line, gap=round(6 * scale)))
        self.choose(model.chosen)

    def _clicked(self, button: QAbstractButton) -> None:
        one_stop(self._group)
        self.made.emit(self._key, str(button.property("value")))

    def choose(self, value: str) -> None:
        """Mark an answer as chosen, without a report."""
        self._group.setExclusive(False)
        with silent(self._group):
            for button in self._group.buttons():
                button.setChecked(button.property("value") == value)
        self._group.setExclusive(True)
        one_stop(self._group)


class OptionRow(QWidget):
    """An option: title and sentence left, the mark of a change and the answer right."""

    made = Signal(str, str)

    def __init__(self, model: OptionLine, word: str, theme: Theme, scale: float) -> None:
        super().__init__()
        self.setObjectName("cell")
        self._model = model
        self._title = label(model.title, wrap=True)
        self._title.setStyleSheet("QLabel { font-weight: 600; }")
        self._chip = _chip(word, theme, scale)
        words = column(self._title, gap=0)
        if model.hint:
            words.addWidget(label(model.hint, "small", wrap=True))
        self._switch: Switch | None = None
        self._picker: Picker | None = None
        self._stepper: Stepper | None = None
        line = row(gap=round(10 * scale))
        line.addLayout(words, 1)
        line.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._control(model, theme, scale))
        self.setLayout(line)
        self.show_line(model)

    def _control(self, model: OptionLine, theme: Theme, scale: float) -> QWidget:
        match model.control:
            case Control.SWITCH:
                self._switch = Switch(theme, scale)
                self._switch.setAccessibleName(model.title)
                self._switch.setAccessibleDescription(model.hint)
                self._switch.toggled.connect(self._on_switch)
                return self._switch
            case Control.CHOICE:
                self._picker = Picker(theme, scale)
                self._picker.setAccessibleName(model.title)
                for option in model.options:
                    self._picker.addItem(option.text, option.value)
                self._picker.activated.connect(self._on_picker)
                return self._picker
            case Control.NUMBER:
                numbers = model.numbers or Numbers(0, 0)
                self._stepper = Stepper(numbers, model.title, theme, scale)
                self._stepper.changed.connect(self._on_stepper)
                return self._stepper

    def show_line(self, model: OptionLine) -> None:
        """Show the answer as it is now."""
        self._model = model
        self._chip.setVisible(model.changed)
        if self._switch is not None:
            with silent(self._switch):
                self._switch.setChecked(model.value == ON)
        if self._picker is not None:
            self._picker.setCurrentIndex(self._picker.findData(model.value))
        if self._stepper is not None:
            least = model.value == model.least_value
            self._stepper.show_number(0 if least else int(model.value))

    def _on_switch(self) -> None:
        if self._switch is not None:
            self.made.emit(self._model.name, ON if self._switch.isChecked() else OFF)

    def _on_picker(self) -> None:
        if self._picker is not None:
            self.made.emit(self._model.name, str(self._picker.currentData()))

    def _on_stepper(self, number: int) -> None:
        numbers = self._model.numbers
        least = numbers is not None and number == numbers.least and self._model.least_value
        self.made.emit(self._model.name, self._model.least_value if least else str(number))


def _chip(word: str, theme: Theme, scale: float) -> QLabel:
    chip = label(word, "chip")
    colour = theme.program.accent_text
    chip.setStyleSheet(
        f"QLabel#chip {{ color: {colour}; border: 1px solid {colour};"
        f" border-radius: {round(6 * scale)}px; padding: 2px {round(8 * scale)}px;"
        f" font-size: {round(13 * scale)}px; font-weight: 700; }}"
    )
    return chip
