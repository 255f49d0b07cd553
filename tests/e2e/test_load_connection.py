"""What the load generator's connection does when somebody no longer waits for an answer."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from rummy500.protocol import commands
from rummy500_server.load.connection import Connection
from rummy500_server.load.errors import LoadError


class Socket:
    """Takes what is sent and can be told to hang up."""

    def send(self, kind: Any, message: bytes) -> None:
        """Take a frame."""

    def disconnect(self) -> None:
        """Take note that we hang up."""


class Deaf:
    """A follower that only counts how often the other end hung up."""

    def __init__(self) -> None:
        self.ends = 0

    def received(self, size: int) -> None: ...

    def answered(self, glance: Any) -> None: ...

    def told(self) -> None: ...

    def hung_up(self) -> None:
        self.ends += 1


def connected(follower: Deaf) -> tuple[Connection, Any]:
    connection, socket = Connection(follower, itertools.count(1)), Socket()
    connection.on_ws_connected(socket)  # type: ignore[arg-type]
    return connection, socket


async def test_who_waits_is_told_that_the_server_has_hung_up() -> None:
    connection, socket = connected(Deaf())
    asking = asyncio.ensure_future(connection.ask(commands.ListTables(ref=connection.ref())))
    await asyncio.sleep(0)
    connection.on_ws_disconnected(socket)

    with pytest.raises(LoadError, match="closed the connection"):
        await asking


async def test_an_end_in_the_turn_in_which_a_question_is_called_off_is_no_fault() -> None:
    follower = Deaf()
    connection, socket = connected(follower)
    asking = asyncio.ensure_future(connection.ask(commands.ListTables(ref=connection.ref())))
    await asyncio.sleep(0)
    asking.cancel()
    connection.on_ws_disconnected(socket)

    with pytest.raises(asyncio.CancelledError):
        await asking
    assert follower.ends == 1
