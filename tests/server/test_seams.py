"""Messages that go past the library: never before their turn, never twice, never other ones."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st
from tests.server.test_bounded import joined, listening
from websockets.frames import Frame, Opcode

from rummy500_server.net.bounded import BoundedConnection
from rummy500_server.net.seams import Seams, whole_message


_REQUEST = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
KINDS = st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PING, Opcode.PONG])
SIZES = st.integers(0, 300) | st.sampled_from([125, 126, 127, 65_535, 65_536])


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """Return the bytes of a frame, as the library writes it for a client."""
    opcode, size = draw(KINDS), draw(SIZES)
    control = opcode in {Opcode.PING, Opcode.PONG}
    frame = Frame(
        opcode, bytes(min(size, 125) if control else size), draw(st.booleans()) or control
    )
    return frame.serialize(mask=True)


@given(st.lists(frames(), max_size=4), st.data())
def test_the_seams_are_between_the_frames(made: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(made)
    seams_at = {0}
    for frame in made:
        seams_at.add(max(seams_at) + len(frame))
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=6))
    seams = Seams()
    for start, end in pairwise(sorted({0, len(stream), *cuts})):
        assert seams.here is (start in seams_at)
        seams.follow(stream[start:end])
    assert seams.here


@given(st.binary(max_size=300) | st.sampled_from([bytes(65_535), bytes(65_536)]))
def test_a_message_in_one_piece_is_read_by_hand(message: bytes) -> None:
    data = Frame(Opcode.BINARY, message).serialize(mask=True)
    assert whole_message(data) == (message if len(message) < 1 << 16 else None)
    assert whole_message(data[:-1]) is None
    assert whole_message(data + b"\x82") is None


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"text"),
        Frame(Opcode.PING, b"ping"),
        Frame(Opcode.CLOSE, b""),
        Frame(Opcode.BINARY, b"first", fin=False),
        Frame(Opcode.CONT, b"last"),
    ],
)
def test_what_is_anything_else_is_left_to_the_library(frame: Frame) -> None:
    assert whole_message(frame.serialize(mask=True)) is None


@pytest.mark.parametrize("size", [0, 5, 125, 126, 300])
def test_what_is_not_masked_is_left_to_the_library(size: int) -> None:
    assert whole_message(Frame(Opcode.BINARY, bytes(size)).serialize(mask=False)) is None


def _whole(message: bytes) -> bytes:
    return Frame(Opcode.BINARY, message).serialize(mask=True)


HALVED = _whole(b"halved")
PING = Frame(Opcode.PING, b"?").serialize(mask=True)
BEGUN = Frame(Opcode.BINARY, b"in ", fin=False).serialize(mask=True)
ENDED = Frame(Opcode.CONT, b"parts").serialize(mask=True)
SCENES: list[tuple[list[bytes], list[bytes]]] = [
    ([_whole(b"alone"), PING, _whole(b"after a ping")], []),
    ([_whole(b"declined"), _whole(b"behind it")], [b"declined", b"behind it"]),
    ([HALVED[:7], HALVED[7:]], [b"halved"]),
    ([BEGUN, PING, ENDED, _whole(b"behind that")], [b"in parts", b"behind that"]),
    ([_whole(b"two") + _whole(b"at once")], [b"two", b"at once"]),
    ([_whole(b"alone again")], []),
]
"""Pieces as they come, and the messages that the library then has."""


async def test_messages_are_taken_in_the_order_in_which_they_came() -> None:
    """What comes alone goes past the library, but for when that has something before it."""
    past: list[bytes] = []
    read: list[str | bytes] = []

    def take(message: bytes) -> bool:
        past.append(message)
        return message != b"declined"

    async def act(connection: BoundedConnection) -> None:
        connection.take_now = take
        for pieces, waiting in SCENES:
            for piece in pieces:
                connection.data_received(piece)
            read.extend([await connection.recv() for _ in waiting])

    async with joined(act) as socket:
        await socket.wait_closed()
    assert past == [b"alone", b"after a ping", b"declined", b"alone again"]
    assert read == [message for _, waiting in SCENES for message in waiting]


async def test_who_speaks_before_he_is_answered_is_read_by_the_library() -> None:
    """Then nobody knows where in it a frame ends."""
    past: list[bytes] = []
    read: list[str | bytes] = []

    async def act(connection: BoundedConnection) -> None:
        connection.take_now = lambda message: past.append(message) is None
        read.append(await connection.recv())
        connection.data_received(_whole(b"second"))
        read.append(await connection.recv())
        connection.transport.abort()

    async with listening(act) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(_REQUEST + _whole(b"first"))
        with suppress(ConnectionResetError):
            await reader.read()
        writer.close()
    assert (past, read) == ([], [b"first", b"second"])
