"""The clock of a turn: what it costs and when it stands (O24, O29)."""

from __future__ import annotations

import pytest
from tests.server.clocked import CLOCK, deeds, discard, draw, turn_time
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import FrailStore, House, on_turn, opened, play_one, two
from tests.support.log_watch import LogWatch

from rummy500.protocol import commands, happenings as did
from rummy500.protocol.tables import TurnTime
from rummy500.protocol.updates import Accepted
from rummy500_server.store import records
from rummy500_server.table.actor import Table
from rummy500_server.table.decide import Plan
from rummy500_server.table.driver import Pace
from rummy500_server.table.mailbox import Reminded, Resumed, Vanished


async def test_a_silent_seat_is_played_for_a_second_after_its_time(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house, options=CLOCK)
    seat, version = on_turn(table), table.state.version
    assert turn_time(other) == TurnTime(seat, 15_000, 10_000, runs=True)
    await clock.move(25.9)
    assert table.state.version == version
    await clock.move(0.2)
    assert deeds(other) == deeds(mover) == [did.TimeRanOut, did.DrewStock, did.CardDiscarded]
    assert on_turn(table) == 1 - seat
    assert turn_time(other) == TurnTime(1 - seat, 15_000, 10_000, runs=True)


async def test_a_move_in_the_last_moment_counts_and_no_second_is_lost(
    house: House, clock: StillClock
) -> None:
    """T23, T24: the time is up, but the move comes before it is played for."""
    mover, other, table = await two(house, options=CLOCK)
    seat = on_turn(table)
    assert isinstance(await draw(house, mover, table), Accepted)
    await clock.move(25.999)
    assert isinstance(await discard(house, mover, table), Accepted)
    version = table.state.version
    await clock.move(2)
    assert table.state.version == version
    assert on_turn(table) == 1 - seat
    assert table.state.reserves[seat] == 0
    assert other.news[-1].now.reserves == table.state.reserves


@pytest.mark.parametrize("first", ["move", "time"])
async def test_move_and_end_of_time_in_one_moment_have_one_outcome(
    house: House, clock: StillClock, first: str
) -> None:
    """T24: in both orders."""
    mover, other, table = await two(house, options=CLOCK)
    seat = on_turn(table)
    await draw(house, mover, table)
    before = table.state.version
    clock.time += 26.5  # nobody has been woken yet
    if first == "time":
        table.submit(Reminded())
    answer = await discard(house, mover, table)
    table.submit(Reminded())
    await settle()
    assert table.state.version == before + 1
    assert on_turn(table) == 1 - seat
    assert isinstance(answer, Accepted) == (first == "move")
    kinds = [did.CardDiscarded] if first == "move" else [did.TimeRanOut, did.CardDiscarded]
    assert deeds(other) == kinds


async def test_the_reserve_goes_down_only_after_the_time_of_the_turn(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house, options=CLOCK)
    seat = on_turn(table)
    await clock.move(14)
    await draw(house, mover, table)
    assert turn_time(other) == TurnTime(seat, 1_000, 10_000, runs=True)
    await clock.move(4)
    table.submit(Resumed(other, 9))
    await settle()
    assert turn_time(other) == TurnTime(seat, 0, 7_000, runs=True)
    await discard(house, mover, table)
    assert table.state.reserves[seat] == 7_000
    assert table.state.reserves[1 - seat] == 10_000
    # The other one is quick: nothing is taken, and what is left stays.
    await draw(house, other, table)
    await discard(house, other, table)
    assert table.state.reserves == ((7_000, 10_000) if seat == 0 else (10_000, 7_000))
    await clock.move(15 + 7 + 1.1)
    assert deeds(other)[0] is did.TimeRanOut
    assert table.state.reserves[seat] == 0


async def test_every_hand_brings_the_reserve_anew(house: House, clock: StillClock) -> None:
    wishes = {**CLOCK, "reserve_seconds": "5", "idle_rounds": "1"}
    mover, other, table = await two(house, options=wishes)
    number = table.state.match.number  # type: ignore[union-attr] - it runs
    await clock.move(21.1)
    assert 0 in table.state.reserves
    while table.state.on_turn is not None:
        await clock.move(21.1)
    for who in (mover, other):
        await house.do(who, table, commands.Ready, table="t")
    assert table.state.match.number == number + 1  # type: ignore[union-attr] - it runs
    assert table.state.reserves == (5_000, 5_000)


async def test_turn_after_turn_runs_out_and_the_match_goes_on(
    house: House, clock: StillClock
) -> None:
    """T27, T28."""
    _, other, table = await two(house, options={**CLOCK, "reserve_seconds": "0"})
    for _ in range(6):
        seat = on_turn(table)
        await clock.move(16.1)
        assert deeds(other)[0] is did.TimeRanOut
        assert on_turn(table) == 1 - seat


async def test_a_table_without_a_clock_waits_for_ever(house: House, clock: StillClock) -> None:
    _, other, table = await two(house)
    version = table.state.version
    await clock.move(100_000)
    assert table.state.version == version
    assert other.news[-1].times is None
    assert other.news[-1].now.reserves == ()


async def test_an_old_reminder_does_nothing_in_the_next_turn(
    house: House, clock: StillClock
) -> None:
    """T25."""
    mover, _, table = await two(house, options=CLOCK)
    await clock.move(20)
    await draw(house, mover, table)
    await discard(house, mover, table)
    version = table.state.version
    for _ in range(3):
        table.submit(Reminded())
    await clock.move(6.5)  # the old turn would have run out
    assert table.state.version == version


# --- when it stands -------------------------------------------------------------------------------


