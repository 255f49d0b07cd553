"""Bytes to messages and back, and nothing else."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgpack
import msgspec

from rummy500.protocol.commands import AnyCommand
from rummy500.protocol.errors import ProtocolViolationError
from rummy500.protocol.limits import MAX_COMMAND_BYTES, MAX_DEPTH, MAX_REF, MAX_UPDATE_BYTES
from rummy500.protocol.updates import AnyUpdate


_encode: Final = msgspec.msgpack.Encoder().encode
_commands: Final = msgspec.msgpack.Decoder(AnyCommand)
_updates: Final = msgspec.msgpack.Decoder(AnyUpdate)

_OPENERS: Final = bytes([*range(0x80, 0xA0), 0xDC, 0xDD, 0xDE, 0xDF])
"""The bytes with which MessagePack opens a map or a list."""


def encode(message: AnyCommand | AnyUpdate) -> bytes:
    """Return a message as one MessagePack map."""
    return _encode(message)


def decode_command(frame: bytes) -> AnyCommand:
    """Read a frame from a client.

    Raises:
        ProtocolViolationError: it is too long, too deep, no MessagePack or no command.

    """
    if len(frame) > MAX_COMMAND_BYTES:
        msg = f"a command of {len(frame)} bytes"
        raise ProtocolViolationError(msg)
    _check_depth(frame)
    try:
        return _commands.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolViolationError(str(error)) from None


def decode_update(frame: bytes) -> AnyUpdate:
    """Read a frame from a server.

    Raises:
        ProtocolViolationError: it is too long, no MessagePack or no update of this version.

    """
    if len(frame) > MAX_UPDATE_BYTES:
        msg = f"an update of {len(frame)} bytes"
        raise ProtocolViolationError(msg)
    try:
        return _updates.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolViolationError(str(error)) from None


class Stranger(NamedTuple):
    """A greeting of whatever version."""

    ref: int
    protocol: int


def peek_ref(frame: bytes) -> int | None:
    """Return the ref of a frame that is no valid command, if it has a plain one."""
    return _plain_number(_peek(frame), "ref")


def peek_hello(frame: bytes) -> Stranger | None:
    """Return what every version's greeting has in common, so that any can be answered."""
    found = _peek(frame)
    if found.get("cmd") != "hello":
        return None
    ref, protocol = _plain_number(found, "ref"), _plain_number(found, "protocol")
    return None if ref is None or protocol is None else Stranger(ref, protocol)


def _peek(frame: bytes) -> dict[object, object]:
    """Return a frame as a map; an empty one if it is none, or one too large to be ours."""
    if len(frame) > MAX_COMMAND_BYTES:
        return {}
    try:
        found = msgpack.unpackb(frame, max_map_len=64, max_array_len=64, strict_map_key=True)
    except (ValueError, RecursionError, msgpack.UnpackException):
        return {}
    return found if isinstance(found, dict) else {}


def _plain_number(found: dict[object, object], key: str) -> int | None:
    number = found.get(key)
    plain = isinstance(number, int) and not isinstance(number, bool) and 0 < number <= MAX_REF
    return number if plain and isinstance(number, int) else None


def _check_depth(frame: bytes) -> None:
    """Refuse deep nesting before a recursive reader meets it.

    Only bytes that open a map or a list can nest; counting how many are open at once needs a
    walk over the frame, so a frame with few openers is let through without one.
    """
    if len(frame) - len(frame.translate(None, _OPENERS)) <= MAX_DEPTH:
        return
    unpacker = msgpack.Unpacker(max_buffer_size=MAX_COMMAND_BYTES + 1)
    unpacker.feed(frame)
    try:
        _walk(unpacker.unpack(), MAX_DEPTH)
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        raise ProtocolViolationError(str(error)) from None


def _walk(value: object, left: int) -> None:
    if not isinstance(value, (dict, list)):
        return
    if left == 0:
        msg = "nested too deep"
        raise ProtocolViolationError(msg)
    for child in value.values() if isinstance(value, dict) else value:
        _walk(child, left - 1)
