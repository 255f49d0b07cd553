"""Clocks and absences where nodes share a store: whoever drives, time is the store's."""

from __future__ import annotations

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.fellowship import Game, Node, SharedStore, begun, facts, seconds
from tests.server.house import on_turn

from rummy500.protocol import acts, commands
from rummy500.protocol.happenings import Gone, Person
from rummy500_server.store import records
from rummy500_server.store.ports import Gone as NoTable
from rummy500_server.table.chores import LATE
from rummy500_server.table.evolve import blank, fold
from rummy500_server.table.mailbox import Reminded


CLOCK = {"turn_seconds": "15", "reserve_seconds": "0"}


@pytest.fixture
def store(clock: StillClock) -> SharedStore:
    return SharedStore(clock)


async def run_out(store: SharedStore, game: Game) -> list[int]:
    """Return how late, after its deadline, each time ran out, in milliseconds of the store."""
    journal = await store.load(game.id)
    assert not isinstance(journal, NoTable)
    late = []
    state = blank(game.id)
    for stored in journal.entries:
        for fact in records.read_entry(stored.entry).facts:
            if isinstance(fact, records.TimeRanOut):
                assert state.deadline is not None
                assert fact.seat == state.on_turn
                late.append(stored.time - state.deadline)
        state = fold(state, stored)
    return late


async def move_to(game: Game, seat: int) -> None:
    """Let people play until a seat is on turn."""
    while on_turn(game.table) != seat:
        mover, node, table = game.mover()
        await node.do(mover, table, commands.Play, table="t", act=acts.Stock())
        own = mover.news[-1].own
        assert own is not None
        await node.do(mover, table, commands.Play, table="t", act=acts.Discard(own.cards[0]))


async def test_a_turn_runs_out_once_though_two_nodes_know_of_it(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    game = await begun(pair, options=CLOCK)
    await seconds(clock, 20)
    for table in (game.table, game.twin):
        table.submit(Reminded())
    await settle()
    late = await run_out(store, game)
    assert len(late) == 1
    assert LATE <= late[0] <= LATE + 1_000
    assert game.table.state == game.twin.state


async def test_a_node_whose_clock_is_ahead_plays_for_nobody_too_early(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    """Only the store's time counts, whatever a node believes between two beats."""
    game = await begun(pair, options=CLOCK)
    for _ in range(14):
        game.here.lobby._world.time.told(clock.wall() + 10_000)
        game.table.submit(Reminded())
        await settle()
        await clock.move(1)
    assert await run_out(store, game) == []
    await seconds(clock, 4)
    assert len(await run_out(store, game)) == 1


async def test_another_node_goes_on_with_the_clock_and_gives_the_lost_time_back(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    """The node that drives falls; the person on turn is at the other one and keeps silent."""
    game = await begun(pair, options=CLOCK)
    await move_to(game, 1)
    began = game.twin.state.deadline
    assert began is not None
    await seconds(clock, 5)
    await game.here.fall()
    await seconds(clock, 7)
    state = game.twin.state
    assert state.driver == game.there.lobby.node
    assert state.deadline is not None
    assert 2_000 <= state.deadline - began <= 7_000
    await seconds(clock, 16)
    late = await run_out(store, game)
    assert len(late) == 1
    assert late[0] >= LATE


async def test_who_was_at_a_node_that_fell_has_a_clock_that_stands(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    """Ana is on turn and her server falls: she loses no time, until a computer holds her seat."""
    game = await begun(pair, options=CLOCK)
    await move_to(game, 0)
    await seconds(clock, 5)
    await game.here.fall()
    await seconds(clock, 12)
    ana = Person("Ana", here=False, gone=Gone.SERVER)
    assert game.beto.news[-1].now.seats[0] == ana
    state = game.twin.state
    assert state.clock is not None
    assert state.clock.runs_from is None
    assert state.clock.left >= 8_000
    back = Onlooker("ana")
    await game.there.at(game.id, back)
    turn = back.news[-1].times.turn  # type: ignore[union-attr] - a clock
    assert turn is not None
    assert turn.runs
    assert turn.left >= 8_000
    assert await run_out(store, game) == []


async def test_the_seat_of_who_does_not_come_back_from_a_fall_is_held(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    game = await begun(pair)
    await move_to(game, 0)
    await game.here.fall()
    await seconds(clock, 30)
    held = [f for f in await facts(store, game.id) if isinstance(f, records.SeatHeld)]
    assert [fact.seat for fact in held] == [0]
    assert on_turn(game.twin) == 1
    back = Onlooker("ana")
    await game.there.at(game.id, back)
    assert back.news[-1].now.seats[0] == Person("Ana", here=True)
    assert await run_out(store, game) == []
