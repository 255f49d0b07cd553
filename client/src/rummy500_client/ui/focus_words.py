"""By what a part is known again once it has been made anew, so that it can have the focus again."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSlider, QWidget


Words = tuple[object, ...]
"""By what a part is known again once another has taken its place; empty for a part without."""

_ON_PURPOSE = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
_PROPERTIES = ("intent", "value", "key", "section")


def words_of(widget: QWidget | None) -> Words:
    """Return by what a part is known again."""
    if widget is None:
        return ()
    names = [n for n in _PROPERTIES if not (n == "value" and isinstance(widget, QAbstractSlider))]
    found = [widget.property(name) for name in names]
    return (widget.metaObject().className(), *found) if any(found) else ()


def focus_like(root: QWidget, words: Words) -> bool:
    """Give the focus to the part below ``root`` that is known by ``words``; tell if there is one.

    What was made a moment ago is shown first: Qt would do it later, and what is hidden cannot have
    the focus.
    """
    if not words:
        return False
    for child in root.findChildren(QWidget):
        if words_of(child) == words and not _put_away(child):
            above: QWidget | None = child.parentWidget()
            while above is not None and above is not root:
                above.show()
                above = above.parentWidget()
            child.show()
            child.setFocus()
            return True
    return False


def _put_away(widget: QWidget) -> bool:
    """Return whether somebody has hidden a part; what is not shown yet is not put away."""
    return widget.isHidden() and widget.testAttribute(_ON_PURPOSE)


def holds_focus(part: QWidget) -> bool:
    """Return whether the focus of the window is in a part, or nowhere.

    A part that makes itself anew while a sheet covers it must not draw the focus below the sheet.
    """
    held: QWidget | None = part.window().focusWidget()
    return held is None or held is part or part.isAncestorOf(held)
