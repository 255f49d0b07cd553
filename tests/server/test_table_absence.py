"""Who is away: how long one waits, who plays meanwhile, and what is found on coming back."""

from __future__ import annotations

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import FrailStore, House, on_turn, opened, play_one, two
from tests.server.tables import Sandbox, begun

from rummy500.protocol import acts, commands, happenings as did
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.happenings import Gone, Nobody, Person
from rummy500.protocol.tables import AwayTime
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.store import records
from rummy500_server.table.actor import Table
from rummy500_server.table.decide import Plan, hold
from rummy500_server.table.driver import Pace
from rummy500_server.table.mailbox import Resumed, Vanished
from rummy500_server.table.state import Stage


async def lose(table: Table, *people: Onlooker) -> None:
    """Cut connections."""
    for who in people:
        table.submit(Vanished(who))
    await settle()


async def come_back(house: House, table: Table, who: Onlooker) -> tuple[Onlooker, Table]:
    """Connect anew, and return the connection and the table as it is awake then."""
    back = Onlooker(who.player, who.name)
    await house.lobby.deliver(table.state.table, Resumed(back, 7))
    await settle()
    awake = await house.lobby.table(table.state.table)
    assert awake is not None
    return back, awake


def seat_of(table: Table, who: Onlooker) -> int:
    seat = table.state.seat_of(who.player)
    assert seat is not None
    return seat


def shown(viewer: Onlooker, seat: int) -> object:
    return viewer.news[-1].now.seats[seat]


def away(viewer: Onlooker) -> tuple[AwayTime, ...]:
    times = viewer.news[-1].times
    return () if times is None else times.away


async def test_who_is_lost_is_shown_with_the_reason_and_the_time_left(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house)
    seat = seat_of(table, mover)
    await lose(table, mover)
    assert shown(other, seat) == Person(mover.name, here=False, gone=Gone.LINE)
    assert away(other) == (AwayTime(seat, 0, 20_000),)
    await clock.move(8)
    table.submit(Resumed(other, 9))
    await settle()
    assert away(other) == (AwayTime(seat, 8_000, 12_000),)


async def test_after_the_grace_a_computer_plays_and_the_seat_stays_the_persons(
    house: House, clock: StillClock
) -> None:
    mover, other, table = await two(house)
    seat = seat_of(table, mover)
    await lose(table, mover)
    version = table.state.version
    await clock.move(19.9)
    assert table.state.version == version
    await clock.move(0.2)
    news = other.news[-1]
    assert seat_of(table, mover) == seat
    held = Person(mover.name, here=False, gone=Gone.LINE, held=True)
    assert did.SeatHeld(seat, held) in [deed for n in other.news for deed in n.happened]
    assert shown(other, seat) == held
    assert news.now.hand is not None
    assert news.now.hand.turn.seat == 1 - seat  # the computer has played
    assert away(other) == (AwayTime(seat, 20_100, None),)


async def test_who_comes_back_plays_on_with_the_next_turn(house: House, clock: StillClock) -> None:
    mover, other, table = await two(house)
    seat = seat_of(table, mover)
    await lose(table, mover)
    await clock.move(20.1)
    back, _ = await come_back(house, table, mover)
    person = Person(mover.name, here=True)
    assert other.news[-1].happened == (
        did.SeatChanged(seat, person),
        did.SeatGivenBack(seat, person),
    )
    while on_turn(table) != seat:
        await play_one(house, other, table)
    version = table.state.version
    await clock.move(1000)
    assert table.state.version == version  # nobody plays for a person who is here
    answer = await house.do(back, table, commands.Play, table="t", act=acts.Stock())
    assert isinstance(answer, Accepted)


async def test_a_turn_that_the_computer_has_begun_is_finished_by_it(
    store: FrailStore, clock: StillClock
) -> None:
    slow = Pace(shortest=3, longest=3, deal=0)
    async with opened(House(store, clock, pace=slow)) as house:
        mover, other, table = await two(house)
        seat = seat_of(table, mover)
        await lose(table, mover)
        await clock.move(20.1)
        await clock.move(3.1)  # it draws
        assert on_turn(table) == seat
        back, _ = await come_back(house, table, mover)
        assert shown(other, seat) == Person(mover.name, here=True, held=True)
        draw = await house.do(back, table, commands.Play, table="t", act=acts.Stock())
        assert draw == Refused(house.refs, ErrorCode.SEAT_HELD, {})
        while on_turn(table) == seat:
            await clock.move(3.1)
        assert shown(other, seat) == Person(mover.name, here=True)
        assert other.news[-1].happened[-1] == did.SeatGivenBack(seat, shown(other, seat))


