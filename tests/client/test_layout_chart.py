"""The scale of the chart of totals, and its labels."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from rummy500_client.layout.chart import scale_for, spread


@given(
    totals=st.lists(st.integers(-900, 2500), min_size=1, max_size=60),
    target=st.sampled_from((100, 200, 300, 500, 1000)),
)
def test_the_scale_holds_everything_with_few_lines(totals: list[int], target: int) -> None:
    scale = scale_for(totals, target)

    assert scale.low <= min(0, *totals)
    assert scale.high > max(target, *totals)
    assert 2 <= len(scale.ticks) <= 10
    assert all(scale.low <= tick <= scale.high for tick in scale.ticks)
    assert 0 in scale.ticks


@given(wished=st.lists(st.floats(0, 200), max_size=4))
def test_labels_keep_their_distance_and_stay_inside(wished: list[float]) -> None:
    placed = spread(wished, 19, 10, 190)

    assert len(placed) == len(wished)
    ordered = sorted(placed)
    assert all(b - a >= 19 - 1e-6 for a, b in pairwise(ordered))
    assert all(10 - 1e-6 <= y <= 190 + 1e-6 for y in placed)


def test_labels_with_room_stand_where_they_wish() -> None:
    assert spread([100, 20, 60], 19, 10, 190) == pytest.approx([100, 20, 60])
