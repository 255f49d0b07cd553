"""Whole matches to 500 at the real server, and their records in the hands of the referee."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.server.player import Player, brisk, players
from tests.server.process import server_process

from rummy500.engine.actions import Action
from rummy500.engine.cards import card_list
from rummy500.engine.deal import commitment, deal, pack_from_seed
from rummy500.engine.ids import Seat, next_seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import HandView
from rummy500.protocol import commands
from rummy500.protocol.updates import Accepted, TableNews


pytestmark = pytest.mark.e2e

NAMES = ("Ana", "Beto", "Eva", "Gil")


def whim(dice: Random) -> Callable[[HandView], Action]:
    """A player that sometimes plays anything legal: undos, deep draws, odd melds."""

    def choose(view: HandView) -> Action:
        return dice.choice(legal_actions(view)) if dice.random() < 0.2 else brisk(view)

    return choose


@pytest.mark.parametrize(("people", "computers"), [(2, 0), (4, 0), (1, 1), (1, 3), (2, 2)])
async def test_a_whole_match_is_played_and_its_record_holds(
    tmp_path: Path, people: int, computers: int
) -> None:
    async with (
        server_process(tmp_path, "--seed", f"{people}{computers}") as server,
        players(server.url, *NAMES[:people]) as persons,
    ):
        levels = ("easy", "steady", "easy")[:computers]
        seats = people + computers
        host = persons[0]
        made = await host.sit(commands.CreateTable, name="", seats=seats, computers=levels)
        for person in persons[1:]:
            await person.sit(commands.JoinTable, table=made.table)
        await host.do(commands.Start, table=made.table)
        dice = Random(people)
        await asyncio.gather(*(p.play_on(made.table, whim(dice)) for p in persons))

        last = [person.news[made.table] for person in persons]
        assert all(news.now == last[0].now for news in last)
        now = last[0].now
        assert now.winners is not None
        assert max(now.totals) >= 500  # type: ignore[type-var] - whole numbers in this preset
        assert now.totals == now.results[-1].totals
        for person in persons:
            seqs = person.seqs[made.table]
            assert seqs == list(range(seqs[0], seqs[-1] + 1))

    (record,) = (tmp_path / "matches").glob("*.rummy")
    judged = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rummy500.referee", "--verify", record), stdout=PIPE, stderr=PIPE
    )
    said, complaints = await judged.communicate()
    assert (judged.returncode, complaints) == (0, b""), said.decode()
    lines = record.read_text(encoding="utf-8").splitlines()
    totals = " ".join(str(total) for total in now.totals)
    assert f"expect totals {totals}" in lines
    assert sum(line.startswith("seed ") for line in lines) == len(now.results)


async def test_what_everybody_was_dealt_follows_from_the_seed_told_later(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path, "--store", "memory:") as server,
        players(server.url, "Ana", "Beto") as people,
    ):
        table, first = await started(people)
        while people[0].view(table).end is None:
            mover = next(person for person in people if person.my_turn(table))
            answer = await mover.play(table, brisk(mover.view(table)))
            assert isinstance(answer, Accepted)
            await all_see(people, table, answer.seq)
        hand = people[0].news[table].now.hand
        assert hand is not None
        assert hand.end is not None
        begun = first[0].now.hand
        assert begun is not None
        assert begun.commitment == commitment(hand.end.seed)
        options = people[0].options(table)
        dealt = deal(pack_from_seed(hand.end.seed), 2, Seat(hand.dealer), options)
        assert (dealt.upcard,) == begun.pile
        for news in first:
            assert news.own is not None
            assert card_list(dealt.hands[news.own.seat]) == news.own.cards


async def started(people: list[Player]) -> tuple[str, list[TableNews]]:
    """Begin a match and return the table and what each person was told of the deal."""
    table = (await people[0].sit(commands.CreateTable, name="", seats=len(people))).table
    for person in people[1:]:
        await person.sit(commands.JoinTable, table=table)
    answer = await people[0].do(commands.Start, table=table)
    assert isinstance(answer, Accepted)
    await all_see(people, table, answer.seq)
    return table, [person.news[table] for person in people]


async def all_see(people: list[Player], table: str, seq: int) -> None:
    for person in people:
        await person.until(lambda p=person: p.news[table].seq >= seq)  # type: ignore[misc] - bound


async def test_a_rematch_begins_with_the_deal_moved_on_and_is_kept_too(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path, "--seed", "3") as server,
        players(server.url, "Ana", "Beto") as people,
    ):
        wishes = {"name": "", "seats": 2, "options": {"target_score": "100"}}
        table = (await people[0].sit(commands.CreateTable, **wishes)).table
        await people[1].sit(commands.JoinTable, table=table)
        await people[0].do(commands.Start, table=table)
        for _ in range(2):
            await asyncio.gather(*(person.play_on(table, brisk) for person in people))
            dealer = people[0].news[table].now.results[-1].dealer
            answers = [await person.do(commands.Rematch, table=table) for person in people]
            assert isinstance(answers[-1], Accepted)
            await all_see(people, table, answers[-1].seq)
            now = people[0].news[table].now
            assert now.hand is not None
            assert (now.number, now.totals, now.results, now.winners) == (1, (0, 0), (), None)
            assert now.hand.dealer == next_seat(Seat(dealer), 2)
    assert len(list((tmp_path / "matches").glob("*.rummy"))) == 2
