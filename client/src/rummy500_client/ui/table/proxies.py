"""Keyboard and screen reader: an invisible button for everything that can be pressed.

Items of a graphics scene are unknown to screen readers and to Tab. So each target has a button
without a picture over it, with an accessible name; the scene draws the focus ring. Tab goes from
area to area, the arrow keys go from target to target inside an area. For screen readers the areas
are named groups, with their targets in the order of the arrow keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QGroupBox, QLabel, QWidget

from rummy500_client.ui.table.plan_model import Plan, Reach
from rummy500_client.ui.table.targets import Area, Kind, Target


_BACK: Final = (Qt.Key.Key_Left, Qt.Key.Key_Up)
_ON: Final = (Qt.Key.Key_Right, Qt.Key.Key_Down)
_PRESSING: Final = (Area.ACTIONS, Area.SORT, Area.TOOLS)
"""Areas in which Enter presses what has the focus; elsewhere Enter presses the gold button."""


class Proxy(QAbstractButton):
    """The invisible button of one target."""

    activated = Signal(object)
    got_focus = Signal(object)
    lost_focus = Signal(object)
    stepped = Signal(object, int)

    def __init__(self, target: Target, parent: QWidget) -> None:
        super().__init__(parent)
        self.target = target
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._on = False
        self._showing = False
        self.pressed.connect(self._on_pressed)
        self.toggled.connect(self._on_toggled)

    def show_state(self, *, checkable: bool, checked: bool) -> None:
        """Show whether the target is selected; nothing is reported."""
        self._on = checked
        self._showing = True
        self.setCheckable(checkable)
        if self.isChecked() != checked:
            self.setChecked(checked)
        self._showing = False

    def nextCheckState(self) -> None:
        """Leave the state alone: it follows what is shown, never the press."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint nothing: the scene shows the target."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the target has the focus."""
        super().focusInEvent(event)
        self.got_focus.emit(self.target)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the target has lost the focus."""
        super().focusOutEvent(event)
        self.lost_focus.emit(self.target)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press on Space, step on arrows, leave all other keys to the table."""
        key, plain = (
            event.key(),
            event.modifiers()
            in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            ),
        )
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.target.area in _PRESSING
        if plain and not event.isAutoRepeat() and (key == Qt.Key.Key_Space or enter):
            self.activated.emit(self.target)
        elif plain and key in _BACK:
            self.stepped.emit(self.target, -1)
        elif plain and key in _ON:
            self.stepped.emit(self.target, 1)
        elif plain and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.stepped.emit(self.target, -1000 if key == Qt.Key.Key_Home else 1000)
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Leave releases alone: Space acts when it goes down."""
        event.ignore()

    def _on_pressed(self) -> None:
        """Act at once: a screen reader's press is let go 100 ms later, when much has changed."""
        self.activated.emit(self.target)

    def _on_toggled(self) -> None:
        """Take a screen reader's "toggle", which comes without a press, for one."""
        if not self._showing:
            self.show_state(checkable=self.isCheckable(), checked=self._on)
            self.activated.emit(self.target)


class Group(QGroupBox):
    """What a screen reader knows of an area: its name, and what is in it. Nothing is painted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint nothing."""

    def put_in_order(self, wanted: list[QWidget]) -> None:
        """Let the children come in an order; screen readers follow that of the window's parts."""
        if [child for child in self.children() if child in wanted] != wanted:
            for child in wanted:
                child.raise_()


class SaidLabel(QLabel):
    """An invisible label: lets a screen reader find and read what the scene only paints."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint nothing."""


