"""Frames: what is read back as it was written, and what no honest partner sends."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given, strategies as st

from rummy500.engine.actions import AceEnd
from rummy500.protocol import acts
from rummy500.protocol.codec import decode_command, decode_update, encode, peek_ref
from rummy500.protocol.commands import (
    AddComputer,
    AnyCommand,
    CreateTable,
    Hello,
    JoinTable,
    Leave,
    ListTables,
    Ping,
    Play,
    Ready,
    Rematch,
    RemoveComputer,
    Resume,
    Start,
)
from rummy500.protocol.errors import ProtocolViolationError
from rummy500.protocol.limits import MAX_COMMAND_BYTES
from rummy500.protocol.updates import Accepted, Refused, SatDown, TableClosed, Welcomed


COMMANDS: tuple[AnyCommand, ...] = (
    Hello(ref=1, protocol=1, program="0.1.0", name="Ana", token=""),
    ListTables(ref=2),
    CreateTable(ref=3, name="Friday", seats=4, options={"undo": "off"}, computers=("easy",)),
    JoinTable(ref=4, code="ACDEFH"),
    Leave(ref=5, table="t"),
    AddComputer(ref=6, table="t", seat=3, level="steady"),
    RemoveComputer(ref=7, table="t", seat=3),
    Start(ref=8, table="t"),
    Play(ref=9, table="t", act=acts.Stock()),
    Play(ref=10, table="t", act=acts.Take(51)),
    Play(ref=11, table="t", act=acts.Meld((0, 13, 26), AceEnd.LOW)),
    Play(ref=12, table="t", act=acts.Lay((3, 4), 7)),
    Play(ref=13, table="t", act=acts.Discard(0)),
    Play(ref=14, table="t", act=acts.DeclinePile()),
    Play(ref=15, table="t", act=acts.TakeBack()),
    Ready(ref=16, table="t"),
    Rematch(ref=17, table="t"),
    Resume(ref=18, table="t", seq=9),
    Ping(ref=19),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: f"{type(c).__name__}-{c.ref}")
def test_a_command_is_read_as_it_was_written(command: AnyCommand) -> None:
    assert decode_command(encode(command)) == command


@pytest.mark.parametrize(
    "update",
    [
        Accepted(1, 2, SatDown("t", 1)),
        Accepted(1, 0, Welcomed("p", "secret", "Ana", 1, "0.1.0")),
        Refused(3, "NOT_A_MELD", {"card": "7D", "least": 3}),
        TableClosed("t"),
    ],
    ids=["sat down", "welcomed", "refused", "closed"],
)
def test_an_update_is_read_as_it_was_written(update: Accepted | Refused | TableClosed) -> None:
    assert decode_update(encode(update)) == update


def test_an_older_client_survives_a_field_that_was_added() -> None:
    frame = msgpack.packb({"upd": "table_closed", "table": "t", "why": "new"})

    assert decode_update(frame) == TableClosed("t")


@pytest.mark.parametrize(
    "frame",
    [
        {"cmd": "leave", "ref": 1, "table": "t", "seat": 2},
        {"cmd": "leave", "ref": 0, "table": "t"},
        {"cmd": "leave", "ref": -1, "table": "t"},
        {"cmd": "leave", "ref": 1.5, "table": "t"},
        {"cmd": "leave", "ref": 2**53 + 1, "table": "t"},
        {"cmd": "leave", "ref": True, "table": "t"},
        {"cmd": "leave", "table": "t"},
        {"cmd": "leave", "ref": 1, "table": "t" * 65},
        {"cmd": "cheat", "ref": 1},
        {"cmd": "play", "ref": 1, "table": "t", "act": {"do": "discard", "card": 52}},
        {"cmd": "play", "ref": 1, "table": "t", "act": {"do": "discard", "card": -1}},
        {"cmd": "play", "ref": 1, "table": "t", "act": {"do": "meld", "cards": [0] * 53}},
        {"cmd": "play", "ref": 1, "table": "t", "act": {"do": "meld", "cards": [0], "ace": "mid"}},
        {"cmd": "create_table", "ref": 1, "name": "x", "seats": 5},
        [1, 2, 3],
        "hello",
        None,
    ],
    ids=str,
)
def test_what_no_honest_client_sends(frame: object) -> None:
    with pytest.raises(ProtocolViolationError):
        decode_command(msgpack.packb(frame))


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xc1",
        b"\x91" * 3000,
        b"\x81\xa3cmd" * 500,
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        bytes(MAX_COMMAND_BYTES + 1),
    ],
    ids=["empty", "reserved", "lists", "maps", "long list", "long bytes", "too long"],
)
def test_bytes_that_are_no_message(frame: bytes) -> None:
    with pytest.raises(ProtocolViolationError):
        decode_command(frame)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_violation(frame: bytes) -> None:
    try:
        decode_command(frame)
    except ProtocolViolationError:
        peek_ref(frame)


nested = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["cmd", "ref", "table", "act", "name", "seats"]), nested))
def test_any_map_is_a_message_or_a_violation(content: dict[str, object]) -> None:
    try:
        decode_command(msgpack.packb(content))
    except ProtocolViolationError:
        pass
    else:
        assert content["cmd"] in {"ping", "list_tables", "leave", "start", "ready", "rematch"}


def test_the_ref_of_a_broken_command_can_still_be_told() -> None:
    assert peek_ref(msgpack.packb({"ref": 7, "cmd": "cheat"})) == 7
    assert peek_ref(msgpack.packb([7])) is None
    assert peek_ref(b"\x91" * 3000) is None
