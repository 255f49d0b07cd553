"""The settings over the whole window: sections, a list that jumps to them, and a live picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rummy500_client.presenters.preferences_model import (
    Control,
    Picks,
    PreferenceRow,
    PreferencesModel,
    Section,
    Slide,
    Toggle,
    Typed,
)
from rummy500_client.ui.looks import Looks
from rummy500_client.ui.paint.icons import icon
from rummy500_client.ui.parts import (
    Picture,
    boxed,
    column,
    label,
    on_choice,
    row,
    silent,
    text_button,
)
from rummy500_client.ui.preference_parts import (
    ControlRow,
    PickRow,
    SlideRow,
    ToggleRow,
    TypedRow,
    title_of,
)
from rummy500_client.ui.preview import Preview
from rummy500_client.ui.rules_list import Scroller
from rummy500_client.ui.sheet import Sheet


_BESIDE: Final = 1180
"""From this width on a title stands beside its control, below it over it (px at factor 1)."""
_TITLE_WIDE: Final = 200


def _without_value(control: Control) -> Control:
    match control:
        case Picks():
            return replace(control, chosen="")
        case Toggle():
            return replace(control, on=False)
        case Slide():
            return replace(control, value=0, text="")
        case Typed():
            return replace(control, field=replace(control.field, value=""))


def _shape(model: PreferencesModel | None) -> PreferencesModel | None:
    """Return what the parts are made for: the model without the answers."""
    if model is None:
        return None
    sections = tuple(
        replace(
            section,
            rows=tuple(
                replace(line, controls=tuple(_without_value(c) for c in line.controls))
                for line in section.rows
            ),
        )
        for section in model.sections
    )
    return replace(model, sections=sections, reset=replace(model.reset, text=""))


class NavButton(QToolButton):
    """An entry of the list of sections. A key that presses it leads into the section as well."""

    entered = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press and go in with Enter or Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.click()
            self.entered.emit(str(self.property("section")))
            return
        super().keyPressEvent(event)


class PreferencesSheet(Sheet):
    """Shows a :class:`PreferencesModel`; ``answered(key, value)`` tells an answer at once.

    The parts are made anew only for another language, theme or size; what has the focus and how
    far one has scrolled stay.
    """

    answered = Signal(str, str)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(looks.theme, parent, veil=1.0)
        self._looks = looks
        self._model: PreferencesModel | None = None
        self._beside = True
        self._controls: dict[str, ControlRow] = {}
        self._heads: dict[str, QWidget] = {}
        self._first: dict[str, ControlRow] = {}
        self._nav = QButtonGroup(self)
        self._preview: Preview | None = None
        self._reset: QPushButton | None = None
        self._scroller = Scroller("")
        self._scroller.setParent(self)
        self._scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it holds has the focus
        self._scroller.verticalScrollBar().valueChanged.connect(self._on_scroll)

    def show_model(self, model: PreferencesModel, looks: Looks) -> None:
        """Show the settings as they are now; a sheet that appears begins at its top."""
        before, self._model, self._looks = self._model, model, looks
        self.escape_intent = model.close.intent
        self.entitle(model.title)
        appears = not self.isVisible()
        if _shape(before) != _shape(model):
            self.renew()
        self._show_values(model)
        if appears:
            self.arrange()
            self.show()
            self.raise_()
            self._scroller.verticalScrollBar().setValue(0)
            self._mark(model.sections[0].key)
            self._nav.buttons()[0].setFocus()

    def _show_values(self, model: PreferencesModel) -> None:
        for section in model.sections:
            for line in section.rows:
                for control in line.controls:
                    self._show_value(control)
        if self._preview is not None:
            self._preview.show_looks(self._looks)
        if self._reset is not None:
            self._reset.setText(model.reset.text)
            self._reset.setAccessibleName(model.reset.text)

    def _show_value(self, control: Control) -> None:
        shown = self._controls[control.key]
        match control, shown:
            case Picks(), PickRow():
                shown.show_value(control)
            case Toggle(), ToggleRow():
                shown.show_value(control)
            case Slide(), SlideRow():
                shown.show_value(control)
            case Typed(), TypedRow():
                shown.show_value(control)
            case _:
                pass

    # --- making ----------------------------------------------------------------------------------

    def fill(self) -> None:
        """Make all parts anew."""
        model = self._model
        if model is None:
            return
        t, old = self.scale, self.panel.layout()
        self._scroller.setParent(self)  # it outlives the layout, and so does its place
        if old is not None:
            past = QWidget(self)
            past.setLayout(old)
            self.discard(past)
        edge = round(26 * t)
        whole = column(gap=round(14 * t), margins=(edge, round(18 * t), edge, edge))
        whole.addLayout(self._head(model))
        three = row(gap=round(18 * t))
        three.addLayout(self._side(model))
        three.addWidget(self._page(model), 1)
        three.addLayout(self._picture(model))
        whole.addLayout(three, 1)
        self.panel.setLayout(whole)
        self._scroller.show()
        self._show_values(model)
        self._on_scroll(self._scroller.verticalScrollBar().value())

    def _head(self, model: PreferencesModel) -> QHBoxLayout:
        t = self.scale
        close = text_button(model.close, self.theme, t)
        self.wire([close])
        picture = Picture("settings", self.theme.program.accent_text, 28 * t)
        return row(picture, label(model.title, "title"), None, close, gap=round(8 * t))

    def _side(self, model: PreferencesModel) -> QVBoxLayout:
        t = self.scale
        self._nav = QButtonGroup(self.panel)
        side = column(gap=round(4 * t))
        for section in model.sections:
            button = NavButton()
            button.setObjectName("nav")
            button.setText(f" {section.title}")  # a little room after the icon
            button.setAccessibleName(section.title)
            button.setIcon(icon(section.icon, self.theme.program.text, round(20 * t)))
            button.setIconSize(QSize(round(20 * t), round(20 * t)))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setCheckable(True)
            button.setProperty("section", section.key)
            button.setAccessibleDescription(model.sections_name)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            policy = button.sizePolicy()
            policy.setHorizontalPolicy(policy.Policy.Expanding)
            button.setSizePolicy(policy)
            button.entered.connect(self._enter)
            self._nav.addButton(button)
            side.addWidget(button)
        self._nav.buttonClicked.connect(self._on_nav)  # a press on the one that is marked, too
        on_choice(self._nav, self._on_nav)
        side.addStretch(1)
        note = label(model.reset_note, "small", wrap=True)
        self._reset = text_button(model.reset, self.theme, t, kind="danger")
        self._reset.setAccessibleDescription(model.reset_note)
        self.wire([self._reset])
        side.addWidget(self._reset)
        side.addWidget(note)
        return side

    def _page(self, model: PreferencesModel) -> QFrame:
        t = self.scale
        self._controls, self._heads, self._first = {}, {}, {}
        body = column(gap=round(10 * t))
        for number, section in enumerate(model.sections):
            if number:
                body.addSpacing(round(12 * t))
            self._section(body, section)
        body.addStretch(1)
        self._scroller.setAccessibleName(model.title)
        self._scroller.fill(body, round(14 * t))
        edge = round(22 * t)
        inner = column(margins=(edge, round(14 * t), round(8 * t), round(10 * t)))
        inner.addWidget(self._scroller, 1)
        return boxed("card", inner)

    def _section(self, body: QVBoxLayout, section: Section) -> None:
        t = self.scale
        head = label(section.title, "head")
        self._heads[section.key] = head
        body.addWidget(head)
        for number, line in enumerate(section.rows):
            if number:
                rule = QFrame()
                rule.setObjectName("rule")
                body.addWidget(rule)
            controls = [self._control(c, named=len(line.controls) > 1) for c in line.controls]
            self._first.setdefault(section.key, controls[0])
            body.addWidget(self._line(line, controls))
        body.addSpacing(round(4 * t))

    def _line(self, line: PreferenceRow, controls: list[ControlRow]) -> QWidget:
        t = self.scale
        head, words = title_of(line.title, line.hint)
        buddy = controls[0].buddy()
        if buddy is not None:
            head.setBuddy(buddy)
        answers = column(*controls, gap=round(6 * t))
        made = QWidget()
        made.setObjectName("cell")
        if not self._beside:
            made.setLayout(column(words, answers, gap=round(6 * t)))
            return made
        words.setFixedWidth(round(_TITLE_WIDE * t))
        both = row(gap=round(18 * t))
        both.addWidget(words, 0, Qt.AlignmentFlag.AlignVCenter)
        both.addLayout(answers, 1)
        made.setLayout(both)
        return made

    def _control(self, control: Control, *, named: bool) -> ControlRow:
        made: ControlRow
        match control:
            case Picks():
                made = PickRow(control, self.theme, self.scale)
            case Toggle():
                made = ToggleRow(control, self.theme, self.scale)
            case Slide():
                made = SlideRow(control, self.scale, named=named)
            case Typed():
                made = TypedRow(control, self.scale)
        made.made.connect(self.answered)
        self._controls[control.key] = made
        return made

    def _picture(self, model: PreferencesModel) -> QVBoxLayout:
        t = self.scale
        self._preview = Preview(self._looks, t if self._beside else 0.82 * t)
        self._preview.setFixedSize(self._preview.sizeHint())
        self._preview.setAccessibleName(model.preview_accessible)
        note = label(model.preview_note, "small", wrap=True)
        side = column(gap=round(8 * t))
        side.addWidget(label(model.preview_title, "section"))
        side.addWidget(self._preview)
        side.addWidget(note)
        side.addStretch(1)
        return side

    # --- the list of sections --------------------------------------------------------------------

    def _on_nav(self, button: QAbstractButton) -> None:
        key = str(button.property("section"))
        head = self._heads.get(key)
        inner = self._scroller.widget()
        if head is not None and inner is not None:
            top = head.mapTo(inner, QPoint(0, 0)).y()
            self._scroller.verticalScrollBar().setValue(top)
        self._mark(key)

    def _enter(self, key: str) -> None:
        first = self._first.get(key)
        buddy = first.buddy() if first is not None else None
        if buddy is not None:
            buddy.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_scroll(self, place: int) -> None:
        """Mark the section that is at the top."""
        if not self._heads:
            return
        inner = self._scroller.widget() or self._scroller
        shown = next(iter(self._heads))
        for key, head in self._heads.items():
            if head.mapTo(inner, QPoint(0, 0)).y() <= place + round(40 * self.scale):
                shown = key
        self._mark(shown)

    def _mark(self, key: str) -> None:
        with silent(self._nav):
            for button in self._nav.buttons():
                if button.property("section") == key:
                    button.setChecked(True)

    # --- place and keys --------------------------------------------------------------------------

    def arrange(self) -> None:
        """Fill the window but for a small edge; narrow windows put titles over their controls."""
        edge = round(20 * self.scale)
        self.panel.setGeometry(self.rect().adjusted(edge, edge, -edge, -edge))
        beside = self.width() >= _BESIDE * self.scale
        if beside != self._beside:
            self._beside = beside
            self.renew()

    def gold_button(self) -> QPushButton | None:
        """Return none: Enter does nothing here but press what has the focus."""
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let F10 close what F10 has opened."""
        if event.key() == Qt.Key.Key_F10 and self.escape_intent:
            self.intent.emit(self.escape_intent)
            event.accept()
            return
        super().keyPressEvent(event)
