"""Whatever is logged, no card and no token is: whole hands under a log that hears everything."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.server.fakes import ChancePlayer
from tests.server.player import Player, brisk, players
from tests.server.truth import truths
from tests.support.log_watch import LogWatch

from rummy500.engine.actions import MeldCards
from rummy500.engine.cards import PACK
from rummy500.engine.notation import CARD_TEXT
from rummy500.protocol import commands
from rummy500.protocol.updates import Refused
from rummy500_server.app import Server
from rummy500_server.bots.pool import BotFailedError
from rummy500_server.config import Settings
from rummy500_server.log import set_up
from rummy500_server.store.ports import Gone


CARD_WORDS = re.compile(rf"\b(?:{'|'.join(CARD_TEXT)})\b")
CARD_LISTS = re.compile(r"[\[(]\d+(?:, ?\d+)+,?[\])]")
CARD_FIELDS = re.compile(r"card|hand=|pile|stock|seed", re.IGNORECASE)
LIMIT = 60


class FrailPlayer(ChancePlayer):
    """Now and then it gives no answer, or one that nobody can read."""

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        if seed % 5 == 0:
            msg = "the process has died"
            raise BotFailedError(msg)
        return b"\x93" if seed % 7 == 0 else await super().choose(view, level, seed)


@pytest.fixture(params=["json", "console"])
def written(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[io.StringIO]:
    """What the server writes when it is told to write everything."""
    text = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr", text)
    try:
        set_up(request.param, "debug")
        yield text
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


async def test_whole_hands_leave_no_card_and_no_token_in_the_log(
    tmp_path: Path, written: io.StringIO, expect_log: LogWatch
) -> None:
    settings = Settings(
        host="127.0.0.1", port=0, data=tmp_path, pause=0, seed=11, unlimited_rate=True
    )
    secrets: set[str] = set()
    async with Server(settings, bots=FrailPlayer()) as server:
        url = f"ws://127.0.0.1:{server.port}"
        async with asyncio.timeout(LIMIT), players(url, "Ana", "Beto") as (ana, beto):
            made = await ana.sit(
                commands.CreateTable, name="Mesa", seats=3, private=True, computers=("easy",)
            )
            code = ana.news[made.table].now.code
            await beto.sit(commands.JoinTable, code=code)
            await ana.do(commands.Start, table=made.table)
            await asyncio.gather(*(play(person, made.table, 4) for person in (ana, beto)))
            await beto.cut()
            secrets |= {code, *(part for p in (ana, beto) for part in (p.token, secret_of(p)))}
        journal = await server.store.load(made.table)
        assert not isinstance(journal, Gone)
        for truth in truths(made.table, journal.entries).values():
            match = truth.state.match
            if match is not None and match.hand is not None:
                secrets |= {match.hand.seed.hex(), str(match.hand.seed)}

    log = written.getvalue()
    for event in ("listening", "greeted", "left", "computer_failed", "ended"):
        assert event in log
    assert made.table in log
    assert re.search(r"session\W+\w{4}-1", re.sub(r"\x1b\[\d*m", "", log))
    assert [secret for secret in secrets if secret in log] == []
    for shape in (CARD_WORDS, CARD_LISTS, CARD_FIELDS):
        assert shape.findall(log) == []


def secret_of(person: Player) -> str:
    return person.token.partition(".")[2]


async def play(person: Player, table: str, hands: int) -> None:
    """Play until so many hands are over, and ask for nonsense now and then."""
    dice = Random(person.name)
    for _ in range(hands):
        while True:
            await person.until(lambda: person.my_turn(table) or over(person, table))
            if over(person, table):
                break
            if dice.random() < 0.2:
                nonsense = MeldCards(tuple(dice.sample(PACK, 3)))
                assert isinstance(await person.play(table, nonsense), Refused)
            await person.play(table, brisk(person.view(table)))
        now = person.news[table].now
        number = now.number
        kind = commands.Ready if now.winners is None else commands.Rematch
        await person.do(kind, table=table)
        await person.until(
            lambda before=number: person.news[table].now.number != before  # type: ignore[misc]
        )


def over(person: Player, table: str) -> bool:
    hand = person.news[table].now.hand
    return hand is not None and hand.end is not None


@pytest.mark.parametrize("name", ["asyncio", "rummy500_server.websockets"])
def test_a_traceback_shows_lines_and_no_values(written: io.StringIO, name: str) -> None:
    """With a library for pretty tracebacks installed, local variables would be shown."""
    token = "player.very-secret"  # noqa: S105 - as if
    try:
        int("x" * len(token))
    except ValueError:
        logging.getLogger(name).warning("it failed", exc_info=True)
    log = written.getvalue()
    assert "ValueError" in log
    assert "very-secret" not in log
