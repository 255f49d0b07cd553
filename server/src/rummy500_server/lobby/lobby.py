"""The tables of this node: made, found, woken from the store, let go."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Final

import structlog

from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500_server.clock import Clock
from rummy500_server.lobby.abandoned import DAY, abandoned
from rummy500_server.lobby.board import Board
from rummy500_server.lobby.keeping import Keeper
from rummy500_server.lobby.places import Places
from rummy500_server.lobby.pulse import Pulse
from rummy500_server.lobby.waking import ServerEndingError, id_from, woken
from rummy500_server.lobby.watchman import Watchman
from rummy500_server.lobby.wishes import problem_of
from rummy500_server.store.ports import (
    Gone,
    MatchArchive,
    NodeStore,
    Status,
    Store,
    Stored,
    StoreError,
)
from rummy500_server.store.records import (
    FORMAT,
    Cause,
    DriverNamed,
    Entry,
    RecordError,
    write_entry,
)
from rummy500_server.table import news
from rummy500_server.table.actor import Table
from rummy500_server.table.chance import TableChance
from rummy500_server.table.decide import Asker, No, Plan, found
from rummy500_server.table.driver import Pace
from rummy500_server.table.evolve import JournalError, blank, fold_entry
from rummy500_server.table.mailbox import Asked, Closed, Deserted, Removed, Resumed, Vanished
from rummy500_server.table.names import clean_table_name
from rummy500_server.table.nodes import Alone, Nodes
from rummy500_server.table.ports import Dice, Thinker, Viewer, draw_code, draw_mark
from rummy500_server.table.record import Recorder
from rummy500_server.table.state import Stage, TableState
from rummy500_server.table.store_time import StoreTime
from rummy500_server.table.world import World


log = structlog.get_logger(__name__)

SWEEP: Final = 3600.0
"""Seconds between two looks for matches that everybody has forgotten."""
MOST_SEATS: Final = 8
"""Tables at which one person may sit at once."""
_DRAIN_LIMIT: Final = 2.0
"""Seconds in which all tables are given away."""


class NoSuchTableError(LookupError):
    """There is no such table, or no longer."""


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
    secret: bytes
    """From which the cards of a day follow (R49)."""
    thinker: Thinker
    pace: Pace
    most_tables: int
    """Tables that may be awake at once."""
    nodes: NodeStore | None = None
    """Where nodes hear of each other; None: no other can use the store."""


class Lobby:
    """All tables at this node."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._store = means.store
        self._dice = means.dice
        self._tables: dict[str, asyncio.Future[Table | None]] = {}
        """Those that are awake; a table on its way from the store is a future that is not done."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self.board = Board(means.store, means.clock)
        self._keeper = Keeper(means.store, means.archive, means.recorder)
        self._draining = False
        self.node = means.node
        time = StoreTime(means.clock)
        self._watchman: Watchman | None = None
        self.places: Places | None = None
        nodes: Nodes = Alone(means.node)
        if means.nodes is not None:
            pulse = Pulse(means.node, means.nodes, means.clock, time)
            self._watchman = Watchman(means.nodes, pulse, self._awake, self.table)
            self.places = Places(pulse, means.nodes, means.clock)
            nodes = pulse
        self._world = World(
            node=self.node,
            store=means.store,
            clock=means.clock,
            time=time,
            nodes=nodes,
            dice=TableChance(means.dice, means.secret, time),
            thinker=means.thinker,
            pace=means.pace,
            match_over=self._match_over,
            gone=self._gone,
        )

    # --- questions -------------------------------------------------------------------------------

    async def tables_of(self, player: str) -> tuple[str, ...]:
        """Return the tables at which a person sits."""
        return await self._store.tables_of(player)

    async def answered(self, player: str, ref: int) -> str | None:
        """Return the table at which a person got a seat by this command before, if there is one."""
        for table in await self._store.tables_of(player):
            found = await self.table(table)
            if found is not None and found.state.answer_to(player, ref) is not None:
                return table
        return None

    async def find(self, player: str, command: commands.JoinTable) -> str | None:
        """Return the table that somebody wants to join, by id or by code.

        A private table is found by its code alone, and by its id for those who sit there already.
        """
        if command.code:
            return await self._store.table_of_code(command.code.strip().upper())
        table = await self.table(command.table)
        if table is None or (table.state.code and table.state.seat_of(player) is None):
            return None
        return command.table

    def vanished(self, table: str, viewer: Viewer) -> None:
        """Tell a table that a connection is gone; one that sleeps need not hear of it."""
        found = self._if_awake(table)
        if found is not None:
            found.submit(Vanished(viewer))

    def at_hand(self, table: str) -> Table | None:
        """Return a table that is awake and can be given work; None: ask for it with patience."""
        return None if self._draining else self._if_awake(table)

    def _if_awake(self, table: str) -> Table | None:
        known = self._tables.get(table)
        if known is None or not known.done() or known.exception() is not None:
            return None
        return known.result()

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
        if self._draining:
            raise ServerEndingError(table)
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = asyncio.get_running_loop().create_future()
            self.run(self._wake(table, known))
        elif known.done():
            return known.result()
        return await asyncio.shield(known)

    # --- orders of those who run the server ------------------------------------------------------

    def awake(self) -> Iterator[TableState]:
        """Yield the tables that are awake here."""
        return (table.state for table in self._awake())

    def _awake(self) -> Iterator[Table]:
        return (found for table in tuple(self._tables) if (found := self._if_awake(table)))

    async def remove(self, player: str) -> int:
        """Take a person's seats away, and return how many.

        Raises:
            StoreError: the store can't be reached.

        """
        seated = await self._store.tables_of(player)
        return sum([await self._order(table, Removed(player)) for table in seated])

    async def close_table(self, table: str) -> int:
        """End a table; return 1, or 0 if there is none.

        Raises:
            StoreError: the store can't be reached.

        """
        return int(await self._order(table, Closed()))

    async def _order(self, table: str, work: Removed | Closed) -> bool:
        return (found := await self.table(table)) is not None and found.submit(work)

    # --- making tables ---------------------------------------------------------------------------

    async def create(self, viewer: Viewer, command: commands.CreateTable) -> str | No:
        """Make a table. The same command again leads to the same table.

        Raises:
            StoreError: the store can't be reached.

        """
        refused = problem_of(command)
        if refused is not None:
            return refused
        table = id_from(viewer.player, command.ref)
        if await self.table(table) is not None:
            return table
        crowded = not await self._has_room(viewer.player)
        full = len(self._tables) >= self._means.most_tables
        if crowded or (full and not self._end_a_deserted_one()):
            return No(ErrorCode.SERVER_FULL)
        plan = await self._first_plan(viewer, command)
        if self._world.nodes.shared:
            plan = plan._replace(facts=(*plan.facts, DriverNamed(self.node)))
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
        for table in self._awake():
            state = table.state
            empty = not state.anybody_here and state.stage is Stage.WAITING
            if empty and table.submit(Deserted(state.step)):
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

        Tables with a match sleep until one of their people comes back. Where nodes share the store
        each looks after what nobody looks after.
        """
        if self._watchman is not None:
            await self._watchman.begin()
        else:
            for status in (Status.WAITING, Status.DONE):
                for table in await self._store.tables_in(status):
                    await self.table(table)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def _sweep(self) -> None:
        """End from time to time what everybody has forgotten."""
        while True:
            try:
                await self._end_abandoned()
            except StoreError as error:
                log.warning("not_swept", error=str(error))
            except Exception:  # one table with a fault must not keep all others for ever
                log.exception("sweep_fault")
            await self._means.clock.sleep(SWEEP)

    async def _end_abandoned(self) -> None:
        for table in await abandoned(self._store, self._world.time.now() - DAY):
            found = await self.table(table)
            if found is not None and not found.state.anybody_here:
                found.submit(Deserted(found.state.step))

    async def drain(self) -> None:
        """Give what other nodes can go on with into their hands: this one ends.

        From here on no table is woken.
        """
        if self._watchman is None:
            return
        self._draining = True
        drains = [asyncio.create_task(table.drain()) for table in self._awake()]
        if drains:
            await asyncio.wait(drains, timeout=_DRAIN_LIMIT)
        await self._watchman.end()

    async def close(self) -> None:
        """Finish what is being stored and let all tables go."""
        self.board.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._watchman is not None:
            await self._watchman.end()
        for table in self._awake():
            await table.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)

    async def _wake(self, table: str, known: asyncio.Future[Table | None]) -> None:
        try:
            found = await woken(self._world, table)
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

    def _gone(self, state: TableState) -> None:
        self._tables.pop(state.table, None)
        if state.ended:
            self.run(self._retire(state.table))

    async def _retire(self, table: str) -> None:
        try:
            await self._store.retire(table)
        except StoreError as error:
            log.warning("not_retired", table=table, error=str(error))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside what is being done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _match_over(self, state: TableState) -> None:
        self.run(self._keeper.keep(state))
