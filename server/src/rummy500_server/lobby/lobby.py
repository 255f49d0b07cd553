"""The tables of this node: made, found, woken from the store, let go."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from itertools import accumulate, takewhile
from typing import Any, Final

import msgspec
import structlog

from rummy500.engine.options import OptionError, TableOptions, check_table
from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.limits import MAX_UPDATE_BYTES
from rummy500.protocol.tables import TableRow
from rummy500.protocol.translate import options_from_wire
from rummy500_server.bots.levels import LEVELS
from rummy500_server.clock import Clock
from rummy500_server.store.ports import Gone, MatchArchive, Status, Store, Stored, StoreError
from rummy500_server.store.records import FORMAT, Cause, Entry, RecordError, write_entry
from rummy500_server.table import news
from rummy500_server.table.actor import Table, World
from rummy500_server.table.decide import Asker, No, Plan, found, level_refused, option_refused
from rummy500_server.table.driver import Pace
from rummy500_server.table.evolve import JournalError, blank, checked, fold, fold_entry
from rummy500_server.table.mailbox import Asked, Deserted, Resumed, Vanished
from rummy500_server.table.names import clean_table_name
from rummy500_server.table.ports import Dice, Thinker, Viewer, draw_code, draw_mark
from rummy500_server.table.record import Recorder, hands_of, record_name
from rummy500_server.table.state import Stage, TableState


log = structlog.get_logger(__name__)

MOST_ROWS: Final = 200
"""Tables in one list,"""
MOST_ROW_BYTES: Final = MAX_UPDATE_BYTES // 2
"""and what they may take: long names and many options must not make a list that nobody reads."""
MOST_SEATS: Final = 8
"""Tables at which one person may sit at once."""
_ID_DIGITS: Final = 15
"""Of SHA-256, in hex: 60 bits."""
_PIECE: Final = 256
"""Entries that are folded in one go: some milliseconds."""


class NoSuchTableError(LookupError):
    """There is no such table, or no longer."""


_rows: Final = msgspec.msgpack.Decoder(TableRow)


@dataclass(frozen=True, slots=True)
class Means:
    """What a lobby works with."""

    node: str
    """Id of this node: another one at each start, or nobody would notice that all were cut off."""
    store: Store
    archive: MatchArchive
    recorder: Recorder
    clock: Clock
    dice: Dice
    thinker: Thinker
    pace: Pace
    most_tables: int
    """Tables that may be awake at once."""


class Lobby:
    """All tables at this node."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._store = means.store
        self._dice = means.dice
        self._tables: dict[str, asyncio.Future[Table | None]] = {}
        """Those that are awake; a table on its way from the store is a future that is not done."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.node = means.node
        self._world = World(
            node=self.node,
            store=means.store,
            clock=means.clock,
            dice=means.dice,
            thinker=means.thinker,
            pace=means.pace,
            match_over=self._match_over,
            gone=self._gone,
        )

    # --- questions -------------------------------------------------------------------------------

    async def open_tables(self) -> tuple[TableRow, ...]:
        """Return the tables that are open to all: those that wait first."""
        rows = await self._store.rows(MOST_ROWS)
        sizes = accumulate(map(len, rows))
        fitting = zip(rows, takewhile(lambda size: size <= MOST_ROW_BYTES, sizes), strict=False)
        return tuple(_rows.decode(row) for row, _ in fitting)

    async def tables_of(self, player: str) -> tuple[str, ...]:
        """Return the tables at which a person sits."""
        return await self._store.tables_of(player)

    async def find(self, player: str, command: commands.JoinTable) -> str | None:
        """Return the table that somebody wants to join, by id or by code.

        A private table is found by its code alone, and by its id for those who sit there already.
        """
        if command.code:
            return await self._store.table_of_code(command.code.strip().upper())
        table = await self.table(command.table)
        if table is None:
            return None
        private = table.state.code and table.state.seat_of(player) is None
        return None if private else command.table

    def vanished(self, table: str, viewer: Viewer) -> None:
        """Tell a table that a connection is gone; one that sleeps need not hear of it."""
        known = self._tables.get(table)
        if known is not None and known.done() and known.exception() is None:
            found = known.result()
            if found is not None:
                found.submit(Vanished(viewer))

    async def deliver(self, table: str, work: Asked | Resumed) -> None:
        """Hand work to a table, waking it if need be.

        Raises:
            StoreError: the table can't be woken.
            NoSuchTableError: there is none.

        """
        while True:
            found = await self.table(table)
            if found is None:
                raise NoSuchTableError(table)
            if found.submit(work):
                return

    async def table(self, table: str) -> Table | None:
        """Return a table, woken from the store if it sleeps; None if there is none."""
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = asyncio.get_running_loop().create_future()
            self._run(self._wake(table, known))
        return await asyncio.shield(known)

    # --- making tables ---------------------------------------------------------------------------

    async def create(self, viewer: Viewer, command: commands.CreateTable) -> str | No:
        """Make a table. The same command again leads to the same table.

        Raises:
            StoreError: the store can't be reached.

        """
        refused = _create_problem(command)
        if refused is not None:
            return refused
        table = _id_from(viewer.player, command.ref)
        if await self.table(table) is not None:
            return table
        crowded = not await self._has_room(viewer.player)
        full = len(self._tables) >= self._means.most_tables
        if crowded or (full and not self._end_a_deserted_one()):
            return No(ErrorCode.SERVER_FULL)
        plan = await self._first_plan(viewer, command)
        return await self._found(table, plan, Cause(viewer.player, command.ref, plan.sat))

    async def _has_room(self, player: str) -> bool:
        """Return whether a person may sit at one more table.

        Who has too many gives up the oldest of those that he left alone with computer players:
        people close a window on a match, and begin another.
        """
        seated = await self._store.tables_of(player)
        spare = len(seated) + 1 - MOST_SEATS
        for table in seated:
            if spare <= 0:
                break
            found = await self.table(table)
            if found is None or found.state.anybody_here or len(found.state.people()) > 1:
                continue
            spare -= found.submit(Deserted(found.state.step))
        return spare <= 0

    def _end_a_deserted_one(self) -> bool:
        """Let go at once of a table that waits for its first match without anybody there.

        Otherwise whoever makes tables and hangs up keeps everybody else from making any.
        """
        for known in self._tables.values():
            table = known.result() if known.done() else None
            if table is None or table.state.anybody_here or table.state.stage is not Stage.WAITING:
                continue
            if table.submit(Deserted(table.state.step)):
                return True
        return False

    async def _first_plan(self, viewer: Viewer, command: commands.CreateTable) -> Plan:
        asker = Asker(viewer.player, viewer.name, self.node)
        code = await self._free_code() if command.private else ""
        return found(command, asker, clean_table_name(command.name, viewer.name), code)

    async def _found(self, table: str, plan: Plan, cause: Cause) -> str | No:
        mark = draw_mark(self._dice)
        entry = Entry(FORMAT, cause, plan.facts)
        data = write_entry(entry)
        state = fold_entry(blank(table), Stored(1, mark, b"", 0, data), entry)
        outcome = await self._store.create(table, mark, data, news.listing(state))
        return No(ErrorCode.NO_SUCH_TABLE) if isinstance(outcome, Gone) else table

    async def _free_code(self) -> str:
        while True:
            code = draw_code(self._dice)
            if await self._store.table_of_code(code) is None:
                return code

    # --- waking and letting go -------------------------------------------------------------------

    async def start(self) -> None:
        """Wake the tables that wait for people, so that nobody finds one that is deserted.

        Tables with a match sleep until one of their people comes back.
        """
        for status in (Status.WAITING, Status.DONE):
            for table in await self._store.tables_in(status):
                await self.table(table)

    async def close(self) -> None:
        """Finish what is being stored and let all tables go."""
        for known in list(self._tables.values()):
            table = known.result() if known.done() and not known.cancelled() else None
            if table is not None:
                await table.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)

    async def _wake(self, table: str, known: asyncio.Future[Table | None]) -> None:
        try:
            journal = await self._store.load(table)
            found = None
            if not isinstance(journal, Gone):
                found = await self._woken(await _folded(table, journal.entries))
        except (RecordError, JournalError):
            # Left as it is in the store, for whoever can make something of it.
            log.exception("table_unreadable", table=table)
            self._tables.pop(table, None)
            known.set_result(None)
            return
        except Exception as error:  # whoever waits for the table must hear of it
            self._tables.pop(table, None)
            known.set_exception(error)
            known.exception()  # it may be that nobody waits any more
            return
        if found is None:
            self._tables.pop(table, None)
        known.set_result(found)

    async def _woken(self, state: TableState) -> Table | None:
        if state.ended:  # the server fell between the end of the table and its removal
            await self._store.retire(state.table)
            return None
        table = Table(self._world, state)
        await table.wake()
        return table

    def _gone(self, state: TableState) -> None:
        self._tables.pop(state.table, None)
        if state.ended:
            self._run(self._retire(state.table))

    async def _retire(self, table: str) -> None:
        try:
            await self._store.retire(table)
        except StoreError as error:
            log.warning("not_retired", table=table, error=str(error))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- finished matches ------------------------------------------------------------------------

    def _match_over(self, state: TableState) -> None:
        self._run(self._keep_record(state))

    async def _keep_record(self, state: TableState) -> None:
        try:
            journal = await self._store.load(state.table)
            if isinstance(journal, Gone):
                return
            record = await asyncio.to_thread(self._record_of, state, journal.entries)
            name = record_name(journal.entries, state.table, state.matches)
            await self._means.archive.keep(name, record)
        except (StoreError, OSError, ValueError):
            log.exception("match_not_kept", table=state.table)

    def _record_of(self, state: TableState, journal: tuple[Stored, ...]) -> str:
        players = len(state.seats)
        hands = hands_of(journal, state.matches, players)
        return self._means.recorder(state.options, players, hands)


async def _folded(table: str, journal: tuple[Stored, ...]) -> TableState:
    """Fold a journal piece by piece: a long one must not keep all other tables waiting."""
    state = blank(table)
    for begin in range(0, len(journal), _PIECE):
        state = reduce(fold, journal[begin : begin + _PIECE], state)
        await asyncio.sleep(0)
    return checked(state)


def _id_from(player: str, ref: int) -> str:
    """Return the id of the table that this command makes, however often it is sent."""
    return sha256(f"table {player} {ref}".encode()).hexdigest()[:_ID_DIGITS]


def _create_problem(command: commands.CreateTable) -> No | None:
    """Return what is wrong with the wishes for a table."""
    try:
        options = options_from_wire(command.preset, command.options)
        _check_supported(options)
        check_table(options, command.seats, len(command.computers))
    except OptionError as error:
        return option_refused(error)
    if len(command.computers) >= command.seats:
        return option_refused(OptionError("computers", str(len(command.computers))))
    return next((level_refused(level) for level in command.computers if level not in LEVELS), None)


def _check_supported(options: TableOptions) -> None:
    """Refuse what this server can't keep yet: no clock is better than one that never rings.

    Raises:
        OptionError: naming the option.

    """
    if options.turn_seconds:
        raise OptionError("turn_seconds", str(options.turn_seconds))  # noqa: EM101 - an option's name
    if options.daily:
        raise OptionError("daily", "on")  # noqa: EM101 - an option's name
