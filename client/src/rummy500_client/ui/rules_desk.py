"""The help over every page: what opens it, of which table it speaks, and where it leads back to."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from rummy500.engine.options import RUMMY500, TableOptions
from rummy500_client.presenters import help as help_
from rummy500_client.presenters.help import help_model
from rummy500_client.presenters.help_model import HelpModel, HelpTab
from rummy500_client.ui.bridge import Bridge
from rummy500_client.ui.help_sheet import HelpSheet
from rummy500_client.ui.paint.theme import Theme


F1 = "F1"


class RulesDesk(QObject):
    """Opens and closes the sheets that tell the rules; pages only report that they were asked."""

    def __init__(self, bridge: Bridge, theme: Theme, stack: QStackedWidget) -> None:
        super().__init__(stack)
        self._bridge = bridge
        self._stack = stack
        self._tab = HelpTab.RULES
        self._before: QWidget | None = None
        self.help = HelpSheet(theme, stack)
        self.help.intent.connect(self.on_intent)

    def on_intent(self, intent: str) -> None:
        """Answer a press that concerns the rules; others are not ours."""
        if intent == help_.HELP:
            self.open_help()
        elif intent == help_.CLOSE_HELP:
            self.close_help()
        elif intent.startswith(help_.TAB):
            self._tab = HelpTab(intent.removeprefix(help_.TAB))
            self.render()

    def on_key(self, key: str) -> None:
        """Answer a key of the table."""
        if key == F1:
            self.open_help()

    def takes(self, event: QKeyEvent) -> bool:
        """Answer a key for which no page has a use; return whether it is ours."""
        if event.key() != Qt.Key.Key_F1:
            return False
        self.open_help()
        return True

    def open_help(self) -> None:
        """Show the rules of the table at hand."""
        self._before = QApplication.focusWidget()
        self._tab = HelpTab.RULES
        self.help.show_model(self._help())

    def close_help(self) -> None:
        """Go back to what was there before."""
        self.help.hide()
        page = self._stack.currentWidget()
        back = self._before
        self._before = None
        if back is not None and back.isVisible():
            back.setFocus()
        elif page is not None:
            page.setFocus()

    def render(self) -> None:
        """Show everything as it is now."""
        if self.help.isVisible():
            self.help.show_model(self._help())

    def _help(self) -> HelpModel:
        options, players = self._table()
        return help_model(options, players, self._tab, self._bridge.words)

    def _table(self) -> tuple[TableOptions, int]:
        glance = self._bridge.session.glance()
        if glance is not None:
            return glance.options, len(glance.now.seats)
        return RUMMY500, self._bridge.session.settings.seats
