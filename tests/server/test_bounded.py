"""Messages that are sent without waiting: the heads of their frames are written by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from tests.support.log_watch import LogWatch
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError

from rummy500_server.clock import SystemClock
from rummy500_server.net.bounded import BoundedConnection, bounded_connection
from rummy500_server.net.doorkeeper import Capacity, Doorkeeper
from rummy500_server.short_queue import ShortQueue


Act = Callable[[BoundedConnection], Awaitable[None]]


@asynccontextmanager
async def listening(act: Act) -> AsyncIterator[int]:
    """Yield the port at which every connection acts."""
    clock = SystemClock()
    made = bounded_connection(clock, 1.0, Doorkeeper(clock, Capacity(10, 10)), set())

    async def serve_one(connection: ServerConnection) -> None:
        assert isinstance(connection, BoundedConnection)
        await act(connection)

    async with serve(serve_one, "127.0.0.1", 0, create_connection=made, compression=None) as server:
        yield server.sockets[0].getsockname()[1]


@asynccontextmanager
async def joined(act: Act) -> AsyncIterator[ClientConnection]:
    """Yield the other end of a connection that acts."""
    async with (
        listening(act) as port,
        connect(f"ws://127.0.0.1:{port}", compression=None, proxy=None) as socket,
    ):
        yield socket


async def _all_of(socket: ClientConnection) -> list[str | bytes]:
    return [message async for message in socket]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
async def test_a_message_of_any_size_arrives_as_it_is(size: int) -> None:
    message = bytes(number % 251 for number in range(size))

    async def act(connection: BoundedConnection) -> None:
        assert connection.push(message)
        await connection.wait_closed()

    async with joined(act) as socket:
        assert await socket.recv() == message


async def test_what_nobody_takes_in_is_not_pushed_on_and_on() -> None:
    pushed: list[bool] = []
    cut = asyncio.Event()

    async def act(connection: BoundedConnection) -> None:
        while len(pushed) < 10_000 and (not pushed or pushed[-1]):
            pushed.append(connection.push(bytes(60_000)))
        connection.transport.abort()
        assert connection.push(b"lost") in {True, False}
        cut.set()

    async with joined(act) as socket:
        socket.transport.pause_reading()
        await cut.wait()
        socket.transport.resume_reading()
        with pytest.raises(ConnectionClosedError):
            await _all_of(socket)

    assert 0 < len(pushed) < 1000
    assert not pushed[-1]


async def test_what_is_pushed_in_one_turn_goes_in_one_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts: list[int] = []
    send_held = BoundedConnection.send_held

    def counted(connection: BoundedConnection) -> None:
        counts.append(len(connection._held or ()))
        send_held(connection)

    async def act(connection: BoundedConnection) -> None:
        monkeypatch.setattr(BoundedConnection, "send_held", counted)
        for number in range(3):
            assert connection.push(bytes([number]))
            assert connection.push(b"and")
        assert counts == []
        await connection.wait_closed()

    async with joined(act) as socket:
        told = [await socket.recv() for _ in range(6)]
        assert told == [b"\0", b"and", b"\1", b"and", b"\2", b"and"]
        assert counts == [3 * 2 * 2]  # each message and its head


async def test_nothing_overtakes_what_was_pushed() -> None:
    """What the library sends by itself comes after it, the goodbye too."""

    async def act(connection: BoundedConnection) -> None:
        connection.push(b"1")
        await connection.send(b"2")
        connection.push(b"3")
        await connection.close()
        connection.push(b"4")

    async with joined(act) as socket:
        assert await _all_of(socket) == [b"1", b"2", b"3"]


async def test_what_comes_at_once_is_taken_in_order() -> None:
    """More frames than the library lets wait, whole and in pieces; then there is room for more."""
    taken: list[str | bytes] = []
    enough = asyncio.Event()

    async def act(connection: BoundedConnection) -> None:
        assert isinstance(connection.recv_messages.frames.queue, ShortQueue)
        async for message in connection:
            taken.append(message)
            if len(taken) == 300:
                enough.set()

    async with joined(act) as socket:
        sent: list[bytes] = [bytes([number % 251]) * (number % 7) for number in range(300)]
        for number, message in enumerate(sent):
            await socket.send([message[:2], message[2:]] if number % 5 == 0 else message)
        await enough.wait()
    assert taken == sent


async def test_the_library_waits_for_room_with_a_short_queue_too() -> None:
    async def act(connection: BoundedConnection) -> None:
        assert isinstance(connection.drain_waiters, ShortQueue)
        for _ in range(40):
            await connection.send(bytes(60_000))
        await connection.close()

    async with joined(act) as socket:
        assert sum(map(len, await _all_of(socket))) == 40 * 60_000


async def test_one_that_fails_silences_no_other(
    monkeypatch: pytest.MonkeyPatch, expect_log: LogWatch
) -> None:
    send_held = BoundedConnection.send_held
    here: list[BoundedConnection] = []

    def broken(connection: BoundedConnection) -> None:
        if connection is here[0]:
            msg = "handler is closed"
            raise RuntimeError(msg)
        send_held(connection)

    async def act(connection: BoundedConnection) -> None:
        here.append(connection)
        if len(here) == 2:
            monkeypatch.setattr(BoundedConnection, "send_held", broken)
            for each in here:
                each.push(b"news")
        await connection.wait_closed()

    async with joined(act) as first:
        host, port = first.remote_address
        async with connect(f"ws://{host}:{port}", compression=None, proxy=None) as second:
            assert await second.recv() == b"news"
            with pytest.raises(ConnectionClosedError):
                await first.recv()
            monkeypatch.undo()
    assert "not_sent" in expect_log.messages[0]
