"""The window: its pages, the sheets over them, its title, and how it closes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QStackedWidget, QWidget

from rummy500_client.presenters import home, panels
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.home import Reaching, Trouble, connect_model, home_model
from rummy500_client.presenters.match_results import match_result
from rummy500_client.presenters.notice_model import NoticeModel
from rummy500_client.presenters.result_model import HandResult, MatchResult
from rummy500_client.presenters.results import hand_result
from rummy500_client.presenters.rooms import lobby_model, waiting_model
from rummy500_client.presenters.sounds import Moment, Sound
from rummy500_client.presenters.status import status_of
from rummy500_client.presenters.strip import menu_of, title_of
from rummy500_client.presenters.table import seat_plates, table_model
from rummy500_client.presenters.times import warning_of
from rummy500_client.presenters.wishes import Page
from rummy500_client.state.local import ResultShown
from rummy500_client.state.model import Online
from rummy500_client.ui.announcer import Announcer
from rummy500_client.ui.bridge import Bridge
from rummy500_client.ui.connect_view import ConnectView
from rummy500_client.ui.desktop import Desktop
from rummy500_client.ui.focus_return import FocusReturn, topmost
from rummy500_client.ui.focus_words import holds_focus
from rummy500_client.ui.home_view import HomeView
from rummy500_client.ui.looks import looks_of
from rummy500_client.ui.narrator import Narrator
from rummy500_client.ui.notice_sheet import NoticeSheet
from rummy500_client.ui.pages.lobby_page import LobbyPage
from rummy500_client.ui.pages.table_page import TablePage
from rummy500_client.ui.pages.waiting_page import WaitingPage
from rummy500_client.ui.paint.faces import emblem
from rummy500_client.ui.paint.theme import style_sheet
from rummy500_client.ui.parts import column
from rummy500_client.ui.preferences_desk import PreferencesDesk
from rummy500_client.ui.rules_desk import RulesDesk
from rummy500_client.ui.sheet import Sheet
from rummy500_client.ui.sound import SoundDesk
from rummy500_client.ui.turn_call import TurnCall


_FIRST_SIZE = (1280, 800)
_LEAST_SIZE = (1024, 640)
_TITLE_BAR = 36
"""So high is the title bar of a window at most; the screen's room includes it."""


