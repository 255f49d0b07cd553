"""The pack of a seed, as ``docs/fair-deal.md`` tells a stranger to derive it."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

from hypothesis import given, strategies as st

from rummy500.engine.cards import PACK
from rummy500.engine.deal import commitment, pack_from_seed, reshuffled
from rummy500.engine.notation import parse_card


DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deal.md"
seeds = st.binary(min_size=32, max_size=32)


@given(seeds)
def test_the_recipe_of_the_document_gives_the_pack(seed: bytes) -> None:
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(code[0], names)  # noqa: S102 - the recipe that strangers are given is what is tested
    recipe = names["pack"]

    assert callable(recipe)
    assert tuple(parse_card(card) for card in recipe(seed)) == pack_from_seed(seed)


@given(seeds)
def test_a_pack_has_every_card_once(seed: bytes) -> None:
    assert sorted(pack_from_seed(seed)) == list(PACK)
    assert commitment(seed) == sha256(seed).digest()


@given(seeds, st.integers(1, 2))
def test_a_pile_is_shuffled_anew_each_time(seed: bytes, turn: int) -> None:
    under = PACK[:20]

    assert sorted(reshuffled(seed, turn, under)) == sorted(under)
    assert reshuffled(seed, turn, under) != reshuffled(seed, 3 - turn, under)


def test_a_pile_may_be_shuffled_without_end() -> None:
    """With O22 = 0 a set-up position may turn its pile more often than a byte can count."""
    assert sorted(reshuffled(bytes(32), 256, PACK[:20])) == sorted(PACK[:20])


def test_every_card_is_equally_likely_in_every_place() -> None:
    """Chi-square over 52 places of one card: 51 degrees, p = 0.001 at 87."""
    hands = 5200
    places = Counter(pack_from_seed(n.to_bytes(32, "big")).index(PACK[0]) for n in range(hands))

    assert sum((places[p] - 100) ** 2 / 100 for p in range(52)) < 87