async def test_a_lost_connection_does_not_stop_the_clock(house: House, clock: StillClock) -> None:
    mover, other, table = await two(house, options={**CLOCK, "reserve_seconds": "0"})
    await clock.move(10)
    table.submit(Vanished(mover))
    await settle()
    await clock.move(6.1)
    assert deeds(other)[0] is did.TimeRanOut


async def test_without_anybody_the_clock_stands_and_goes_on_with_five_seconds(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house, options={**CLOCK, "reserve_seconds": "0"})
    seat = on_turn(table)
    await clock.move(14)
    for who in (mover, other):
        table.submit(Vanished(who))
    await settle()
    await clock.move(3600)
    await house.lobby.deliver(table.state.table, Resumed(other, 7))
    await settle()
    awake = await house.lobby.table(table.state.table)
    assert awake is not None
    assert awake.state.version == table.state.version + 1
    assert turn_time(other) == TurnTime(seat, 5_000, 0, runs=True)
    await clock.move(5.9)
    assert on_turn(awake) == seat
    await clock.move(0.2)
    assert on_turn(awake) == 1 - seat


async def test_a_restart_in_mid_turn_gives_the_lost_time_back(
    store: FrailStore, clock: StillClock
) -> None:
    """T20: what has passed since the last entry is given back, and it fires once."""
    async with opened(House(store, clock)) as house:
        mover, other, table = await two(house, options=CLOCK)
        seat = on_turn(table)
        await clock.move(10)
        await draw(house, mover, table)
        await clock.move(3)
        await table.close()  # a fall: nothing is said to the journal
    await clock.move(500)
    async with opened(House(store, clock)) as again:
        for who in (mover, other):
            await again.lobby.deliver(table.state.table, Resumed(who, 8))
        await settle()
        awake = await again.lobby.table(table.state.table)
        assert awake is not None
        assert turn_time(other) == TurnTime(seat, 5_000, 10_000, runs=True)
        version = awake.state.version
        await clock.move(15.9)
        assert awake.state.version == version
        await clock.move(0.2)
        assert deeds(other) == [did.TimeRanOut, did.CardDiscarded]
        await clock.move(5)
        assert awake.state.version == version + 1


async def test_what_a_dead_node_kept_from_the_turn_comes_back_as_a_credit(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house, options=CLOCK)
    seat = on_turn(table)
    began = table.state.time
    await clock.move(10)
    await add(table, records.TimeCredited(began + 6_000))
    assert turn_time(other) == TurnTime(seat, 9_000, 10_000, runs=True)
    # Twice for the same time: what was given is not given again.
    await clock.move(1)
    await add(table, records.TimeCredited(began + 6_000))
    assert turn_time(other) == TurnTime(seat, 9_000, 10_000, runs=True)
    await clock.move(1)
    await draw(house, mover, table)
    assert turn_time(other) == TurnTime(seat, 8_000, 10_000, runs=True)


async def test_while_a_server_lost_the_seat_on_turn_its_clock_stands(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house, options=CLOCK)
    seat = on_turn(table)
    await clock.move(5)
    await add(table, records.PersonLost(seat, records.Why.NODE, table.state.time + 3_000))
    assert turn_time(other) == TurnTime(seat, 12_000, 10_000, runs=False)
    await clock.move(15)
    table.submit(Resumed(Onlooker(mover.player), 9))
    await settle()
    assert turn_time(other) == TurnTime(seat, 12_000, 10_000, runs=True)


async def add(table: Table, *facts: records.AnyFact) -> None:
    """Let somebody else add to the journal, as another node does."""
    assert await table._add(Plan(facts))
    await settle()


# --- trouble --------------------------------------------------------------------------------------


async def test_what_could_not_be_stored_is_played_for_a_little_later(
    house: House, store: FrailStore, clock: StillClock, expect_log: LogWatch
) -> None:
    _, other, table = await two(house, options=CLOCK)
    version = table.state.version
    store.fail_before = 1
    await clock.move(26.1)
    assert table.state.version == version
    await clock.move(0.6)
    assert table.state.version == version + 1
    assert deeds(other)[0] is did.TimeRanOut


async def test_a_clock_that_runs_ahead_of_the_store_fires_not_before_the_store_says_so(
    house: House, store: FrailStore, clock: StillClock
) -> None:
    """Only the store's time counts: ten seconds ahead here are nothing there."""
    _, other, table = await two(house, options=CLOCK)
    version = table.state.version
    table._world.time.told(clock.wall() + 10_000)
    for _ in range(25):
        await clock.move(1)
    assert table.state.version == version
    await clock.move(1.1)
    assert table.state.version == version + 1
    assert deeds(other)[0] is did.TimeRanOut


async def test_a_computer_takes_its_own_time_and_has_no_clock(
    store: FrailStore, clock: StillClock
) -> None:
    """A pause that is longer than the clock of a turn is nobody's end of time."""
    slow = Pace(shortest=40, longest=40, deal=0)
    async with opened(House(store, clock, pace=slow)) as house:
        ana = Onlooker("ana")
        table = await house.table(ana, 2, computers=("easy",), options=CLOCK)
        await house.do(ana, table, commands.Start, table="t")
        while on_turn(table) == 0:
            await play_one(house, ana, table)
        assert turn_time(ana) is None
        version = table.state.version
        await clock.move(39)
        assert table.state.version == version
        await clock.move(1.1)
        assert table.state.version == version + 1
        assert did.TimeRanOut not in deeds(ana)


async def test_there_is_a_timer_only_while_something_is_due(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house)
    alarm = table._driver._alarm
    assert alarm._sleeper is None
    table.submit(Vanished(mover))
    await settle()
    assert alarm._sleeper is not None
    table.submit(Vanished(other))
    await settle()
    assert alarm._sleeper is None
