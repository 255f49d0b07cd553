"""A table at work: who is told what, what survives, and who speaks for a seat."""

from __future__ import annotations

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import FrailStore, House, opened, play_to_the_end, two
from tests.support.log_watch import LogWatch

from rummy500.engine.refusals import Code
from rummy500.protocol import acts, commands
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.updates import Accepted, Refused, SatDown, TableClosed
from rummy500_server.store.ports import Listing, Status
from rummy500_server.table.decide import No
from rummy500_server.table.mailbox import Asked, Resumed, Vanished
from rummy500_server.table.state import Computer


async def test_an_answer_comes_before_the_news_and_names_their_number(house: House) -> None:
    ana = Onlooker("ana")
    table = await house.table(ana)
    assert ana.answers == [Accepted(1, 1, SatDown(table.state.table, 0))]
    assert [news.seq for news in ana.news] == [1]
    beto = Onlooker("beto")
    answer = await house.do(beto, table, commands.JoinTable)
    assert answer == Accepted(101, 2, SatDown(table.state.table, 1))
    assert [news.seq for news in ana.news] == [1, 2]
    assert [news.seq for news in beto.news] == [2]
    assert ana.news[-1].happened == beto.news[-1].happened


async def test_everybody_gets_every_number_and_his_own_cards_only(house: House) -> None:
    mover, other, table = await two(house)
    await house.do(mover, table, commands.Play, table="t", act=acts.Stock())
    mine, theirs = mover.news[-1], other.news[-1]
    assert mine.seq == theirs.seq == table.state.version
    assert mine.now == theirs.now
    assert mine.own is not None
    assert theirs.own is not None
    assert mine.own.drawn in mine.own.cards
    assert theirs.own.drawn is None
    assert not set(mine.own.cards) & set(theirs.own.cards)


async def test_a_command_that_comes_again_is_done_once(house: House) -> None:
    mover, other, table = await two(house)
    draw = commands.Play(ref=500, table="t", act=acts.Stock())
    first = await house.send(mover, table, draw)
    version = table.state.version
    assert await house.send(mover, table, draw) == first
    assert table.state.version == version
    wrong = commands.Play(ref=501, table="t", act=acts.Stock())
    refused = await house.send(other, table, wrong)
    assert getattr(refused, "code", "") == Code.NOT_YOUR_TURN
    assert await house.send(other, table, wrong) is refused


async def test_a_refused_command_leaves_no_trace(house: House) -> None:
    """I10."""
    _, other, table = await two(house)
    before, news = table.state, len(other.news)
    await house.do(other, table, commands.Play, table="t", act=acts.Stock())
    assert table.state is before
    assert len(other.news) == news


async def test_of_two_sockets_of_a_person_the_later_one_counts(house: House) -> None:
    """T31, T32."""
    mover, _, table = await two(house)
    twin = Onlooker(mover.player, mover.name)
    answer = await house.do(twin, table, commands.Play, table="t", act=acts.Stock())
    assert answer == Refused(house.refs, ErrorCode.RESUME_FIRST, {})
    table.submit(Resumed(twin, 7))
    await settle()
    assert mover.ended is CloseReason.SUPERSEDED
    table.submit(Vanished(mover))
    await settle()
    assert table.state.anybody_here
    assert all(person.here for _, person in table.state.people())
    assert isinstance(
        await house.do(twin, table, commands.Play, table="t", act=acts.Stock()), Accepted
    )
    before = len(mover.told)
    await house.do(twin, table, commands.JoinTable)
    assert len(mover.told) == before


async def test_who_vanishes_is_shown_so_and_his_seat_waits(house: House) -> None:
    mover, other, table = await two(house)
    table.submit(Vanished(mover))
    await settle()
    seat = table.state.seat_of(mover.player)
    assert seat is not None
    assert getattr(other.news[-1].now.seats[seat], "here", None) is False
    back = Onlooker(mover.player, mover.name)
    table.submit(Resumed(back, 9))
    await settle()
    assert back.answers == [Accepted(9, table.state.version, SatDown(table.state.table, seat))]
    assert getattr(other.news[-1].now.seats[seat], "here", None) is True
    assert back.news[-1].own == mover.news[-1].own


