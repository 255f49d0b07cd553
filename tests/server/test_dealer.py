"""Connections are dealt out among workers unread; the same word leads to the same worker."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

import pytest
from tests.support.log_watch import LogWatch

from rummy500_server.net.handed import HandedDoor
from rummy500_server.workers import dealer as dealer_module
from rummy500_server.workers.dealer import Dealer


LIMIT = 10.0


def request(word: str) -> bytes:
    path = f"/?at={word}" if word else "/"
    return f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode()


async def until(holds: Callable[[], bool]) -> None:
    """Let the loop turn until something holds."""
    async with asyncio.timeout(LIMIT):
        while True:
            if holds():
                return
            await asyncio.sleep(0)


class Desk:
    """A dealer at a port, and the ends of the channels that workers would have."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self._listening.settimeout(0)
        self.dealer = Dealer([self._listening])
        self.workers: dict[int, socket.socket] = {}

    def open(self, worker: int) -> None:
        channel = self._stack.enter_context(self.dealer.channel_for(worker))
        channel.settimeout(0)
        self.workers[worker] = channel

    async def visit(self, said: bytes) -> socket.socket:
        """Connect and say something."""
        made = self._stack.enter_context(socket.socket())
        made.settimeout(0)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(made, self._listening.getsockname())
        if said:
            await loop.sock_sendall(made, said)
        return made

    async def given(self) -> tuple[int, socket.socket]:
        """Return which worker is given a connection, and that."""
        async with asyncio.timeout(LIMIT):
            while True:
                for worker, channel in self.workers.items():
                    try:
                        _, files, _, _ = socket.recv_fds(channel, 1, 1)
                    except BlockingIOError:
                        continue
                    if files:
                        made = self._stack.enter_context(socket.socket(fileno=files[0]))
                        made.settimeout(0)
                        return worker, made
                await asyncio.sleep(0)

    async def worker_of(self, said: bytes) -> int:
        await self.visit(said)
        return (await self.given())[0]


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    with ExitStack() as stack:
        made = Desk(stack)
        for worker in (0, 1):
            made.open(worker)
        made.dealer.begin()
        yield made
        made.dealer.end()


async def test_the_same_word_leads_to_the_same_worker(desk: Desk) -> None:
    first = [await desk.worker_of(request(f"w{number}")) for number in range(10)]
    again = [await desk.worker_of(request(f"w{number}")) for number in range(10)]
    assert first == again
    assert sorted(first) == [0] * 5 + [1] * 5


async def test_who_comes_without_a_word_goes_where_fewer_are(desk: Desk) -> None:
    for _ in range(4):
        await desk.worker_of(request("w"))
    busy = await desk.worker_of(request("w"))
    assert [await desk.worker_of(request("")) for _ in range(4)] == [1 - busy] * 4


async def test_a_worker_reads_what_was_said_himself(desk: Desk) -> None:
    visitor = await desk.visit(request("w"))
    _, made = await desk.given()
    loop = asyncio.get_running_loop()
    assert await loop.sock_recv(made, 4096) == request("w")
    await loop.sock_sendall(made, b"welcome")
    assert await loop.sock_recv(visitor, 4096) == b"welcome"


async def test_the_word_of_a_worker_that_fell_leads_to_one_that_lives(desk: Desk) -> None:
    fallen = await desk.worker_of(request("w"))
    desk.workers.pop(fallen).close()  # the dealer finds out by itself
    assert await desk.worker_of(request("w")) == 1 - fallen
    desk.dealer.lose(fallen)
    desk.open(fallen)
    assert await desk.worker_of(request("w")) == 1 - fallen  # people are there now
    assert {await desk.worker_of(request(f"new{number}")) for number in range(4)} == {0, 1}


async def test_who_says_nothing_is_given_away_all_the_same(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealer_module, "_PATIENCE", 0.02)
    visitor = await desk.visit(b"")
    _, made = await desk.given()
    await asyncio.get_running_loop().sock_sendall(visitor, b"late")
    assert await asyncio.get_running_loop().sock_recv(made, 9) == b"late"


async def test_who_speaks_late_is_heard(desk: Desk) -> None:
    worker = await desk.worker_of(request("w"))
    await desk.worker_of(request("x"))
    visitor = await desk.visit(b"")
    await until(lambda: bool(desk.dealer._waiting))
    await asyncio.get_running_loop().sock_sendall(visitor, request("w"))
    assert (await desk.given())[0] == worker


async def test_only_so_many_are_waited_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealer_module, "_MOST_WAITING", 0)
    await desk.visit(b"")
    await desk.given()


async def test_who_finds_no_worker_is_let_go(desk: Desk, expect_log: LogWatch) -> None:
    for worker in (0, 1):
        desk.dealer.lose(worker)
    visitor = await desk.visit(request("w"))
    with pytest.raises(ConnectionResetError):  # what it said is unread
        await heard(visitor)
    assert "nobody_takes_it" in expect_log.messages[0]


async def test_who_says_nothing_when_the_end_comes_is_let_go(desk: Desk) -> None:
    visitor = await desk.visit(b"")
    await until(lambda: bool(desk.dealer._waiting))
    desk.dealer.end()
    assert await heard(visitor) == b""


async def test_who_hangs_up_without_a_word_is_given_to_nobody(desk: Desk) -> None:
    visitor = await desk.visit(b"")
    await until(lambda: bool(desk.dealer._waiting))
    visitor.close()
    await until(lambda: not desk.dealer._waiting)
    for channel in desk.workers.values():
        with pytest.raises(BlockingIOError):
            channel.recv(1)


# --- the worker's end -----------------------------------------------------------------------------


class Greeter(asyncio.Protocol):
    """Says a word to whoever comes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(b"welcome")
        transport.close()


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def hand_in(channel: socket.socket) -> socket.socket:
    """Hand one end of a connection in, and return the other."""
    ours, theirs = socket.socketpair()
    with theirs:
        socket.send_fds(channel, [b"."], [theirs.fileno()])
    ours.settimeout(0)
    return ours


async def heard(visitor: socket.socket) -> bytes:
    with visitor:
        async with asyncio.timeout(LIMIT):
            return await asyncio.get_running_loop().sock_recv(visitor, 9)


async def test_what_is_handed_in_is_served(ends: tuple[socket.socket, socket.socket]) -> None:
    door = HandedDoor(ends[1], Greeter)
    visitors = [hand_in(ends[0]) for _ in range(3)]
    assert [await heard(visitor) for visitor in visitors] == [b"welcome"] * 3
    door.close()
    assert not door.is_serving()


async def test_what_is_on_its_way_when_the_door_closes_is_served_yet(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    door = HandedDoor(ends[1], Greeter)
    visitor = hand_in(ends[0])
    door.close()
    await door.wait_closed()
    assert await heard(visitor) == b"welcome"
    with pytest.raises(BrokenPipeError):
        ends[0].send(b".")


async def test_the_door_closes_when_nobody_deals_any_more(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    door = HandedDoor(ends[1], Greeter)
    ends[0].close()
    await until(lambda: not door.is_serving())
