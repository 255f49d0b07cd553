"""The help over the whole window: rules and keys, marks, tips, about the game."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rummy500_client.presenters.help import TAB
from rummy500_client.presenters.help_model import HelpModel, HelpTab
from rummy500_client.ui.flow import flowing
from rummy500_client.ui.help_parts import example_line, key_group, mark_tile
from rummy500_client.ui.paint.seats import SeatMark
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import Picture, boxed, column, label, row, text_button
from rummy500_client.ui.rules_list import Scroller, changes_box, rules_column
from rummy500_client.ui.sheet import Sheet


class HelpSheet(Sheet):
    """Shows a :class:`HelpModel`; Escape, F1 and "Close" lead back."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, veil=1.0)
        self._model: HelpModel | None = None

    def show_model(self, model: HelpModel) -> None:
        """Show the help; the page that is open keeps its place."""
        if self.isVisible() and model == self._model:
            return
        self._model = model
        self.escape_intent = model.close.intent
        self.entitle(model.title)
        self.renew()
        self.arrange()
        appears = not self.isVisible()
        self.show()
        self.raise_()
        if appears:
            self._focus_tab()

    def _focus_tab(self) -> None:
        for tab in self.panel.findChildren(QToolButton):
            if tab.isChecked():
                tab.setFocus()

    def fill(self) -> None:
        """Make everything anew."""
        model = self._model
        if model is None:
            return
        old, t = self.panel.layout(), self.scale
        if old is not None:
            past = QWidget(self)
            past.setLayout(old)
            self.discard(past)
        edge = round(26 * t)
        whole = column(gap=round(14 * t), margins=(edge, round(18 * t), edge, edge))
        whole.addLayout(self._head(model))
        whole.addLayout(self._page(model), 1)
        self.panel.setLayout(whole)

    def _head(self, model: HelpModel) -> QHBoxLayout:
        t = self.scale
        line = row(
            Picture("help", self.theme.program.accent_text, 28 * t),
            label(model.title, "title"),
            round(16 * t),
            gap=round(8 * t),
        )
        tabs = []
        for tab in model.tabs:
            button = QToolButton()
            button.setObjectName("seg")
            button.setText(tab.text)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setChecked(tab.tab is model.tab)
            button.setProperty("intent", TAB + tab.tab)
            button.setProperty("value", str(tab.tab))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            tabs.append(self.intents.wire(button))
        line.addWidget(flowing(*tabs, gap=round(6 * t)), 1)
        close = text_button(model.close, self.theme, t)
        self.wire([close])
        line.addWidget(close)
        return line

    # --- pages -----------------------------------------------------------------------------------

    def _page(self, model: HelpModel) -> QLayout:
        match model.tab:
            case HelpTab.RULES:
                return self._rules(model)
            case HelpTab.MARKS:
                return self._marks(model)
            case HelpTab.TIPS:
                return self._tips(model)
            case HelpTab.ABOUT:
                return self._about(model)

    def _card(self, title: str, sub: str, body: QVBoxLayout) -> QFrame:
        """Return a card with a heading and a body that scrolls where it has to."""
        t = self.scale
        edge = round(22 * t)
        head = column(label(title, "head"), gap=round(2 * t))
        if sub:
            head.addWidget(label(sub, "small"))
        scroller = Scroller(title)
        body.addStretch(1)
        scroller.fill(body, round(8 * t))
        whole = column(head, gap=round(12 * t), margins=(edge, round(16 * t), edge // 2, edge // 2))
        whole.addWidget(scroller, 1)
        return boxed("card", whole)

    def _rules(self, model: HelpModel) -> QHBoxLayout:
        t, theme = self.scale, self.theme
        rules = column(gap=round(9 * t))
        if model.rules.changes:
            rules.addWidget(changes_box(model.rules, t))
            rules.addSpacing(round(4 * t))
        for example in model.examples:
            rules.addLayout(example_line(example, theme, t))
        rule = QFrame()
        rule.setObjectName("rule")
        rules.addSpacing(round(4 * t))
        rules.addWidget(rule)
        rules.addSpacing(round(4 * t))
        rules.addLayout(rules_column(model.rules, theme, t))
        keys = column(gap=round(6 * t))
        for group in model.keys:
            keys.addLayout(key_group(group, theme, t))
        both = row(gap=round(18 * t))
        both.addWidget(self._card(model.rules.title, model.rules.sub, rules), 11)
        both.addWidget(self._card(model.keys_title, "", keys), 10)
        return both

    def _marks(self, model: HelpModel) -> QHBoxLayout:
        t = self.scale
        grid = QGridLayout()
        grid.setHorizontalSpacing(round(28 * t))
        grid.setVerticalSpacing(round(10 * t))
        for k, mark in enumerate(model.marks):
            grid.addWidget(mark_tile(mark, self.theme, t), k // 2, k % 2)
            grid.setColumnStretch(k % 2, 1)
        marks = column(grid)
        seats = column(gap=round(14 * t))
        for seat in model.seats:
            line = row(SeatMark(seat.mark, round(40 * t)), gap=round(14 * t))
            line.addWidget(label(seat.text, wrap=True), 1)
            seats.addLayout(line)
        for note in model.seats_notes:
            seats.addWidget(label(note, wrap=True))
        both = row(gap=round(18 * t))
        both.addWidget(self._card(model.marks_title, "", marks), 16)
        both.addWidget(self._card(model.seats_title, "", seats), 7)
        return both

    def _tips(self, model: HelpModel) -> QHBoxLayout:
        t = self.scale
        tips = column(gap=round(16 * t))
        for k, tip in enumerate(model.tips, start=1):
            number = label(str(k), "title")
            number.setFixedWidth(round(36 * t))
            number.setAlignment(Qt.AlignmentFlag.AlignTop)
            line = row(number, gap=round(8 * t))
            line.addWidget(self._text(tip), 1)
            tips.addLayout(line)
        return self._single(model.tips_title, tips)

    def _about(self, model: HelpModel) -> QHBoxLayout:
        about = column(gap=round(14 * self.scale))
        for paragraph in model.about:
            about.addWidget(self._text(paragraph))
        return self._single(model.about_title, about)

    def _text(self, text: str) -> QLabel:
        """Return a text that is read, not looked up."""
        made = label(text, "read", wrap=True)
        made.setStyleSheet(f"QLabel#read {{ font-size: {round(17 * self.scale)}px; }}")
        return made

    def _single(self, title: str, body: QVBoxLayout) -> QHBoxLayout:
        """Return a card that is not wider than lines can be read."""
        card = self._card(title, "", body)
        card.setMaximumWidth(round(760 * self.scale))
        line = row()
        line.addStretch(1)
        line.addWidget(card, 8)
        line.addStretch(1)
        return line

    # --- place and keys --------------------------------------------------------------------------

    def arrange(self) -> None:
        """Fill the window but for a small edge."""
        edge = round(20 * self.scale)
        self.panel.setGeometry(self.rect().adjusted(edge, edge, -edge, -edge))

    def gold_button(self) -> QPushButton | None:
        """Return none: Enter does nothing here but press what has the focus."""
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let F1 close what F1 has opened."""
        if event.key() == Qt.Key.Key_F1 and self.escape_intent:
            self.intent.emit(self.escape_intent)
            event.accept()
            return
        super().keyPressEvent(event)
