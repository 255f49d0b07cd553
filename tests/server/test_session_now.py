"""Plays that are handed to their table without waking the task that reads."""

from __future__ import annotations

from tests.server.fakes import FakeSocket, settle
from tests.server.greeting import code, session, welcomed

from rummy500.protocol import acts
from rummy500.protocol.codec import encode
from rummy500.protocol.commands import AnyCommand, CreateTable, Ping, Play, Ready
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Accepted, SatDown, TableNews
from rummy500_server.net.ratelimit import TOLERATED, Family
from rummy500_server.net.session import House


async def _table(socket: FakeSocket) -> str:
    """Make a table with a computer player, and begin."""
    socket.say(CreateTable(ref=2, name="", seats=2, computers=("easy",)))
    made = await socket.hear()
    assert isinstance(made, Accepted)
    assert isinstance(made.result, SatDown)
    assert isinstance(await socket.hear(), TableNews)
    return made.result.table


def _draw(table: str, ref: int = 3) -> Play:
    return Play(ref=ref, table=table, act=acts.Stock())


async def test_a_play_is_answered_like_one_that_is_read(rooms: House) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        table = await _table(socket)
        assert socket.take_now(encode(_draw(table)))
        assert code(await socket.hear()) == ErrorCode.MATCH_NOT_RUNNING
        socket.say(_draw(table, 4))
        assert code(await socket.hear()) == ErrorCode.MATCH_NOT_RUNNING


async def test_everything_else_is_read(rooms: House) -> None:
    async with session(rooms) as socket:
        assert not socket.take_now(encode(_draw("t")))  # nobody has greeted
        await welcomed(socket)
        table = await _table(socket)
        others: list[AnyCommand] = [Ping(ref=5), Ready(ref=6, table=table), _draw("elsewhere")]
        assert not any(socket.take_now(encode(command)) for command in others)
        assert not socket.take_now(b"no command")
        assert not socket.take_now(encode(_draw(table)) + bytes(70_000))
        assert not socket.sent


async def test_what_follows_something_that_is_being_done_waits_for_it(rooms: House) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        table = await _table(socket)
        socket.say(Ping(ref=7))
        await settle()
        assert socket.take_now(encode(_draw(table)))
        socket.open_gate.clear()  # it does not read: what is told waits
        for ref in range(8, 200):
            socket.say(Ping(ref=ref))
            await settle()
        assert not socket.take_now(encode(_draw(table)))
        socket.open_gate.set()
        await settle()


async def test_credits_are_spent_as_always(rooms: House) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        table = await _table(socket)
        burst = int(Family.GAME.value.burst)
        for ref in range(10, 11 + burst):
            assert socket.take_now(encode(_draw(table, ref)))
        answers = [code(await socket.hear()) for _ in range(burst + 1)]
        assert sorted(set(answers)) == [ErrorCode.MATCH_NOT_RUNNING, ErrorCode.TRY_AGAIN]
        assert answers.count(ErrorCode.TRY_AGAIN) == 1
        spent = 0
        while socket.take_now(encode(_draw(table, 100 + spent))):
            spent += 1
        assert spent + burst < TOLERATED.burst
        socket.say(_draw(table, 99))
        assert (await socket.fate())[1] == "flood"
