"""The daily match: the same cards and the same answers for everybody on a date (R49)."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import SECRET, FrailStore, House, on_turn, opened, play_one, two

from rummy500.engine.daily import daily_seed
from rummy500.engine.deal import commitment
from rummy500.engine.ids import HandNumber
from rummy500.engine.state import Phase
from rummy500.protocol import acts, commands, happenings as did
from rummy500_server.bots.pool import InlinePool
from rummy500_server.store import records
from rummy500_server.store.ports import Gone, StoreError
from rummy500_server.store.secret_file import kept_secret
from rummy500_server.table.actor import Table
from rummy500_server.table.mailbox import Resumed
from rummy500_server.table.state import Stage


DAILY = {"daily": "on"}
MIDNIGHT = 24 * 3600.0


async def journal_of(store: FrailStore, table: Table) -> list[records.AnyFact]:
    journal = await store.load(table.state.table)
    assert not isinstance(journal, Gone)
    return [f for stored in journal.entries for f in records.read_entry(stored.entry).facts]


async def deals_of(store: FrailStore, table: Table) -> list[records.Dealt]:
    facts = await journal_of(store, table)
    return [fact for fact in facts if isinstance(fact, records.Dealt)]


async def pair(house: House, number: int) -> tuple[Onlooker, Onlooker, Table]:
    """Return two people of their own at a daily table."""
    host, guest = Onlooker(f"host {number}"), Onlooker(f"guest {number}")
    table = await house.table(host, options=DAILY)
    await house.do(guest, table, commands.JoinTable)
    await house.do(host, table, commands.Start, table="t")
    return host, guest, table


async def play_hand(
    house: House, people: tuple[Onlooker, Onlooker], table: Table, *, lazily: bool
) -> None:
    """Play a hand one way or another, and go on to the next."""
    while table.state.stage is Stage.HAND:
        seat = on_turn(table)
        who = people[0] if table.state.seat_of(people[0].player) == seat else people[1]
        if lazily:
            await play_last(house, who, table)
        else:
            await play_one(house, who, table)
    for who in people:
        await house.do(who, table, commands.Ready, table="t")


async def play_last(house: House, who: Onlooker, table: Table) -> None:
    """Let somebody draw from the stock, and discard the last card."""
    own, hand = who.news[-1].own, who.news[-1].now.hand
    assert own is not None
    assert hand is not None
    act: acts.AnyAct = acts.Discard(own.cards[-1])
    if hand.turn.phase is Phase.DRAW:
        act = acts.Stock() if hand.stock else acts.DeclinePile()
    await house.do(who, table, commands.Play, table="t", act=act)


async def test_all_get_the_same_cards_on_a_date_whatever_they_play(
    store: FrailStore, clock: StillClock
) -> None:
    """I13: on two tables, begun at both ends of the day; the next day has others."""
    async with opened(House(store, clock)) as house:
        first = await pair(house, 1)
        await play_hand(house, first[:2], first[2], lazily=True)
        clock.time = MIDNIGHT - 60
        second = await pair(house, 2)
        await clock.move(120)  # past midnight: a match keeps its date
        await play_hand(house, second[:2], second[2], lazily=False)
        third = await pair(house, 3)
        decks = [await deals_of(store, table) for *_, table in (first, second, third)]
        assert [deal.pack for deal in decks[0]] == [deal.pack for deal in decks[1]]
        assert len(decks[0]) == 2
        assert decks[2][0].pack != decks[0][0].pack
        assert decks[0][0].seed == daily_seed(SECRET, "1970-01-01", HandNumber(1))
        assert {deck[0].dealer for deck in decks} == {0}


async def test_the_seed_is_shown_only_when_the_day_is_over(
    store: FrailStore, clock: StillClock
) -> None:
    async with opened(House(store, clock)) as house:
        *people, table = await two(house, options=DAILY)
        while table.state.stage is Stage.HAND:
            who = next(p for p in people if table.state.seat_of(p.player) == on_turn(table))
            await play_one(house, who, table)
        hand = people[0].news[-1].now.hand
        assert hand is not None
        assert hand.end is not None
        assert hand.end.seed == b""
        assert hand.commitment == commitment(daily_seed(SECRET, "1970-01-01", HandNumber(1)))
        clock.time = MIDNIGHT + 1
        await house.do(people[0], table, commands.Ready, table="t")
        hand = people[0].news[-1].now.hand
        assert hand is not None
        assert hand.end is not None
        assert commitment(hand.end.seed) == hand.commitment


async def test_the_same_plays_get_the_same_answers(store: FrailStore, clock: StillClock) -> None:
    """I14: with a computer player that leaves some things to chance, at other hours of the day."""
    told = []
    for number in range(2):
        async with opened(House(store, clock, InlinePool())) as house:
            ana = Onlooker(f"ana {number}")
            table = await house.table(ana, 2, computers=("easy",), options=DAILY)
            await house.do(ana, table, commands.Start, table="t")
            if number:  # what else happens at the table makes no difference
                await clock.move(600)
                table.submit(Resumed(ana, 77))
                await settle()
            while table.state.stage is Stage.HAND:
                if on_turn(table) == 0:
                    await play_one(house, ana, table)
                else:
                    await settle()
            told.append([deed for news in ana.news for deed in news.happened if plays(deed)])
    assert told[0] == told[1]
    assert len(told[0]) > 10


def plays(deed: object) -> bool:
    return not isinstance(deed, did.SeatChanged | did.MatchBegan)


async def test_another_daily_match_at_the_table_is_that_of_its_own_date(
    store: FrailStore, clock: StillClock
) -> None:
    async with opened(House(store, clock)) as house:
        *people, table = await two(house, options=DAILY)
        clock.time = MIDNIGHT + 1
        await over(house, (people[0], people[1]), table)
        for who in people:
            await house.do(who, table, commands.Rematch, table="t")
        begun = [f for f in await journal_of(store, table) if isinstance(f, records.MatchBegun)]
        assert [(fact.dealer, fact.day) for fact in begun] == [(0, "1970-01-01"), (0, "1970-01-02")]


async def over(house: House, people: tuple[Onlooker, Onlooker], table: Table) -> None:
    while table.state.stage is not Stage.OVER:
        await play_hand(house, people, table, lazily=False)


# --- the secret -----------------------------------------------------------------------------------


def test_a_secret_is_made_once_and_for_the_server_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "daily.secret"
    made = kept_secret(path, lambda size: bytes(range(size)))
    assert made == bytes(range(32))
    assert kept_secret(path, bytes) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["daily.secret"]


def test_what_is_too_short_is_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "daily.secret"
    path.write_bytes(b"short")
    with pytest.raises(StoreError, match="32 bytes or more"):
        kept_secret(path, bytes)
