"""A node in one process: its lobby over a store in memory, and people who are doubles."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.server.fakes import ChancePlayer, Onlooker, StillClock, settle

from rummy500.engine.legal import legal_actions
from rummy500.engine.options import TableOptions
from rummy500.protocol import commands
from rummy500.protocol.translate import action_to_wire, hand_from_wire
from rummy500.referee.writer import PlayedHand
from rummy500_server.lobby.lobby import Lobby, Means
from rummy500_server.store.match_files import MatchShelf
from rummy500_server.store.memory import MemoryStore
from rummy500_server.store.ports import (
    Appended,
    Attempt,
    Conflict,
    Early,
    Gone,
    NodeStore,
    StoreError,
)
from rummy500_server.table.actor import Table
from rummy500_server.table.driver import Pace
from rummy500_server.table.mailbox import Asked, Resumed
from rummy500_server.table.ports import SeededDice, Thinker
from rummy500_server.table.state import Stage


FULL, CUT = "the disk is full", "the line is cut"
SEEDS = itertools.count()
SECRET = bytes(range(32))
AT_ONCE = Pace(shortest=0, longest=0, deal=0)


class FrailStore(MemoryStore):
    """Fails when it is told to: before it has stored, or after."""

    def __init__(self, clock: StillClock) -> None:
        super().__init__(clock)
        self.fail_before = 0
        self.fail_after = 0

    async def append(self, table: str, attempt: Attempt) -> Appended | Conflict | Early | Gone:
        if self.fail_before:
            self.fail_before -= 1
            raise StoreError(FULL)
        outcome = await super().append(table, attempt)
        if self.fail_after:
            self.fail_after -= 1
            raise StoreError(CUT)
        return outcome


@dataclass
class House:
    """A node."""

    store: FrailStore
    clock: StillClock
    thinker: Thinker = field(default_factory=ChancePlayer)
    shelf: MatchShelf = field(default_factory=MatchShelf)
    pace: Pace = AT_ONCE
    nodes: NodeStore | None = None
    lobby: Lobby = field(init=False)
    refs: int = 100

    def __post_init__(self) -> None:
        self.lobby = Lobby(
            Means(
                node=f"node {next(SEEDS)}",
                store=self.store,
                archive=self.shelf,
                recorder=record,
                clock=self.clock,
                dice=SeededDice(next(SEEDS)),
                secret=SECRET,
                thinker=self.thinker,
                pace=self.pace,
                most_tables=10,
                nodes=self.nodes,
            )
        )

    async def table(self, host: Onlooker, seats: int = 2, **wishes: object) -> Table:
        """Make a table and sit its host down."""
        create = commands.CreateTable(ref=1, name="", seats=seats, **wishes)  # type: ignore[arg-type] - by name
        made = await self.lobby.create(host, create)
        assert isinstance(made, str), made
        table = await self.lobby.table(made)
        assert table is not None
        table.submit(Resumed(host, 1))
        await settle()
        return table

    async def records(self) -> dict[str, str]:
        """Return the records of finished matches, once those on their way are kept."""
        await asyncio.gather(*self.lobby._tasks)
        return dict(self.shelf.records)

    async def do(self, who: Onlooker, table: Table, kind: type, /, **fields: object) -> object:
        """Do a command and return its answer."""
        self.refs += 1
        await self.send(who, table, kind(ref=self.refs, **fields))
        return who.answers[-1]

    async def send(self, who: Onlooker, table: Table, command: commands.AnyCommand) -> object:
        table.submit(Asked(who, command))  # type: ignore[arg-type] - a command of a table
        await settle()
        return who.answers[-1]


def record(options: TableOptions, players: int, hands: list[PlayedHand]) -> str:
    return f"{players} {options.target_score} {[len(hand.plays) for hand in hands]}"


@asynccontextmanager
async def opened(house: House) -> AsyncIterator[House]:
    try:
        yield house
    finally:
        await house.lobby.close()


async def two(house: House, **wishes: object) -> tuple[Onlooker, Onlooker, Table]:
    """Return two people at a table whose match has begun; the first is on turn."""
    ana, beto = Onlooker("ana"), Onlooker("beto")
    table = await house.table(ana, **wishes)
    await house.do(beto, table, commands.JoinTable)
    await house.do(ana, table, commands.Start, table="t")
    match = table.state.match
    assert match is not None
    assert match.hand is not None
    people = (ana, beto)
    return people[match.hand.turn.seat], people[1 - match.hand.turn.seat], table


def on_turn(table: Table) -> int:
    match = table.state.match
    assert match is not None
    assert match.hand is not None
    return match.hand.turn.seat


async def play_to_the_end(house: House, ana: Onlooker, table: Table) -> None:
    """Let Ana play the first legal action whenever it is her turn."""
    while table.state.stage is not Stage.OVER:
        if table.state.stage is Stage.BETWEEN:
            await house.do(ana, table, commands.Ready, table="t")
        elif on_turn(table) == 0:
            await play_one(house, ana, table)
        else:
            await settle()


async def play_one(house: House, who: Onlooker, table: Table) -> None:
    """Let somebody play the first legal action."""
    news = who.news[-1]
    assert news.now.hand is not None
    view = hand_from_wire(news.now.hand, news.own, table.state.options)
    act = action_to_wire(legal_actions(view)[0])
    await house.do(who, table, commands.Play, table="t", act=act)
