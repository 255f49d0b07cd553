"""The store goes away in the middle of a match, and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.server.fakes import ChancePlayer
from tests.server.player import Player, players
from tests.support.log_watch import LogWatch

from rummy500.engine.actions import Action, DrawStock
from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.app import Server
from rummy500_server.config import Settings
from rummy500_server.store.memory import MemoryStore
from rummy500_server.store.ports import StoreError
from rummy500_server.store.sqlite import SqliteStore


AWAY = "the store is away"
Switch = Callable[[bool], None]


@pytest.fixture(params=["memory:", "sqlite"])
def switch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Switch]:
    """A kind of store, and a switch by which it is away: whatever is asked of it fails."""
    away = False

    def throw(*_: object) -> None:
        if away:
            raise StoreError(AWAY)

    if request.param == "memory:":
        monkeypatch.setattr(MemoryStore, "_check_open", throw)
    else:
        ask = SqliteStore._ask

        async def failing(store: SqliteStore, work: Callable[..., object]) -> object:
            throw()
            return await ask(store, work)

        monkeypatch.setattr(SqliteStore, "_ask", failing)

    def set_away(to: bool) -> None:  # noqa: FBT001 - a switch
        nonlocal away
        away = to

    return request.param.removeprefix("sqlite"), set_away


@asynccontextmanager
async def at_a_table(
    data: Path, store: str, computers: int
) -> AsyncIterator[tuple[list[Player], str]]:
    """People in a match; the first of them is on turn."""
    settings = Settings(
        host="127.0.0.1", port=0, data=data, store=store, pause=0, seed=5, unlimited_rate=True
    )
    async with Server(settings, bots=ChancePlayer()) as server:
        names = ("Ana", "Beto")[: 2 - computers]
        async with players(f"ws://127.0.0.1:{server.port}", *names) as people:
            made = await people[0].sit(
                commands.CreateTable, name="", seats=2, computers=("easy",) * computers
            )
            for person in people[1:]:
                await person.sit(commands.JoinTable, table=made.table)
            await people[0].do(commands.Start, table=made.table)
            await people[0].until(lambda: any(person.my_turn(made.table) for person in people))
            people.sort(key=lambda person: not person.my_turn(made.table))
            yield people, made.table


def draw(person: Player, table: str) -> Action:
    return next(action for action in person.legal(table) if isinstance(action, DrawStock))


def away_is_logged(log: LogWatch) -> None:
    assert log.messages
    assert all(AWAY in message for message in log.messages)


async def test_commands_may_be_sent_again_and_reading_goes_on(
    tmp_path: Path, switch: tuple[str, Switch], expect_log: LogWatch
) -> None:
    store, set_away = switch
    async with at_a_table(tmp_path, store, 0) as ((first, other), table):
        set_away(True)
        refused = await first.play(table, draw(first, table))
        assert isinstance(refused, Refused)
        assert refused.code == ErrorCode.TRY_AGAIN
        assert isinstance(await other.do(commands.Ping), Accepted)
        before = len(other.seqs[table])
        assert isinstance(await other.do(commands.Resume, table=table), Accepted)
        await other.until(lambda: len(other.seqs[table]) > before)
        made = await other.do(commands.CreateTable, name="", seats=2)
        assert isinstance(made, Refused)
        assert made.code == ErrorCode.TRY_AGAIN

        set_away(False)
        async with asyncio.timeout(1):
            assert isinstance(await first.play(table, draw(first, table)), Accepted)
            await other.until(lambda: other.news[table].seq == first.news[table].seq)
            assert isinstance(await other.do(commands.CreateTable, name="", seats=2), Accepted)
    away_is_logged(expect_log)


async def test_the_computer_player_goes_on_by_itself(
    tmp_path: Path, switch: tuple[str, Switch], expect_log: LogWatch
) -> None:
    store, set_away = switch
    async with at_a_table(tmp_path, store, 1) as ((ana,), table):
        while ana.my_turn(table):
            last = ana.legal(table)
            if not any(isinstance(action, DrawStock) for action in last):
                set_away(True)  # from now on nothing can be stored
                refused = await ana.play(table, last[0])
                assert isinstance(refused, Refused)
                set_away(False)
            await ana.play(table, last[0])
        async with asyncio.timeout(1):
            await ana.until(lambda: ana.my_turn(table) or ana.news[table].now.hand is None)
    away_is_logged(expect_log)


async def test_who_has_left_meanwhile_is_shown_as_away_soon_after(
    tmp_path: Path, switch: tuple[str, Switch], expect_log: LogWatch
) -> None:
    store, set_away = switch
    async with at_a_table(tmp_path, store, 0) as ((first, other), table):
        set_away(True)
        await other.cut()
        while not any(AWAY in message for message in expect_log.messages):
            await first.do(commands.Ping)
        set_away(False)
        async with asyncio.timeout(1):
            await first.until(
                lambda: not all(getattr(s, "here", True) for s in first.news[table].now.seats)
            )
        again = await Player("back", first.url).connect()
        again.token, again.name = other.token, other.name
        await again.greet()
        async with asyncio.timeout(1):
            await again.sit(commands.Resume, table=table)
        await again.close()
    away_is_logged(expect_log)