async def test_who_is_back_before_the_computer_begins_plays_the_turn_himself(
    store: FrailStore, clock: StillClock
) -> None:
    """The thought that the computer player had begun is dropped."""
    slow = Pace(shortest=3, longest=3, deal=0)
    async with opened(House(store, clock, pace=slow)) as house:
        mover, _, table = await two(house)
        await lose(table, mover)
        await clock.move(20.1)
        back, _ = await come_back(house, table, mover)
        version = table.state.version
        await clock.move(10)
        assert table.state.version == version
        answer = await house.do(back, table, commands.Play, table="t", act=acts.Stock())
        assert isinstance(answer, Accepted)


async def test_who_comes_back_in_time_finds_everything_as_it_was(
    house: House, clock: StillClock
) -> None:
    """T44: just before the grace is over, and the old reminder rings for nobody."""
    mover, other, table = await two(house)
    for _ in range(3):
        await lose(table, mover)
        await clock.move(19.9)
        mover, _ = await come_back(house, table, mover)
    version = table.state.version
    await clock.move(100)
    assert table.state.version == version
    assert did.SeatHeld not in [type(deed) for n in other.news for deed in n.happened]


async def test_a_seat_that_changes_hands_elsewhere_makes_no_move_stale(
    house: House, clock: StillClock
) -> None:
    """The move of the person on turn stays what it was, whoever else comes and goes."""
    mover, other, table = await two(house)
    seen = table.state.version
    await lose(table, other)
    await clock.move(20.1)
    await come_back(house, table, other)
    assert table.state.version == seen + 3
    answer = await house.do(mover, table, commands.Play, table="t", act=acts.Stock(), seen=seen)
    assert isinstance(answer, Accepted)


async def four(house: House) -> tuple[list[Onlooker], Table]:
    people = [Onlooker(name) for name in ("ana", "beto", "eva", "gil")]
    table = await house.table(people[0], 4, options={"hand_size": "5"})
    for who in people[1:]:
        await house.do(who, table, commands.JoinTable)
    await house.do(people[0], table, commands.Start, table="t")
    return people, table


async def test_two_are_away_and_the_others_play_on(house: House, clock: StillClock) -> None:
    people, table = await four(house)
    await lose(table, people[1])
    await clock.move(10)
    await lose(table, people[2])
    await clock.move(10.1)
    held = [getattr(shown(people[0], seat), "held", None) for seat in range(4)]
    assert held == [False, True, False, False]
    await clock.move(10.1)
    held = [getattr(shown(people[0], seat), "held", None) for seat in range(4)]
    assert held == [False, True, True, False]
    for _ in range(12):
        seat = on_turn(table)
        assert seat in {0, 3}
        while on_turn(table) == seat and table.state.on_turn is not None:
            await play_one(house, people[seat], table)
        if table.state.on_turn is None:
            break


async def test_while_nobody_is_there_nobody_is_held_and_it_costs_nothing(
    house: House, store: FrailStore, clock: StillClock
) -> None:
    mover, other, table = await two(house)
    await lose(table, mover)
    await clock.move(10)
    await lose(table, other)
    version = table.state.version
    assert table.state.table not in house.lobby._tables
    await clock.move(3600)
    assert (await store.load(table.state.table)).version == version  # type: ignore[union-attr] - it is there
    # The first who is back waits for the others as long as ever.
    back, awake = await come_back(house, table, other)
    await clock.move(19.9)
    assert getattr(shown(back, seat_of(awake, mover)), "held", None) is False
    await clock.move(0.2)
    assert getattr(shown(back, seat_of(awake, mover)), "held", None) is True


async def test_after_a_fall_of_the_server_all_see_that_it_was_the_server(
    store: FrailStore, clock: StillClock
) -> None:
    async with opened(House(store, clock)) as house:
        mover, other, table = await two(house)
        await table.close()
    async with opened(House(store, clock)) as again:
        back, awake = await come_back(again, table, other)
        seat = seat_of(awake, mover)
        assert shown(back, seat) == Person(mover.name, here=False, gone=Gone.SERVER)
        assert away(back) == (AwayTime(seat, 0, 20_000),)


