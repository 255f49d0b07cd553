"""The formulas of the table over all sizes: nothing leaves the window, no index is hidden."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from rummy500_client.layout.boxes import ASPECT, Box, Spot
from rummy500_client.layout.hand import drop_index, hand_card_width, hand_spots
from rummy500_client.layout.melds import meld_grid
from rummy500_client.layout.pile import (
    pile_box,
    pile_index,
    pile_room,
    pile_spots,
    pointed_index,
    stock_box,
)
from rummy500_client.layout.zones import Zones, zones


SIZES = (
    (1024, 640),
    (1280, 800),
    (1366, 768),
    (1600, 900),
    (1920, 1080),
    (2560, 1440),
    (3840, 2160),
)
SCALES = (0.8, 1, 1.2, 1.4, 1.7, 2)
SEATS = (2, 3, 4)
TWELVE = (3, 4, 3, 3, 5, 3, 4, 3, 3, 4, 3, 3)

every_table = pytest.mark.parametrize(
    ("size", "scale", "seats"),
    [(size, scale, seats) for size in SIZES for scale in SCALES for seats in SEATS],
)


def half_extent(spot: Spot, w: float) -> tuple[float, float]:
    """Half the width and height that a turned card takes."""
    turn = math.radians(abs(spot.angle))
    wide = w * math.cos(turn) + w * ASPECT * math.sin(turn)
    high = w * ASPECT * math.cos(turn) + w * math.sin(turn)
    return wide / 2, high / 2


def gaps_for(count: int) -> list[tuple[int, ...]]:
    return [(), tuple(sorted({count // 4, count // 2, 3 * count // 4} - {0}))]


@every_table
def test_every_hand_stays_between_bar_and_window(
    size: tuple[int, int], scale: float, seats: int
) -> None:
    z = zones(*size, seats, scale)
    for count in range(1, 46):
        w = hand_card_width(count, z.hand, z.hand_w)
        for gaps in gaps_for(count):
            for spot in hand_spots(count, z.hand, w, gaps):
                half_w, half_h = half_extent(spot, w)
                assert spot.y + half_h <= size[1] + 1
                assert spot.y - half_h >= z.bar.bottom - 1
                assert spot.x - half_w >= z.hand.x - 12 * z.u
                assert spot.x + half_w <= z.hand.right + 12 * z.u


@every_table
def test_every_card_of_a_hand_shows_rank_and_suit(
    size: tuple[int, int], scale: float, seats: int
) -> None:
    z = zones(*size, seats, scale)
    for count in range(2, 46):
        w = hand_card_width(count, z.hand, z.hand_w)
        for gaps in gaps_for(count):
            spots = hand_spots(count, z.hand, w, gaps)
            assert min(b.x - a.x for a, b in pairwise(spots)) >= 0.21 * w


@every_table
def test_every_pile_stays_in_its_zone_even_while_it_is_previewed(
    size: tuple[int, int], scale: float, seats: int
) -> None:
    for count in range(1, 46):
        z = zones(*size, seats, scale, count)
        for room in (pile_box(z.pile, z.pile_w, z.u), pile_room(z.pile, z.pile_w, z.u, count)):
            spots = pile_spots(count, room, z.pile_w, split=0)
            assert max(s.x for s in spots) + z.pile_w / 2 <= z.pile.right + 1
            assert max(s.y for s in spots) + z.pile_w * ASPECT / 2 <= z.pile.bottom + 6 * z.u


@every_table
def test_the_melds_have_room(size: tuple[int, int], scale: float, seats: int) -> None:
    z = zones(*size, seats, scale)

    assert z.melds.h > 90 * z.u


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES)
def test_twelve_melds_fit_with_readable_cards(size: tuple[int, int], seats: int) -> None:
    z = zones(*size, seats)
    grid = meld_grid(TWELVE, z.melds, z.meld_w, z.u)

    assert grid.fits
    assert grid.w >= min(z.meld_w, max(44, 46 * z.u))
    assert grid.step >= 0.34 * grid.w - 0.01


@every_table
def test_a_meld_tray_never_leaves_its_area_or_lies_on_another(
    size: tuple[int, int], scale: float, seats: int
) -> None:
    z = zones(*size, seats, scale)
    for sizes in ((3,), TWELVE, (13, 13), (3,) * 16):
        grid = meld_grid(sizes, z.melds, z.meld_w, z.u)
        if grid.fits:
            assert all(inside(cell, z.melds) for cell in grid.cells)
        for k, one in enumerate(grid.cells):
            assert not any(overlap(one, other) for other in grid.cells[k + 1 :])


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - 1
        and inner.y >= outer.y - 1
        and inner.right <= outer.right + 1
        and inner.bottom <= outer.bottom + 1
    )


def overlap(one: Box, other: Box) -> bool:
    across = one.x < other.right - 0.5 and other.x < one.right - 0.5
    return across and one.y < other.bottom - 0.5 and other.y < one.bottom - 0.5


def areas(z: Zones) -> list[Box]:
    plates = [b for b in (z.left, z.right) if b is not None]
    return [z.strip, z.pile, z.melds, z.bar, z.me, z.sort, *plates]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES)
def test_no_area_lies_on_another(size: tuple[int, int], seats: int) -> None:
    boxes = areas(zones(*size, seats))

    for k, one in enumerate(boxes):
        assert inside(one, Box(0, 0, *size))
        assert not any(overlap(one, other) for other in boxes[k + 1 :])


def test_stock_and_pile_shift_twice_in_a_hand() -> None:
    z = zones(1280, 800, 2)

    places = {stock_box(z.pile, z.pile_w, z.u, count).x for count in range(1, 40)}

    assert len(places) == 3


@pytest.mark.parametrize("count", [1, 7, 30, 45])
def test_a_point_on_the_index_of_a_pile_card_means_that_card(count: int) -> None:
    z = zones(1280, 800, 4, pile_count=count)
    spots = pile_spots(count, pile_room(z.pile, z.pile_w, z.u, count), z.pile_w)
    for k, spot in enumerate(spots):
        x, y = spot.x - 0.4 * z.pile_w, spot.y - 0.4 * z.pile_w * ASPECT
        assert pile_index(x, y, spots, z.pile_w) == k


def test_a_preview_does_not_run_away_from_the_pointer() -> None:
    """What the lifted part uncovers still means the card that was pointed at."""
    count, w = 30, 76.0
    z = zones(1280, 800, 2, pile_count=count)
    spots = pile_spots(count, pile_room(z.pile, w, z.u, count), w)
    for k in range(count - 1):
        x, y = spots[k].x - 0.45 * w, spots[k].y
        split = pointed_index(x, y, spots, w, None)
        assert split == k
        assert pointed_index(x, y, spots, w, split) == k


def test_a_dragged_card_lands_between_its_neighbours() -> None:
    z = zones(1280, 800, 2)
    spots = hand_spots(7, z.hand, z.hand_w)

    assert drop_index(0, spots, {3}) == 0
    assert drop_index(1280, spots, {3}) == 6
    assert drop_index(spots[3].x, spots, {3}) == 3
