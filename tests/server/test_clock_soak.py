"""Clocks and absences by chance: plays, silence, cut lines, a fall of the server, and time.

Whatever happens, the journal alone says when time ran out and who was held, nothing is played for
anybody too early, and a table with somebody at it always goes on.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import FrailStore, House, opened
from tests.support.log_watch import LogWatch

from rummy500.engine.legal import legal_actions
from rummy500.engine.views import view_for
from rummy500.protocol import commands
from rummy500.protocol.translate import action_to_wire
from rummy500_server.store import records
from rummy500_server.store.ports import Gone, Stored
from rummy500_server.table.actor import Table
from rummy500_server.table.chores import LATE, Patience, absences
from rummy500_server.table.evolve import blank, fold, fold_all
from rummy500_server.table.mailbox import Asked, Resumed
from rummy500_server.table.state import Person, Stage, TableState


STEPS = 300
PATIENCE = Patience(20_000, 60_000)
NAMES = ("ana", "beto", "eva")
WISHES = {"turn_seconds": "15", "reserve_seconds": "5", "target_score": "60"}


class Crowd:
    """Three people who play, keep silent, hang up and come back."""

    def __init__(self, house: House, store: FrailStore, seed: int) -> None:
        self.house = house
        self.store = store
        self.dice = Random(seed)
        self.viewers = {name: Onlooker(name) for name in NAMES}
        self.ref = 1000
        self.name = ""

    async def sit_down(self) -> None:
        host, *others = self.viewers.values()
        table = await self.house.table(host, 3, options=WISHES)
        self.name = table.state.table
        for who in others:
            await self.house.do(who, table, commands.JoinTable)
        await self.house.do(host, table, commands.Start, table="t")

    async def step(self) -> None:
        """Let something happen."""
        kind = self.dice.random()
        who = self.viewers[self.dice.choice(NAMES)]
        if kind < 0.25:
            await self.house.clock.move(self.dice.choice((0.4, 3, 9, 14, 30)))
        elif kind < 0.32:
            self.house.lobby.vanished(self.name, who)
        elif kind < 0.42:
            await self.come(who.player)
        elif kind < 0.44:
            self.store.fail_before, self.store.fail_after = self.dice.choice(((1, 0), (0, 1)))
        else:
            await self.play(who)
        await settle()

    async def come(self, player: str) -> None:
        self.ref += 1
        self.viewers[player] = Onlooker(player)
        await self.table()
        work = Resumed(self.viewers[player], self.ref)
        await self.house.lobby.deliver(self.name, work)

    async def play(self, who: Onlooker) -> None:
        table = await self.table()
        state = table.state
        if state.stage is not Stage.HAND:
            kind = commands.Rematch if state.stage is Stage.OVER else commands.Ready
            for each in self.viewers.values():
                self.ref += 1
                table.submit(Asked(each, kind(ref=self.ref, table=self.name)))  # type: ignore[arg-type] - of a table
            return
        seat = state.on_turn
        match = state.match
        if seat is None or match is None or match.hand is None:
            return
        legal = legal_actions(view_for(match.hand, seat))
        self.ref += 1
        act = action_to_wire(self.dice.choice(legal))
        holder = state.seats[seat]
        mover = self.viewers[holder.player] if isinstance(holder, Person) else who
        table.submit(Asked(mover, commands.Play(ref=self.ref, table=self.name, act=act)))

    async def table(self) -> Table:
        """Return the table; a store that fails just then would only be asked again."""
        self.store.fail_before = self.store.fail_after = 0
        table = await self.house.lobby.table(self.name)
        assert table is not None
        return table


@pytest.mark.parametrize("seed", range(10))
async def test_whatever_happens_time_is_kept(
    store: FrailStore, clock: StillClock, seed: int, expect_log: LogWatch
) -> None:
    async with opened(House(store, clock)) as house:
        crowd = Crowd(house, store, seed)
        await crowd.sit_down()
        for _ in range(STEPS // 2):
            await crowd.step()
    async with opened(House(store, clock)) as again:  # the server fell
        crowd.house = again
        for _ in range(STEPS // 2):
            await crowd.step()
        store.fail_before = store.fail_after = 0
        await crowd.come("ana")
        await settle()
        await goes_on(crowd)
        journal = await store.load(crowd.name)
        assert not isinstance(journal, Gone)
        assert fold_all(crowd.name, journal.entries) == (await crowd.table()).state
        check(crowd.name, journal.entries)
        assert not any("fault" in message for message in expect_log.messages)


async def goes_on(crowd: Crowd) -> None:
    """With one silent person there the hand comes to its end, whoever is away."""
    for _ in range(400):
        table = await crowd.table()
        if table.state.stage is not Stage.HAND:
            return
        before = table.state.version
        for _ in range(25):  # a person's clock, his reserve, a grace: none is longer
            await crowd.house.clock.move(1.3)
        assert table.state.version > before
    pytest.fail("the hand has no end")


def check(table: str, journal: tuple[Stored, ...]) -> None:
    """Judge every entry by the state before it and the time that the store gave it."""
    states = [blank(table)]
    for stored in journal:
        states.append(fold(states[-1], stored))
    for (before, after), stored in zip(pairwise(states), journal, strict=True):
        assert after.time >= before.time
        assert all(0 <= left <= 5_000 for left in after.reserves)
        for fact in records.read_entry(stored.entry).facts:
            check_fact(before, stored, fact)
        clock = after.clock
        if clock is not None:
            assert clock.seat == after.on_turn
            assert (clock.runs_from is None) == must_stand(after, clock.seat)


def must_stand(state: TableState, seat: int) -> bool:
    holder = state.seats[seat]
    assert isinstance(holder, Person)
    lost = holder.lost
    return not state.anybody_here or (lost is not None and lost.why is not records.Why.LINE)


def check_fact(before: TableState, stored: Stored, fact: records.AnyFact) -> None:
    match fact:
        case records.TimeRanOut():
            assert fact.seat == before.on_turn
            assert before.deadline is not None
            assert stored.time >= before.deadline + LATE
        case records.SeatHeld():
            (due,) = [c.at for c in absences(before, PATIENCE) if c.seat == fact.seat]
            assert stored.time >= due
        case records.SeatGivenBack():
            assert getattr(before.seats[fact.seat], "held", "")
        case _:
            pass
