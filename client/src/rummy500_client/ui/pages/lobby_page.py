"""The list of tables of a server, with a way to open one and to join by a code."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from rummy500_client.layout.zones import units
from rummy500_client.presenters.home_model import Choice
from rummy500_client.presenters.room_model import LobbyModel, TableLine
from rummy500_client.ui.focus_words import focus_like, holds_focus, words_of
from rummy500_client.ui.home_parts import notice_line
from rummy500_client.ui.option_rows import Segments
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


class Column(QScrollArea):
    """A column that scrolls up and down where the window is too low for it, never sideways."""

    def __init__(self, content: QVBoxLayout, name: str) -> None:
        super().__init__()
        inner = QWidget()
        inner.setObjectName("cell")
        inner.setLayout(content)
        self.setObjectName(name)
        self.setWidgetResizable(True)
        self.setWidget(inner)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class LobbyPage(QWidget):
    """Shows a :class:`LobbyModel`.

    Reports ``intent`` for buttons, ``choice_made`` for the answers, and ``code_entered`` for a
    code that was typed, or for an empty one.
    """

    intent = Signal(str)
    choice_made = Signal(str, str)
    code_entered = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._model: LobbyModel | None = None
        self._made_for: tuple[LobbyModel | None, Theme, float] | None = None
        self._t = 1.0
        self._intents = Intents(self)
        self._intents.told.connect(self.intent)
        self._code = QLineEdit(self)
        self._code.returnPressed.connect(self._on_code)
        self._body: QWidget | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def show_model(self, model: LobbyModel) -> None:
        """Show the tables; a code that is being typed stays."""
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

    def _renew(self) -> None:
        self._t = round(units(self.width(), self.height())[1], 2)
        if self._model is None or self._made_for == (self._model, self._theme, self._t):
            return
        self._made_for = (self._model, self._theme, self._t)
        self.setStyleSheet(scaled_sheet(self._theme, self._t))
        typing = self._code.hasFocus()
        focus = words_of(self.focusWidget()) if holds_focus(self) else ()
        scrolled = self._scrolled()
        self._code.setParent(self)  # the field outlives the body that holds it
        past, self._body = self._body, QWidget()
        self._body.setObjectName("cell")
        self._body.setLayout(self._content(self._model))
        self._layout.addWidget(self._body)
        if past is not None:
            past.hide()
            self._layout.removeWidget(past)
            past.deleteLater()
        if typing:
            self._code.setFocus()
        else:
            focus_like(self._body, focus)
        self._scroll_to(scrolled)

    def _scrolled(self) -> int:
        """Return how far down the list of tables is; it comes anew with each change."""
        area = self._list_area()
        return 0 if area is None else area.verticalScrollBar().value()

    def _list_area(self) -> Column | None:
        return None if self._body is None else self._body.findChild(Column, "list")

    def _scroll_to(self, value: int) -> None:
        area = self._list_area()
        inner = None if area is None else area.widget()
        if area is not None and inner is not None and value:
            self._layout.activate()
            inner.adjustSize()
            area.verticalScrollBar().setValue(value)

    def _content(self, model: LobbyModel) -> QVBoxLayout:
        t = self._t
        edge = round(40 * t)
        head = row(
            column(label(model.title, "title"), label(model.sub, "muted"), gap=2),
            None,
            self._intents.wire(text_button(model.settings, self._theme, t)),
            self._intents.wire(text_button(model.help, self._theme, t)),
            self._intents.wire(text_button(model.back, self._theme, t)),
        )
        whole = column(head, gap=round(16 * t), margins=(edge, round(28 * t), edge, edge))
        if model.notice is not None:
            whole.addWidget(notice_line(model.notice, self._theme, t))
        both = row(gap=round(24 * t))
        both.addWidget(self._list(model), 3)
        both.addWidget(self._side(model), 2)
        whole.addLayout(both, 1)
        return whole

    def _list(self, model: LobbyModel) -> Column:
        t = self._t
        lines = column(gap=round(8 * t))
        lines.addWidget(self._line(model.daily))
        for line in model.lines:
            lines.addWidget(self._line(line))
        if not model.lines:
            lines.addWidget(label(model.empty, "muted", wrap=True))
        lines.addStretch(1)
        lines.setContentsMargins(0, 0, round(6 * t), 0)
        return Column(lines, "list")

    def _line(self, model: TableLine) -> QFrame:
        t = self._t
        words = column(
            label(model.name, "head", wrap=True),
            label(model.detail, "muted", wrap=True),
            gap=round(2 * t),
        )
        if model.taken:
            side = round(18 * t)
            seats = row(gap=round(5 * t))
            for k, taken in enumerate(model.taken):
                seats.addWidget(SeatMark(k, side, free=not taken))
            seats.addSpacing(round(5 * t))
            seats.addWidget(label(model.people, "small", wrap=True), 1)
            words.addLayout(seats)
        edge = round(16 * t)
        join = self._intents.wire(text_button(model.join, self._theme, t))
        line = row(margins=(edge, edge // 2, edge, edge // 2))
        line.addLayout(words, 1)
        if model.rules is not None:
            line.addWidget(
                self._intents.wire(text_button(model.rules, self._theme, t, kind="quiet"))
            )
        line.addWidget(join)
        frame = boxed("card", line)
        frame.setAccessibleName(model.accessible)
        return frame

    def _side(self, model: LobbyModel) -> QFrame:
        t = self._t
        edge = round(16 * t)
        side = column(gap=round(12 * t), margins=(edge, edge, edge, edge))
        for choice in model.choices:
            side.addWidget(self._answers(choice))
        side.addWidget(label(model.terms, "small", wrap=True))
        side.addWidget(self._intents.wire(text_button(model.quick, self._theme, t)))
        side.addWidget(_rule())
        side.addWidget(self._answers(model.door))
        side.addWidget(self._intents.wire(text_button(model.create, self._theme, t)))
        side.addWidget(self._intents.wire(text_button(model.new_table, self._theme, t)))
        side.addWidget(_rule())
        word = label(model.code_label, "muted")
        word.setBuddy(self._code)
        self._code.setAccessibleName(model.code_label)
        self._code.setMaxLength(12)
        side.addWidget(word)
        join = text_button(model.join_code, self._theme, t)
        join.clicked.connect(self._on_code)
        side.addLayout(row(self._code, join))
        if model.code_notice is not None:
            side.addWidget(notice_line(model.code_notice, self._theme, t))
        self._code.show()
        side.addStretch(1)
        return boxed("card", column(Column(side, "side"), gap=0))

    def _answers(self, choice: Choice) -> Segments:
        line = Segments(choice, self._t)
        line.setStyleSheet(  # five answers beside a scroll bar in the smallest window
            f"QToolButton#seg {{ padding: {round(6 * self._t)}px {round(9 * self._t)}px; }}"
        )
        line.made.connect(self.choice_made)
        return line

    def _on_code(self) -> None:
        self._code.setFocus()
        self.code_entered.emit(self._code.text().strip())


def _rule() -> QFrame:
    rule = QFrame()
    rule.setObjectName("rule")
    return rule
