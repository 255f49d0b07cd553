"""A table before its match: who sits there, whom one may invite, and the start."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from rummy500_client.layout.zones import units
from rummy500_client.presenters.room_model import SeatLine, WaitingModel
from rummy500_client.ui.flow import flowing
from rummy500_client.ui.focus_words import focus_like, holds_focus, words_of
from rummy500_client.ui.home_parts import ChoiceRow, paint_cloth
from rummy500_client.ui.paint.seats import SeatMark
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import (
    Intents,
    boxed,
    column,
    label,
    row,
    scaled_sheet,
    text_button,
)


def _but_notes(model: WaitingModel) -> WaitingModel:
    """Return the page without what the notes beside the seats say."""
    seats = tuple(
        replace(seat, note="note" if seat.note else "", accessible="") for seat in model.seats
    )
    return replace(model, seats=seats)


class WaitingPage(QWidget):
    """Shows a :class:`WaitingModel`; reports ``intent`` and ``choice_made``."""

    intent = Signal(str)
    choice_made = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._theme = theme
        self._model: WaitingModel | None = None
        self._made_for: tuple[WaitingModel | None, Theme, float] | None = None
        self._t = 1.0
        self._intents = Intents(self)
        self._intents.told.connect(self.intent)
        self._body: QFrame | None = None
        self._notes: list[QLabel] = []
        self._layout = QVBoxLayout(self)

    def show_model(self, model: WaitingModel) -> None:
        """Show the table as it waits."""
        self._model = model
        self._renew()

    def set_theme(self, theme: Theme) -> None:
        """Paint the page in another theme from now on."""
        self._theme = theme
        self._renew()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scale with the window."""
        super().resizeEvent(event)
        self._renew()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cloth on which the match will be played."""
        painter = QPainter(self)
        paint_cloth(painter, self, self._theme, (self.width() / 2, self.height() * 0.55))
        painter.end()

    def _renew(self) -> None:
        self._t = round(units(self.width(), self.height())[1], 2)
        if self._model is None or self._made_for == (self._model, self._theme, self._t):
            return
        if self._show_notes(self._model):
            return
        self._notes = []
        self._made_for = (self._model, self._theme, self._t)
        self.setStyleSheet(scaled_sheet(self._theme, self._t))
        focus = words_of(self.focusWidget()) if holds_focus(self) else ()
        past, self._body = self._body, boxed("sheet", self._content(self._model))
        self._body.setFixedWidth(round(640 * self._t))
        self._layout.addWidget(self._body, 0, Qt.AlignmentFlag.AlignCenter)
        if past is not None:
            past.hide()
            self._layout.removeWidget(past)
            past.deleteLater()
        focus_like(self._body, focus)

    def _show_notes(self, model: WaitingModel) -> bool:
        """Show other notes beside the seats, if nothing else has changed: a wait has gone on.

        Made anew, the page would lose the focus with every second.
        """
        if self._made_for is None or self._made_for[1:] != (self._theme, self._t):
            return False
        before = self._made_for[0]
        if before is None or _but_notes(before) != _but_notes(model):
            return False
        noted = [seat.note for seat in model.seats if seat.note]
        for shown, note in zip(self._notes, noted, strict=True):
            shown.setText(note)
        self._made_for = (model, self._theme, self._t)
        return True

    def _content(self, model: WaitingModel) -> QVBoxLayout:
        t = self._t
        edge = round(32 * t)
        whole = column(gap=round(12 * t), margins=(edge, round(26 * t), edge, round(24 * t)))
        whole.addWidget(label(model.title, "title"))
        whole.addWidget(label(model.sub, "muted", wrap=True))
        for seat in model.seats:
            whole.addWidget(self._seat(seat))
        if model.code:
            whole.addLayout(self._code(model))
        if model.level is not None:
            line = ChoiceRow(model.level, t)
            line.made.connect(self.choice_made)
            whole.addWidget(line)
        if model.note:
            whole.addWidget(label(model.note, "muted"))
        whole.addSpacing(round(8 * t))
        leave = self._intents.wire(text_button(model.leave, self._theme, t))
        rules = self._intents.wire(text_button(model.rules, self._theme, t))
        foot = row()
        foot.addWidget(flowing(leave, rules, gap=round(8 * t)), 1)
        if model.start is not None:
            foot.addWidget(self._intents.wire(text_button(model.start, self._theme, t)))
        whole.addLayout(foot)
        return whole

    def _seat(self, model: SeatLine) -> QFrame:
        t = self._t
        words = column(label(model.name, "head"), gap=0)
        if model.note:
            self._notes.append(label(model.note, "away" if model.away else "small"))
            words.addWidget(self._notes[-1])
        edge = round(14 * t)
        mark = SeatMark(model.mark, round(40 * t), model.initial, free=model.free)
        line = row(mark, words, None, gap=edge, margins=(edge, edge // 2, edge, edge // 2))
        if model.button is not None:
            line.addWidget(self._intents.wire(text_button(model.button, self._theme, t)))
        frame = boxed("raised", line)
        frame.setMinimumHeight(round(64 * t))
        frame.setAccessibleName(model.accessible)
        return frame

    def _code(self, model: WaitingModel) -> QVBoxLayout:
        t = self._t
        code = label(model.code, "title")
        code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line = row(code, None)
        if model.copy is not None:
            line.addWidget(self._intents.wire(text_button(model.copy, self._theme, t)))
        return column(label(model.code_label, "muted"), line, gap=2)
