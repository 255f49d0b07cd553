"""The one place where tasks and signals meet: the session, told to widgets, and back.

Pages report what was pressed by its intent; the bridge turns that into wishes of the session.
Changes are told to the window once per turn of the event loop, however many there were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from rummy500.protocol.commands import AddComputer, Ready, Rematch, RemoveComputer, Start
from rummy500_client.i18n.words import Words, words_for
from rummy500_client.presenters import daily, home, match_results, new_table, panels, results, rooms
from rummy500_client.presenters.gesture_model import Gesture
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.keys import Say, answer_key
from rummy500_client.presenters.memory import with_experience
from rummy500_client.presenters.new_match import quick_order
from rummy500_client.presenters.session import Session
from rummy500_client.presenters.wishes import UNNUMBERED, Page, Pauses
from rummy500_client.settings import Language, Settings
from rummy500_client.state.local import ResultShown
from rummy500_client.state.model import Away, Failed, Online
from rummy500_client.ui.hourglass import Hourglass


_TICK_MS = 250
_COPIED_MS = 2500
"""For how long a button says that it has copied."""


def utc_today() -> date:
    """Return the date by UTC."""
    return datetime.now(UTC).date()


class Bridge(QObject):
    """Holds the session and speaks signals."""

    changed = Signal()
    said = Signal(str)
    """Something for a screen reader."""
    spoke = Signal(str)
    """Another language is spoken from now on."""

    def __init__(
        self,
        settings: Settings,
        words: Words,
        keep: Callable[[Settings], None],
        pauses: Pauses | None = None,
        system_language: str = "en",
        today: Callable[[], date] = utc_today,
    ) -> None:
        super().__init__()
        self.today = today
        """The date by UTC, as servers count the days of their cards."""
        self._system_language = system_language
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.timeout.connect(self.changed)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self.changed)
        self._stands = QElapsedTimer()
        self._stands.start()
        self._connection: object = None
        self.connecting = False
        """The panel to connect is open."""
        self.leaving = False
        """The question whether to leave is open."""
        self.copied = False
        """Something was copied a moment ago; its button says so."""
        self._copied_timer = QTimer(self)
        self._copied_timer.setSingleShot(True)
        self._copied_timer.setInterval(_COPIED_MS)
        self._copied_timer.timeout.connect(self.forget_copy)
        self.hourglass = Hourglass(self)
        self.door = new_table.OPEN
        self.asked = ""
        """The intent of the tile of the first screen that waits for its second press."""
        self.code_missing = False
        """A code was to be joined by, and none was typed."""
        self.session = Session(settings, words, keep=keep, changed=self._renew, pauses=pauses)

    @property
    def words(self) -> Words:
        """Return the words of the language that is spoken."""
        return self.session.words

    @property
    def waited(self) -> float:
        """Return for how many seconds the connection has stood as it does."""
        return self._stands.elapsed() / 1000

    def glance(self) -> Glance | None:
        """Return a look at the table as it is at this moment, if we sit at one."""
        glance = self.session.glance()
        return None if glance is None else replace(glance, elapsed=self.hourglass.elapsed)

    def _renew(self) -> None:
        self._note_the_seat()
        self._note_what_ended()
        table = self.session.state.table
        self.hourglass.note(None if table is None else table.times)
        connection = self.session.state.connection
        if connection != self._connection:
            self._connection = connection
            self._stands.restart()
            if isinstance(connection, Online):
                self.connecting = False
        if isinstance(connection, Away) and self.session.overdue:
            self._tick.start()
        else:
            self._tick.stop()
        if not self._due.isActive():
            self._due.start(0)

    def _note_the_seat(self) -> None:
        """Keep where a match among people goes on, so that the first screen leads back to it."""
        session = self.session
        if session.solo or not isinstance(session.state.connection, Online):
            return
        table, settings = session.state.table, session.settings
        if table is not None and table.now.number:
            at = "" if table.now.winners is not None else settings.last_server
        elif session.page is Page.LOBBY and session.state.rows is not None:
            at = ""
        else:
            return
        if settings.seat_at != at:
            session.set_settings(replace(settings, seat_at=at))

    def _note_what_ended(self) -> None:
        """Keep that a hand was seen to its end, and how the match of the day has ended."""
        session = self.session
        table = session.state.table
        settings = with_experience(session.settings, table)
        settings = daily.noted(settings, table if session.solo else None)
        if settings is not session.settings:
            session.set_settings(settings)

    # --- the first screen ------------------------------------------------------------------------

    def on_home(self, intent: str) -> None:
        """Answer a press on the first screen or on the panel to connect."""
        if self._asks_first(intent):
            return
        match intent:
            case home.PLAY:
                self.session.play_now()
            case home.RESUME:
                self._resume()
            case daily.DAILY:
                self.session.set_settings(daily.begun(self.session.settings, self.today()))
                self.session.play_the_day()
            case home.CONNECT:
                self.connecting = True
                self.session.go_home()
            case home.CANCEL:
                self.connecting = False
                self.session.go_home()
            case home.LANGUAGE:
                self._other_language()
            case _:
                pass

    def _asks_first(self, intent: str) -> bool:
        """Wait for a second press before another match takes the place of the one that waits."""
        before, self.asked = self.asked, ""
        ends = intent in {home.PLAY, daily.DAILY} and bool(self.session.settings.unfinished)
        if not ends or before == intent:
            return False
        self.asked = intent
        self.said.emit(home.give_up_words(self.words))
        self._renew()
        return True

    def _resume(self) -> None:
        """Go back to the match that goes on; a server that is gone is offered only once."""
        settings = self.session.settings
        if not settings.seat_at:
            self.session.play_on()
            return
        self.session.set_settings(replace(settings, seat_at=""))
        self.on_connect(settings.seat_at, settings.name)

    def on_choice(self, key: str, value: str) -> None:
        """Take an answer of one of the rows of answers."""
        self.asked = ""
        settings = self.session.settings
        match key:
            case home.SEATS:
                self.session.set_settings(replace(settings, seats=int(value)))
            case home.TARGET:
                self.session.set_settings(replace(settings, target=int(value)))
            case home.LEVEL:
                self.session.set_settings(replace(settings, level=value))
            case new_table.DOOR:
                self.door = value
                self._renew()
            case _:
                pass

    def on_name(self, name: str) -> None:
        """Take another name."""
        self.session.set_settings(replace(self.session.settings, name=name.strip()))

    def on_connect(self, address: str, name: str) -> None:
        """Connect to a server."""
        settings = replace(self.session.settings, last_server=address, name=name)
        self.session.set_settings(settings)
        self.session.reach(address)

    def _other_language(self) -> None:
        spanish = self.words.language == "es"
        language = Language.ENGLISH if spanish else Language.SPANISH
        self.set_settings(replace(self.session.settings, language=language))

    def set_settings(self, settings: Settings) -> None:
        """Keep other settings; another language is spoken at once."""
        if settings.language is not self.session.settings.language:
            system = settings.language is Language.SYSTEM
            language = self._system_language if system else str(settings.language)
            if isinstance(self.session.doing, home.Trouble):  # told in the old language
                self.session.doing = home.Idle()
            self.session.set_words(words_for(language))
            self.spoke.emit(language)
        self.session.set_settings(settings)

    # --- tables of a server ----------------------------------------------------------------------

    def on_lobby(self, intent: str) -> None:
        """Answer a press on the list of tables."""
        self.code_missing = False
        if intent.startswith(rooms.JOIN):
            self.session.join(table=intent.removeprefix(rooms.JOIN))
        elif intent == rooms.CREATE:
            self.session.open_table(private=self.door == new_table.PRIVATE)
        elif intent == daily.DAILY:
            self.session.send(daily.daily_order(self.words))
        elif intent == rooms.QUICK:
            self.session.send(quick_order(self.session.settings))
        elif intent == rooms.BACK:
            self.session.go_home()

    def on_code(self, code: str) -> None:
        """Join by a code."""
        code = code.upper().replace(" ", "").replace("-", "")
        self.code_missing = not code
        if code:
            self.session.join(code=code)
        self._renew()

    def on_waiting(self, intent: str) -> None:
        """Answer a press in the waiting room."""
        table = self.session.state.table
        if table is None:
            return
        if intent.startswith(rooms.ADD):
            seat = int(intent.removeprefix(rooms.ADD))
            level = self.session.settings.level
            self.session.send(AddComputer(ref=UNNUMBERED, table=table.id, seat=seat, level=level))
        elif intent.startswith(rooms.REMOVE):
            seat = int(intent.removeprefix(rooms.REMOVE))
            self.session.send(RemoveComputer(ref=UNNUMBERED, table=table.id, seat=seat))
        elif intent == rooms.START:
            self.session.send(Start(ref=UNNUMBERED, table=table.id))
        elif intent == rooms.COPY_CODE:
            self._copy(table.now.code)
        elif intent == rooms.LEAVE:
            self.session.leave_table()

    # --- the table -------------------------------------------------------------------------------

    def on_gesture(self, gesture: Gesture) -> None:
        """Answer a gesture at the table."""
        self.session.gesture(gesture)

    def on_key(self, key: str) -> None:
        """Answer a key at the table."""
        glance = self.glance()
        answer = None if glance is None else answer_key(glance, key)
        match answer:
            case None:
                pass
            case Say(text=text):
                self.said.emit(text)
            case _:
                self.session.gesture(answer)

    def on_table(self, intent: str) -> None:
        """Answer the menu of the table and the buttons of the results."""
        session = self.session
        table = session.state.table
        if table is None:
            return
        match intent:
            case results.NEXT_HAND if not session.waits_for_others:
                session.send(Ready(ref=UNNUMBERED, table=table.id))
            case match_results.REMATCH if not session.waits_for_others:
                session.send(Rematch(ref=UNNUMBERED, table=table.id))
            case results.MATCH_RESULT:
                session.set_local(replace(session.local, result=ResultShown.MATCH))
            case results.PEEK:
                session.set_local(replace(session.local, result=ResultShown.PEEKING))
            case results.COPY_DEAL:
                self._copy_deal()
            case match_results.LEAVE:
                self._leave()
            case home.LANGUAGE:
                self._other_language()
            case _:
                pass

    def _copy_deal(self) -> None:
        glance = self.session.glance()
        if glance is not None:
            self._copy(results.deal_data(glance))

    def _copy(self, text: str) -> None:
        """Copy a text, and say so to the eye and to the ear."""
        QGuiApplication.clipboard().setText(text)
        self.said.emit(self.words.say("Copied"))
        self.copied = True
        self._copied_timer.start()
        self._renew()

    def forget_copy(self) -> None:
        """Let the button be what it was before it copied."""
        self.copied = False
        self._renew()

    def _leave(self) -> None:
        """Leave the table, after a question where others would be left behind."""
        table = self.session.state.table
        running = table is not None and table.now.winners is None
        if self.session.solo or not running:
            self.session.leave_table()
        else:
            self.leaving = True
            self._renew()

    # --- trouble ---------------------------------------------------------------------------------

    def on_panel(self, intent: str) -> None:
        """Answer a panel over the page."""
        session = self.session
        self.leaving = False
        match intent:
            case panels.RETRY if isinstance(session.state.connection, Failed):
                self._reach_again()
            case panels.RETRY:
                if session.network is not None:
                    session.network.hurry()
            case panels.HOME:
                session.go_home()
            case panels.LEAVE:
                session.leave_table()
            case _:
                self._renew()

    def _reach_again(self) -> None:
        if self.session.solo:
            self.session.play_on()
        else:
            self.session.reach(self.session.settings.last_server)
