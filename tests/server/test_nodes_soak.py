"""Everything at once at several nodes: they fall, notices are lost, the store fails and forgets.

Whatever happens, what was accepted stands in the journal once, every node that looks at the table
knows it as the journal tells it, and after the troubles the match goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.fellowship import Node, SharedStore, nodes, seconds
from tests.support.log_watch import LogWatch

from rummy500.engine.legal import legal_actions
from rummy500.engine.options import TableOptions
from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.translate import action_to_wire, hand_from_wire
from rummy500.protocol.updates import Accepted
from rummy500_server.lobby.lobby import NoSuchTableError
from rummy500_server.store import records
from rummy500_server.store.ports import Gone, Stored, StoreError
from rummy500_server.table.evolve import fold_all
from rummy500_server.table.mailbox import Asked, Resumed


STEPS = 220
ASK_AGAIN = {ErrorCode.TRY_AGAIN, ErrorCode.RESUME_FIRST}


@dataclass
class Client:
    """One person, who keeps to the protocol: a command is sent until it is answered."""

    name: str
    crowd: Crowd
    viewer: Onlooker = field(init=False)
    node: int = 0
    ref: int = 0
    pending: commands.AnyCommand | None = None
    accepted: dict[int, Accepted] = field(default_factory=dict)
    viewers: list[Onlooker] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.viewer = Onlooker(self.name)
        self.ref = 1000 * (1 + len(self.crowd.clients))
        self.viewers.append(self.viewer)

    async def step(self) -> None:
        dice = self.crowd.dice
        self.hear()
        away = self.viewer.ended is not None or self.node not in self.crowd.living()
        gone = away or not self.viewer.news
        if gone or dice.random() < 0.04:
            await self.reconnect()
        elif self.pending is not None:
            await self.send(self.pending)
        else:
            self.pending = self.wish()
            if self.pending is not None:
                await self.send(self.pending)

    def hear(self) -> None:
        """Take in the answers."""
        for answer in self.viewer.answers:
            if self.pending is None or answer.ref != self.pending.ref:
                continue
            if isinstance(answer, Accepted):
                self.accepted[answer.ref] = answer
                self.pending = None
            elif answer.code not in ASK_AGAIN:
                self.pending = None
        self.viewer.answers.clear()

    async def reconnect(self) -> None:
        """Come back at any node that lives."""
        if self.node in self.crowd.living() and self.crowd.dice.random() < 0.5:
            self.crowd.nodes[self.node].lobby.vanished(self.crowd.table, self.viewer)
        self.viewer = Onlooker(self.name)
        self.viewers.append(self.viewer)
        self.node = self.crowd.dice.choice(self.crowd.living())
        self.ref += 1
        await self.deliver(Resumed(self.viewer, self.ref))
        if self.pending is not None:
            await self.send(self.pending)

    async def send(self, command: commands.AnyCommand) -> None:
        await self.deliver(Asked(self.viewer, command))  # type: ignore[arg-type] - of a table

    async def deliver(self, work: Asked | Resumed) -> None:
        lobby = self.crowd.nodes[self.node].lobby
        try:
            await lobby.deliver(self.crowd.table, work)
        except StoreError:
            return  # the desk says: try again
        except NoSuchTableError as error:
            raise AssertionError from error

    def wish(self) -> commands.AnyCommand | None:
        """Return what this person wants, by what he has seen."""
        if not self.viewer.news:
            return None
        news = self.viewer.news[-1]
        hand, own = news.now.hand, news.own
        self.ref += 1
        if hand is None or own is None:
            return None
        if hand.end is not None:
            return commands.Ready(ref=self.ref, table=self.crowd.table)
        if hand.turn.seat != own.seat:
            return None
        view = hand_from_wire(hand, own, self.crowd.options)
        act = action_to_wire(self.crowd.dice.choice(legal_actions(view)))
        return commands.Play(ref=self.ref, table=self.crowd.table, act=act, seen=news.seq)


class Crowd:
    """People at a table, and the nodes through which they play."""

    def __init__(self, store: SharedStore, made: list[Node], seed: int) -> None:
        self.store = store
        self.nodes = made
        self.dice = Random(seed)
        self.fallen: set[int] = set()
        self.clients: list[Client] = []
        self.table = ""
        self.options = TableOptions()

    def living(self) -> list[int]:
        return [number for number in range(len(self.nodes)) if number not in self.fallen]

    async def sit(self) -> None:
        """Seat everybody, with a computer player, and begin."""
        for name in ("ana", "beto"):
            self.clients.append(Client(name, self))
        ana, beto = self.clients
        first, second = self.nodes[:2]
        made = await first.table(ana.viewer, 3, computers=("easy",))
        self.table, self.options = made.state.table, made.state.options
        await second.join(self.table, beto.viewer)
        beto.node = 1
        await first.do(ana.viewer, made, commands.Start, table="t")
        await settle()

    async def trouble(self, *, forgets: bool) -> None:
        """Let something go wrong."""
        match self.dice.randrange(6 if forgets else 5):
            case 0:
                self.store.mute = not self.store.mute
            case 1:
                self.store.fail_before = self.dice.randrange(1, 3)
            case 2:
                self.store.fail_after = self.dice.randrange(1, 3)
            case 3 if len(self.living()) > 1:
                victim = self.dice.choice(self.living())
                await self.nodes[victim].fall()
                self.fallen.add(victim)
            case 4:
                await self.replace()
            case 5:
                journal = await self.journal()
                if journal[-1].version > 6:
                    self.store.rewind(self.table, self.dice.randrange(1, 3))

    async def replace(self) -> None:
        """Start a node in the place of one that fell."""
        if self.fallen:
            number = self.fallen.pop()
            old = self.nodes[number]
            self.nodes[number] = Node(old.store, old.clock, nodes=self.store)
            await self.nodes[number].lobby.start()

    async def journal(self) -> tuple[Stored, ...]:
        found = await self.store.load(self.table)
        assert not isinstance(found, Gone)
        return found.entries


async def play(crowd: Crowd, clock: StillClock, *, forgets: bool) -> None:
    for number in range(STEPS):
        await crowd.dice.choice(crowd.clients).step()
        if crowd.dice.random() < 0.8:
            await settle()
        if number % 9 == 8:
            await clock.move(1)
        if crowd.dice.random() < 0.08:
            await crowd.trouble(forgets=forgets)
    crowd.store.mute = False
    crowd.store.fail_before = crowd.store.fail_after = 0
    await seconds(clock, 6)
    for client in crowd.clients:
        await client.reconnect()
    await seconds(clock, 11)  # whoever has missed a notice has looked by then


def causes(journal: tuple[Stored, ...]) -> list[tuple[str, int, int]]:
    entries = [(stored.version, records.read_entry(stored.entry).cause) for stored in journal]
    return [(c.player, c.ref, version) for version, c in entries if c is not None]


def check(crowd: Crowd, journal: tuple[Stored, ...], messages: list[str]) -> None:
    assert [stored.version for stored in journal] == list(range(1, len(journal) + 1))
    assert all(a.mark == b.before for a, b in pairwise(journal))
    done = causes(journal)
    assert len({(player, ref) for player, ref, _ in done}) == len(done)
    folded = fold_all(crowd.table, journal)
    for number in crowd.living():
        for state in crowd.nodes[number].lobby.awake():
            assert state == folded
    assert not any("fault" in message for message in messages)


@pytest.mark.parametrize("seed", range(10))
async def test_whatever_falls_nothing_is_lost_or_done_twice(
    clock: StillClock, seed: int, expect_log: LogWatch
) -> None:
    store = SharedStore(clock)
    async with nodes(store, clock, 3) as made:
        crowd = Crowd(store, made, seed)
        await crowd.sit()
        await play(crowd, clock, forgets=False)

        journal = await crowd.journal()
        check(crowd, journal, expect_log.messages)
        done = {(player, ref): version for player, ref, version in causes(journal)}
        for client in crowd.clients:
            for ref, answer in client.accepted.items():
                if ref % 1000:
                    assert done[client.name, ref] == answer.seq
            for viewer in client.viewers:
                seqs = [news.seq for news in viewer.news]
                assert seqs == sorted(seqs)
        assert len(journal) > STEPS / 8
        await goes_on(crowd, clock)


@pytest.mark.parametrize("seed", range(100, 106))
async def test_a_store_that_forgets_is_followed_by_all(
    clock: StillClock, seed: int, expect_log: LogWatch
) -> None:
    store = SharedStore(clock)
    async with nodes(store, clock, 3) as made:
        crowd = Crowd(store, made, seed)
        await crowd.sit()
        await play(crowd, clock, forgets=True)
        check(crowd, await crowd.journal(), expect_log.messages)
        await goes_on(crowd, clock)


async def goes_on(crowd: Crowd, clock: StillClock) -> None:
    """Play on without troubles: everybody is answered, and the match moves."""
    before = len(await crowd.journal())
    for _ in range(60):
        for client in crowd.clients:
            client.hear()
            assert client.viewer.ended is None
            if client.pending is None:
                client.pending = client.wish()
            if client.pending is not None:
                await client.send(client.pending)
                await settle()
                client.hear()
                assert client.pending is None
        await clock.move(1)
    assert len(await crowd.journal()) > before + 20
