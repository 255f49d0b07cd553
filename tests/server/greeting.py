"""Sessions over sockets that are doubles, and people who greet on them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.fakes import FakeSocket

from rummy500.protocol.commands import Hello
from rummy500.protocol.updates import Accepted, AnyUpdate, Refused, Welcomed
from rummy500_server.net.session import House, Session


@asynccontextmanager
async def session(rooms: House) -> AsyncIterator[FakeSocket]:
    socket = FakeSocket()
    made = Session(rooms, socket)
    socket.take_now = made.take_now
    served = asyncio.create_task(made.run())
    try:
        yield socket
    finally:
        socket.hang_up()
        async with asyncio.timeout(5):
            await served


def hello(ref: int = 1, name: str = "Ana", token: str = "", protocol: int = 1) -> Hello:
    return Hello(ref=ref, protocol=protocol, program="test", name=name, token=token)


async def welcomed(socket: FakeSocket, name: str = "Ana", token: str = "") -> Welcomed:
    socket.say(hello(name=name, token=token))
    answer = await socket.hear()
    assert isinstance(answer, Accepted)
    assert isinstance(answer.result, Welcomed)
    return answer.result


def code(update: AnyUpdate) -> str:
    assert isinstance(update, Refused)
    return update.code
