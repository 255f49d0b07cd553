"""The real server keeps time: who is silent is played for, and a kill costs nobody a second."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
from tests.server.player import Player, brisk, players
from tests.server.process import server_process

from rummy500.engine.actions import DiscardCard, DrawStock
from rummy500.protocol import commands, happenings as did
from rummy500.protocol.tables import TurnTime
from rummy500.protocol.updates import Accepted


pytestmark = pytest.mark.e2e

CLOCK = {"turn_seconds": "15", "reserve_seconds": "0"}


async def start(people: list[Player], **wishes: object) -> str:
    """Seat people at a table and start the match."""
    sat = await people[0].sit(commands.CreateTable, name="", seats=len(people), **wishes)
    for person in people[1:]:
        await person.sit(commands.JoinTable, table=sat.table)
    assert isinstance(await people[0].do(commands.Start, table=sat.table), Accepted)
    for person in people:
        await person.until(lambda p=person: p.news[sat.table].now.hand is not None)  # type: ignore[misc] - bound
    return sat.table


def turn_time(person: Player, table: str) -> TurnTime | None:
    times = person.news[table].times
    return None if times is None else times.turn


def told(person: Player, table: str, kind: type) -> bool:
    return any(isinstance(deed, kind) for deed in person.news[table].happened)


@pytest.mark.slow
async def test_a_silent_person_is_played_for_and_a_kill_gives_the_time_back(
    tmp_path: Path,
) -> None:
    """The first is killed in mid-turn, the second keeps silent through a whole turn: 16 s."""
    loop = asyncio.get_running_loop()
    async with (
        server_process(tmp_path, "--seed", "31") as server,
        players(server.url, "Ana", "Beto") as people,
    ):
        table = await start(people, options=CLOCK)
        mover = next(person for person in people if person.my_turn(table))
        other = next(person for person in people if person is not mover)
        assert isinstance(await mover.play(table, DrawStock()), Accepted)
        own = mover.news[table].own
        assert own is not None

        await server.kill()
        await server.start()
        for person in people:
            await come_back(person, server.url, table)
        time = turn_time(other, table)
        assert time is not None
        assert time.seat == own.seat
        assert time.left > 14_000

        began = loop.time()
        await other.until(lambda: told(other, table, did.TimeRanOut))
        assert 14.5 < loop.time() - began < 18
        assert other.news[table].happened[-1] == did.CardDiscarded(own.seat, own.drawn or 0)
        assert isinstance(await other.play(table, DrawStock()), Accepted)


async def come_back(person: Player, url: str, table: str) -> None:
    await person.close()
    person.url = url
    await person.connect()
    await person.greet()
    answer = await person.do(commands.Resume, table=table, seq=person.news[table].seq)
    assert isinstance(answer, Accepted)
    await person.until(partial(seen, person, table, answer.seq))


def seen(person: Player, table: str, seq: int) -> bool:
    return person.news[table].seq >= seq


async def test_a_computer_plays_for_who_is_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    """No clock: who is here may think for as long as he likes, who is away may not."""
    async with (
        server_process(tmp_path, "--seed", "32", "--grace", "1") as server,
        players(server.url, "Ana", "Beto") as people,
    ):
        table = await start(people)
        mover = next(person for person in people if person.my_turn(table))
        other = next(person for person in people if person is not mover)
        own = mover.news[table].own
        assert own is not None
        await mover.close()
        await other.until(lambda: held(other, table, own.seat))
        await other.until(lambda: other.my_turn(table))
        while other.my_turn(table):
            assert isinstance(await other.play(table, brisk(other.view(table))), Accepted)
        await other.until(lambda: other.my_turn(table))

        await come_back(mover, server.url, table)
        await other.until(lambda: not held(other, table, own.seat))
        while other.my_turn(table):
            assert isinstance(await other.play(table, brisk(other.view(table))), Accepted)
        await mover.until(lambda: mover.my_turn(table))
        await mover.play(table, DrawStock())
        assert any(isinstance(action, DiscardCard) for action in mover.legal(table))


def held(person: Player, table: str, seat: int) -> bool:
    return bool(getattr(person.news[table].now.seats[seat], "held", False))
