"""The tree that a screen reader sees, as values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget


Text = QAccessible.Text


@dataclass(frozen=True)
class Node:
    """Something in the tree. ``within`` are the names of what it lies in."""

    role: QAccessible.Role
    name: str
    description: str
    value: str
    focusable: bool
    checked: bool
    within: tuple[str, ...]
    part: QObject | None = field(repr=False, compare=False)


def nodes(root: QWidget) -> list[Node]:
    """Return all that is shown, in the order of the tree."""
    return list(_below(QAccessible.queryAccessibleInterface(root), ()))


def _below(part: QAccessibleInterface | None, within: tuple[str, ...]) -> Iterator[Node]:
    if part is None or not part.isValid() or part.state().invisible:
        return
    state, name = part.state(), part.text(Text.Name)
    yield Node(
        part.role(),
        name,
        part.text(Text.Description),
        part.text(Text.Value),
        bool(state.focusable),
        bool(state.checked),
        within,
        part.object(),
    )
    inside = (*within, name) if name else within
    for number in range(part.childCount()):
        yield from _below(part.child(number), inside)


def act(node: Node, action: int = 0) -> None:
    """Do an action of a node: the first is what screen readers do by default."""
    assert node.part is not None
    actions = QAccessible.queryAccessibleInterface(node.part).actionInterface()
    assert actions is not None
    actions.doAction(actions.actionNames()[action])
