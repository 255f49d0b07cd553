"""A screen reader inside the process: the tree of ``QAccessible``, and every announcement."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QWidget
from tests.e2e.blind_player import Thing


ROLES = {
    QAccessible.Role.Button: "button",
    QAccessible.Role.CheckBox: "check box",
    QAccessible.Role.RadioButton: "radio button",
    QAccessible.Role.StaticText: "label",
    QAccessible.Role.EditableText: "entry",
    QAccessible.Role.Grouping: "panel",
    QAccessible.Role.List: "list",
    QAccessible.Role.ListItem: "list item",
    QAccessible.Role.ComboBox: "combo box",
    QAccessible.Role.Slider: "slider",
    QAccessible.Role.SpinBox: "spin button",
    QAccessible.Role.Window: "window",
}
Text = QAccessible.Text


class TreeReader:
    """Reads a window by its accessibility tree and nothing else."""

    def __init__(self, window: QWidget, patch: pytest.MonkeyPatch) -> None:
        self._window = window
        self.heard: list[str] = []
        self._said = asyncio.Event()
        told = QAccessible.updateAccessibility

        def update(event: QAccessibleEvent) -> None:
            if isinstance(event, QAccessibleAnnouncementEvent):
                self.heard.append(event.message())
                self._said.set()
            told(event)

        patch.setattr(QAccessible, "updateAccessibility", update)

    async def things(self) -> list[Thing]:
        """Return all that is shown, in the order of the tree."""
        found: list[Thing] = []
        self._walk(QAccessible.queryAccessibleInterface(self._window), (), (), found)
        return found

    def _walk(
        self,
        part: QAccessibleInterface | None,
        within: tuple[str, ...],
        path: tuple[int, ...],
        found: list[Thing],
    ) -> None:
        if part is None or not part.isValid() or part.state().invisible:
            return
        role, name = part.role(), part.text(Text.Name)
        kind = ROLES.get(role, role.name)
        checked = bool(part.state().checked)
        found.append(Thing(kind, name, part.text(Text.Description), checked, within, path))
        inside = (*within, name) if name else within
        for number in range(part.childCount()):
            self._walk(part.child(number), inside, (*path, number), found)

    async def press(self, thing: Thing) -> None:
        """Do the first action of a thing, as screen readers do."""
        while (part := self._part(thing)).state().pressed:  # from a moment ago
            await self.change()
        assert part.text(Text.Name) == thing.name, (part.text(Text.Name), thing)
        assert not part.state().disabled, thing
        actions = part.actionInterface()
        assert actions is not None, thing
        actions.doAction(actions.actionNames()[0])
        await asyncio.sleep(0)

    def _part(self, thing: Thing) -> QAccessibleInterface:
        assert isinstance(thing.handle, tuple)
        part = QAccessible.queryAccessibleInterface(self._window)
        for number in thing.handle:
            part = part.child(number)
        return part

    async def change(self) -> None:
        """Wait until something has been said, or for a moment."""
        self._said.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                await self._said.wait()
