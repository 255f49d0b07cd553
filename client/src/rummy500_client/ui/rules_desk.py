"""The sheets that tell and choose the rules: what opens them, of which table, and what follows."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget

from rummy500.engine.options import TableOptions
from rummy500_client.presenters import help as help_, home, new_table
from rummy500_client.presenters.glance import table_options
from rummy500_client.presenters.help import help_model
from rummy500_client.presenters.help_model import HelpModel, HelpTab
from rummy500_client.presenters.new_table import Draft, Where, draft_of, new_table_model
from rummy500_client.presenters.option_use import chosen_options
from rummy500_client.presenters.wishes import Page
from rummy500_client.ui.bridge import Bridge
from rummy500_client.ui.focus_return import FocusReturn, topmost
from rummy500_client.ui.help_sheet import HelpSheet
from rummy500_client.ui.new_table_sheet import NewTableSheet
from rummy500_client.ui.paint.theme import Theme


F1 = "F1"


class RulesDesk(QObject):
    """Opens and closes the sheets about rules; pages only report that they were asked."""

    def __init__(self, bridge: Bridge, theme: Theme, stack: QStackedWidget) -> None:
        super().__init__(stack)
        self._bridge = bridge
        self._stack = stack
        self._tab = HelpTab.RULES
        self._draft: Draft | None = None
        self._of_row = ""
        """The table of the list whose rules are shown, before one sits down there."""
        self._back = FocusReturn()
        self.new_table = NewTableSheet(theme, stack.parentWidget())
        self.help = HelpSheet(theme, stack.parentWidget())
        self.new_table.intent.connect(self.on_intent)
        self.new_table.answered.connect(self._on_answer)
        self.help.intent.connect(self.on_intent)

    def set_theme(self, theme: Theme) -> None:
        """Paint the sheets in another theme from now on."""
        self.new_table.set_theme(theme)
        self.help.set_theme(theme)

    def on_intent(self, intent: str) -> None:
        """Answer a press that concerns the rules; others are not ours."""
        if intent == help_.HELP:
            self.open_help()
        elif intent == help_.CLOSE_HELP:
            self._close_help()
        elif intent.startswith(help_.TAB):
            self._tab = HelpTab(intent.removeprefix(help_.TAB))
            self.render()
        elif intent.startswith(help_.RULES_OF):
            self.open_help(intent.removeprefix(help_.RULES_OF))
        elif intent == home.NEW_TABLE:
            self._open_new_table()
        else:
            self._on_new_table(intent)

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

    def render(self) -> None:
        """Show everything as it is now."""
        if self._draft is not None and not self._may_make(self._draft.where):
            self._close_new_table()
        if self._draft is not None:
            self._show(self._draft)
        if self.help.isVisible():
            self.help.show_model(self._help())

    # --- the help --------------------------------------------------------------------------------

    def open_help(self, row: str = "") -> None:
        """Show the rules of the table at hand, or of one of the list."""
        self._back.note()
        self._tab, self._of_row = HelpTab.RULES, row
        self.help.show_model(self._help())

    def _close_help(self) -> None:
        """Go back to what was there before."""
        self.help.hide()
        self._back.give_back(topmost(self._stack))

    def _help(self) -> HelpModel:
        session = self._bridge.session
        there = self._table()
        options, players = self._planned() if there is None else there
        return help_model(
            options,
            players,
            self._tab,
            self._bridge.words,
            confirm=session.settings.confirm,
            planned=there is None,
        )

    def _table(self) -> tuple[TableOptions, int] | None:
        """Return rules and seats of the table that is looked at, if there is one."""
        session = self._bridge.session
        glance = session.glance()
        if self._draft is None and glance is not None:
            return glance.options, len(glance.now.seats)
        for row in session.state.rows or ():
            if row.table == self._of_row:
                return table_options(row), len(row.seats)
        return None

    def _planned(self) -> tuple[TableOptions, int]:
        """Return rules and seats of the table that would be made now."""
        if self._draft is not None:
            return self._draft.options, self._draft.seats
        settings = self._bridge.session.settings
        return chosen_options(settings, settings.seats - 1), settings.seats

    # --- a new table -----------------------------------------------------------------------------

    def _open_new_table(self) -> None:
        session = self._bridge.session
        where = Where.HERE if session.page is Page.HOME else Where.ELSEWHERE
        self._draft = draft_of(session.settings, where, self._bridge.door)
        self.new_table.open(new_table_model(self._draft, self._bridge.words))

    def _may_make(self, where: Where) -> bool:
        """Return whether the page below is still the one on which the table was to be made."""
        session = self._bridge.session
        page = Page.HOME if where is Where.HERE else Page.LOBBY
        return session.page is page

    def _close_new_table(self) -> None:
        self._draft = None
        self.new_table.hide()
        page = self._stack.currentWidget()
        if page is not None:
            page.setFocus()

    def _on_answer(self, key: str, value: str) -> None:
        if self._draft is not None:
            self._show(new_table.answered(self._draft, key, value))

    def _show(self, draft: Draft) -> None:
        self._draft = draft
        self.new_table.show_model(new_table_model(draft, self._bridge.words))

    def _on_new_table(self, intent: str) -> None:
        if self._draft is None:
            return
        if intent == new_table.CANCEL_TABLE:
            self._close_new_table()
        elif intent == new_table.MAKE_TABLE:
            self._make(self._draft)
        else:
            self._show(new_table.pressed(self._draft, intent))

    def _make(self, draft: Draft) -> None:
        """Keep the choices and make the table, unless the sheet says why that can't be."""
        session = self._bridge.session
        if new_table.draft_fault(draft) is not None:
            self._bridge.said.emit(self.new_table.fault_text)
            return
        self._close_new_table()
        session.set_settings(new_table.kept(draft, session.settings))
        match draft.where:
            case Where.HERE:
                session.play_now()
            case Where.ELSEWHERE:
                self._bridge.door = draft.door
                session.open_table(private=draft.door == new_table.PRIVATE)
