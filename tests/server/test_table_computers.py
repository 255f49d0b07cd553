"""Computer players at a table: their pace, their failures, and matches to the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.server.fakes import ChancePlayer, Onlooker, StillClock, settle
from tests.server.house import FrailStore, House, on_turn, opened, play_one, play_to_the_end
from tests.support.log_watch import LogWatch

from rummy500.engine.actions import Undo
from rummy500.protocol import acts, commands
from rummy500_server.bots.pool import BotFailedError
from rummy500_server.bots.wire import SeatView, decode_view, encode_action
from rummy500_server.table.driver import Pace
from rummy500_server.table.mailbox import Resumed, Vanished
from rummy500_server.table.state import Stage


# --- computer players -----------------------------------------------------------------------------


async def test_computers_play_a_whole_match_and_its_record_is_kept(house: House) -> None:
    ana = Onlooker("ana")
    three = ("easy", "steady", "easy")
    table = await house.table(ana, 4, computers=three, options={"target_score": "60"})
    await house.do(ana, table, commands.Start, table="t")
    await play_to_the_end(house, ana, table)
    records = await house.records()
    assert list(records) == [f"1970-01-01-{table.state.table}-1"]
    (kept,) = records.values()
    assert kept.startswith("4 60 [")
    assert [n.seq for n in ana.news] == list(range(1, table.state.version + 1))


class Reader(ChancePlayer):
    """Remembers what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[SeatView] = []

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        self.shown.append(decode_view(view))
        return await super().choose(view, level, seed)


async def test_a_computer_is_told_what_all_saw_others_take_and_no_more(
    store: FrailStore, clock: StillClock
) -> None:
    reader = Reader()
    async with opened(House(store, clock, reader)) as house:
        ana = Onlooker("ana")
        table = await house.table(ana, 2, computers=("easy",))
        await house.do(ana, table, commands.Start, table="t")
        while on_turn(table) != 0:
            await settle()
        hand = ana.news[-1].now.hand
        assert hand is not None
        top = hand.pile[-1]
        await house.do(ana, table, commands.Play, table="t", act=acts.Take(top))
        own = ana.news[-1].own
        assert own is not None
        other = next(card for card in own.cards if card != top)
        reader.shown.clear()
        await house.do(ana, table, commands.Play, table="t", act=acts.Discard(other))
        assert reader.shown
        assert reader.shown[0].taken[0] == 1 << top


class Sulker(ChancePlayer):
    """Gives no answer, or a bad one."""

    def __init__(self, answer: Callable[[], bytes]) -> None:
        super().__init__()
        self._answer = answer

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        self.asked += 1
        return self._answer()


def fails() -> bytes:
    raise BotFailedError


def mumbles() -> bytes:
    return b"\xff"


def cheats() -> bytes:
    """Never legal: a computer player draws from the stock here, and that can't be undone."""
    return encode_action(Undo())


@pytest.mark.parametrize("answer", [fails, mumbles, cheats])
async def test_a_computer_that_fails_is_played_for(
    store: FrailStore, clock: StillClock, answer: Callable[[], bytes], expect_log: LogWatch
) -> None:
    """T57: dead, mumbling or cheating, its turns end."""
    async with opened(House(store, clock, Sulker(answer))) as house:
        ana = Onlooker("ana")
        table = await house.table(ana, 2, computers=("easy",), options={"target_score": "30"})
        await house.do(ana, table, commands.Start, table="t")
        await play_to_the_end(house, ana, table)
        assert table.state.stage is Stage.OVER
        assert all("computer_" in message for message in expect_log.messages)


async def test_a_pause_lets_people_follow(store: FrailStore, clock: StillClock) -> None:
    slow = Pace(shortest=0.4, longest=1.5, deal=0)
    async with opened(House(store, clock, pace=slow)) as house:
        ana = Onlooker("ana")
        table = await house.table(ana, 4, computers=("easy", "easy", "easy"))
        await house.do(ana, table, commands.Start, table="t")
        while on_turn(table) == 0:
            await play_one(house, ana, table)
        version = table.state.version
        await clock.move(0.3)
        assert table.state.version == version
        await clock.move(1.3)
        assert table.state.version == version + 1
        await clock.move(0.3)
        assert table.state.version == version + 1


async def test_the_first_move_of_a_hand_waits_for_the_deal(
    store: FrailStore, clock: StillClock
) -> None:
    """The window deals for 1.2 s; who moves at once would cut that short."""
    paced = Pace(shortest=0.4, longest=0.4, deal=1.8)
    async with opened(House(store, clock, pace=paced)) as house:
        ana = Onlooker("ana")
        options = {"first_dealer": "seat1"}
        table = await house.table(ana, 4, computers=("easy",) * 3, options=options)
        await house.do(ana, table, commands.Start, table="t")
        version = table.state.version
        await clock.move(1.7)
        assert table.state.version == version
        await clock.move(0.2)
        assert table.state.version == version + 1
        await clock.move(0.5)
        assert table.state.version == version + 2


async def test_a_computer_is_asked_once_for_each_step(store: FrailStore, clock: StillClock) -> None:
    thinker = ChancePlayer()
    async with opened(
        House(store, clock, thinker, pace=Pace(shortest=1, longest=1, deal=0))
    ) as house:
        ana, beto = Onlooker("ana"), Onlooker("beto")
        table = await house.table(ana, 3)
        await house.do(beto, table, commands.JoinTable)
        await house.do(ana, table, commands.AddComputer, table="t", seat=2, level="easy")
        await house.do(ana, table, commands.Start, table="t")
        people = (ana, beto)
        while on_turn(table) != 2:
            await play_one(house, people[on_turn(table)], table)
        asked = thinker.asked
        table.submit(Vanished(beto))
        await settle()
        table.submit(Resumed(beto, 9))
        await settle()
        assert thinker.asked == asked == 1
        version = table.state.version
        await clock.move(1.1)
        assert table.state.version == version + 1


async def test_a_move_that_could_not_be_stored_is_made_again(
    store: FrailStore, clock: StillClock, expect_log: LogWatch
) -> None:
    async with opened(House(store, clock, pace=Pace(shortest=1, longest=1, deal=0))) as house:
        ana = Onlooker("ana")
        table = await house.table(ana, 4, computers=("easy", "easy", "easy"))
        await house.do(ana, table, commands.Start, table="t")
        while on_turn(table) == 0:
            await play_one(house, ana, table)
        version = table.state.version
        store.fail_before = 1
        await clock.move(1.1)
        assert table.state.version == version
        await clock.move(0.6)
        await clock.move(1.1)
        assert table.state.version == version + 1
