"""The list of tables, watched: each change once, for all who watch, and not too often."""

from __future__ import annotations

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import House

from rummy500.protocol.commands import JoinTable, Leave
from rummy500.protocol.happenings import Person
from rummy500.protocol.updates import TablesChanged
from rummy500_server.lobby.board import LOOK, PAUSE
from rummy500_server.store.ports import StoreError


def _changes(viewer: Onlooker) -> list[TablesChanged]:
    found = [update for update in viewer.told if isinstance(update, TablesChanged)]
    viewer.told.clear()
    return found


async def test_who_watches_is_told_what_is_new_and_what_is_gone(
    house: House, clock: StillClock
) -> None:
    ana, eva = Onlooker("ana"), Onlooker("eva")
    first = await house.table(ana)
    board = house.lobby.board
    assert [row.table for row in await board.watch(eva)] == [first.state.table]
    assert not _changes(eva)

    beto = Onlooker("beto")
    second = await house.table(beto)
    (told,) = _changes(eva)
    assert told.order == (second.state.table, first.state.table)
    assert [row.table for row in told.changed] == [second.state.table]

    await clock.move(PAUSE)
    await house.do(Onlooker("caro"), first, JoinTable, table=first.state.table)
    (told,) = _changes(eva)
    assert len(told.order) == 2
    (row,) = told.changed
    assert [seat.name for seat in row.seats if isinstance(seat, Person)] == ["Ana", "Caro"]

    await clock.move(PAUSE)
    await house.do(beto, second, Leave, table=second.state.table)
    (told,) = _changes(eva)
    assert (told.order, told.changed) == ((first.state.table,), ())


async def test_many_changes_are_one_piece_of_news(house: House, clock: StillClock) -> None:
    eva, dani = Onlooker("eva"), Onlooker("dani")
    await house.lobby.board.watch(eva)
    await house.lobby.board.watch(dani)
    for name in ("ana", "beto", "caro", "fran"):
        await house.table(Onlooker(name))
    assert [len(told.order) for told in _changes(eva)] == [1]
    await clock.move(PAUSE / 2)
    assert not _changes(eva)
    await clock.move(PAUSE / 2)
    (told,) = _changes(eva)
    assert (len(told.order), len(told.changed)) == (4, 3)
    assert len(_changes(dani)) == 2
    await clock.move(10 * PAUSE)
    assert not _changes(eva)


async def test_who_watches_no_more_is_told_nothing_and_costs_nothing(
    house: House, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, eva = Onlooker("ana"), Onlooker("eva")
    board = house.lobby.board
    await board.watch(eva)
    board.leave(eva)
    await settle()
    monkeypatch.setattr(house.store, "rows", lambda _: 1 / 0)
    await house.table(ana)
    await clock.move(2 * LOOK)
    assert not eva.told


async def test_who_comes_back_has_the_list_as_it_is_then(house: House, clock: StillClock) -> None:
    eva = Onlooker("eva")
    board = house.lobby.board
    await board.watch(eva)
    board.leave(eva)
    table = await house.table(Onlooker("ana"))
    assert [row.table for row in await board.watch(eva)] == [table.state.table]
    await clock.move(2 * LOOK)
    assert not _changes(eva)


async def test_what_was_missed_while_the_store_was_away_is_told_later(
    house: House, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    eva = Onlooker("eva")
    await house.lobby.board.watch(eva)

    async def away(_: int) -> tuple[bytes, ...]:
        msg = "away"
        raise StoreError(msg)

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "rows", away)
        await house.table(Onlooker("ana"))
        await clock.move(1)
        assert not _changes(eva)
    await clock.move(1)
    (told,) = _changes(eva)
    assert len(told.order) == 1


async def test_what_changes_while_the_list_is_read_is_told(
    house: House, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    eva, read = Onlooker("eva"), house.store.rows

    async def slow(limit: int) -> tuple[bytes, ...]:
        rows = await read(limit)
        monkeypatch.setattr(house.store, "rows", read)
        await house.table(Onlooker("ana"))
        return rows

    monkeypatch.setattr(house.store, "rows", slow)
    assert await house.lobby.board.watch(eva) == ()
    await clock.move(PAUSE)
    (told,) = _changes(eva)
    assert len(told.order) == 1


async def test_what_falls_out_of_the_list_by_itself_is_noticed(
    house: House, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of a server that has fallen expire, and nobody says so."""
    eva = Onlooker("eva")
    await house.table(Onlooker("ana"))
    assert len(await house.lobby.board.watch(eva)) == 1
    await settle()

    async def none(_: int) -> tuple[bytes, ...]:
        return ()

    monkeypatch.setattr(house.store, "rows", none)
    await clock.move(LOOK)
    (told,) = _changes(eva)
    assert (told.order, told.changed) == ((), ())
