"""What a person wants of the program, one step after another: play here, join there, come back.

A session holds the state, the viewer's side of the table and what is going on. It hears changes
from the network and wishes from the pages, and tells when something has changed. It knows neither
sockets nor widgets: those are behind the port ``Network`` and the callback ``changed``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from rummy500.engine.ids import HandNumber
from rummy500.protocol.acts import AnyAct
from rummy500.protocol.commands import (
    AnyCommand,
    CreateTable,
    JoinTable,
    Leave,
    Play,
    Start,
    UnwatchTables,
    WatchTables,
)
from rummy500.protocol.updates import (
    Accepted,
    AnyUpdate,
    Refused,
    SatDown,
    TableClosed,
    TableNews,
    TablesChanged,
)
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.errors import OFFLINE, explain, fault_words
from rummy500_client.presenters.gesture_model import Gesture
from rummy500_client.presenters.gestures import respond
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.home import (
    Doing,
    Idle,
    Reaching,
    Starting,
    Trouble,
    own_name,
)
from rummy500_client.presenters.memory import followed, tastes_of, with_order
from rummy500_client.presenters.new_match import is_full, order_for, table_order
from rummy500_client.presenters.wishes import (
    UNNUMBERED,
    BackTo,
    Network,
    NewMatch,
    OfTheDay,
    Page,
    Pauses,
    Visit,
    Wish,
)
from rummy500_client.settings import Settings
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import (
    Complaint,
    LocalTable,
    ResultShown,
    at_ease,
    complaining,
)
from rummy500_client.state.model import (
    Away,
    ClientState,
    CommandSent,
    ConnectionChanged,
    Failed,
    Offline,
    Online,
    OtherVersion,
    TableState,
    Trying,
)
from rummy500_client.state.reduce import Change, CommandAnswered, reduce


class Session:
    """The program as one person uses it."""

    def __init__(
        self,
        settings: Settings,
        words: Words,
        *,
        keep: Callable[[Settings], None],
        changed: Callable[[], None],
        pauses: Pauses | None = None,
    ) -> None:
        self.settings = settings
        self.words = words
        self.state = ClientState()
        self.local = LocalTable(sort=SortMode(settings.sort))
        self.doing: Doing = Idle()
        self.solo = False
        self.overdue = False
        """The connection is lost for long enough to be shown."""
        self.audible = False
        """Sounds can be heard on this computer."""
        self.network: Network | None = None
        self._wish: Wish | None = None
        self._watching = False
        """The server tells us of changes in its list of tables."""
        self._keep = keep
        self._changed = changed
        self._pauses = pauses or Pauses()

    # --- what is shown ---------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """Return the page to show."""
        table = self.state.table
        if table is not None and table.now.number:
            return Page.TABLE
        if self.solo or isinstance(self.state.connection, Offline | Failed | OtherVersion):
            return Page.HOME
        if table is not None:
            return Page.WAITING
        return Page.HOME if self._wish is not None else Page.LOBBY

    def glance(self) -> Glance | None:
        """Return a look at the table, if we sit at one."""
        if self.state.table is None:
            return None
        tastes = tastes_of(self.settings, audible=self.audible)
        return look(self.state.table, self.local, self.words, tastes)

    @property
    def waits_for_others(self) -> bool:
        """Return whether nothing is to be said to the others at the table now."""
        return self.state.table is None or self.state.table.waits_for_others

    def set_settings(self, settings: Settings) -> None:
        """Keep other settings."""
        self.settings = settings
        self._keep(settings)
        self._changed()

    def set_words(self, words: Words) -> None:
        """Speak another language from now on."""
        self.words = words
        self._changed()

    def set_local(self, local: LocalTable) -> None:
        """Take another look at the viewer's side."""
        self.local = local
        self._changed()

    # --- wishes ----------------------------------------------------------------------------------

    def play_now(self) -> None:
        """Play against the computer, on this computer."""
        self._play_here(NewMatch())

    def play_the_day(self) -> None:
        """Play the match of the day, on this computer."""
        self._play_here(OfTheDay())

    def play_on(self) -> None:
        """Go back to the match that waits on this computer."""
        self._play_here(BackTo(self.settings.unfinished))

    def _play_here(self, wish: Wish) -> None:
        self._begin(wish, Starting(), solo=True)
        if self.network is not None:
            self.network.play_here(own_name(self.settings, self.words))

    def reach(self, address: str) -> None:
        """Connect to a server elsewhere."""
        self._begin(Visit(), Reaching(address), solo=False)
        if self.network is not None:
            self.network.reach(address, own_name(self.settings, self.words))

    def _begin(self, wish: Wish, doing: Doing, *, solo: bool) -> None:
        self._wish, self.doing, self.solo = wish, doing, solo
        self.overdue = False
        self.local = LocalTable(sort=self.local.sort)
        self.state = ClientState(serial=self.state.serial)
        self._changed()

    def trouble(self, text: str) -> None:
        """Say on the first screen what went wrong."""
        self.go_home()
        self.doing = Trouble(text)
        self._changed()

    def go_home(self) -> None:
        """End the connection and show the first screen."""
        if self.network is not None:
            self.network.hang_up()
        self._wish, self.doing = None, Idle()
        self.solo = self.overdue = False
        self.state = ClientState(serial=self.state.serial)
        self._changed()

    def leave_table(self) -> None:
        """Get up. A match on this computer waits; elsewhere a computer player takes the seat."""
        table = self.state.table
        if table is None or self.solo:
            self.go_home()
            return
        self.send(Leave(ref=UNNUMBERED, table=table.id))

    def send(self, command: AnyCommand) -> None:
        """Ask the server for something."""
        if self.network is None:
            return
        numbered: AnyCommand = msgspec.structs.replace(command, ref=self.network.send(command))
        self.change(CommandSent(numbered))
        self.network.later(self._pauses.slow, lambda: self._say_if_slow(numbered.ref))

    def gesture(self, gesture: Gesture) -> None:
        """Answer a gesture at the table."""
        glance = self.glance()
        if glance is None:
            return
        response = respond(glance, gesture)
        self.local = response.local
        self._keep_order()
        if response.act is not None:
            self._play(response.act, glance.table)
        self._changed()

    def _play(self, act: AnyAct, table: TableState) -> None:
        if isinstance(self.state.connection, Online):
            play = Play(ref=UNNUMBERED, table=table.id, act=act, seen=table.seq, mark=table.mark)
            self.send(play)
        else:
            self.local = complaining(self.local, OFFLINE, act)

    # --- changes ---------------------------------------------------------------------------------

    def change(self, change: Change) -> None:
        """Hear of a change."""
        before = self.state
        self.state = reduce(before, change)
        match change:
            case ConnectionChanged():
                self._after_connection(before)
            case CommandAnswered():
                self._after_answer(change)
            case TableNews():
                self._after_news(before.table)
            case _:
                pass
        self._tend_list()
        self._changed()

    def told(self, update: AnyUpdate) -> None:
        """Hear something from the server that answers no command."""
        if isinstance(update, TableNews | TableClosed | TablesChanged):
            self.change(update)

    def remember(self, server: str, token: str) -> None:
        """Keep who we are at a server."""
        if self.settings.tokens.get(server) != token:
            self.settings = self.settings.with_token(server, token)
            self._keep(self.settings)

    def _after_connection(self, before: ClientState) -> None:
        if not isinstance(self.state.connection, Online):
            self._watching = False
        match self.state.connection:
            case Online():
                self.overdue = False
                wish, self._wish = self._wish, None
                if wish is not None:
                    self._fulfil(wish)
            case Away() | Trying() if isinstance(before.connection, Online):
                if self.network is not None:
                    self.network.later(self._pauses.lost, self._say_if_lost)
            case Failed(fault=fault, detail=detail) if self._wish is not None:
                self.trouble(fault_words(fault, detail, self.words))
            case Failed() | OtherVersion():
                self.overdue = True
            case _:
                pass

    def _fulfil(self, wish: Wish) -> None:
        if self.network is None:
            return
        match wish:
            case NewMatch() | OfTheDay():
                for table in self.state.seated_at:
                    self.send(Leave(ref=UNNUMBERED, table=table))
                self.send(order_for(wish, self.settings, self.words))
            case BackTo(table=table):
                self.network.follow(table)
            case Visit():
                self.doing = Idle()
                if self.state.seated_at:
                    self.network.follow(self.state.seated_at[-1])

    def _tend_list(self, *, anew: bool = False) -> None:
        """Watch the list of tables while it is looked at."""
        self._watching = self._watching and not anew
        looks = self.page is Page.LOBBY
        if looks is not self._watching and isinstance(self.state.connection, Online):
            self._watching = looks
            kind = WatchTables if looks else UnwatchTables
            self.send(kind(ref=UNNUMBERED))

    def open_table(self, *, private: bool) -> None:
        """Open a table for people."""
        self.send(table_order(self.settings, self.words, private=private, computers=0))

    def join(self, *, table: str = "", code: str = "") -> None:
        """Sit down at a table."""
        self.send(JoinTable(ref=UNNUMBERED, table=table, code=code))

    def _after_answer(self, change: CommandAnswered) -> None:
        answer = change.answer
        if isinstance(answer, Accepted):
            self._after_accepted(change.command, answer)
        elif isinstance(change.command, WatchTables) and self.network is not None:
            self.network.later(self._pauses.refresh, lambda: self._tend_list(anew=True))
        elif self.solo and not isinstance(change.command, Play):
            self._solo_refused(change.command, answer)
        rejection = None if self.state.table is None else self.state.table.rejection
        if rejection is not None and rejection.serial > self.local.heard:
            act = rejection.command.act if isinstance(rejection.command, Play) else None
            complaint = Complaint(rejection.serial, rejection.code, rejection.params, act)
            self.local = replace(at_ease(self.local), complaint=complaint, heard=rejection.serial)

    def _after_accepted(self, command: AnyCommand, answer: Accepted) -> None:
        result = answer.result
        if isinstance(command, CreateTable) and isinstance(result, SatDown) and is_full(command):
            self.send(Start(ref=UNNUMBERED, table=result.table))
            if self.solo:
                self._keep_unfinished(result.table)

    def _solo_refused(self, command: AnyCommand, refused: Refused) -> None:
        """Say why a match on this computer cannot be played, where nothing can be made of it."""
        if isinstance(command, Leave):
            return
        if self.state.table is None or not self.state.table.now.number:
            self._keep_unfinished("")
            told = explain(refused.code, refused.params, self.words)
            self.trouble(f"{told.head}. {told.reason}")

    def _keep_order(self) -> None:
        settings = with_order(self.settings, self.state.table, self.local)
        if settings is not self.settings:
            self.settings = settings
            self._keep(settings)

    def _keep_unfinished(self, table: str) -> None:
        if self.settings.unfinished != table:
            self.settings = replace(self.settings, unfinished=table)
            self._keep(self.settings)

    def _after_news(self, before: TableState | None) -> None:
        table = self.state.table
        if table is None:
            return
        self.local = followed(self.local, before, table, self.settings)
        self._keep_order()
        if table.now.hand is not None and self.solo:
            self.doing = Idle()
            over = table.now.winners is not None
            self._keep_unfinished("" if over else table.id)
        self._show_result(table)

    def _show_result(self, table: TableState) -> None:
        hand = table.now.hand
        if hand is None or hand.end is None:
            if self.local.result is not ResultShown.NOT_YET:
                self.local = replace(self.local, result=ResultShown.NOT_YET)
        elif self.local.result is ResultShown.NOT_YET and self.network is not None:
            number = HandNumber(table.now.number)
            self.network.later(self._pauses.result, lambda: self._result_now(number))

    # --- after a while ---------------------------------------------------------------------------

    def _result_now(self, number: HandNumber) -> None:
        table = self.state.table
        if table is None or table.now.number != number or table.now.hand is None:
            return
        if table.now.hand.end is not None and self.local.result is ResultShown.NOT_YET:
            self.set_local(replace(self.local, result=ResultShown.HAND))

    def _say_if_slow(self, ref: int) -> None:
        table = self.state.table
        if table is not None and table.pending is not None and table.pending.ref == ref:
            self.set_local(replace(self.local, slow=True))

    def _say_if_lost(self) -> None:
        if isinstance(self.state.connection, Away | Trying):
            self.overdue = True
            self._changed()
