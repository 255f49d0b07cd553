"""Where frames begin in what a client sends, and the one kind of them that is read by hand.

Nearly all that people send comes alone, in one piece and small: a whole message in one frame. To
read that takes the library ten times as long as it must. Everything else is left to the library,
and as it is given bytes in whatever pieces they came, somebody has to know when it is done with
them: only then the next message may go past it.
"""

from __future__ import annotations

from typing import Final


_BINARY: Final = 0x82
"""The first byte of a frame that is a whole binary message."""
_MASKED: Final = 0x80
"""Added to the length in every frame from a client."""
_TWO_BYTES: Final = 126
"""In the place of a length: it follows in two bytes, or, with the next number, in eight."""
_SHORT_HEAD: Final = 6
"""Bytes before a short message: two, and the mask."""


class Seams:
    """Follows the frames of one connection (RFC 6455, 5.2)."""

    __slots__ = ("_head", "_left")

    def __init__(self) -> None:
        """Begin where a frame begins."""
        self._head = b""
        """What has come of the head of a frame that is not whole yet."""
        self._left = 0
        """Bytes that are still to come of a frame whose head is known."""

    @property
    def here(self) -> bool:
        """Return whether the next byte begins a frame."""
        return not self._left and not self._head

    def follow(self, data: bytes) -> None:
        """Take note of bytes."""
        at, end = 0, len(data)
        while at < end:
            if not self._left:
                at = self._take_head(data, at)
            step = min(self._left, end - at)
            self._left -= step
            at += step

    def _take_head(self, data: bytes, at: int) -> int:
        """Complete a head, as far as it has come; return where the rest begins."""
        known = len(self._head)
        head = self._head + data[at : at + 2 - min(known, 2)]
        size = _head_size(head)
        head += data[at + len(head) - known : at + size - known]
        at += len(head) - known
        if len(head) < size or size < 2:  # noqa: PLR2004 - the least that every frame has
            self._head = head
        else:
            self._head = b""
            self._left = _length(head)
        return at


def _head_size(head: bytes) -> int:
    """Return the size of a head, mask included; before its second byte is known, two."""
    if len(head) < 2:  # noqa: PLR2004 - as above
        return 2
    said = head[1] & ~_MASKED
    longer = 0 if said < _TWO_BYTES else 2 if said == _TWO_BYTES else 8
    return 2 + longer + (4 if head[1] & _MASKED else 0)


def _length(head: bytes) -> int:
    said = head[1] & ~_MASKED
    if said < _TWO_BYTES:
        return said
    return int.from_bytes(head[2 : 4 if said == _TWO_BYTES else 10], "big")


def whole_message(data: bytes) -> bytes | None:
    """Return the message if these bytes are one frame that is a whole binary one, and no more.

    RFC 6455, 5.2 and 5.3.
    """
    size = len(data) - _SHORT_HEAD
    if size < 0 or data[0] != _BINARY:
        return None
    at = 2
    if data[1] == _MASKED | _TWO_BYTES:
        size, at = size - 2, at + 2
        if size < _TWO_BYTES or int.from_bytes(data[2:4], "big") != size:
            return None
    elif size >= _TWO_BYTES or data[1] != _MASKED | size:
        return None
    mask = data[at : at + 4] * (size // 4 + 1)
    masked = int.from_bytes(data[at + 4 :], "big")
    return (masked ^ int.from_bytes(mask[:size], "big")).to_bytes(size, "big")
