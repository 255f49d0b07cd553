"""A real server under frames that are nearly right: it refuses, closes, and everybody plays on.

``RUMMY500_FUZZ=long`` sends two hundred thousand frames.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.fuzz.mutator import LONG
from tests.fuzz.vandal import Vandal
from tests.server.player import Player, brisk, players
from tests.server.process import server_process

from rummy500.protocol import commands
from rummy500.protocol.updates import Accepted
from rummy500_server.load.proc import usage


pytestmark = [pytest.mark.e2e, *([pytest.mark.slow] if LONG else [])]

FRAMES = 200_000 if LONG else 1_000
VANDALS = 4
ROUNDS = 50
LEVEL = 1.01
"""In the last third of the rounds the process may be larger by so much than in the one before:
memory is taken in pieces, and what is remembered for a while fills up slowly."""


async def play_a_turn(ana: Player, beto: Player, table: str) -> None:
    """Let two honest people go on; whatever the others do, they are answered."""
    now = ana.news[table].now
    for person in (ana, beto):
        if now.hand is not None and now.hand.end is not None:
            again = commands.Ready if now.winners is None else commands.Rematch
            assert isinstance(await person.do(again, table=table), Accepted)
        elif person.my_turn(table):
            assert isinstance(await person.play(table, brisk(person.view(table))), Accepted)


async def test_a_server_outlives_what_is_nearly_right(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path, "--most-tables", "40") as server,
        players(server.url, "Ana", "Beto") as (ana, beto),
    ):
        sat = await ana.sit(commands.CreateTable, name="", seats=2)
        await beto.sit(commands.JoinTable, table=sat.table)
        await ana.do(commands.Start, table=sat.table)
        await beto.until(lambda: beto.news[sat.table].now.hand is not None)
        vandals = [Vandal(server.url, sat.table, number) for number in range(VANDALS)]
        sizes: list[int] = []
        for _ in range(ROUNDS):
            lives = [vandal.live(FRAMES // VANDALS // ROUNDS) for vandal in vandals]
            await asyncio.gather(*lives, play_a_turn(ana, beto, sat.table))
            sizes.append(usage(server.process.pid).rss)
        seq = ana.news[sat.table].seq

    kilobytes = [size // 1000 for size in sizes[:: ROUNDS // 10]]
    print(f"KB: {kilobytes}, plays: {seq}")  # noqa: T201 - the figures of a long run, seen with -rP
    assert sum(vandal.sent for vandal in vandals) >= FRAMES
    assert sum(vandal.closed for vandal in vandals) > FRAMES / 200
    assert seq > ROUNDS
    third = ROUNDS // 3
    assert max(sizes[-third:]) <= max(sizes[third:-third]) * LEVEL
