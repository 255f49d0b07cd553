"""The deals of a day (R49, I13, I14)."""

from __future__ import annotations

import hashlib
from itertools import combinations
from pathlib import Path

import pytest

from rummy500.engine.cards import PACK
from rummy500.engine.daily import DAILY_DEALER, RULESET, daily_mind, daily_seed
from rummy500.engine.deal import SEED_SIZE, pack_from_seed
from rummy500.engine.ids import HandNumber, Seat


DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deal.md"
SECRET = bytes(range(32))
DAY = "2026-11-30"
FIRST = HandNumber(1)


def by_hand(key: bytes, text: str) -> bytes:
    """HMAC-SHA256 as RFC 2104 tells it, for keys up to one block."""
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in block) + text.encode()).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in block) + inner).digest()


def test_two_who_play_on_one_date_get_the_same_packs() -> None:
    """I13."""
    packs = [
        [pack_from_seed(daily_seed(SECRET, DAY, HandNumber(k))) for k in (1, 2, 3)]
        for _ in range(2)
    ]

    assert packs[0] == packs[1]
    assert all(sorted(pack) == list(PACK) for pack in packs[0])


def test_the_computer_player_meets_the_same_chances() -> None:
    """I14."""
    assert daily_mind(SECRET, DAY, FIRST, Seat(1)) == daily_mind(SECRET, DAY, FIRST, Seat(1))


def test_every_purpose_has_bytes_of_its_own() -> None:
    seeds = [
        daily_seed(SECRET, DAY, FIRST),
        daily_seed(SECRET, DAY, HandNumber(2)),
        daily_seed(SECRET, DAY, HandNumber(11)),
        daily_seed(SECRET, "2026-12-01", FIRST),
        daily_seed(SECRET[::-1], DAY, FIRST),
        daily_seed(SECRET, DAY, FIRST, "rummy500-2"),
        daily_mind(SECRET, DAY, FIRST, Seat(0)),
        daily_mind(SECRET, DAY, FIRST, Seat(1)),
        daily_mind(SECRET, DAY, HandNumber(2), Seat(1)),
        daily_mind(SECRET, DAY, FIRST, Seat(1), "rummy500-2"),
    ]

    assert all(len(seed) == SEED_SIZE for seed in seeds)
    assert all(one != other for one, other in combinations(seeds, 2))


def test_the_derivation_is_the_documented_one() -> None:
    """Known answers, reckoned without the library that the engine uses."""
    seed = daily_seed(SECRET, DAY, FIRST)
    mind = daily_mind(SECRET, DAY, FIRST, Seat(1))

    assert seed == by_hand(SECRET, "rummy500 daily 1\nrummy500-1\n2026-11-30\nhand\n1")
    assert mind == by_hand(SECRET, "rummy500 daily 1\nrummy500-1\n2026-11-30\nmind\n1\n2")
    assert seed.hex() == "d63045006af109e0b7d38e6cd86bfb6209cb074517e7bfb184bcd8f27181e390"
    assert mind.hex() == "da1fd3142cc5edcd71390fadc37ce786577c017f20cf3cb0433437ee54007645"
    assert seed.hex() in DOCUMENT.read_text(encoding="utf-8")
    assert (RULESET, DAILY_DEALER) == ("rummy500-1", 0)


@pytest.mark.parametrize(
    "day",
    [
        "",
        "2026-1-1",
        "2026-13-01",
        "2026-00-01",
        "2026-01-32",
        "26-01-01",
        "2026-01-01\n",
        "٢٠٢٦-01-01",
    ],
)
def test_what_is_no_date_is_refused(day: str) -> None:
    with pytest.raises(ValueError, match="date"):
        daily_seed(SECRET, day, FIRST)


def test_what_would_weaken_or_blur_the_derivation_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        daily_seed(SECRET[:31], DAY, FIRST)
    with pytest.raises(ValueError, match="counted from 1"):
        daily_seed(SECRET, DAY, HandNumber(0))
    with pytest.raises(ValueError, match="names no ruleset"):
        daily_seed(SECRET, DAY, FIRST, "a\nb")
