"""The marks of the latest entries of a journal, kept in little space: each table has some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy500_server.store.ports import Stored


KEPT: Final = 48
"""Versions whose marks are known."""


class Marks:
    """The marks of versions that follow each other, the latest of them last.

    All are of one size and lie in one row of bytes. If one of another size comes those before it
    are forgotten.
    """

    __slots__ = ("_last", "_row", "_size")

    def __init__(self, version: int, mark: bytes) -> None:
        """Know one."""
        self._begin(version, mark)

    def _begin(self, version: int, mark: bytes) -> None:
        self._last, self._row, self._size = version, mark, len(mark)

    def add(self, version: int, mark: bytes) -> None:
        """Take note of an entry. One that does not follow the last begins another life."""
        if version != self._last + 1 or len(mark) != self._size:
            self._begin(version, mark)
        else:
            self._row = (self._row + mark)[-KEPT * self._size :]
            self._last = version

    def of(self, version: int) -> bytes | None:
        """Return the mark of a version; None if it is not known."""
        end = len(self._row) - (self._last - version) * self._size
        begin = end - self._size
        return self._row[begin:end] if 0 <= begin < end <= len(self._row) else None

    def recall(self, journal: Sequence[Stored]) -> None:
        """Learn the marks before the first one that is known from a journal, or the end of one."""
        if not self._size:
            return
        version = self._last - len(self._row) // self._size
        for stored in reversed(journal[-KEPT:]):
            if stored.version == version and len(stored.mark) == self._size:
                self._row = stored.mark + self._row
                version -= 1
        self._row = self._row[-KEPT * self._size :]
