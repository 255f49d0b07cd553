"""Looks at what is shown for texts that are cut off, and for parts that lie on one another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from rummy500_client.ui.home_parts import TileButton
from rummy500_client.ui.paint.text import SuitLabel
from rummy500_client.ui.table.proxies import Proxy, SaidLabel


PARTS = (QLabel, QAbstractButton, QLineEdit, QComboBox, QSlider, QSpinBox, SuitLabel)
EDGES = 8
"""Room of the edges of a field, in px."""
ARROW = 30
"""Room of the arrow of a box with answers, in px."""


def parts_of(root: QWidget) -> list[QWidget]:
    """All that is shown below ``root`` and has words or can be pressed."""
    return [
        child
        for child in root.findChildren(QWidget)
        if isinstance(child, PARTS)
        and child.isVisible()
        and not isinstance(child, (Proxy, SaidLabel))
    ]


def text_of(part: QWidget) -> str:
    """What a part says."""
    if isinstance(part, (QLabel, QAbstractButton)) and part.text():
        return part.text()
    return part.accessibleName()


def faults(root: QWidget) -> list[str]:
    """What does not fit below ``root``."""
    parts = parts_of(root)
    found = [f"cut: {text_of(part)!r}" for part in parts if is_cut(part)]
    found += [f"outside: {text_of(part)!r}" for part in parts if is_outside(part, root)]
    return found + [f"overlap: {text_of(a)!r} and {text_of(b)!r}" for a, b in overlaps(parts)]


def is_cut(part: QWidget) -> bool:
    """Whether a part has less room than its words need."""
    match part:
        case SuitLabel():
            return part.height() < part.heightForWidth(part.width())
        case QLabel() if part.wordWrap():
            high = part.heightForWidth(part.width())
            return part.height() < high - 1 or widest_word(part) > part.contentsRect().width()
        case QLabel():
            return part.width() < part.sizeHint().width()
        case TileButton():
            return False  # paints its words itself; they are looked at while it paints
        case QPushButton() | QToolButton() if part.text():
            hint = part.sizeHint()
            return part.width() < hint.width() or part.height() < hint.height() - 2
        case QSpinBox():
            wide = QFontMetrics(part.font()).horizontalAdvance(part.specialValueText())
            return part.width() < wide + EDGES
        case QComboBox():
            wide = QFontMetrics(part.font()).horizontalAdvance(part.currentText())
            return part.width() < wide + ARROW
        case _:
            return False


def widest_word(part: QLabel) -> int:
    """How wide the longest word of a label is."""
    metrics = QFontMetrics(part.font())
    return max((metrics.horizontalAdvance(w) for w in re.split(r"\s+", part.text())), default=0)


def is_outside(part: QWidget, root: QWidget) -> bool:
    """Whether a part is not wholly in sight; what scrolls up and down may be below the edge."""
    frame, scrolls = _frame_of(part, root)
    box = QRect(part.mapTo(frame, QPoint(0, 0)), part.size())
    if scrolls:
        return box.left() < 0 or box.right() > frame.width()
    return not frame.rect().contains(box)


def _frame_of(part: QWidget, root: QWidget) -> tuple[QWidget, bool]:
    above = part.parentWidget()
    while above is not root and above is not None:
        if isinstance(above, QAbstractScrollArea):
            return above.viewport(), isinstance(above, QScrollArea)
        above = above.parentWidget()
    return root, False


def overlaps(parts: list[QWidget]) -> Iterator[tuple[QWidget, QWidget]]:
    """Pairs of parts of one parent that lie on one another."""
    for first, second in combinations(parts, 2):
        if first.parentWidget() is second.parentWidget():
            common = first.geometry().intersected(second.geometry())
            if common.width() > 1 and common.height() > 1:
                yield first, second
