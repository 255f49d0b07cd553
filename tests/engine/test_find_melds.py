"""The table of melds against a search that knows nothing of bits."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from tests.support.play import LONG

from rummy500.engine.cards import PACK, Card, card_list, card_set
from rummy500.engine.joining import ENDS, layoffs_at
from rummy500.engine.melds import Meld, extended_shape, find_melds, meld_order, shape_of
from rummy500.engine.notation import CARD_TEXT
from rummy500.engine.options import AceMode


HANDS = 3000 if LONG else 150
ORDERS = {
    AceMode.LOW: ("A23456789TJQK",),
    AceMode.HIGH: ("23456789TJQKA",),
    AceMode.BOTH: ("A23456789TJQK", "23456789TJQKA"),
}
"""The ranks as they follow each other, for each end at which the ace may stand (R18, O8)."""


def by_search(hand: list[Card], mode: AceMode) -> set[frozenset[Card]]:
    """Find groups and runs as a person would: same rank, or neighbours in a row of one suit."""
    found: set[frozenset[Card]] = set()
    for rank in "A23456789TJQK":
        alike = [card for card in hand if CARD_TEXT[card][0] == rank]
        for n in (3, 4):
            found |= {frozenset(some) for some in combinations(alike, n)}
    held = {CARD_TEXT[card]: card for card in hand}
    for suit in "CDHS":
        for order in ORDERS[mode]:
            for length in range(3, 14):
                for start in range(14 - length):
                    names = [rank + suit for rank in order[start : start + length]]
                    if all(name in held for name in names):
                        found.add(frozenset(held[name] for name in names))
    return found


@pytest.mark.parametrize("mode", AceMode)
@pytest.mark.parametrize("size", [7, 10, 13, 17, 20, 24, 40, 52])
def test_all_melds_of_a_hand_are_found_each_once(mode: AceMode, size: int) -> None:
    rng = random.Random(size)
    for _ in range(HANDS):
        hand = rng.sample(PACK, size)

        found = [frozenset(card_list(cards)) for cards in find_melds(card_set(hand), mode)]

        assert len(found) == len(set(found))
        assert set(found) == by_search(hand, mode)


@pytest.mark.parametrize("mode", AceMode)
def test_a_set_is_a_meld_exactly_when_the_search_finds_it(mode: AceMode) -> None:
    rng = random.Random(3)
    melds = {sum(1 << card for card in cards) for cards in by_search(list(PACK), mode)}
    near = [meld ^ 1 << rng.randrange(52) for meld in sorted(melds) for _ in range(4)]

    for cards in [*melds, *near]:
        assert (shape_of(cards, mode, None) is not None) == (cards in melds)


@pytest.mark.parametrize("mode", AceMode)
def test_what_may_be_laid_off_is_what_makes_a_larger_meld_of_its_kind(mode: AceMode) -> None:
    rng = random.Random(5)
    for cards in ENDS[mode]:
        shape = shape_of(cards, mode, None)
        assert shape is not None
        meld = Meld(1, shape.kind, cards, shape.ace, (cards,))
        rest = [card for card in PACK if not cards >> card & 1]
        suit = [card for card in rest if card // 13 == meld_order(meld)[0] // 13]
        hand = card_set([*rng.sample(rest, 5), *rng.sample(suit, min(5, len(suit)))])
        expected = {
            extra
            for n in range(1, hand.bit_count() + 1)
            for extra in (card_set(some) for some in combinations(card_list(hand), n))
            if extended_shape(meld, extra, mode, None) is not None
        }

        offered = layoffs_at(ENDS[mode][cards], hand)

        assert len(offered) == len(set(offered))
        assert set(offered) == expected
