"""Frames of any kind: read as what they are, or refused, and nothing else ever happens."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given, settings, strategies as st

from rummy500.protocol import acts, commands
from rummy500.protocol.codec import decode_command, encode, peek_hello, peek_ref
from rummy500.protocol.errors import ProtocolViolationError
from rummy500.protocol.limits import MAX_COMMAND_BYTES, MAX_DEPTH


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=8)
    | st.binary(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)
keys = st.sampled_from(["cmd", "ref", "table", "act", "do", "card", "cards", "protocol", "x"])
words = st.sampled_from(["hello", "play", "discard", "ping", "meld", "resume", ""])
HONEST = [
    encode(commands.Ping(ref=1)),
    encode(commands.Hello(ref=2, protocol=1, program="x", name="Ana")),
    encode(commands.Play(ref=3, table="t", act=acts.Meld((1, 2, 3)))),
    encode(commands.CreateTable(ref=4, name="", seats=2, options={"undo": "off"})),
]


def take(frame: bytes) -> None:
    """Do with a frame what a session does with it."""
    peek_ref(frame)
    peek_hello(frame)
    try:
        command = decode_command(frame)
    except ProtocolViolationError:
        return
    assert decode_command(encode(command)) == command


@given(st.binary(max_size=300))
@settings(max_examples=500)
def test_noise(frame: bytes) -> None:
    take(frame)


@given(st.dictionaries(keys, words | plain, max_size=6))
@settings(max_examples=500)
def test_maps_that_look_like_commands(frame: dict[str, object]) -> None:
    take(msgpack.packb(frame))


@given(st.sampled_from(HONEST), st.integers(0, 200), st.binary(min_size=1, max_size=3))
@settings(max_examples=500)
def test_honest_frames_with_a_wound(frame: bytes, place: int, wound: bytes) -> None:
    place %= len(frame)
    take(frame[:place] + wound + frame[place + len(wound) :])
    take(frame[:place])


@pytest.mark.parametrize(
    "opener", [b"\x91", b"\x81\xa1a", b"\xdc\x00\x01", b"\xdd\x00\x00\x00\x01"]
)
def test_nesting_is_refused_whatever_the_depth(opener: bytes) -> None:
    for depth in (MAX_DEPTH + 1, 100, MAX_COMMAND_BYTES // len(opener) - 1):
        frame = opener * depth + b"\xc0"
        with pytest.raises(ProtocolViolationError):
            decode_command(frame)
        assert peek_ref(frame) is None


@pytest.mark.parametrize("ref", [0, -1, True, 2**53 + 1, 1.5, "1", None, [1]])
def test_only_a_plain_number_is_a_ref(ref: object) -> None:
    assert peek_ref(msgpack.packb({"cmd": "ping", "ref": ref})) is None


def test_a_greeting_of_any_version_is_known_by_what_all_have() -> None:
    frame = msgpack.packb({"cmd": "hello", "ref": 7, "protocol": 9, "who": {"name": "Ana"}})
    assert peek_hello(frame) == (7, 9)
    assert peek_hello(msgpack.packb({"cmd": "hullo", "ref": 7, "protocol": 9})) is None
    assert peek_hello(msgpack.packb({"cmd": "hello", "ref": 7})) is None
    assert peek_hello(b"\x00" * (MAX_COMMAND_BYTES + 1)) is None
