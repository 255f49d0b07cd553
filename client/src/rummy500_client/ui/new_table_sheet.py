"""A new table: who plays what at the left, the rules that come of it at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from rummy500_client.presenters.help import HELP
from rummy500_client.presenters.new_table_model import NewTableModel, Numbers
from rummy500_client.presenters.table_model import Button
from rummy500_client.ui.option_rows import OptionRow, Segments, Stepper
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import boxed, column, label, row, text_button
from rummy500_client.ui.rules_list import Scroller, changes_box, rules_column
from rummy500_client.ui.sheet import Sheet


_WIDE, _HIGH = 1140, 744


class NewTableSheet(Sheet):
    """Shows a :class:`NewTableModel`.

    ``answered(key, value)`` tells an answer, ``intent`` a press. The parts are made once; an
    answer only changes what they show, so that focus and place stay where they are.
    """

    answered = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._model: NewTableModel | None = None
        self._segments: list[Segments] = []
        self._target: Stepper | None = None
        self._rows: dict[str, OptionRow] = {}
        self._options: QWidget | None = None
        self._create: QPushButton | None = None
        self._standard: QPushButton | None = None
        self._fault = label("", "danger", wrap=True)
        self._rules: Scroller | None = None
        self._unfold: QPushButton | None = None
        self._sub = label("", "small")

    def open(self, model: NewTableModel) -> None:
        """Show the sheet from its beginning."""
        self._model = model
        self.escape_intent = model.cancel.intent
        self.entitle(model.title)
        self.fill()
        self.arrange()
        self.show()
        self.raise_()
        if self._create is not None:
            self._create.setFocus()

    def show_model(self, model: NewTableModel) -> None:
        """Show what an answer has changed."""
        before, self._model = self._model, model
        if before is None or before.title != model.title:  # another language
            self.entitle(model.title)
            self.renew()
        elif model != before:
            self._renew(model)

    @property
    def fault_text(self) -> str:
        """Return why the table can't be made, or an empty text."""
        fault = None if self._model is None else self._model.fault
        return "" if fault is None else fault.text

    # --- making ----------------------------------------------------------------------------------

    def fill(self) -> None:
        """Make all parts anew."""
        model = self._model
        if model is None:
            return
        old, t = self.panel.layout(), self.scale
        if old is not None:
            past = QWidget(self)
            past.setLayout(old)
            self.discard(past)
        self._segments, self._rows = [], {}
        edge = round(32 * t)
        whole = column(gap=round(10 * t), margins=(edge, round(20 * t), edge, round(16 * t)))
        whole.addWidget(label(model.title, "title"))
        both = row(gap=round(28 * t))
        both.addWidget(self._left(model), 11)
        both.addLayout(self._right(model), 10)
        whole.addLayout(both, 1)
        rule = QFrame()
        rule.setObjectName("rule")
        whole.addWidget(rule)
        whole.addLayout(self._foot(model))
        self.panel.setLayout(whole)
        self._renew(model)

    def _left(self, model: NewTableModel) -> Scroller:
        t = self.scale
        parts = column(gap=round(12 * t))
        for choice in model.choices:
            parts.addWidget(self._asked(Segments(choice, t)))
        self._unfold = QPushButton()
        self._unfold.setObjectName("link")
        self._unfold.clicked.connect(self._on_unfold)
        parts.addLayout(row(self._unfold, None))
        self._options = QWidget()
        self._options.setObjectName("cell")
        options = column(gap=round(6 * t))
        for group in model.groups:
            options.addSpacing(round(4 * t))
            options.addWidget(label(group.title, "section"))
            for line in group.lines:
                made = OptionRow(line, model.changed_word, self.theme, t)
                made.made.connect(self.answered)
                self._rows[line.name] = made
                options.addWidget(made)
        self._options.setLayout(options)
        parts.addWidget(self._options)
        parts.addStretch(1)
        area = Scroller(model.title)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it holds has the focus
        area.fill(parts, round(14 * t))
        return area

    def _right(self, model: NewTableModel) -> QVBoxLayout:
        t = self.scale
        numbers = model.target_line.numbers or Numbers(1, 1)
        self._target = Stepper(numbers, model.target_line.title, self.theme, t)
        self._target.changed.connect(self._on_target)
        right = column(gap=round(12 * t))
        right.addWidget(self._asked(Segments(model.target, t, self._target)))
        right.addWidget(self._asked(Segments(model.clock, t)))
        edge = round(20 * t)
        self._rules = Scroller(model.rules.title)
        self._sub = label("", "small")
        inner = column(
            label(model.rules.title, "head"),
            self._sub,
            gap=round(2 * t),
            margins=(edge, round(14 * t), edge // 2, edge // 2),
        )
        inner.addSpacing(round(8 * t))
        inner.addWidget(self._rules, 1)
        right.addWidget(boxed("raised", inner), 1)
        return right

    def _asked(self, segments: Segments) -> Segments:
        segments.made.connect(self.answered)
        self._segments.append(segments)
        return segments

    # --- showing ---------------------------------------------------------------------------------

    def _renew(self, model: NewTableModel) -> None:
        answers = [*model.choices, model.target, model.clock]
        for segments, choice in zip(self._segments, answers, strict=True):
            segments.choose(choice.chosen)
        if self._target is not None:
            self._target.show_number(int(model.target_line.value))
        for group in model.groups:
            for line in group.lines:
                self._rows[line.name].show_line(line)
                self._rows[line.name].setVisible(not line.idle)
        if self._options is not None:
            self._options.setVisible(model.open)
        if self._unfold is not None:
            self._redress(self._unfold, model.customise, "link")
        self._sub.setText(model.rules.sub)
        if self._rules is not None:
            told = rules_column(model.rules, self.theme, self.scale)
            if model.rules.changes:
                told.insertWidget(0, changes_box(model.rules, self.scale))
            self._rules.fill(told)
        self._renew_foot(model)

    def _redress(self, button: QPushButton, model: Button, kind: str | None = None) -> None:
        """Let a button show another model; it stays the same one under the pointer."""
        fresh = text_button(model, self.theme, self.scale, kind=kind)
        button.setObjectName(fresh.objectName())
        button.setProperty("dashed", fresh.property("dashed"))
        button.setStyleSheet(fresh.styleSheet())
        button.setText(fresh.text())
        button.setIcon(fresh.icon())
        button.setIconSize(fresh.iconSize())
        button.setAccessibleName(fresh.accessibleName())
        button.setProperty("intent", model.intent)
        button.style().unpolish(button)
        button.style().polish(button)
        fresh.deleteLater()

    def _renew_foot(self, model: NewTableModel) -> None:
        if self._standard is not None and self._create is not None:
            self._standard.setVisible(model.may_reset)
            self._redress(self._create, model.create)
        self._fault.setText("" if model.fault is None else model.fault.text)

    def _foot(self, model: NewTableModel) -> QHBoxLayout:
        t = self.scale
        self._standard = text_button(model.standard, self.theme, t, kind="link")
        self._fault = label("", "danger", wrap=True)
        self._create = text_button(model.create, self.theme, t)
        cancel = text_button(model.cancel, self.theme, t)
        self.wire([self._standard, cancel, self._create])
        line = row(self._standard, gap=round(10 * t))
        line.addWidget(self._fault, 1)
        line.addWidget(cancel)
        line.addWidget(self._create)
        return line

    # --- hearing ---------------------------------------------------------------------------------

    def _on_unfold(self) -> None:
        if self._model is not None:
            self.intent.emit(self._model.customise.intent)

    def _on_target(self, number: int) -> None:
        if self._model is not None:
            self.answered.emit(self._model.target_line.name, str(number))

    def gold_button(self) -> QPushButton | None:
        """Return the button that makes the table."""
        return self._create

    def arrange(self) -> None:
        """Put the panel in the middle, as large as it needs and the window allows."""
        edge = round(20 * self.scale)
        wide = min(self.width() - 2 * edge, round(_WIDE * self.scale))
        high = min(self.height() - 2 * edge, round(_HIGH * self.scale))
        self.panel.setGeometry((self.width() - wide) // 2, (self.height() - high) // 2, wide, high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let F1 tell the whole rules."""
        if event.key() == Qt.Key.Key_F1:
            self.intent.emit(HELP)
            event.accept()
            return
        super().keyPressEvent(event)