class Proxies(QObject):
    """All proxy buttons of a table, kept in step with the plan."""

    activated = Signal(object)
    focus_changed = Signal(object)

    def __init__(self, viewport: QWidget, after: QWidget | None = None) -> None:
        """Keep buttons over ``viewport``; Tab goes on from the last of them to ``after``."""
        super().__init__(viewport)
        self._viewport = viewport
        self._after = after
        self._proxies: dict[Target, Proxy] = {}
        self._order: dict[Area, list[Target]] = {area: [] for area in Area}
        self._roving: dict[Area, Target] = {}
        self._labels: dict[str, SaidLabel] = {}
        self._groups: dict[Area | None, Group] = {area: Group(viewport) for area in (None, *Area)}

    def proxy(self, target: Target) -> Proxy | None:
        """Return the button of a target, for tests and for screen readers."""
        return self._proxies.get(target)

    @property
    def focused(self) -> Target | None:
        """Return the target that has the keyboard focus."""
        return next((t for t, p in self._proxies.items() if p.hasFocus()), None)

    def sync(self, plan: Plan, place: Callable[[Target], QRect]) -> None:
        """Make, name, place and remove buttons; ``place`` gives a rectangle in the viewport.

        If what had the focus is gone, its neighbour in the area gets it.
        """
        for area, group in self._groups.items():
            name = plan.areas.get(area, "")
            if group.accessibleName() != name:
                group.setAccessibleName(name)
            group.setGeometry(self._viewport.rect())
        self._say(plan)
        reach = plan.reach
        focused = self.focused
        lost_at = -1
        if focused is not None and all(r.target != focused for r in reach):
            lost_at = self._order[focused.area].index(focused)
        order: dict[Area, list[Target]] = {area: [] for area in Area}
        for entry in reach:
            order[entry.target.area].append(entry.target)
            self._show(entry, place(entry.target))
        self._order = order
        self._fill_groups(plan)
        if focused is not None and lost_at >= 0:
            self._focus_near(focused.area, lost_at)
        wanted = {entry.target for entry in reach}
        for target in [t for t in self._proxies if t not in wanted]:
            gone = self._proxies.pop(target)
            gone.hide()
            gone.deleteLater()
        for area, group in self._groups.items():
            said = any(label.parentWidget() is group for label in self._labels.values())
            group.setVisible(said or bool(area and self._order[area]))
        self._set_stops()

    def _fill_groups(self, plan: Plan) -> None:
        """Put what is in each area in order, and show those that are not empty."""
        for area, group in self._groups.items():
            labels: list[QWidget] = [self._labels[s.key] for s in plan.said if s.area is area]
            targets = [] if area is None else [self._proxies[t] for t in self._order[area]]
            group.put_in_order([*labels, *targets])
            if labels or targets:
                group.show()

    def _show(self, entry: Reach, rect: QRect) -> None:
        proxy = self._proxies.get(entry.target)
        if proxy is None:
            proxy = Proxy(entry.target, self._groups[entry.target.area])
            proxy.activated.connect(self.activated)
            proxy.got_focus.connect(self._on_focus)
            proxy.lost_focus.connect(self._on_focus_lost)
            proxy.stepped.connect(self._step)
            self._proxies[entry.target] = proxy
        if proxy.accessibleName() != entry.accessible:
            proxy.setAccessibleName(entry.accessible)
        if proxy.accessibleDescription() != entry.why:
            proxy.setAccessibleDescription(entry.why)
        proxy.show_state(checkable=entry.checkable, checked=entry.checked)
        proxy.setGeometry(rect)
        proxy.show()

    def _say(self, plan: Plan) -> None:
        """Keep the labels for screen readers in step with what is painted."""
        for said in plan.said:
            label = self._labels.get(said.key)
            if label is None:
                label = self._labels[said.key] = SaidLabel(self._groups[said.area])
            if label.text() != said.text:
                label.setText(said.text)
            box = said.box
            label.setGeometry(round(box.x), round(box.y), round(box.w), round(box.h))
            label.show()
        wanted = {said.key for said in plan.said}
        for key in [k for k in self._labels if k not in wanted]:
            gone = self._labels.pop(key)
            gone.hide()
            gone.deleteLater()

    def stop_of(self, area: Area) -> Target | None:
        """Return where Tab stops in an area."""
        return self._roving.get(area)

    def focus_area(self, area: Area) -> bool:
        """Give the focus to an area; return whether it holds anything."""
        target = self._roving.get(area)
        if target is None or target not in self._proxies:
            return False
        self._proxies[target].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _set_stops(self) -> None:
        """Leave one stop of Tab in each area: where the focus was last, else the first target."""
        before: QWidget | None = None
        for area in Area:
            targets = self._order[area]
            if not targets:
                self._roving.pop(area, None)
                continue
            if self._roving.get(area) not in targets:
                self._roving[area] = targets[0]
            for target in targets:
                stop = target == self._roving[area]
                policy = Qt.FocusPolicy.TabFocus if stop else Qt.FocusPolicy.ClickFocus
                self._proxies[target].setFocusPolicy(policy)
            proxy = self._proxies[self._roving[area]]
            if before is not None:
                QWidget.setTabOrder(before, proxy)
            before = proxy
        if before is not None and self._after is not None:
            QWidget.setTabOrder(before, self._after)

    def _focus_near(self, area: Area, index: int) -> None:
        for candidate in (area, *Area):
            targets = self._order[candidate]
            if targets:
                target = targets[min(index, len(targets) - 1)]
                self._proxies[target].setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _on_focus(self, target: Target) -> None:
        self._roving[target.area] = target
        self._set_stops()
        self.focus_changed.emit(target)

    def _on_focus_lost(self) -> None:
        self.focus_changed.emit(None)

    def _step(self, target: Target, by: int) -> None:
        targets = [t for t in self._order[target.area] if t.kind is not Kind.BRACKET]
        if target not in targets:
            targets = self._order[target.area]
        index = max(0, min(len(targets) - 1, targets.index(target) + by))
        self._proxies[targets[index]].setFocus(Qt.FocusReason.TabFocusReason)
