"""The rules of a table as a list of topics; what differs from the standard game stands out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from rummy500_client.presenters.rules_model import RuleLine, RuleSection, RulesModel
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import Picture, boxed, column, label, row


def rules_column(model: RulesModel, theme: Theme, scale: float) -> QVBoxLayout:
    """Return all topics, one below the other."""
    whole = column(gap=round(12 * scale))
    for section in model.sections:
        whole.addWidget(_section(section, model.changed_word, theme, scale))
    return whole


def changes_box(model: RulesModel, scale: float) -> QFrame:
    """Return what differs from the standard game, for whoever knows that one."""
    head = label(model.changes_title, "section")
    words = column(head, gap=round(5 * scale))
    for line in model.changed_lines:
        dot = label("•", "section")
        text = row(dot, gap=round(8 * scale))
        text.setAlignment(dot, Qt.AlignmentFlag.AlignTop)
        text.addWidget(label(line.text, wrap=True), 1)
        words.addLayout(text)
    edge = round(14 * scale)
    words.setContentsMargins(edge, edge, edge, edge)
    return boxed("card", words)


def _section(section: RuleSection, word: str, theme: Theme, scale: float) -> QFrame:
    tokens = theme.program
    ink = tokens.accent_text if section.changed else tokens.muted
    side = round(20 * scale)
    picture = column(Picture(section.icon, ink, side), None, gap=0)
    head = label(section.title)
    head.setStyleSheet("QLabel { font-weight: 700; }")
    words = column(head, gap=round(4 * scale))
    for line in section.lines:
        words.addWidget(_line(line, word, theme))
    frame = QFrame()
    frame.setObjectName("cell")
    inner = row(picture, gap=round(12 * scale))
    inner.addLayout(words, 1)
    frame.setLayout(inner)
    return frame


def _line(line: RuleLine, word: str, theme: Theme) -> QLabel:
    """Return a sentence; a changed one says so in a word too, for whoever sees no colours."""
    if not line.changed:
        return label(line.text, "muted", wrap=True)
    made = label(f"{word}: {line.text}", "changed", wrap=True)
    made.setStyleSheet(
        f"QLabel#changed {{ color: {theme.program.accent_text}; font-weight: 700; }}"
    )
    return made


class Scroller(QScrollArea):
    """What is higher than its room; reached by Tab, moved by the arrow keys."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    def fill(self, layout: QVBoxLayout, right: int = 8) -> None:
        """Show other content at the same place."""
        bar = self.verticalScrollBar()
        place = bar.value()
        inner = QWidget()
        inner.setObjectName("cell")
        layout.setContentsMargins(0, 0, right, 0)
        inner.setLayout(layout)
        self.setWidget(inner)
        bar.setValue(place)
