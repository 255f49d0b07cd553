"""A sheet over whatever lies below it: a veil, and a panel in the middle that keeps the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QPushButton, QWidget

from rummy500_client.layout.zones import units
from rummy500_client.ui.announcer import announce
from rummy500_client.ui.focus_words import focus_like, holds_focus, words_of
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import Intents, scaled_sheet


class Sheet(QWidget):
    """Covers its parent, follows its size, and takes mouse and keys while it is shown.

    Enter presses the focused button, else the gold one; Escape presses the one whose intent is
    ``escape_intent``. Tab stays inside. Buttons carry their intent as a property and report it
    by the signal ``intent``.
    """

    intent = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, veil: float = 0.72) -> None:
        super().__init__(parent)
        self._theme, self._veil = theme, veil
        self.escape_intent = ""
        self._opening = ""
        self.intents = Intents(self)
        self.intents.told.connect(self.intent)
        self.scale = 1.0
        self._dressed: tuple[Theme, float] | None = None
        self.panel = QFrame(self)
        self.panel.setObjectName("sheet")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()
        if parent is not None:
            parent.installEventFilter(self)
            self.setGeometry(parent.rect())

    @property
    def theme(self) -> Theme:
        """Return the theme in which the sheet is painted."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Paint the sheet in another theme from now on."""
        self._theme = theme
        self._dress()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the parent."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scale the words with the window and put the panel in the middle again."""
        super().resizeEvent(event)
        self._dress()

    def _dress(self) -> None:
        scale = round(units(self.width(), self.height())[1], 2)
        if self._dressed != (self._theme, scale):
            self._dressed = (self._theme, scale)
            self.scale = scale
            self.setStyleSheet(scaled_sheet(self._theme, scale))
            self.renew()
        self.arrange()

    def entitle(self, title: str, more: str = "") -> None:
        """Give the sheet a name; a screen reader says it, and what more there is, as it opens."""
        self._opening = f"{title}. {more}" if more else title
        self.setAccessibleName(title)

    def showEvent(self, event: QShowEvent) -> None:
        """Say what has opened."""
        super().showEvent(event)
        if not event.spontaneous():
            announce(self, self._opening)

    def renew(self) -> None:
        """Make the content anew; the like of what had the focus in it has the focus again."""
        held = words_of(self.focusWidget()) if self.isVisible() and holds_focus(self) else ()
        self.fill()
        focus_like(self.panel, held)

    def fill(self) -> None:
        """Make the content of ``panel`` anew for ``scale`` and ``theme``; for subclasses."""

    def arrange(self) -> None:
        """Put the panel in its place; for subclasses."""
        self.panel.adjustSize()
        self.panel.move(
            (self.width() - self.panel.width()) // 2, (self.height() - self.panel.height()) // 2
        )

    def wire(self, buttons: list[QPushButton]) -> None:
        """Let each button report the intent that it carries."""
        for button in buttons:
            self.intents.wire(button)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the veil; one that hides everything is a page and has the colour of pages."""
        veil = QColor(8, 12, 12)
        veil.setAlphaF(self._veil)
        if self._veil >= 1:
            veil = QColor(self._theme.program.bg)
        painter = QPainter(self)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt calls it by place
        """Move the focus among the parts of the sheet and never out of it."""
        stops = self._stops()
        if not stops:
            return True
        here = self.focusWidget()
        at = stops.index(here) if here in stops else (-1 if forward else 0)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stops[(at + (1 if forward else -1)) % len(stops)].setFocus(reason)
        return True

    def _stops(self) -> list[QWidget]:
        """Return what Tab stops at. The line inside a number field hands the focus back to it."""
        policy = Qt.FocusPolicy.TabFocus
        return [
            child
            for child in self.findChildren(QWidget)
            if child.isVisibleTo(self)
            and child.isEnabled()
            and child.focusPolicy() & policy
            and child.focusProxy() is None
        ]

    def discard(self, old: QWidget) -> None:
        """Take ``old`` out of sight now and delete it later: its signal may be running."""
        old.hide()
        old.setParent(self)
        old.deleteLater()

    def gold_button(self) -> QPushButton | None:
        """Return the button that Enter presses, if there is one."""
        return self.panel.findChild(QPushButton, "primary")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the gold button with Enter and the way out with Escape; swallow the rest.

        All but F1 and F10: help and settings are open to everybody at any time.
        """
        if event.key() in {Qt.Key.Key_F1, Qt.Key.Key_F10}:
            event.ignore()
            return
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            focused = self.focusWidget()
            button = focused if isinstance(focused, QAbstractButton) else self.gold_button()
            if button is not None:
                button.click()
        elif event.key() == Qt.Key.Key_Escape and self.escape_intent:
            self.intent.emit(self.escape_intent)
        event.accept()