async def test_the_host_goes_on_to_somebody_who_is_there(house: House, clock: StillClock) -> None:
    people, table = await four(house)
    await lose(table, people[0])
    await clock.move(20.1)
    assert people[1].news[-1].now.host == 1
    await come_back(house, table, people[0])
    assert people[1].news[-1].now.host == 1


# --- between hands, and after the match -----------------------------------------------------------


def played_out(**wishes: object) -> Sandbox:
    box = begun("Ana", "Beto", "Eva", **wishes)
    box.play_out()
    return box


def absent(box: Sandbox, seat: int) -> None:
    """Let somebody be away for long."""
    box.add(Plan((records.PersonLost(seat),)))
    box.add(hold(box.state, seat, box.dice))  # type: ignore[arg-type] - a seat


def test_between_hands_nobody_waits_for_who_is_away() -> None:
    """T17: held seats are ready, whether the hold comes before the others or after them."""
    box = played_out()
    absent(box, 1)
    box.do("Ana", commands.Ready)
    assert box.state.stage is Stage.BETWEEN
    box.do("Eva", commands.Ready)
    assert box.state.stage is Stage.HAND
    box = played_out()
    box.do("Ana", commands.Ready)
    box.do("Eva", commands.Ready)
    assert box.state.stage is Stage.BETWEEN
    absent(box, 1)
    assert box.state.stage is Stage.HAND


def test_another_match_waits_for_nobody_who_is_away() -> None:
    box = begun("Ana", "Beto", "Eva", options={"target_score": "1"})
    box.play_match(["Ana", "Beto", "Eva"])
    absent(box, 1)
    assert box.state.stage is Stage.OVER
    box.do("Ana", commands.Rematch)
    box.do("Eva", commands.Rematch)
    assert box.state.stage is Stage.HAND
    assert box.state.seat_of("beto") == 1


async def test_before_the_match_the_seat_of_somebody_lost_becomes_free(
    house: House, clock: StillClock
) -> None:
    """T53: and the others go on with a host who is there."""
    ana, beto = Onlooker("ana"), Onlooker("beto")
    table = await house.table(ana, 2)
    await house.do(beto, table, commands.JoinTable)
    await lose(table, ana)
    assert away(beto) == (AwayTime(0, 0, 60_000),)
    await clock.move(59.9)
    assert isinstance(shown(beto, 0), Person)
    await clock.move(0.2)
    assert isinstance(shown(beto, 0), Nobody)
    assert beto.news[-1].now.host == 1
    assert not table.state.ended


# --- tables that everybody has forgotten ----------------------------------------------------------


async def test_a_match_that_everybody_left_alone_ends_after_a_day(
    store: FrailStore, clock: StillClock
) -> None:
    async with opened(House(store, clock)) as house:
        await house.lobby.start()
        mover, other, table = await two(house)
        await lose(table, mover, other)
        await clock.move(23 * 3600)
        assert table.state.table in await house.lobby.tables_of(mover.player)
        await clock.move(2 * 3600)
        await settle()
        assert await house.lobby.tables_of(mover.player) == ()


async def test_a_match_in_which_somebody_sits_does_not_end_however_long_it_is_silent(
    store: FrailStore, clock: StillClock
) -> None:
    """P8."""
    async with opened(House(store, clock)) as house:
        await house.lobby.start()
        mover, _, table = await two(house)
        for _ in range(30):
            await clock.move(3600)
        await settle()
        answer = await house.do(mover, table, commands.Play, table="t", act=acts.Stock())
        assert isinstance(answer, Accepted)


@pytest.mark.parametrize("hours", [1, 30])
async def test_a_server_that_was_off_for_long_ends_what_nobody_looked_at(
    store: FrailStore, clock: StillClock, hours: int
) -> None:
    async with opened(House(store, clock)) as house:
        mover, _, table = await two(house)
        await table.close()
    await clock.move(hours * 3600)
    async with opened(House(store, clock)) as again:
        await again.lobby.start()
        await settle()
        left = await again.lobby.tables_of(mover.player)
        assert left == ((table.state.table,) if hours == 1 else ())
