"""The small changes by which the tests of the rules are tested."""

from __future__ import annotations

import ast

import pytest
from tools.mutation.changes import changes
from tools.mutation.check import ROOT, Fate, Mutant, explanations, mutants, share


@pytest.mark.parametrize(
    ("source", "whats"),
    [
        ("a < b", ["a < b -> a <= b", "a < b -> a >= b"]),
        ("a is b", ["a is b -> a is not b"]),
        ("a in b", ["a in b -> a not in b"]),
        ("a + b", ["a + b -> a - b"]),
        ("a <<= b", ["a <<= b -> a >>= b"]),
        ("a and b", ["a and b -> a or b"]),
        ("not a", ["not a -> +a"]),
        ("f(7, True, None)", ["7 -> 8", "True -> False"]),
        ("x = 'a' if b else c", ["'a' if b else c -> 'a' if not b else c", "'a' -> 'a!'"]),
        ("if a == b:\n    pass", ["a == b -> a != b"]),
        ("def f():\n    return a", ["return a -> return None"]),
        ("def f():\n    return", []),
        ('"""Told."""\nx: int = 1', ["1 -> 2"]),
        ("@cache(2)\ndef f(a: 3) -> 4:\n    'told'", []),
        ("for a in b:\n    break", ["break -> continue"]),
        ("[a for a in b if c]", ["for a in b if c -> for a in b if not c"]),
    ],
)
def test_the_changes_of_a_text(source: str, whats: list[str]) -> None:
    found = list(changes(source))

    assert [change.what for change in found] == whats
    assert len({change.source for change in found} | {ast.unparse(ast.parse(source))}) == (
        len(whats) + 1
    )


@pytest.fixture(scope="module")
def every() -> list[Mutant]:
    return mutants(ROOT)


def test_the_changes_are_the_same_in_every_run_and_are_programs(every: list[Mutant]) -> None:
    assert every == mutants(ROOT)
    assert len(every) > 700
    for mutant in every[::20]:
        compile(mutant.change.source, mutant.place, "exec")


def test_what_is_explained_is_a_change_that_there_is(every: list[Mutant]) -> None:
    assert set(explanations()) <= {mutant.key for mutant in every}


def test_the_clock_notices_too() -> None:
    assert share([Fate.NOTICED, Fate.TIMED_OUT, Fate.MISSED, Fate.NOTICED]) == 0.75
    assert share([]) == 1
