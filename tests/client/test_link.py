"""The link against a real socket whose other end the test holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from tests.client.fake_server import KNOWN, FakeServer, Peer, fake_server

from rummy500.protocol import acts
from rummy500.protocol.commands import Hello, ListTables, Ping, Play, Resume
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.happenings import Nobody
from rummy500.protocol.tables import TableNow
from rummy500.protocol.updates import (
    Accepted,
    Refused,
    SatDown,
    TableClosed,
    TableNews,
    TablesListed,
)
from rummy500.protocol.version import PROTOCOL_VERSION
from rummy500_client.net.address import Address
from rummy500_client.net.link import Greeting, Link, StillUnansweredError
from rummy500_client.net.news import (
    Answered,
    Connected,
    Connecting,
    Ended,
    Fault,
    Lost,
    Mismatch,
    News,
    Told,
)
from rummy500_client.net.pace import Patience


class Ear:
    """Hears the news of a link."""

    def __init__(self) -> None:
        self.told: list[News] = []
        self._fresh = asyncio.Event()

    def __call__(self, news: News) -> None:
        self.told.append(news)
        self._fresh.set()

    async def hear(self, kind: type, count: int = 1) -> News:
        """Return the ``count``-th news of a kind, waiting for it."""

        async def look() -> News:
            while True:
                found = [news for news in self.told if isinstance(news, kind)]
                if len(found) >= count:
                    return found[count - 1]
                self._fresh.clear()
                await self._fresh.wait()

        return await asyncio.wait_for(look(), 5)


class StillClock:
    """A clock that the test moves; a sleep ends when its time has come."""

    def __init__(self) -> None:
        self.time = 0.0
        self.asleep: asyncio.Queue[float] = asyncio.Queue()
        self._moved = asyncio.Condition()

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        end = self.time + seconds
        self.asleep.put_nowait(seconds)
        async with self._moved:
            await self._moved.wait_for(lambda: self.time >= end)

    async def move(self, seconds: float) -> None:
        async with self._moved:
            self.time += seconds
            self._moved.notify_all()


@asynccontextmanager
async def linked(
    server: FakeServer, patience: Patience | None = None, known: str = ""
) -> AsyncIterator[tuple[Link, Ear]]:
    ear = Ear()
    link = Link(
        lambda: server.address, Greeting("Ana", known), ear, dice=Random(7), patience=patience
    )
    link.start()
    try:
        yield link, ear
    finally:
        await link.close()


def news(table: str, seq: int) -> TableNews:
    now = TableNow("T", "", "rummy500", {}, (Nobody(), Nobody()), 0, (), 0, (0, 0))
    return TableNews(table, seq, (), now)


def play(table: str = "t1") -> Play:
    return Play(ref=1, table=table, act=acts.Stock())


async def greeted(server: FakeServer, ear: Ear, count: int = 1) -> Peer:
    peer = await server.peer()
    await peer.greet()
    await ear.hear(Connected, count)
    return peer


async def test_the_greeting_comes_first_with_the_version() -> None:
    async with fake_server() as server, linked(server, known="old") as (_, ear):
        new = "another word"
        peer = await server.peer()
        hello = await peer.greet(new)
        assert hello.protocol == PROTOCOL_VERSION
        assert (hello.name, hello.token) == ("Ana", "old")
        connected = await ear.hear(Connected)
        assert isinstance(connected, Connected)
        assert connected.welcome.token == new
        assert ear.told[0] == Connecting(1)


async def test_a_command_gets_a_ref_of_its_own_and_its_answer() -> None:
    async with fake_server() as server, linked(server) as (link, ear):
        peer = await greeted(server, ear)
        first, second = link.send(ListTables(ref=1)), link.send(ListTables(ref=1))
        assert first != second
        assert [(await peer.next()).ref, (await peer.next()).ref] == [first, second]
        await peer.say(Accepted(second, 0, TablesListed(())))
        answered = await ear.hear(Answered)
        assert isinstance(answered, Answered)
        assert answered.command.ref == second


async def test_a_broken_connection_resumes_and_sends_again_with_the_same_ref() -> None:
    async with fake_server() as server, linked(server) as (link, ear):
        peer = await greeted(server, ear)
        await peer.say(news("t1", 7))
        await ear.hear(Told)
        ref = link.send(play())
        assert (await peer.next()).ref == ref
        peer.socket.transport.abort()
        lost = await ear.hear(Lost)
        assert isinstance(lost, Lost)
        assert lost.fault is Fault.DROPPED
        peer = await server.peer()
        hello = await peer.greet()
        assert hello.token == KNOWN
        resume = await peer.next()
        assert isinstance(resume, Resume)
        assert (resume.table, resume.seq) == ("t1", 7)
        assert peer.heard.empty()
        await peer.say(news("t1", 9))
        await peer.say(Accepted(resume.ref, 9, SatDown("t1", 0)))
        assert (await peer.next()).ref == ref
        await peer.say(Accepted(ref, 8))
        answered = await ear.hear(Answered, 2)
        assert isinstance(answered, Answered)
        assert answered.command.ref == ref


async def test_what_is_sent_without_a_connection_goes_out_later() -> None:
    async with fake_server() as server, linked(server) as (link, ear):
        peer = await greeted(server, ear)
        peer.socket.transport.abort()
        await ear.hear(Lost)
        ref = link.send(ListTables(ref=1))
        peer = await server.peer()
        await peer.greet()
        assert (await peer.next()).ref == ref


async def test_one_game_command_at_a_time_for_a_table() -> None:
    async with fake_server() as server, linked(server) as (link, ear):
        peer = await greeted(server, ear)
        ref = link.send(play())
        with pytest.raises(StillUnansweredError):
            link.send(play())
        link.send(play("t2"))
        await peer.say(Refused(ref, "STALE"))
        await ear.hear(Answered)
        assert not link.busy("t1")
        link.send(play())


async def test_an_undecided_command_is_sent_again() -> None:
    async with fake_server() as server, linked(server, Patience(again=0.01)) as (link, ear):
        peer = await greeted(server, ear)
        ref = link.send(play())
        assert (await peer.next()).ref == ref
        await peer.say(Refused(ref, ErrorCode.TRY_AGAIN))
        assert (await peer.next()).ref == ref
        assert link.busy("t1")
        await peer.say(Accepted(ref, 3))
        await ear.hear(Answered)


async def test_silence_is_asked_about_and_then_given_up() -> None:
    async with fake_server() as server, linked(server, Patience(quiet=0.05)) as (_, ear):
        peer = await greeted(server, ear)
        ping = await peer.next()
        assert isinstance(ping, Ping)
        await peer.say(Accepted(ping.ref))
        assert isinstance(await peer.next(), Ping)
        lost = await ear.hear(Lost)
        assert isinstance(lost, Lost)
        assert lost.fault is Fault.SILENT


async def test_another_version_ends_the_link_with_both_numbers() -> None:
    async with fake_server() as server, linked(server) as (_, ear):
        peer = await server.peer()
        hello = await peer.next()
        params: dict[str, str | int] = {"protocol": 9, "program": "2.0.0"}
        await peer.say(Refused(hello.ref, ErrorCode.VERSION_MISMATCH, params))
        assert await ear.hear(Mismatch) == Mismatch(9, "2.0.0")


async def test_a_token_that_nobody_knows_is_dropped() -> None:
    async with fake_server() as server, linked(server, known="stale") as (_, ear):
        peer = await server.peer()
        hello = await peer.next()
        await peer.say(Refused(hello.ref, ErrorCode.TOKEN_UNKNOWN))
        peer = await server.peer()
        again = await peer.greet()
        assert not again.token
        await ear.hear(Connected)


async def test_a_refused_greeting_ends_the_link() -> None:
    async with fake_server() as server, linked(server) as (_, ear):
        peer = await server.peer()
        hello = await peer.next()
        await peer.say(Refused(hello.ref, ErrorCode.NAME_INVALID))
        assert await ear.hear(Ended) == Ended(Fault.TURNED_AWAY, "NAME_INVALID")


async def test_the_same_person_elsewhere_ends_the_link() -> None:
    async with fake_server() as server, linked(server) as (_, ear):
        peer = await greeted(server, ear)
        await peer.socket.close(1000, CloseReason.SUPERSEDED)
        assert await ear.hear(Ended) == Ended(Fault.SUPERSEDED)


async def test_who_is_shown_the_door_does_not_come_back_by_himself() -> None:
    async with fake_server() as server, linked(server) as (_, ear):
        peer = await greeted(server, ear)
        await peer.socket.close(4003, CloseReason.KICKED)
        assert await ear.hear(Ended) == Ended(Fault.KICKED)


async def test_what_the_server_takes_for_a_violation_is_answered_and_not_sent_again() -> None:
    async with fake_server() as server, linked(server) as (link, ear):
        peer = await greeted(server, ear)
        ref = link.send(play())
        await peer.next()
        await peer.socket.close(1008, CloseReason.VIOLATION)
        answered = await ear.hear(Answered)
        assert isinstance(answered, Answered)
        assert answered.answer == Refused(ref, ErrorCode.BAD_COMMAND)
        assert not link.busy("t1"), "so the next play may be tried"
        await ear.hear(Lost)
        link.hurry()
        again = await greeted(server, ear, 2)
        assert again.heard.empty()


async def test_a_closed_table_takes_its_commands_along() -> None:
    async with fake_server() as server, linked(server) as (link, ear):
        peer = await greeted(server, ear)
        await peer.say(news("t1", 1))
        link.send(play())
        await peer.say(TableClosed("t1"))
        await ear.hear(Told, 2)
        assert not link.busy("t1")


async def test_nobody_there_is_said_at_once() -> None:
    async with fake_server() as server:
        address = server.address
    ear = Ear()
    link = Link(lambda: address, Greeting("Ana"), ear)
    link.start()
    ended = await ear.hear(Ended)
    assert isinstance(ended, Ended)
    assert ended.fault is Fault.NOBODY_THERE
    await link.close()


async def test_a_server_that_never_greets_is_given_up() -> None:
    async with fake_server() as server, linked(server, Patience(connect=0.1)) as (_, ear):
        ended = await ear.hear(Ended)
        assert isinstance(ended, Ended)
        assert ended.fault is Fault.TIMED_OUT


async def test_something_else_that_answers_is_no_server_of_ours() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    other = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with other:
        port = other.sockets[0].getsockname()[1]
        ear = Ear()
        link = Link(lambda: Address("127.0.0.1", port), Greeting("Ana"), ear)
        link.start()
        ended = await ear.hear(Ended)
        assert isinstance(ended, Ended)
        assert ended.fault is Fault.NOT_OURS
        await link.close()


async def test_closing_works_while_connecting() -> None:
    async def stay(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await release.wait()
        writer.close()

    release = asyncio.Event()
    other = await asyncio.start_server(stay, "127.0.0.1", 0)
    async with other:
        port = other.sockets[0].getsockname()[1]
        ear = Ear()
        link = Link(lambda: Address("127.0.0.1", port), Greeting("Ana"), ear)
        link.start()
        await ear.hear(Connecting)
        await asyncio.wait_for(link.close(), 1)
        assert ear.told[-1] == Ended()
        release.set()


async def test_waits_grow_and_a_hurry_ends_them() -> None:
    clock = StillClock()
    async with fake_server() as server:
        ear = Ear()
        link = Link(lambda: server.address, Greeting("Ana"), ear, clock=clock, dice=Random(1))
        link.start()
        await greeted(server, ear)
        await server.close()
        for attempt in range(1, 7):
            lost = await ear.hear(Lost, attempt)
            assert isinstance(lost, Lost)
            assert lost.attempt == attempt
            middle = min(2.0, 0.1 * 2 ** (attempt - 1))
            assert middle * 0.5 <= lost.wait <= middle * 1.5
            await clock.asleep.get()
            await clock.move(lost.wait)
        await ear.hear(Lost, 7)
        await server.open(server.port)
        link.hurry()
        peer = await server.peer()
        hello = await peer.next()
        assert isinstance(hello, Hello)
        await link.close()


async def test_refs_of_two_runs_differ() -> None:
    async def first_ref(seed: int) -> int:
        async with fake_server() as server:
            link = Link(lambda: server.address, Greeting("Ana"), Ear(), dice=Random(seed))
            ref = link.send(ListTables(ref=1))
            await link.close()
            return ref

    assert await first_ref(1) != await first_ref(2)
