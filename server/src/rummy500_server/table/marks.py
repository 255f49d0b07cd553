"""The marks of the latest entries of a journal, kept in little space: each table has some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy500_server.store.ports import Stored


KEPT: Final = 48
"""Versions whose marks are known."""


class Marks:
    """The marks of versions that follow each other, the latest of them last."""

    __slots__ = ("_last", "_marks")

    def __init__(self, version: int, mark: bytes) -> None:
        """Know one."""
        self._last = version
        self._marks = [mark]

    def add(self, version: int, mark: bytes) -> None:
        """Take note of an entry. One that does not follow the last begins another life."""
        if version != self._last + 1:
            self._marks.clear()
        elif len(self._marks) == KEPT:
            del self._marks[0]
        self._marks.append(mark)
        self._last = version

    def of(self, version: int) -> bytes | None:
        """Return the mark of a version; None if it is not known."""
        place = version - self._last + len(self._marks) - 1
        return self._marks[place] if 0 <= place < len(self._marks) else None

    def recall(self, journal: Sequence[Stored]) -> None:
        """Learn the marks before the first one that is known from a journal, or the end of one."""
        known = self._last - len(self._marks) + 1
        before = [stored.mark for stored in journal[-KEPT:] if stored.version < known]
        self._marks = [*before, *self._marks][-KEPT:]
