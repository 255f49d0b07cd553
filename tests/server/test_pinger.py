"""Quiet connections are asked for a sign of life, and those that give none are cut."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import pairwise

from tests.server.fakes import StillClock, settle

from rummy500_server.net.pinger import ANSWER_LIMIT, AT_A_TABLE, ELSEWHERE, FRESH, Pinger
from rummy500_server.table.ports import SeededDice


class Peer:
    """A connection that answers, or doesn't."""

    def __init__(
        self,
        clock: StillClock,
        *,
        alive: bool = True,
        at_a_table: bool = False,
        in_play: bool = True,
    ) -> None:
        self.clock = clock
        self.in_play = in_play
        self.alive = alive
        self.at_a_table = at_a_table
        self.heard = clock.now()
        self.gone = False
        self.asked: list[float] = []

    def told(self) -> bool:
        return self.in_play

    def ask(self) -> None:
        self.asked.append(self.clock.now())
        if self.alive:
            self.heard = self.clock.now()

    def cut(self) -> None:
        self.gone = True


def turn(clock: StillClock, pinger: Pinger, seconds: int) -> None:
    for _ in range(seconds):
        clock.time += 1
        pinger.tick()


def test_the_quiet_are_asked_as_often_as_they_matter(clock: StillClock) -> None:
    pinger = Pinger(clock, SeededDice(1))
    seated, other = Peer(clock, at_a_table=True), Peer(clock)
    for peer in (seated, other):
        pinger.watch(peer)
    turn(clock, pinger, 1000)
    for peer, period in ((seated, AT_A_TABLE), (other, ELSEWHERE)):
        pauses = [after - before for before, after in zip(peer.asked, peer.asked[1:], strict=False)]
        assert set(pauses) == {period}
        assert not peer.gone


def test_where_nothing_happens_is_asked_seldom_but_before_anybody_takes_it_for_dead(
    clock: StillClock,
) -> None:
    pinger = Pinger(clock, SeededDice(1))
    peers = [Peer(clock, at_a_table=True, in_play=False) for _ in range(100)]
    for peer in peers:
        pinger.watch(peer)
    for _ in range(500):
        turn(clock, pinger, 1)
        assert all(clock.now() - peer.heard <= ELSEWHERE for peer in peers)
    asked = [after - before for p in peers for before, after in pairwise(p.asked[1:])]
    assert set(asked) == {2 * AT_A_TABLE}


def test_a_table_that_goes_on_misses_its_dead_as_soon_as_any(clock: StillClock) -> None:
    pinger = Pinger(clock, SeededDice(1))
    peers = [Peer(clock, at_a_table=True, in_play=False) for _ in range(50)]
    for peer in peers:
        pinger.watch(peer)
    turn(clock, pinger, 100)
    for peer in peers:
        peer.alive, peer.in_play = False, True
    turn(clock, pinger, AT_A_TABLE + ANSWER_LIMIT + int(FRESH))
    assert all(peer.gone for peer in peers)


def test_the_dead_are_noticed_in_time(clock: StillClock) -> None:
    pinger = Pinger(clock, SeededDice(1))
    dead = [Peer(clock, alive=False, at_a_table=True) for _ in range(50)]
    for peer in dead:
        pinger.watch(peer)
    turn(clock, pinger, AT_A_TABLE + int(FRESH) + ANSWER_LIMIT)
    assert all(peer.gone for peer in dead)
    assert all(len(peer.asked) == 1 for peer in dead)


def test_who_speaks_is_not_asked(clock: StillClock) -> None:
    pinger = Pinger(clock, SeededDice(1))
    peer = Peer(clock, at_a_table=True)
    pinger.watch(peer)
    for _ in range(200):
        peer.heard = clock.now()
        turn(clock, pinger, 1)
    assert peer.asked == []


def test_those_who_came_in_one_second_are_not_asked_in_one(clock: StillClock) -> None:
    pinger = Pinger(clock, SeededDice(1))
    peers = [Peer(clock, at_a_table=True) for _ in range(2000)]
    for peer in peers:
        pinger.watch(peer)
    turn(clock, pinger, 200)
    seconds = Counter(at for peer in peers for at in peer.asked)
    assert max(seconds.values()) < 3 * len(peers) / AT_A_TABLE


def test_the_gone_fall_off_the_wheel(clock: StillClock) -> None:
    pinger = Pinger(clock, SeededDice(1))
    peer = Peer(clock)
    pinger.watch(peer)
    peer.gone = True
    turn(clock, pinger, 100)
    assert not any(pinger._wheel)


async def test_one_task_turns_the_wheel(clock: StillClock) -> None:
    pinger = Pinger(clock, SeededDice(1))
    peer = Peer(clock)
    pinger.watch(peer)
    task = asyncio.create_task(pinger.run())
    await settle()
    for _ in range(60):
        await clock.move(1)
    task.cancel()
    assert len(peer.asked) == 1
