"""Where something stands in a file, and the error that says what was expected there."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar


T = TypeVar("T")


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Found(NamedTuple, Generic[T]):
    """Something that was read, and where it stands."""

    value: T
    place: Place


class NotationError(ValueError):
    """A file that can't be read as notation: where, and what was expected there."""

    def __init__(self, place: Place, expected: str, found: str) -> None:
        super().__init__(f"{place}: expected {expected}, found {found}")
        self.place = place
