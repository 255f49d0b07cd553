"""Several nodes in one process, a store in memory that they share, and a clock that is moved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import FrailStore, House, on_turn

from rummy500.protocol import commands
from rummy500_server.store import records
from rummy500_server.store.ports import (
    Appended,
    Attempt,
    Beat,
    Conflict,
    Early,
    Gone,
    Head,
    Listener,
    Status,
    Stored,
    StoreError,
)
from rummy500_server.table.actor import Table
from rummy500_server.table.mailbox import Resumed


AWAY = "the store is away"


class SharedStore(FrailStore):
    """A store that tells its nodes of each other, and can lose what it should keep."""

    def __init__(self, clock: StillClock) -> None:
        super().__init__(clock)
        self.away = False
        """Whether nobody can reach it."""
        self.mute = False
        """Whether notices are lost."""
        self.refreshed: list[str] = []
        self.words: dict[str, str] = {}
        self._ears: dict[str, list[Listener]] = {}
        self._beats: dict[str, int] = {}

    async def append(self, table: str, attempt: Attempt) -> Appended | Conflict | Early | Gone:
        self._reach()
        outcome = await super().append(table, attempt)
        if isinstance(outcome, Appended) and attempt.told and not self.mute:
            self.tell(table, self._tables[table].entries[-1])
        return outcome

    def tell(self, table: str, stored: Stored) -> None:
        for ear in self._ears.get(table, ()):
            asyncio.get_running_loop().call_soon(ear.heard, stored)

    async def watch(self, table: str, listener: Listener) -> None:
        self._reach()
        self._ears.setdefault(table, []).append(listener)

    def unwatch(self, table: str, listener: Listener) -> None:
        self._ears[table].remove(listener)

    def rewind(self, table: str, versions: int) -> None:
        """Lose the last entries, as after a failover: all connections are cut by that."""
        del self._tables[table].entries[-versions:]
        for ear in self._ears.get(table, ()):
            ear.deaf()

    async def beat(self, node: str) -> Beat:
        self._reach()
        now = self._clock.wall()
        before = self._beats.get(node)
        self._beats[node] = now
        return Beat(now, before, dict(self._beats))

    async def bow_out(self, node: str) -> None:
        self._reach()
        self._beats.pop(node, None)

    async def reach(self, node: str, word: str) -> None:
        self._reach()
        self.words[node] = word

    async def reached(self, node: str) -> str:
        self._reach()
        return self.words.get(node, "")

    async def heads(self, offset: int, limit: int) -> tuple[Head, ...]:
        self._reach()
        kept = list(self._tables.items())[offset : offset + limit]
        return tuple(
            Head(
                table,
                one.entries[-1].time,
                Status(one.listing.status),
                one.listing.driver,
                one.listing.present,
            )
            for table, one in kept
        )

    async def heal(self) -> None:
        self._reach()

    async def refresh(self, tables: Sequence[str]) -> None:
        self._reach()
        self.refreshed = list(tables)

    def _reach(self) -> None:
        if self.away:
            raise StoreError(AWAY)


class Node(House):
    """One of several nodes."""

    async def fall(self) -> None:
        """Do nothing any more, as a process that was killed."""
        watchman = self.lobby._watchman
        assert watchman is not None
        task = watchman._pulse._task
        assert task is not None
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        for known in self.lobby._tables.values():
            table = known.result()
            assert table is not None
            table._closed = True
            table._driver.close()

    async def at(self, table: str, person: Onlooker) -> Table:
        """Let a person come (back) to a table at this node."""
        found = await self.lobby.table(table)
        assert found is not None
        self.refs += 1
        await self.lobby.deliver(table, Resumed(person, self.refs))
        await settle()
        again = await self.lobby.table(table)
        assert again is not None
        return again

    async def join(self, table: str, person: Onlooker) -> Table:
        """Let a person sit down."""
        found = await self.lobby.table(table)
        assert found is not None
        await self.do(person, found, commands.JoinTable)
        return found


@asynccontextmanager
async def nodes(store: SharedStore, clock: StillClock, count: int = 2) -> AsyncIterator[list[Node]]:
    """Start nodes; they have beaten for so long that they may judge each other."""
    made = [Node(store, clock, nodes=store) for _ in range(count)]
    for node in made:
        await node.lobby.start()
    await seconds(clock, 6)
    try:
        yield made
    finally:
        store.away = False
        for node in made:
            await node.lobby.close()


async def seconds(clock: StillClock, count: int) -> None:
    """Let so many seconds pass, one after the other."""
    for _ in range(count):
        await clock.move(1)


@dataclass
class Game:
    """Ana at the first node and Beto at the second one, and a match that has begun."""

    here: Node
    there: Node
    table: Table
    """As it is at the first node,"""
    twin: Table
    """and at the second one."""
    ana: Onlooker
    beto: Onlooker

    @property
    def id(self) -> str:
        return self.table.state.table

    def mover(self) -> tuple[Onlooker, Node, Table]:
        """Return who is on turn, and where."""
        if on_turn(self.table) == 0:
            return self.ana, self.here, self.table
        return self.beto, self.there, self.twin


async def begun(pair: list[Node], seats: int = 2, **wishes: object) -> Game:
    here, there = pair
    ana, beto = Onlooker("ana"), Onlooker("beto")
    table = await here.table(ana, seats, **wishes)
    twin = await there.join(table.state.table, beto)
    await here.do(ana, table, commands.Start, table="t")
    assert twin.state == table.state
    return Game(here, there, table, twin, ana, beto)


async def facts(store: SharedStore, table: str) -> list[records.AnyFact]:
    journal = await store.load(table)
    entries = getattr(journal, "entries", ())
    return [fact for stored in entries for fact in records.read_entry(stored.entry).facts]
