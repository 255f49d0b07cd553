"""Takes a person's commands to where they belong, and answers those that no table decides."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from typing import Final

import structlog

from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Accepted, Refused, TablesListed
from rummy500_server.lobby.guesses import Guesses
from rummy500_server.lobby.lobby import Lobby, NoSuchTableError
from rummy500_server.lobby.quick import as_new_table, best_table
from rummy500_server.lobby.waking import ServerEndingError
from rummy500_server.lobby.wishes import problem_of
from rummy500_server.store.ports import StoreError
from rummy500_server.table.decide import No
from rummy500_server.table.mailbox import Asked, Resumed
from rummy500_server.table.ports import Viewer


log = structlog.get_logger(__name__)

_MANY: Final = 16
"""Tables that one connection has come to, after which those that sleep or are over are forgotten:
they hold nobody, and a program that makes one table after the other would fill the memory."""

GreetedCommand = (
    commands.ListTables
    | commands.WatchTables
    | commands.UnwatchTables
    | commands.CreateTable
    | commands.JoinTable
    | commands.QuickSeat
    | commands.Leave
    | commands.AddComputer
    | commands.RemoveComputer
    | commands.Start
    | commands.Play
    | commands.Ready
    | commands.Rematch
    | commands.Resume
    | commands.Ping
)
"""Every command but the greeting."""


_MOST_TRIES: Final = 8
"""Tables that were full when somebody came to them, before a new one is made."""


class Desk:
    """Serves one connection."""

    __slots__ = ("_address", "_guesses", "_left", "_lobby", "_viewer", "_visited", "_word")

    def __init__(
        self, lobby: Lobby, viewer: Viewer, guesses: Guesses, address: str, word: str = ""
    ) -> None:
        """Begin.

        ``address`` is where the connection comes from, as wrong codes are counted; ``word`` the
        one that brought it to this server.
        """
        self._lobby = lobby
        self._word = word
        self._viewer = viewer
        self._guesses = guesses
        self._address = address
        self._visited: tuple[str, ...] = ()
        """Tables that may hold this connection: one as a rule, in less space than a set."""
        self._left = False
        """Whether the connection is gone."""

    @property
    def sits(self) -> bool:
        """Return whether the person has come to a table by this connection."""
        return bool(self._visited)

    def is_at_hand(self, table: str) -> bool:
        """Return whether a play can be handed to its table without waiting."""
        return self._lobby.at_hand(table) is not None

    def take_now(self, play: commands.Play) -> bool:
        """Hand a play to a table that is at hand; return False if it sleeps after all."""
        table = self._lobby.at_hand(play.table)
        return table is not None and table.submit(Asked(self._viewer, play))

    async def take(self, command: GreetedCommand) -> None:
        """Do what a command asks for, or hand it to its table. The answer may come later."""
        await self._answering(command, self._take(command))

    async def _answering(self, command: GreetedCommand, work: Awaitable[None]) -> None:
        try:
            await work
        except NoSuchTableError:
            self._refuse(command, ErrorCode.NO_SUCH_TABLE)
        except ServerEndingError:
            self._refuse(command, ErrorCode.TRY_AGAIN)
        except StoreError as error:
            log.warning("store_away", command=type(command).__name__, error=str(error))
            self._refuse(command, ErrorCode.TRY_AGAIN)

    def leave(self) -> None:
        """Tell all tables that this connection is gone."""
        self._left = True
        self._lobby.board.leave(self._viewer)
        for table in self._visited:
            self._lobby.vanished(table, self._viewer)

    async def _take(self, command: GreetedCommand) -> None:
        match command:
            case commands.Ping():
                self._viewer.answer(Accepted(command.ref))
            case commands.ListTables():
                rows = await self._lobby.board.rows()
                self._viewer.answer(Accepted(command.ref, 0, TablesListed(rows)))
            case commands.WatchTables():
                rows = await self._lobby.board.watch(self._viewer)
                self._viewer.answer(Accepted(command.ref, 0, TablesListed(rows)))
            case commands.UnwatchTables():
                self._lobby.board.leave(self._viewer)
                self._viewer.answer(Accepted(command.ref))
            case commands.QuickSeat():
                await self._sit_quickly(command, frozenset())
            case commands.CreateTable():
                await self._create(command)
            case commands.JoinTable():
                await self._join(command)
            case commands.Resume():
                await self._visit(
                    command.table, Resumed(self._viewer, command.ref, command.seq, command.mark)
                )
            case (
                commands.Play()
                | commands.Leave()
                | commands.AddComputer()
                | commands.RemoveComputer()
                | commands.Start()
                | commands.Ready()
                | commands.Rematch()
            ):
                await self._lobby.deliver(command.table, Asked(self._viewer, command))

    async def _create(self, command: commands.CreateTable) -> None:
        made = await self._lobby.create(self._viewer, command)
        if isinstance(made, No):
            self._viewer.answer(Refused(command.ref, made.code, dict(made.params)))
            return
        await self._visit(made, Resumed(self._viewer, command.ref))

    async def _join(self, command: commands.JoinTable) -> None:
        player = self._viewer.player
        wait = self._guesses.wait(player, self._address) if command.code else 0
        if wait:
            said = Refused(command.ref, ErrorCode.TOO_MANY_TRIES, {"seconds": wait})
            self._viewer.answer(said)
            return
        table = await self._lobby.find(player, command)
        if table is None:
            if command.code:
                self._guesses.missed(player, self._address)
            raise NoSuchTableError(command.table)
        await self._visit(table, Asked(self._viewer, command))

    async def _sit_quickly(self, wish: commands.QuickSeat, tried: frozenset[str]) -> None:
        """Go to a table with these rules. One that is full by then sends us to the next."""
        new = as_new_table(wish)
        refused = problem_of(new)
        if refused is not None:
            self._viewer.answer(Refused(wish.ref, refused.code, dict(refused.params)))
            return
        table = await self._lobby.answered(self._viewer.player, wish.ref)
        if table is None and len(tried) < _MOST_TRIES:
            table = best_table(await self._lobby.board.rows(), wish, tried)
        if table is None:
            await self._create(new)
            return
        join = commands.JoinTable(ref=wish.ref, table=table)
        another = partial(self._try_another, wish, tried | {table})
        try:
            await self._visit(table, Asked(self._viewer, join, another))
        except NoSuchTableError:
            another()

    def _try_another(self, wish: commands.QuickSeat, tried: frozenset[str]) -> None:
        """Go on beside the reading of commands; by then the connection may be gone."""
        self._lobby.run(self._answering(wish, self._sit_quickly(wish, tried)))

    async def _visit(self, table: str, work: Asked | Resumed) -> None:
        word = await self._better_place(table)
        if word:
            ref = work.ref if isinstance(work, Resumed) else work.command.ref
            self._viewer.answer(Refused(ref, ErrorCode.ELSEWHERE, {"at": word}))
            return
        await self._lobby.deliver(table, work)
        if self._left:  # nobody would tell the table any more
            self._lobby.vanished(table, self._viewer)
            return
        if table not in self._visited:
            if len(self._visited) >= _MANY:
                self._visited = tuple(filter(self.is_at_hand, self._visited))
            self._visited += (table,)

    async def _better_place(self, table: str) -> str:
        """Return the word by which the person should come back for a table; empty: he is right."""
        places = self._lobby.places
        if places is None or not self._word or self._visited:
            return ""  # who sits at another table already would be lost there
        found = await self._lobby.table(table)
        if found is None:
            return ""
        return await places.better(found.state, self._viewer.player, self._word)

    def _refuse(self, command: GreetedCommand, code: ErrorCode) -> None:
        self._viewer.answer(Refused(command.ref, code))
