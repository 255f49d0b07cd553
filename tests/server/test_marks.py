"""A table knows the marks of its latest versions, and of no others."""

from __future__ import annotations

from rummy500_server.store.ports import Stored
from rummy500_server.table.marks import KEPT, Marks


def mark(version: int, life: int = 1) -> bytes:
    return f"{life}:{version:06}".encode()


def journal(first: int, last: int) -> tuple[Stored, ...]:
    return tuple(
        Stored(number, mark(number), mark(number - 1), 0, b"") for number in range(first, last + 1)
    )


def known(marks: Marks, last: int) -> list[int]:
    return [number for number in range(last + 3) if marks.of(number) is not None]


def test_the_latest_marks_are_known_and_the_oldest_go() -> None:
    marks = Marks(1, mark(1))
    for version in range(2, KEPT + 11):
        marks.add(version, mark(version))
    assert known(marks, KEPT + 10) == list(range(11, KEPT + 11))
    assert all(marks.of(number) == mark(number) for number in range(11, KEPT + 11))


def test_what_led_here_is_learned_from_a_journal() -> None:
    for first in (1, 3, 90):
        marks = Marks(100, mark(100, life=2))
        marks.recall(journal(first, 100))
        assert known(marks, 100) == list(range(max(first, 101 - KEPT), 101))
        assert marks.of(100) == mark(100, life=2)
        assert marks.of(99) == mark(99)


def test_a_journal_that_tells_nothing_new_changes_nothing() -> None:
    marks = Marks(5, mark(5))
    marks.add(6, mark(6))
    marks.recall(())
    marks.recall(journal(5, 6))
    assert known(marks, 6) == [5, 6]


def test_another_life_has_its_own_marks() -> None:
    marks = Marks(5, mark(5))
    for version in (6, 4, 5):
        marks.add(version, mark(version, life=version))
    assert known(marks, 6) == [4, 5]
    assert marks.of(5) == mark(5, life=5)


def test_a_mark_of_another_size_hides_those_before_it() -> None:
    marks = Marks(5, mark(5))
    marks.add(6, b"long" + mark(6))
    marks.recall((*journal(3, 5), Stored(6, b"long" + mark(6), mark(5), 0, b"")))
    marks.add(7, b"long" + mark(7))
    assert known(marks, 7) == [6, 7]
    assert marks.of(7) == b"long" + mark(7)


def test_an_empty_mark_is_none() -> None:
    marks = Marks(0, b"")
    marks.recall(journal(1, 3))
    assert known(marks, 3) == []
    marks.add(1, mark(1))
    assert known(marks, 3) == [1]
