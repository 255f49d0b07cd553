"""Where the focus was before a sheet covered it or parts were made anew, and the way back there."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractSlider, QApplication, QStackedWidget, QWidget

from rummy500_client.ui.sheet import Sheet


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


def topmost(stack: QStackedWidget) -> QWidget | None:
    """Return what lies on top: a sheet over the pages, a sheet in the page, or the page itself."""
    sheets = [child for child in _children(stack.parent()) if isinstance(child, Sheet)]
    if sheets:
        return sheets[-1]
    page = stack.currentWidget()
    inner = [] if page is None else [s for s in page.findChildren(Sheet) if s.isVisible()]
    return inner[-1] if inner else page


def _children(stage: QObject | None) -> list[QWidget]:
    """Return the visible children, the lowest first."""
    children = [] if stage is None else stage.children()
    return [child for child in children if isinstance(child, QWidget) and child.isVisible()]


class FocusReturn:
    """Remembers what had the focus. A part that was made anew meanwhile is found by its words."""

    def __init__(self) -> None:
        self._widget: QWidget | None = None
        self._words: Words = ()

    def note(self) -> None:
        """Remember what has the focus now."""
        self._widget = QApplication.focusWidget()
        self._words = words_of(self._widget)

    def give_back(self, top: QWidget | None) -> None:
        """Give the focus back to what had it in ``top``, else to its like, else to ``top``."""
        widget, self._widget = self._widget, None
        alive = widget is not None and shiboken6.isValid(widget)
        if top is None:
            return
        if alive and widget is not None and widget.isVisible() and top.isAncestorOf(widget):
            widget.setFocus()
        elif not focus_like(top, self._words):
            top.setFocus()
