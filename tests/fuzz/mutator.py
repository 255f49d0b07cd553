"""Frames that are nearly right: honest ones with something broken in them.

Random bytes are refused at the first one. What finds faults is a frame that is right up to a point.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import msgpack

from rummy500.protocol import acts, commands
from rummy500.protocol.codec import decode_command, encode, peek_hello, peek_ref
from rummy500.protocol.errors import ProtocolViolationError
from rummy500.protocol.version import PROTOCOL_VERSION


LONG: Final = os.environ.get("RUMMY500_FUZZ") == "long"
"""Whether there is time: minutes instead of a second."""

_HANDS: Final = (acts.Meld((1, 2, 3)), acts.Lay((50, 51), 2), acts.Take(7), acts.Discard(0))
_PLAIN: Final = (acts.Stock(), acts.DeclinePile(), acts.TakeBack())
_EDGES: Final[tuple[Any, ...]] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        3,
        4,
        51,
        52,
        64,
        65,
        2**31,
        2**53,
        2**53 + 1,
        2**64 - 1,
        -(2**63),
    ),
    *(0.5, float("nan"), float("inf"), "", "x", "\0", "a" * 65, "\U0001f0a1", b"", b"\xff" * 70),
    *([], [1] * 53, [[[[[[[[[[]]]]]]]]]], {}, {"": {}}, {1: 2}, {"do": "stock"}, {"cmd": "ping"}),
)
_OPENERS: Final = bytes([0x81, 0x91, 0xDC, 0xDD, 0xDE, 0xDF, 0xC4, 0xC6, 0xC7, 0xC9, 0xD9, 0xDB])


def honest(table: str, refs: Iterator[int]) -> list[bytes]:
    """Return one frame for each command there is, and a play for each act."""
    made: list[commands.AnyCommand] = [
        commands.Hello(ref=next(refs), protocol=PROTOCOL_VERSION, program="fuzz", name="Ana"),
        commands.ListTables(ref=next(refs)),
        commands.CreateTable(ref=next(refs), name="", seats=2, options={"undo": "off"}),
        commands.CreateTable(ref=next(refs), name="\u00c1", seats=4, computers=("easy",)),
        commands.JoinTable(ref=next(refs), table=table),
        commands.JoinTable(ref=next(refs), code="ABCDEF"),
        commands.Leave(ref=next(refs), table=table),
        commands.AddComputer(ref=next(refs), table=table, seat=1, level="easy"),
        commands.RemoveComputer(ref=next(refs), table=table, seat=1),
        commands.Start(ref=next(refs), table=table),
        commands.Ready(ref=next(refs), table=table),
        commands.Rematch(ref=next(refs), table=table),
        commands.Resume(ref=next(refs), table=table, seq=3),
        commands.Ping(ref=next(refs)),
        *(
            commands.Play(ref=next(refs), table=table, act=act, seen=1)
            for act in (*_HANDS, *_PLAIN)
        ),
    ]
    return [encode(command) for command in made]


def nearly(frames: Sequence[bytes], rng: Random) -> bytes:
    """Return one of the frames with one to three things broken."""
    frame = rng.choice(frames)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if len(frame) > 4:
            frame = rng.choice(_WAYS)(frame, frames, rng)
    return frame


def is_fatal(frame: bytes) -> bool:
    """Return whether a server closes the connection for a frame, as the protocol says."""
    try:
        decode_command(frame)
    except ProtocolViolationError:
        stranger = peek_hello(frame)
        other = stranger is not None and stranger.protocol != PROTOCOL_VERSION
        return other or peek_ref(frame) is None
    return False


def _flip(frame: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(frame))
    return frame[:at] + bytes([frame[at] ^ 1 << rng.randrange(8)]) + frame[at + 1 :]


def _byte(frame: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(frame))
    return frame[:at] + bytes([rng.randrange(256)]) + frame[at + 1 :]


def _cut(frame: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    return frame[: rng.randrange(1, len(frame))]


def _lose(frame: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    begin = rng.randrange(len(frame))
    return frame[:begin] + frame[begin + rng.randint(1, 8) :]


def _double(frame: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    begin = rng.randrange(len(frame))
    piece = frame[begin : begin + rng.randint(1, 16)] * rng.choice((1, 1, 2, 300))
    return frame[:begin] + piece + frame[begin:]


def _splice(frame: bytes, frames: Sequence[bytes], rng: Random) -> bytes:
    other = rng.choice(frames)
    return frame[: rng.randrange(len(frame))] + other[rng.randrange(len(other)) :]


def _open(frame: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(frame))
    opened = bytes([rng.choice(_OPENERS)]) * rng.choice((1, 2, 9, 2000))
    return frame[:at] + opened + frame[at:]


def _value(frame: bytes, frames: Sequence[bytes], rng: Random) -> bytes:
    """Put a value at the edge of something, or another frame's, in the place of one."""
    try:
        found = msgpack.unpackb(frame)
    except (ValueError, msgpack.UnpackException, RecursionError):
        return frame
    if not isinstance(found, dict) or not found:
        return frame
    inner = found.get("act")
    there = inner if isinstance(inner, dict) and inner and rng.random() < 0.5 else found
    name = rng.choice([*there, "extra"])
    if rng.random() < 0.2:
        there.pop(name, None)
    else:
        other = msgpack.unpackb(rng.choice(frames))
        there[name] = other[name] if name in other else rng.choice(_EDGES)
    packed: bytes = msgpack.packb(found)
    return packed


_Way = Callable[[bytes, Sequence[bytes], Random], bytes]
_WAYS: Final[tuple[_Way, ...]] = (
    *(_flip, _byte, _cut, _lose, _double, _splice, _open),
    *(_value, _value, _value, _value),  # these keep the ref most often, and get the furthest
)