async def test_who_asks_afresh_gets_the_table_without_a_trace(house: House) -> None:
    mover, _, table = await two(house)
    version, news = table.state.version, len(mover.news)
    table.submit(Resumed(mover, 9))
    await settle()
    assert table.state.version == version
    assert [n.seq for n in mover.news[news:]] == [version]


async def test_a_table_that_nobody_can_speak_for_says_no(house: House) -> None:
    _, _, table = await two(house)
    eva = Onlooker("eva")
    table.submit(Resumed(eva, 3))
    await settle()
    assert eva.answers == [Refused(3, ErrorCode.NOT_SEATED, {})]


async def test_the_last_one_who_leaves_ends_the_table(house: House) -> None:
    ana = Onlooker("ana")
    table = await house.table(ana, computers=("easy",))
    leave = commands.Leave(ref=50, table="t")
    assert isinstance(await house.send(ana, table, leave), Accepted)
    assert table.state.ended
    assert not table.submit(Asked(ana, leave))
    assert await house.lobby.table(table.state.table) is None
    assert await house.lobby.tables_of("ana") == ()
    created = await house.lobby.create(ana, commands.CreateTable(ref=1, name="", seats=2))
    assert getattr(created, "code", None) == ErrorCode.NO_SUCH_TABLE


# --- the store has troubles -----------------------------------------------------------------------


async def test_what_was_not_stored_was_not_done(
    house: House, store: FrailStore, expect_log: LogWatch
) -> None:
    """P17."""
    mover, other, table = await two(house)
    before, news = table.state, len(other.news)
    store.fail_before = 1
    draw = commands.Play(ref=500, table="t", act=acts.Stock())
    assert await house.send(mover, table, draw) == Refused(500, ErrorCode.TRY_AGAIN, {})
    assert (table.state, len(other.news)) == (before, news)
    answer = await house.send(mover, table, draw)
    assert answer == Accepted(500, before.version + 1)


async def test_what_was_stored_without_our_knowing_is_found_and_not_done_twice(
    house: House, store: FrailStore, expect_log: LogWatch
) -> None:
    mover, other, table = await two(house)
    version = table.state.version
    store.fail_after = 1
    draw = commands.Play(ref=500, table="t", act=acts.Stock())
    assert await house.send(mover, table, draw) == Refused(500, ErrorCode.TRY_AGAIN, {})
    assert await house.send(mover, table, draw) == Accepted(500, version + 1)
    assert other.news[-1].seq == version + 1
    assert table.state.version == version + 1


async def test_two_nodes_at_one_table_never_both_move(store: FrailStore, clock: StillClock) -> None:
    """Two replicas of one journal: who was slower folds what he missed and judges again."""
    async with opened(House(store, clock)) as here, opened(House(store, clock)) as there:
        mover, other, table = await two(here)
        far = await there.lobby.table(table.state.table)
        assert far is not None
        twin = Onlooker(mover.player, mover.name)
        far.submit(Resumed(twin, 1))
        await settle()
        draw = commands.Play(ref=500, table="t", act=acts.Stock())
        assert isinstance(await there.send(twin, far, draw), Accepted)
        # This node has heard nothing of all that; it finds out when it tries to add something.
        again = await here.send(mover, table, draw)
        assert table.state == far.state
        assert mover.ended is CloseReason.SUPERSEDED
        assert again is mover.answers[-1]
        assert table.state.version == far.state.version
        assert [n.seq for n in other.news] == sorted({n.seq for n in other.news})


async def test_a_fault_of_ours_closes_the_table_and_the_journal_brings_it_back(
    house: House, monkeypatch: pytest.MonkeyPatch, expect_log: LogWatch
) -> None:
    mover, other, table = await two(house)
    monkeypatch.setattr("rummy500_server.table.service.decide", lambda *_: 1 / 0)
    table.submit(Asked(mover, commands.Play(ref=500, table="t", act=acts.Stock())))
    await settle()
    assert (mover.ended, other.ended) == (CloseReason.FAULT, CloseReason.FAULT)
    monkeypatch.undo()
    again = await house.lobby.table(table.state.table)
    assert again is not None
    assert again is not table
    assert again.state.match == table.state.match
    assert "table_fault" in expect_log.messages[0]


