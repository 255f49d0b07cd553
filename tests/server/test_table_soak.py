"""Everything at once, by chance: plays, comings and goings, two sockets, a store that fails.

Whatever happens, the table is what its journal says, every command has one answer, and an onlooker
was told of each version what that version is.
"""

from __future__ import annotations

from random import Random

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.house import FrailStore, House, opened
from tests.server.truth import truths
from tests.support.log_watch import LogWatch

from rummy500.engine.actions import DiscardCard
from rummy500.engine.cards import Card
from rummy500.engine.ids import Seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import view_for
from rummy500.protocol import commands
from rummy500.protocol.happenings import HandFinished
from rummy500.protocol.tables import OwnNow, with_results
from rummy500.protocol.translate import action_to_wire, own_to_wire
from rummy500.protocol.updates import TableNews
from rummy500_server.store.ports import Gone
from rummy500_server.table.actor import Table
from rummy500_server.table.evolve import fold_all
from rummy500_server.table.mailbox import Asked, Resumed, Vanished
from rummy500_server.table.news import hand_now, table_now
from rummy500_server.table.state import TableState


STEPS = 250


class Crowd:
    """Three people who do anything at any time, each through one or two connections."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.dice = Random(seed)
        self.viewers = [Onlooker(name) for name in ("ana", "beto", "eva")]
        self.sent: dict[Onlooker, list[int]] = {}
        self.ref = 1000
        self.name = ""

    async def table(self) -> Table | None:
        return await self.house.lobby.table(self.name)

    async def step(self) -> None:
        """Let somebody do something."""
        who = self.dice.choice(self.viewers)
        table = await self.table()
        if table is None:
            return
        kind = self.dice.random()
        if kind < 0.05:
            table.submit(Vanished(who))
        elif kind < 0.2:
            self.ref += 1
            self.note(who, self.ref)
            await self.house.lobby.deliver(self.name, Resumed(who, self.ref))
        elif kind < 0.23:
            twin = Onlooker(who.player, who.name)
            self.viewers[self.viewers.index(who)] = twin
        else:
            command = self.command(table, who)
            self.note(who, command.ref)
            await self.house.lobby.deliver(self.name, Asked(who, command))  # type: ignore[arg-type] - of a table
        if self.dice.random() < 0.8:
            await settle()

    def note(self, who: Onlooker, ref: int) -> None:
        self.sent.setdefault(who, []).append(ref)

    def command(self, table: Table, who: Onlooker) -> commands.AnyCommand:
        self.ref += 1
        ref, name = self.ref, self.name
        seat = self.dice.randrange(3)
        match = table.state.match
        mine = table.state.seat_of(who.player)
        hand = None if match is None else match.hand
        if hand is not None and mine == hand.turn.seat and self.dice.random() < 0.9:
            legal = legal_actions(view_for(hand, mine))
            if legal:
                act = action_to_wire(self.dice.choice(legal))
                return commands.Play(ref=ref, table=name, act=act)
        foreign = action_to_wire(DiscardCard(Card(self.dice.randrange(52))))
        choices: list[commands.AnyCommand] = [
            commands.Ready(ref=ref, table=name),
            commands.Ready(ref=ref, table=name),
            commands.Rematch(ref=ref, table=name),
            commands.Start(ref=ref, table=name),
            commands.JoinTable(ref=ref, table=name),
            commands.JoinTable(ref=ref, table=name),
            commands.AddComputer(ref=ref, table=name, seat=seat, level="easy"),
            commands.RemoveComputer(ref=ref, table=name, seat=seat),
            commands.Play(ref=ref, table=name, act=foreign),
        ]
        if self.dice.random() < 0.1:
            choices = [commands.Leave(ref=ref, table=name)]
        return self.dice.choice(choices)


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_people_do_the_journal_holds(
    store: FrailStore, clock: StillClock, seed: int, expect_log: LogWatch
) -> None:
    async with opened(House(store, clock)) as house:
        crowd = Crowd(house, seed)
        wishes = {"options": {"target_score": "60"}}
        made = await house.table(crowd.viewers[0], 3, **wishes)
        crowd.name = made.state.table
        for number in range(STEPS):
            if number % 40 == 39:
                store.fail_before, store.fail_after = crowd.dice.choice(((1, 0), (0, 1), (2, 0)))
            await crowd.step()
        store.fail_before = store.fail_after = 0
        await clock.move(0.6)
        table = await crowd.table()
        journal = await store.load(crowd.name)
        if table is None or isinstance(journal, Gone):
            return
        table.submit(Resumed(crowd.viewers[0], 1))  # reads what a failing store hid
        await settle()
        journal = await store.load(crowd.name)
        assert not isinstance(journal, Gone)
        assert fold_all(crowd.name, journal.entries) == table.state
        check_news(crowd, truths(crowd.name, journal.entries))
        check_answers(crowd)
        assert not any("fault" in message for message in expect_log.messages)


def check_news(crowd: Crowd, versions: dict[int, object]) -> None:
    for viewer in crowd.sent:
        seqs = [news.seq for news in viewer.news]
        assert seqs == sorted(seqs)
        for news in viewer.news:
            state = versions[news.seq].state  # type: ignore[attr-defined] - a truth
            results = () if state.match is None else state.match.results
            whole = table_now(state, results, hand_now(state))
            assert with_results(news.now, whole) == whole
            assert news.now.results or not ended(news)
            assert news.own is not None
            assert news.own == own_now(state, news.own.seat)


def ended(news: TableNews) -> bool:
    return any(isinstance(told, HandFinished) for told in news.happened)


def own_now(state: TableState, seat: int) -> OwnNow:
    if state.match is None or state.match.hand is None:
        return OwnNow(seat)
    return own_to_wire(view_for(state.match.hand, Seat(seat)), Seat(seat))


def check_answers(crowd: Crowd) -> None:
    for viewer, refs in crowd.sent.items():
        answered = [answer.ref for answer in viewer.answers if answer.ref >= 1000]
        assert sorted(answered) == sorted(refs)
