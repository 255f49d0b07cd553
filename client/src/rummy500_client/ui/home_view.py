"""The first screen: the name on cloth at the left, what can be done in a panel at the right."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rummy500_client.layout.zones import units
from rummy500_client.presenters.home_model import HomeModel, Running
from rummy500_client.ui.focus_words import holds_focus
from rummy500_client.ui.home_parts import (
    WIDE,
    ChoiceRow,
    TileButton,
    notice_line,
    paint_cloth,
    paint_fan,
    paint_name,
)
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.text import Ink, draw_text
from rummy500_client.ui.paint.theme import ON_CLOTH, Theme
from rummy500_client.ui.parts import (
    Intents,
    Picture,
    boxed,
    column,
    label,
    row,
    scaled_sheet,
    text_button,
)


_LOW: Final = 720
"""Below this height, in px, a running match or a notice leaves the rest too little room."""


def _but_the_name(model: HomeModel | None) -> HomeModel | None:
    """Return what the parts are made for.

    The name is left out: it is told when the field is left, and that is when a button is pressed,
    which must not be made anew under the pointer.
    """
    return None if model is None else replace(model, name=replace(model.name, value=""))


class HomeView(QWidget):
    """Shows a :class:`HomeModel`.

    Reports ``intent(str)`` for tiles and buttons, ``choice_made(key, value)`` for the rows of
    answers, and ``name_changed(str)`` when a new name has been typed in full (Enter or leaving
    the field).
    """

    intent = Signal(str)
    choice_made = Signal(str, str)
    name_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._theme = theme
        self._model: HomeModel | None = None
        self._made_for: tuple[HomeModel | None, tuple[Theme, float, bool]] | None = None
        self._t = 1.0
        self._intents = Intents(self)
        self._intents.told.connect(self.intent)
        self._panel = QFrame(self)
        self._panel.setObjectName("sheet")

    def show_model(self, model: HomeModel) -> None:
        """Show ``model``; what was being typed and what has the focus is kept."""
        self._model = model
        self._renew()

    def set_theme(self, theme: Theme) -> None:
        """Paint the screen in another theme from now on."""
        self._theme = theme
        self._renew()
        self.update()

    def _renew(self) -> None:
        self._t = round(units(self.width(), self.height())[1], 2)
        look = (self._theme, self._t, self.height() < _LOW)
        wanted = (_but_the_name(self._model), look)
        if self._made_for == wanted and self._model is not None:
            self._show_name(self._model.name.value)
        elif self._model is not None:
            self._made_for = wanted
            focus = self._focus_key() if holds_focus(self) else ""
            typed = self.findChild(QLineEdit, "name")
            text = typed.text() if typed is not None and typed.isModified() else None
            self.setStyleSheet(scaled_sheet(self._theme, self._t))
            self._fill(self._model)
            self._restore(focus, text)
        self._arrange()

    def _show_name(self, name: str) -> None:
        """Show a name that has changed, unless another one is being typed."""
        field = self._panel.findChild(QLineEdit, "name")
        if field is not None and not field.isModified() and field.text() != name:
            field.setText(name)

    def _focus_key(self) -> str:
        """Return a word for what has the focus, so that it can be found again."""
        here = self.focusWidget()
        if isinstance(here, QLineEdit):
            return "name"
        if isinstance(here, QPushButton):
            return str(here.property("intent"))
        return f"seg {here.accessibleName()}" if isinstance(here, QToolButton) else ""

    def _restore(self, focus: str, text: str | None) -> None:
        field = self._panel.findChild(QLineEdit, "name")
        if text is not None and field is not None:
            field.setText(text)
            field.setModified(True)
        if focus == "name" and field is not None:
            field.setFocus()
        for button in self._panel.findChildren(QPushButton):
            if focus and button.property("intent") == focus:
                button.setFocus()
        for answer in self._panel.findChildren(QToolButton):
            if focus == f"seg {answer.accessibleName()}":
                answer.setFocus()

    def _fill(self, model: HomeModel) -> None:
        old = self._panel.layout()
        if old is not None:
            past = QWidget(self)
            past.setLayout(old)
            past.hide()
            past.deleteLater()
        t = self._t
        inner = QWidget()
        inner.setObjectName("cell")
        inner.setLayout(self._content(model))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        edge = round(22 * t)
        self._panel.setLayout(
            column(area, self._foot(model), gap=round(10 * t), margins=(edge, edge, edge, edge))
        )

    def _content(self, model: HomeModel) -> QVBoxLayout:
        t = self._t
        # what comes first of all, or what went wrong, takes its room: the rest moves together
        tight = self.height() < _LOW and bool(model.running or model.notice)
        parts = column(gap=round((6 if tight else 9) * t))
        if model.running is not None:
            parts.addWidget(self._running(model.running))
        play = TileButton(model.play, self._theme, t, high=76 if tight else 88, gold=True)
        parts.addWidget(self._intents.wire(play))
        if model.notice is not None:
            parts.addWidget(notice_line(model.notice, self._theme, t))
        if not tight:
            parts.addSpacing(round(4 * t))
        for choice in model.choices:
            line = ChoiceRow(choice, t)
            line.made.connect(self.choice_made)
            parts.addWidget(line)
        parts.addLayout(self._name_row(model))
        if not tight:
            parts.addSpacing(round(4 * t))
        for tile in model.tiles:
            shown = TileButton(tile, self._theme, t, high=57 if tight else 62)
            parts.addWidget(self._intents.wire(shown))
        parts.addStretch(1)
        return parts

    def _name_row(self, model: HomeModel) -> QVBoxLayout:
        t = self._t
        field = QLineEdit(model.name.value)
        field.setObjectName("name")
        field.setPlaceholderText(model.name.placeholder)
        field.setAccessibleName(model.name.label)
        field.setFixedWidth(round(220 * t))
        if model.name.limit:
            field.setMaxLength(model.name.limit)
        field.editingFinished.connect(self._named)
        return column(row(label(model.name.label, "muted"), None, field), gap=0)

    def _named(self) -> None:
        field = self._panel.findChild(QLineEdit, "name")
        if field is not None and field.isModified():
            field.setModified(False)
            self.name_changed.emit(field.text())

    def _running(self, model: Running) -> QFrame:
        t, tokens = self._t, self._theme.program
        head = label(model.head, wrap=True)
        head.setStyleSheet(f"QLabel {{ color: {tokens.ok}; font-weight: 700; }}")
        words = column(head, label(model.detail, "small", wrap=True), gap=0)
        back = self._intents.wire(text_button(model.button, self._theme, t))
        edges = (round(18 * t), round(8 * t), round(10 * t), round(8 * t))
        line = row(Picture("refresh", tokens.ok, 22 * t), gap=14, margins=edges)
        line.addLayout(words, 1)
        line.addWidget(back)
        frame = boxed("running", line)
        frame.setStyleSheet(
            f"QFrame#running {{ background: {tokens.ok_bg}; border: 1px solid {tokens.ok};"
            f" border-radius: {round(14 * t)}px; }}"
        )
        return frame

    def _foot(self, model: HomeModel) -> QWidget:
        t = self._t
        tools = [self._intents.wire(text_button(b, self._theme, t)) for b in model.tools]
        language = self._intents.wire(text_button(model.language, self._theme, t, kind="quiet"))
        foot = QWidget()
        foot.setObjectName("cell")
        foot.setLayout(row(*tools, None, language, gap=round(8 * t)))
        return foot

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scale with the window and put the panel in its place."""
        super().resizeEvent(event)
        self._renew()

    def _wide(self) -> bool:
        return self.width() >= WIDE

    def _arrange(self) -> None:
        t, wide, high = self._t, self.width(), self.height()
        width = round(500 * t)
        edge = round(40 * t) if self._wide() else round(24 * t)
        height = min(high - 2 * edge, round(720 * t))
        self._panel.setGeometry(wide - width - edge, (high - height) // 2, width, height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint cloth, name and fan."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = float(self._panel.x())
        high = float(self.height())
        unit = min(left / 740, high / 800)
        paint_cloth(painter, self, self._theme, (left / 2, high * 0.6))
        if self._model is not None:
            margin = left * 0.115
            box = QRectF(margin, high * 0.115, left - 1.3 * margin, high * 0.3)
            paint_name(painter, self._model.title, self._model.sub, box, 76 * unit)
            foot = QPointF(left / 2, high * 0.75 + 480 * unit)
            paint_fan(painter, foot, 164 * unit, self._theme, self.devicePixelRatioF())
            small = QRectF(24 * self._t, high - 38 * self._t, left - 40, 22 * self._t)
            ink = Ink(ON_CLOTH.muted, ON_CLOTH.muted)
            draw_text(painter, small, self._model.version, font(13 * self._t), ink)
        painter.end()