# --- nobody there ---------------------------------------------------------------------------------


async def test_a_waiting_table_without_anybody_goes_after_a_minute(
    house: House, clock: StillClock
) -> None:
    """T48, T60: but not before, and not if somebody comes back."""
    ana = Onlooker("ana")
    table = await house.table(ana)
    table.submit(Vanished(ana))
    await settle()
    assert await house.lobby.board.rows() == ()
    await clock.move(59)
    assert not table.state.ended
    table.submit(Resumed(ana, 5))
    await settle()
    await clock.move(100)
    assert len(await house.lobby.board.rows()) == 1
    table.submit(Vanished(ana))
    await settle()
    await clock.move(61)
    assert table.state.ended
    assert await house.store.tables_in(Status.WAITING) == ()


async def test_tables_of_people_who_hung_up_keep_nobody_from_making_one(house: House) -> None:
    people = [Onlooker(f"person {number}") for number in range(10)]
    tables = [await house.table(person) for person in people]
    create = commands.CreateTable(ref=1, name="", seats=2)
    assert await house.lobby.create(Onlooker("eva"), create) == No(ErrorCode.SERVER_FULL)
    tables[3].submit(Vanished(people[3]))
    await settle()
    made = await house.lobby.create(Onlooker("eva"), create)
    await settle()
    assert isinstance(made, str)
    assert [table.state.ended for table in tables] == [table is tables[3] for table in tables]


async def test_a_match_without_anybody_sleeps_and_wakes(house: House) -> None:
    mover, other, table = await two(house)
    for who in (mover, other):
        table.submit(Vanished(who))
    await settle()
    assert not table.submit(Resumed(mover, 1))
    await house.lobby.deliver(table.state.table, Resumed(mover, 1))
    await settle()
    awake = await house.lobby.table(table.state.table)
    assert awake is not None
    assert awake is not table
    assert isinstance(
        await house.do(mover, awake, commands.Play, table="t", act=acts.Stock()), Accepted
    )


async def test_a_finished_match_is_kept_again_when_the_table_is_loaded(
    store: FrailStore, clock: StillClock
) -> None:
    """A server that falls before the record is written writes it when it is back."""
    async with opened(House(store, clock)) as house:
        ana = Onlooker("ana")
        table = await house.table(ana, 2, computers=("easy",), options={"target_score": "20"})
        await house.do(ana, table, commands.Start, table="t")
        await play_to_the_end(house, ana, table)
        kept = await house.records()
    async with opened(House(store, clock)) as again:
        await again.lobby.start()
        assert await again.records() == kept
        await clock.move(601)
        assert await store.tables_in(Status.DONE) == ()


async def test_a_journal_that_cannot_be_read_harms_nobody_else(
    house: House, store: FrailStore, expect_log: LogWatch
) -> None:
    ana = Onlooker("ana")
    table = await house.table(ana)
    waiting = Listing(Status.WAITING, "", ("ana",), b"")
    await store.create("broken", b"m", b"no entry", waiting)
    await house.lobby.start()
    assert await house.lobby.table("broken") is None
    assert await house.lobby.table(table.state.table) is table
    assert "table_unreadable" in expect_log.messages[0]
    assert await store.tables_in(Status.WAITING) == (table.state.table, "broken")


async def test_all_hear_of_the_end_of_a_table(house: House, store: FrailStore) -> None:
    mover, other, table = await two(house)
    await store.retire(table.state.table)
    answer = await house.do(mover, table, commands.Play, table="t", act=acts.Stock())
    assert answer == Refused(house.refs, ErrorCode.NO_SUCH_TABLE, {})
    assert other.told[-1] == TableClosed(table.state.table)


async def test_a_person_who_leaves_hears_nothing_more(house: House) -> None:
    mover, other, table = await two(house)
    seat = table.state.seat_of(mover.player)
    assert seat is not None
    await house.do(mover, table, commands.Leave, table="t")
    told = len(mover.told)
    assert isinstance(table.state.seats[seat], Computer)
    await house.do(other, table, commands.JoinTable)
    assert len(mover.told) == told
