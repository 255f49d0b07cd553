"""A short queue does what a deque does."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, strategies as st

from rummy500_server.short_queue import ShortQueue


steps = st.lists(
    st.tuples(
        st.sampled_from(["append", "appendleft", "extendleft", "popleft"]), st.integers(0, 99)
    ),
    max_size=30,
)


@given(steps)
def test_it_does_what_a_deque_does(steps: list[tuple[str, int]]) -> None:
    short: ShortQueue[int] = ShortQueue()
    real: deque[int] = deque()
    for step, number in steps:
        for queue in (short, real):
            match step:
                case "append":
                    queue.append(number)
                case "appendleft":
                    queue.appendleft(number)
                case "extendleft":
                    queue.extendleft(iter([number, number + 1]))
                case _ if queue:
                    queue.popleft()
        assert list(short) == list(real)


def test_nothing_can_be_taken_from_an_empty_one() -> None:
    with pytest.raises(IndexError):
        ShortQueue[int]().popleft()
