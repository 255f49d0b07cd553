"""Small parts that the screens around the table are made of: labels, buttons, pictures, rows.

Everything takes its measure from ``scale``, the text factor of the window (``layout.zones.units``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TypeVar

from PySide6.QtCore import QObject, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rummy500_client.presenters.table_model import Button, Look
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import draw_icon, icon
from rummy500_client.ui.paint.theme import Theme, style_sheet


_Pressed = TypeVar("_Pressed", bound=QAbstractButton | QAction)

Part = QWidget | QLayout | int | None
"""What a row or column takes: a widget, a layout, a space in px, or ``None`` for a stretch."""


def scaled_sheet(theme: Theme, scale: float) -> str:
    """Return the style sheet of ordinary widgets with every measure above a hairline scaled."""
    return re.sub(
        r"\b(\d+)px", lambda m: f"{_scaled(int(m.group(1)), scale)}px", style_sheet(theme)
    )


def _scaled(px: int, scale: float) -> int:
    return px if px <= 2 else round(px * scale)


def _fill(
    layout: QBoxLayout, parts: Sequence[Part], gap: int, margins: tuple[int, int, int, int]
) -> None:
    layout.setSpacing(gap)
    layout.setContentsMargins(*margins)
    for part in parts:
        match part:
            case None:
                layout.addStretch(1)
            case int():
                layout.addSpacing(part)
            case QWidget():
                layout.addWidget(part)
            case _:
                layout.addLayout(part)


def row(
    *parts: Part, gap: int = 8, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QHBoxLayout:
    """Return a horizontal layout of ``parts``."""
    layout = QHBoxLayout()
    _fill(layout, parts, gap, margins)
    return layout


def column(
    *parts: Part, gap: int = 8, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QVBoxLayout:
    """Return a vertical layout of ``parts``."""
    layout = QVBoxLayout()
    _fill(layout, parts, gap, margins)
    return layout


def boxed(kind: str, layout: QLayout) -> QFrame:
    """Return a frame of the variant ``kind`` (see ``ui.paint.theme``) round ``layout``."""
    frame = QFrame()
    frame.setObjectName(kind)
    frame.setLayout(layout)
    return frame


def label(text: str, kind: str = "", *, wrap: bool = False) -> QLabel:
    """Return plain text of the variant ``kind``. Names of people are never read as markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setObjectName(kind)
    made.setWordWrap(wrap)
    return made


def figures(text: str, colour: str, px: float, weight: int = 700) -> QLabel:
    """Return an amount in figures of one width, at the right edge of its column."""
    made = label(text)
    # the sheet sets size and weight, the font of the widget brings figures of one width
    made.setFont(font(px, weight, tabular=True))
    made.setStyleSheet(
        f"QLabel {{ color: {colour}; font-size: {round(px)}px; font-weight: {weight}; }}"
    )
    made.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return made


class Picture(QWidget):
    """An icon that says nothing by itself: a word always stands beside it."""

    def __init__(self, name: str, colour: str, size: float) -> None:
        super().__init__()
        self._name, self._colour = name, colour
        self.setFixedSize(round(size), round(size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the icon as paths, sharp at every resolution."""
        painter = QPainter(self)
        draw_icon(painter, self._name, QRectF(self.rect()), self._colour)
        painter.end()


class Intents(QObject):
    """Tells what a press means: the intent that the button carries at that moment.

    An object of its own, so that a page has no handler of its own for each kind of button.
    """

    told = Signal(str)

    def wire(self, pressed: _Pressed) -> _Pressed:
        """Let a button or a menu item tell its intent, and return it."""
        if isinstance(pressed, QAction):
            pressed.triggered.connect(self._on_press)
        elif pressed.isCheckable():
            pressed.toggled.connect(self._on_toggle)
        else:
            pressed.clicked.connect(self._on_press)
        return pressed

    def _on_toggle(self, on: bool) -> None:  # noqa: FBT001 - Qt calls it by place
        """Take what is chosen for a press; screen readers choose without one."""
        if on:
            self._on_press()

    def _on_press(self) -> None:
        pressed = self.sender()
        if pressed is not None:
            self.told.emit(str(pressed.property("intent")))


def on_choice(group: QButtonGroup, chosen: Callable[[QAbstractButton], None]) -> None:
    """Tell which answer of a group has been chosen: by a press, a key, or a screen reader.

    Screen readers toggle a button without a press, so a press is not what is listened to. Who shows
    another answer as chosen does so within :func:`silent`.
    """

    def on_toggle(button: QAbstractButton, on: bool) -> None:  # noqa: FBT001 - Qt calls it by place
        if on:
            chosen(button)

    group.buttonToggled.connect(on_toggle)


def one_stop(group: QButtonGroup) -> None:
    """Let Tab stop at the chosen answer alone, as in every row of answers: arrows choose there.

    Without a chosen one it stops at the first.
    """
    chosen = group.checkedButton() or group.buttons()[0]
    for button in group.buttons():
        policy = Qt.FocusPolicy.StrongFocus if button is chosen else Qt.FocusPolicy.ClickFocus
        button.setFocusPolicy(policy)


def silent(*parts: QObject) -> ExitStack:
    """Return a context in which parts report nothing."""
    stack = ExitStack()
    for part in parts:
        stack.enter_context(QSignalBlocker(part))
    return stack


def text_button(
    model: Button, theme: Theme, scale: float, *, kind: str | None = None
) -> QPushButton:
    """Return a button of a model. ``kind`` is its variant; by default gold is ``primary``.

    A dashed button stays pressable and answers with a reason, like those of the table.
    """
    gold = model.look is Look.GOLD
    variant = kind if kind is not None else "primary" if gold else ""
    made = QPushButton(model.text)
    made.setObjectName(variant)
    tokens = theme.program
    colour = {
        "primary": tokens.on_accent,
        "quiet": tokens.link,
        "link": tokens.link,
        "danger": tokens.danger,
    }
    if model.look is Look.DASHED:
        made.setProperty("dashed", "yes")
        made.setStyleSheet(
            f'QPushButton[dashed="yes"] {{ border: 1px dashed {tokens.control};'
            f" color: {tokens.muted}; background: transparent; }}"
        )
    if model.icon:
        side = round(20 * scale)
        ink = tokens.muted if model.look is Look.DASHED else colour.get(variant, tokens.text)
        made.setIcon(icon(model.icon, ink, side))
        made.setIconSize(QSize(side, side))
    made.setAccessibleName(model.accessible or model.text)
    made.setToolTip(model.tooltip)
    made.setProperty("intent", model.intent)
    return made
