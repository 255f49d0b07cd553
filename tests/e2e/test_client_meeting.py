"""Links of the client at real workers: the people of a table come to one of them by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from tests.server.process import server_process
from tests.support.redis_server import RedisProcess

from rummy500.protocol.commands import CreateTable, JoinTable
from rummy500.protocol.updates import Accepted, SatDown, TableNews
from rummy500_client.net.address import Address
from rummy500_client.net.link import Greeting, Link
from rummy500_client.net.news import Answered, Lost, News, Told
from rummy500_server.store import records
from rummy500_server.store.redis import keys


pytestmark = [
    pytest.mark.e2e,
    pytest.mark.redis,
]
LIMIT = 20.0
TABLES = 8


class Person:
    """Somebody with a link."""

    def __init__(self, port: int, name: str, seed: int) -> None:
        self.told: list[News] = []
        self._fresh = asyncio.Event()
        where = Address("127.0.0.1", port)
        self.link = Link(lambda: where, Greeting(name), self._hear, dice=Random(seed))
        self.link.start()

    def _hear(self, news: News) -> None:
        self.told.append(news)
        self._fresh.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT):
            while not holds():
                self._fresh.clear()
                await self._fresh.wait()

    async def sits_down(self, command: CreateTable | JoinTable) -> str:
        """Do it and return the table, once it is seen."""
        ref = self.link.send(command)
        await self.until(lambda: any(isinstance(n, Answered) for n in self.told))
        (answered,) = (n for n in self.told if isinstance(n, Answered))
        assert answered.answer.ref == ref
        assert isinstance(answered.answer, Accepted), answered
        assert isinstance(answered.answer.result, SatDown)
        table = answered.answer.result.table
        await self.until(lambda: table in self._tables())
        return table

    def _tables(self) -> set[str]:
        updates = (n.update for n in self.told if isinstance(n, Told))
        return {update.table for update in updates if isinstance(update, TableNews)}


def places(redis: RedisProcess, table: str) -> list[str]:
    """Return at which server each person sat down."""
    found = redis.ask("XRANGE", keys.of_table(table).journal, "-", "+")
    entries = [records.read_entry(dict(fields)[b"e"]) for _, fields in found]
    facts = [fact for entry in entries for fact in entry.facts]
    return [fact.node for fact in facts if isinstance(fact, records.PersonSat)]


async def test_guests_come_to_the_worker_of_their_host(redis: RedisProcess, tmp_path: Path) -> None:
    """Of eight tables not all can be right by chance."""
    options = ("--store", redis.url, "--workers", "2")
    async with server_process(tmp_path / "data", *options) as server, AsyncExitStack() as stack:
        drivers = set()
        for number in range(TABLES):
            host = Person(server.port, f"Host {number}", number)
            guest = Person(server.port, f"Guest {number}", 100 + number)
            for person in (host, guest):
                stack.push_async_callback(person.link.close)
            table = await host.sits_down(CreateTable(ref=1, name="", seats=2))
            assert await guest.sits_down(JoinTable(ref=1, table=table)) == table
            first, second = places(redis, table)
            assert first == second
            drivers.add(first)
            assert not any(isinstance(news, Lost) for news in guest.told)
        assert len(drivers) == 2
