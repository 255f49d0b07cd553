"""Messages that are sent without waiting: the heads of their frames are written by hand."""

from __future__ import annotations

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from rummy500_server.clock import SystemClock
from rummy500_server.net.bounded import BoundedConnection, bounded_connection
from rummy500_server.net.doorkeeper import Capacity, Doorkeeper


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
async def test_a_message_of_any_size_arrives_as_it_is(size: int) -> None:
    message = bytes(number % 251 for number in range(size))
    clock = SystemClock()
    made = bounded_connection(clock, 1.0, Doorkeeper(clock, Capacity(10, 10)), set())

    async def send(connection: ServerConnection) -> None:
        assert isinstance(connection, BoundedConnection)
        assert connection.push(message)
        await connection.wait_closed()

    async with serve(send, "127.0.0.1", 0, create_connection=made, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None, proxy=None) as socket:
            assert await socket.recv() == message


async def test_what_nobody_takes_in_is_not_pushed_on_and_on() -> None:
    clock = SystemClock()
    made = bounded_connection(clock, 1.0, Doorkeeper(clock, Capacity(10, 10)), set())
    pushed: list[bool] = []

    async def send(connection: ServerConnection) -> None:
        assert isinstance(connection, BoundedConnection)
        while len(pushed) < 10_000 and (not pushed or pushed[-1]):
            pushed.append(connection.push(bytes(60_000)))
        connection.transport.abort()
        assert connection.push(b"lost") in {True, False}

    async with serve(send, "127.0.0.1", 0, create_connection=made, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None, proxy=None) as socket:
            socket.transport.pause_reading()
            await socket.wait_closed()

    assert 0 < len(pushed) < 1000
    assert not pushed[-1]
