"""A seat at any table with these rules, or at a new one."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.fakes import FakeSocket, Onlooker, settle
from tests.server.greeting import code, session, welcomed

from rummy500.protocol.commands import CreateTable, JoinTable, Leave, ListTables, QuickSeat
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.happenings import AnyOccupant, Computer, Nobody, Person
from rummy500.protocol.tables import TableRow
from rummy500.protocol.updates import Accepted, Refused, SatDown, TablesListed
from rummy500_server.lobby.desk import Desk
from rummy500_server.lobby.quick import best_table
from rummy500_server.net.session import House


def _row(table: str, *seats: AnyOccupant, playing: bool = False, **options: str) -> TableRow:
    return TableRow(table, table, "rummy500", options, seats, playing)


ANA, STEADY, FREE = Person("Ana", here=True), Computer("Pía", "steady"), Nobody()
WISH = QuickSeat(ref=1, seats=3)


@pytest.mark.parametrize(
    ("rows", "best"),
    [
        ([], None),
        ([_row("a", ANA, FREE, FREE)], "a"),
        ([_row("new", ANA, FREE, FREE), _row("old", ANA, FREE, FREE)], "old"),
        ([_row("fuller", ANA, STEADY, FREE), _row("old", ANA, FREE, FREE)], "fuller"),
        ([_row("full", ANA, STEADY, ANA)], None),
        ([_row("plays", ANA, STEADY, FREE, playing=True)], None),
        ([_row("of two", ANA, FREE)], None),
        ([_row("other rules", ANA, FREE, FREE, target_score="300")], None),
        ([_row("tried", ANA, FREE, FREE)], None),
    ],
)
def test_the_fullest_table_with_the_very_rules_is_taken(
    rows: list[TableRow], best: str | None
) -> None:
    assert best_table(rows, WISH, tried={"tried"}) == best


def test_what_is_the_presets_own_is_no_difference() -> None:
    plain, short = _row("plain", ANA, FREE, FREE), _row("a", ANA, FREE, FREE, target_score="300")
    for target, found in (("500", "plain"), ("300", "a")):
        wish = QuickSeat(ref=1, seats=3, options={"target_score": target})
        assert best_table([plain, short], wish) == found


async def _seat(socket: FakeSocket) -> SatDown:
    """Return where the person got a seat."""
    while True:
        heard = await socket.hear()
        if isinstance(heard, Accepted) and isinstance(heard.result, SatDown):
            return heard.result
        assert not isinstance(heard, Refused), heard


async def test_the_first_gets_a_new_table_and_the_next_one_comes_to_it(rooms: House) -> None:
    async with session(rooms) as ana, session(rooms) as beto, session(rooms) as caro:
        for socket, name in ((ana, "Ana"), (beto, "Beto"), (caro, "Caro")):
            await welcomed(socket, name)
        ana.say(QuickSeat(ref=2, seats=2))
        first = await _seat(ana)
        assert first.seat == 0
        beto.say(QuickSeat(ref=2, seats=2))
        assert await _seat(beto) == SatDown(first.table, 1)
        caro.say(QuickSeat(ref=2, seats=2))
        assert (await _seat(caro)).table != first.table


async def test_the_same_command_again_gets_the_same_seat(rooms: House) -> None:
    async with session(rooms) as ana, session(rooms) as beto:
        await welcomed(ana)
        await welcomed(beto, "Beto")
        ana.say(QuickSeat(ref=2, seats=2))
        first = await _seat(ana)
        beto.say(QuickSeat(ref=7, seats=2))
        second = await _seat(beto)
        beto.say(QuickSeat(ref=7, seats=2))
        assert await _seat(beto) == second  # though that table is full now
        ana.say(QuickSeat(ref=2, seats=2))
        assert await _seat(ana) == first
        ana.say(ListTables(ref=9))
        listed = await ana.hear()
        while not (isinstance(listed, Accepted) and isinstance(listed.result, TablesListed)):
            listed = await ana.hear()
        assert len(listed.result.tables) == 1


async def test_of_many_who_come_at_once_each_gets_a_seat(rooms: House) -> None:
    """All see the same free seat in the list; those who come too late are led on."""
    names = [f"P{number}" for number in range(7)]
    async with session(rooms) as host:
        await welcomed(host)
        host.say(CreateTable(ref=2, name="", seats=2))
        table = (await _seat(host)).table
        sessions = [session(rooms) for _ in names]
        sockets = [await one.__aenter__() for one in sessions]
        for socket, name in zip(sockets, names, strict=True):
            await welcomed(socket, name)
        for socket in sockets:
            socket.say(QuickSeat(ref=3, seats=2))
        seats = await asyncio.gather(*map(_seat, sockets))
        assert len(set(map(repr, seats))) == len(names)
        assert [seat.table for seat in seats].count(table) == 1
        for one in sessions:
            await one.__aexit__(None, None, None)


async def test_rules_that_there_are_not_are_refused(rooms: House) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        socket.say(QuickSeat(ref=2, seats=2, options={"target_score": "much"}))
        assert code(await socket.hear()) == ErrorCode.OPTION_INVALID
        socket.say(QuickSeat(ref=3, seats=2, preset="chess"))
        assert code(await socket.hear()) == ErrorCode.OPTION_INVALID


async def test_who_joins_a_full_table_by_its_name_is_refused_as_always(rooms: House) -> None:
    async with session(rooms) as ana, session(rooms) as beto, session(rooms) as caro:
        for socket, name in ((ana, "Ana"), (beto, "Beto"), (caro, "Caro")):
            await welcomed(socket, name)
        ana.say(QuickSeat(ref=2, seats=2))
        table = (await _seat(ana)).table
        beto.say(JoinTable(ref=2, table=table))
        await _seat(beto)
        caro.say(JoinTable(ref=2, table=table))
        assert code(await caro.hear()) == ErrorCode.TABLE_FULL
        beto.say(Leave(ref=3, table=table))
        while not (isinstance(left := await beto.hear(), Accepted) and left.ref == 3):
            pass
        caro.say(QuickSeat(ref=4, seats=2))
        assert (await _seat(caro)).table == table


async def test_who_is_gone_while_led_on_is_not_shown_at_the_table(
    rooms: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search goes on beside the connection, and its end must not be missed."""
    lobby, ana = rooms.lobby, Onlooker("ana")
    desk = Desk(lobby, ana, rooms.guesses, "")

    async def hang_up(*_: object) -> None:
        desk.leave()

    monkeypatch.setattr(lobby, "answered", hang_up)
    desk._try_another(WISH, frozenset())
    await settle()
    (state,) = lobby.awake()
    assert state.seat_of("ana") == 0
    assert not state.anybody_here
