"""Where the focus was before a sheet covered it, and the way back there."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from rummy500_client.ui.focus_words import Words, focus_like, words_of
from rummy500_client.ui.sheet import Sheet


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
