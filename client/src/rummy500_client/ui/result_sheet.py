"""The result of a hand and the result of a match, each as a sheet over the table."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rummy500_client.presenters.result_model import (
    Chart,
    Check,
    HandResult,
    HandRow,
    MatchResult,
    Placing,
)
from rummy500_client.presenters.table_model import Button, Tone
from rummy500_client.ui.chart import TotalsChart
from rummy500_client.ui.counting import Counting
from rummy500_client.ui.focus_words import holds_focus
from rummy500_client.ui.paint.seats import SeatMark
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import Picture, boxed, column, figures, label, row, text_button
from rummy500_client.ui.result_parts import (
    CardRow,
    TotalBar,
    check_line,
    check_panel,
    fact_tile,
    named,
    ready_line,
    sentence,
)
from rummy500_client.ui.sheet import Sheet


_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Result = HandResult | MatchResult


def _still(model: Result) -> Result:
    """Return the part of a result that does not change while the sheet is open."""
    if isinstance(model, HandResult):
        return replace(model, ready=(), left=(), right=())
    return replace(model, note="", left=(), right=())


class ResultSheet(Sheet):
    """Shows a :class:`HandResult` or a :class:`MatchResult`; reports presses by ``intent``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._model: Result | None = None
        self._foot = QWidget()
        self._column: QVBoxLayout | None = None
        self._figures: list[list[QLabel]] = []
        self._counting = Counting(self)

    def set_motion(self, factor: float) -> None:
        """Scale the time in which numbers count up; 0 shows them as they are."""
        self._counting.factor = factor

    def show_model(self, model: Result) -> None:
        """Show ``model``. When only the foot differs from before, only the foot is made anew."""
        before, self._model = self._model, model
        self.setAccessibleName(model.title)  # the result is said as a whole
        focused = self.focusWidget()
        intent = focused.property("intent") if isinstance(focused, QPushButton) else None
        if before is not None and self._column is not None and _still(before) == _still(model):
            self._renew_foot(self._column)
        else:
            self.renew()
            self.arrange()
        was_hidden = self.isHidden()
        self.show()
        self.raise_()
        if was_hidden:
            self._counting.begin(self._figures)
        if holds_focus(self.parentWidget() or self):
            self._focus(intent, take=was_hidden)

    def _focus(self, intent: object, *, take: bool) -> None:
        for button in self.panel.findChildren(QPushButton):
            if intent is not None and button.property("intent") == intent:
                button.setFocus()
                return
        gold = self.gold_button()
        if take:
            (gold or self).setFocus()

    def arrange(self) -> None:
        """Give the panel most of the window, with a measure that keeps the rows readable."""
        t, wide, high = self.scale, self.width(), self.height()
        rows = len(self._model.rows if isinstance(self._model, HandResult) else ())
        rows = rows or len(self._model.placings if isinstance(self._model, MatchResult) else ())
        width = min(wide - 2 * round(24 * t), round(1060 * t))
        height = min(high - 2 * round(20 * t), round((490 + 68 * rows) * t))
        self.panel.setGeometry((wide - width) // 2, (high - height) // 2, width, height)

    def fill(self) -> None:
        """Make head, body and foot for the model."""
        model = self._model
        if model is None:
            return
        self._counting.finish()
        self._figures = []
        self._empty_panel()
        t = self.scale
        edge, rim = round(30 * t), round(20 * t)
        body = self._hand(model) if isinstance(model, HandResult) else self._match(model)
        whole = column(gap=round(10 * t), margins=(edge, rim, edge, rim))
        for part, stretch in body:
            if isinstance(part, QWidget):
                whole.addWidget(part, stretch)
            else:
                whole.addLayout(part, stretch)
        self.panel.setLayout(whole)
        self._column = whole
        self._foot = QWidget()
        whole.addWidget(self._foot)
        self._renew_foot(whole)

    def _empty_panel(self) -> None:
        old = self.panel.layout()
        if old is not None:
            past = QWidget(self)
            past.setLayout(old)  # takes the old parts along
            self.discard(past)

    # -- the hand ----------------------------------------------------------------------------

    def _hand(self, model: HandResult) -> list[tuple[QWidget | QHBoxLayout | QGridLayout, int]]:
        t = self.scale
        head = row(label(model.title, "title"), None, label(model.sub, "muted"))
        lower = row(gap=round(16 * t))
        lower.addWidget(self._chart(model.chart), 1)
        if model.verification.check is not Check.NONE:
            panel, buttons = check_panel(model.verification, self.theme, t)
            self.wire(buttons)
            lower.addWidget(panel)
            if not model.verification.text:
                lower.setAlignment(panel, Qt.AlignmentFlag.AlignTop)
        return [(head, 0), (self._grid(model), 0), (lower, 1)]

    def _grid(self, model: HandResult) -> QGridLayout:
        t, heads = self.scale, model.heads
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(round(14 * t))
        grid.setVerticalSpacing(round(5 * t))
        titles = (heads.cards, heads.table, heads.held, heads.net, heads.total)
        for at, text in enumerate(titles, 1):
            word = label(text, "small")
            word.setContentsMargins(0, 0, 0, round(5 * t))  # the first cards stand below it
            if at > 1:
                word.setAlignment(_AT_RIGHT)
                grid.setColumnMinimumWidth(at, round(92 * t))
            grid.addWidget(word, 0, at)
        grid.setColumnMinimumWidth(0, round(250 * t))
        grid.setColumnStretch(1, 1)
        for at, line in enumerate(model.rows, 1):
            self._hand_row(grid, at, line, heads.no_cards)
        return grid

    def _hand_row(self, grid: QGridLayout, at: int, line: HandRow, no_cards: str) -> None:
        t, tokens = self.scale, self.theme.program
        note = sentence(line.note, self.theme, 13 * t, muted=True) if line.note else None
        who = named(SeatMark(line.mark, round(36 * t), line.initial), line.name, note, t)
        who.setAccessibleName(line.accessible)
        grid.addWidget(who, at, 0)
        grid.setRowMinimumHeight(at, round(62 * t))
        cards = CardRow(line.cards, self.theme, 42 * t) if line.cards else label(no_cards, "muted")
        grid.addWidget(cards, at, 1)
        bad = tokens.danger if line.held_tone is Tone.BAD else tokens.muted
        amounts = [
            figures(line.table, tokens.ok, 17 * t, 600),
            figures(line.held, bad, 17 * t, 600),
            figures(line.net, tokens.text, 22 * t),
        ]
        for place, amount in enumerate(amounts, 2):
            grid.addWidget(amount, at, place)
        total = figures(line.total, tokens.text, 22 * t)
        self._figures.append([*amounts, total])
        small = figures(line.sum_text, tokens.muted, 13 * t, 400)
        grid.addLayout(column(None, total, small, None, gap=0), at, 5)

    # -- the match ---------------------------------------------------------------------------

    def _match(self, model: MatchResult) -> list[tuple[QWidget | QHBoxLayout | QGridLayout, int]]:
        t = self.scale
        words = column(label(model.title, "title"), label(model.sub, "muted"), gap=round(2 * t))
        trophy = Picture("trophy", self.theme.program.accent_text, 56 * t)
        head = row(trophy, words, None, gap=round(18 * t))
        if model.verification.check is not Check.NONE:
            head.addWidget(check_line(model.verification, self.theme, t))
        upper = row(gap=round(24 * t))
        upper.addLayout(self._places(model.placings), 1)
        if model.facts:
            upper.addLayout(column(*(fact_tile(f, t) for f in model.facts), gap=round(8 * t)))
        return [(head, 0), (upper, 0), (self._chart(model.chart), 1)]

    def _places(self, placings: tuple[Placing, ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(round(14 * self.scale))
        best = max((p.total for p in placings), default=0)
        for at, placing in enumerate(placings):
            self._place(grid, at, placing, placing.total / best if best > 0 else 0.0)
        grid.setColumnStretch(3, 1)
        return grid

    def _place(self, grid: QGridLayout, at: int, placing: Placing, part: float) -> None:
        t, big = self.scale, placing.winner
        name = label(placing.name)
        name.setStyleSheet(
            f"QLabel {{ font-size: {round((19 if big else 16) * t)}px; font-weight: 700; }}"
        )
        name.setAccessibleName(placing.accessible)
        name.setMinimumWidth(round(96 * t))
        mark = SeatMark(placing.mark, round((40 if big else 32) * t), placing.initial)
        grid.addWidget(label(placing.place, "muted"), at, 0)
        grid.addWidget(mark, at, 1, Qt.AlignmentFlag.AlignCenter)
        grid.addWidget(name, at, 2)
        grid.addWidget(TotalBar(placing.mark, part, t), at, 3)
        colour = self.theme.program.text
        total = figures(placing.total_text, colour, (28 if big else 20) * t)
        self._figures.append([total])
        grid.addWidget(total, at, 4)

    # -- both --------------------------------------------------------------------------------

    def _chart(self, chart: Chart) -> QFrame:
        t = self.scale
        lines = TotalsChart(chart, self.theme, t)
        edges = (round(10 * t), round(8 * t), round(4 * t), round(6 * t))
        return boxed("raised", column(lines, margins=edges))

    def _renew_foot(self, whole: QVBoxLayout) -> None:
        model = self._model
        if model is None:
            return
        t = self.scale
        foot = QWidget()
        foot.setObjectName("cell")
        line = row(*self._buttons(model.left), gap=round(10 * t))
        if isinstance(model, HandResult):
            line.addSpacing(round(8 * t))
            line.addWidget(ready_line(model.ready, self.theme, t))
        line.addStretch(1)
        if isinstance(model, MatchResult) and model.note:
            line.addWidget(label(model.note, "muted"))
        for button in self._buttons(model.right):
            line.addWidget(button)
        foot.setLayout(line)
        whole.replaceWidget(self._foot, foot)
        self.discard(self._foot)
        self._foot = foot

    def _buttons(self, models: tuple[Button, ...]) -> list[QPushButton]:
        made = [text_button(model, self.theme, self.scale) for model in models]
        self.wire(made)
        return made
