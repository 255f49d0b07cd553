"""Numbers that count up to what they are: the scoring of a hand, row by row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation
from PySide6.QtWidgets import QLabel

from rummy500_client.presenters.card_words import MINUS


COUNT_MS: Final = 600
ROW_MS: Final = 40


@dataclass(frozen=True, slots=True)
class _Number:
    """A label, the text that it ends with, the number in it, and when it sets out."""

    label: QLabel
    text: str
    value: int
    delay: int

    def at(self, part: float) -> str:
        """Return what to show when so much of the way is done, 0 to 1."""
        if part >= 1:
            return self.text
        sign = self.text[0] if self.text[0] in f"+{MINUS}" else ""
        return f"{sign}{round(abs(self.value) * part)}"


class Counting(QObject):
    """Counts once for each sheet that opens. ``factor`` scales the time; 0 is no counting.

    Readers of the screen get the whole number at once.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.factor = 0.0
        self._numbers: list[_Number] = []
        self._curve = QEasingCurve(QEasingCurve.Type.OutCubic)
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self.finish)

    @property
    def running(self) -> bool:
        """Return whether numbers are on their way."""
        return bool(self._numbers)

    def begin(self, rows: list[list[QLabel]]) -> None:
        """Count the numbers of some rows up, each row a little after the one above it."""
        self.finish()
        if self.factor <= 0:
            return
        self._numbers = [
            _Number(label, label.text(), value, at * ROW_MS)
            for at, row in enumerate(rows)
            for label in row
            if (value := _value(label.text())) is not None
        ]
        if not self._numbers:
            return
        for number in self._numbers:
            number.label.setAccessibleName(number.text)
            number.label.setMinimumWidth(number.label.sizeHint().width())
        total = COUNT_MS + (len(rows) - 1) * ROW_MS
        self._clock.setEndValue(float(total))
        self._clock.setDuration(max(1, round(total * self.factor)))
        self._tick(0.0)
        self._clock.start()

    def finish(self) -> None:
        """Show all numbers as they are."""
        self._clock.stop()
        numbers, self._numbers = self._numbers, []
        for number in numbers:
            number.label.setText(number.text)

    def _tick(self, value: object) -> None:
        if not isinstance(value, float):
            return
        for number in self._numbers:
            part = min(1.0, max(0.0, (value - number.delay) / COUNT_MS))
            number.label.setText(number.at(self._curve.valueForProgress(part)))


def _value(text: str) -> int | None:
    """Return the whole number that a text is; None for any other text."""
    try:
        return int(text.replace(MINUS, "-"))
    except ValueError:
        return None