class MainWindow(QMainWindow):
    """Shows what the bridge holds."""

    _lost = False
    """The notice that is shown is about a lost connection."""

    def __init__(self, bridge: Bridge, closed: Callable[[], None], desktop: Desktop) -> None:
        super().__init__()
        self._bridge = bridge
        self._desktop = desktop
        self._looks = looks_of(bridge.session.settings, desktop)
        theme = self._looks.theme
        self._closed = closed
        self.announcer = Announcer(self)
        self._narrator = Narrator(self.announcer)
        self._covered = FocusReturn()
        self.setStyleSheet(style_sheet(theme))
        self.setMinimumSize(*_LEAST_SIZE)
        self.resize(*_FIRST_SIZE)
        stage = self._set_stage()
        self.home = HomeView(theme)
        self.lobby = LobbyPage(theme)
        self.waiting = WaitingPage(theme)
        self.table = TablePage(theme)
        self._pages: dict[Page, QWidget] = {
            Page.HOME: self.home,
            Page.LOBBY: self.lobby,
            Page.WAITING: self.waiting,
            Page.TABLE: self.table,
        }
        for page in self._pages.values():
            self.stack.addWidget(page)
        self.connect_view = ConnectView(theme, self.home)
        self.notice = NoticeSheet(theme, stage)
        self.rules = RulesDesk(bridge, theme, self.stack)
        self.sounds = SoundDesk(self)
        self.preferences = PreferencesDesk(bridge, self._looks, self.sounds, self.stack)
        self.setWindowIcon(emblem())
        self._call = TurnCall(self, self.windowIcon())
        self._wire()
        self.table.set_looks(self._looks)
        self.render_all()

    def _set_stage(self) -> QWidget:
        """Make room for the pages, and return what the sheets lie on.

        They lie over the pages and not among them: screen readers are told of no other child of a
        stack than its pages.
        """
        stage = QWidget(self)
        self.stack = QStackedWidget(stage)
        stage.setLayout(column(self.stack))
        self.setCentralWidget(stage)
        return stage

    def fit(self, room: QSize) -> None:
        """Take a first size that leaves the title bar and the foot on a screen with ``room``."""
        wide, high = _FIRST_SIZE
        self.resize(min(wide, room.width()), min(high, room.height() - _TITLE_BAR))

    def _wire(self) -> None:
        bridge = self._bridge
        bridge.changed.connect(self.render_all)
        bridge.hourglass.ticked.connect(self._tick)
        self._desktop.changed.connect(self.render_all)
        bridge.said.connect(self.announcer.say)
        self.home.intent.connect(bridge.on_home)
        self.home.choice_made.connect(bridge.on_choice)
        self.home.name_changed.connect(bridge.on_name)
        self.connect_view.submitted.connect(bridge.on_connect)
        self.connect_view.intent.connect(bridge.on_home)
        self.lobby.intent.connect(bridge.on_lobby)
        self.lobby.choice_made.connect(bridge.on_choice)
        self.lobby.code_entered.connect(bridge.on_code)
        self.waiting.intent.connect(bridge.on_waiting)
        self.waiting.choice_made.connect(bridge.on_choice)
        self.table.gesture.connect(bridge.on_gesture)
        self.table.key_pressed.connect(bridge.on_key)
        self.table.intent.connect(bridge.on_table)
        self.notice.intent.connect(bridge.on_panel)
        self.table.key_pressed.connect(self.rules.on_key)
        self.table.key_pressed.connect(self.preferences.on_key)
        for page in (self.home, self.lobby, self.waiting, self.table):
            page.intent.connect(self.rules.on_intent)
            page.intent.connect(self.preferences.on_intent)

    # --- showing ---------------------------------------------------------------------------------

    def render_all(self) -> None:
        """Show everything as it is now."""
        session = self._bridge.session
        session.audible = self.sounds.can_play
        page = session.page
        glance = self._bridge.glance()
        self._dress()
        match page:
            case Page.HOME:
                self._render_home()
            case Page.LOBBY:
                self._render_lobby()
            case Page.WAITING if glance is not None:
                self._render_waiting(glance)
            case Page.TABLE if glance is not None:
                self._render_table(glance)
            case _:
                pass
        if self.stack.currentWidget() is not self._pages[page]:
            self.stack.setCurrentWidget(self._pages[page])
            self._focus_page()
        self._render_connect(page)
        self._render_notice(page)
        if page in {Page.WAITING, Page.TABLE}:
            self._narrator.table(glance)
        self._call_for(glance)
        self.rules.render()
        self.preferences.render()
        self._sound()

    def _call_for(self, glance: Glance | None) -> None:
        """Tell by the title whose turn it is, and call for somebody who looks elsewhere."""
        title = title_of(glance, self._bridge.words)
        self.setWindowTitle(title)
        turn = "" if glance is None else status_of(glance).headline
        self._call.note(title, turn, mine=glance is not None and glance.my_turn)

    def _dress(self) -> None:
        """Look as the settings and the desktop say, if that has changed."""
        looks = looks_of(self._bridge.session.settings, self._desktop)
        if looks == self._looks:
            return
        changed = looks.theme != self._looks.theme
        self._looks = looks
        self.table.set_looks(looks)
        self.preferences.set_looks(looks)
        if changed:
            self.setStyleSheet(style_sheet(looks.theme))
            for part in (self.home, self.lobby, self.waiting, self.connect_view, self.notice):
                part.set_theme(looks.theme)
            self.rules.set_theme(looks.theme)

    def _sound(self) -> None:
        """Let be heard what has happened."""
        session = self._bridge.session
        complaint = session.local.complaint
        serial = 0 if complaint is None else complaint.serial
        moment = Moment(session.state.connection, session.state.table, serial)
        self.sounds.hear(moment, session.settings)

    def _render_home(self) -> None:
        session = self._bridge.session
        doing = session.doing
        if self._bridge.connecting:
            doing = home.Idle()
        model = home_model(
            session.settings, doing, session.words, self._bridge.today(), asked=self._bridge.asked
        )
        self.home.show_model(model)
        self._narrator.notice("home", model.notice)

    def _render_lobby(self) -> None:
        session, bridge = self._bridge.session, self._bridge
        model = lobby_model(
            session.state,
            session.settings,
            bridge.door,
            session.words,
            bridge.today(),
            code_missing=bridge.code_missing,
        )
        self.lobby.show_model(model)
        self._narrator.notice("lobby", model.notice)
        self._narrator.notice("code", model.code_notice)

    def _render_connect(self, page: Page) -> None:
        session = self._bridge.session
        wanted = page is Page.HOME and (
            self._bridge.connecting or isinstance(session.doing, Reaching)
        )
        if not wanted:
            self.connect_view.hide()
            self._narrator.notice("connect", None)
            return
        self._bridge.connecting = True
        doing = session.doing if isinstance(session.doing, Reaching | Trouble) else home.Idle()
        model = connect_model(session.settings, doing, session.words)
        if self.connect_view.isVisible():
            self.connect_view.show_model(model)
        else:
            self.connect_view.open(model)
        self._narrator.notice("connect", model.notice)

    def _render_waiting(self, glance: Glance) -> None:
        settings = self._bridge.session.settings
        self.waiting.show_model(waiting_model(glance, settings, copied=self._bridge.copied))

    def _render_table(self, glance: Glance) -> None:
        self.table.show_model(table_model(glance), menu_of(glance.words))
        self.table.show_result(self._result(glance))

    def _tick(self) -> None:
        """Let the clocks go on; nothing else has changed."""
        glance = self._bridge.glance()
        if glance is None:
            return
        if self._bridge.session.page is Page.WAITING:
            self._render_waiting(glance)
        if self._bridge.session.page is not Page.TABLE:
            return
        self.table.view.set_seats(seat_plates(glance))
        if self._narrator.line("clock", warning_of(glance)):
            self.sounds.play(Sound.HURRY, self._bridge.session.settings)

    def _result(self, glance: Glance) -> HandResult | MatchResult | None:
        match glance.local.result:
            case ResultShown.HAND:
                return hand_result(glance, copied=self._bridge.copied)
            case ResultShown.MATCH:
                return match_result(glance)
            case ResultShown.NOT_YET | ResultShown.PEEKING:
                return None

    def _render_notice(self, page: Page) -> None:
        model = self._notice(page)
        online = isinstance(self._bridge.session.state.connection, Online)
        if model is not None:
            if self.notice.isHidden():
                self._covered.note()
                self._lost = not online
            self.notice.show_model(model)
        elif self.notice.isVisible():
            self.notice.hide()
            self._covered.give_back(topmost(self.stack))
            if self._lost and online:
                self.announcer.say(self._bridge.words.say("The connection is back"))

    def _focus_page(self) -> None:
        """Give the focus to what lies on top, unless it is there already."""
        top = topmost(self.stack)
        if top is not None and (not isinstance(top, Sheet) or not holds_focus(top)):
            top.setFocus()

    def _notice(self, page: Page) -> NoticeModel | None:
        session = self._bridge.session
        if self._bridge.leaving and page is Page.TABLE:
            return panels.leave_model(session.words)
        if not session.overdue:
            return None
        return panels.panel_model(
            session.state.connection,
            session.words,
            solo=session.solo,
            waited=self._bridge.waited,
        )

    # --- keys ------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open help and settings with F1 and F10, and press a button of a page with Enter.

        Only where no page has another use for the key; sheets have Enter for their gold button.
        """
        if self.rules.takes(event) or self.preferences.takes(event):
            return
        button = self.focusWidget()
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat()
        if enter and isinstance(button, QAbstractButton):
            button.click()
        else:
            super().keyPressEvent(event)

    # --- closing ---------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let the program end; what must be closed is closed there."""
        event.accept()
        self._closed()
