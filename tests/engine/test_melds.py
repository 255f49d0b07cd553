"""Melds: what is one, what joins one, and the search against trying everything."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import PACK, CardSet, card_set
from rummy500.engine.events import MeldKind
from rummy500.engine.ids import MeldId
from rummy500.engine.joining import triples_with
from rummy500.engine.melds import (
    Meld,
    both_ends_fit,
    extended_shape,
    find_melds,
    meld_order,
    shape_of,
)
from rummy500.engine.notation import cards_text, hand, parse_cards
from rummy500.engine.options import AceMode


def by_trying(cards: CardSet, mode: AceMode) -> set[int]:
    """Find the melds of a set without the tables: every group, every stretch of every suit."""
    found = set()
    for rank in range(13):
        same = [1 << card for card in PACK if card % 13 == rank and cards >> card & 1]
        found |= {sum(some) for n in (3, 4) for some in combinations(same, n)}
    for suit in range(4):
        for low in range(14):
            for high in range(low + 2, 14):
                forbidden = (low == 0 and mode is AceMode.HIGH) or (
                    high == 13 and mode is AceMode.LOW
                )
                if forbidden or (low, high) == (0, 13):
                    continue
                run = {1 << (13 * suit + p % 13) for p in range(low, high + 1)}
                if sum(run) & cards == sum(run):
                    found.add(sum(run))
    return found


@pytest.mark.parametrize("mode", AceMode)
def test_the_search_finds_what_trying_everything_finds(mode: AceMode) -> None:
    rng = random.Random(13)
    for _ in range(1500):
        cards = card_set(rng.sample(PACK, rng.randint(3, 52)))
        found = find_melds(cards, mode)

        assert len(found) == len(set(found))
        assert set(found) == by_trying(cards, mode)


@pytest.mark.parametrize("mode", AceMode)
def test_whatever_the_search_finds_is_a_meld(mode: AceMode) -> None:
    for cards in find_melds(CardSet((1 << 52) - 1), mode):
        assert shape_of(cards, mode, None) is not None


@pytest.mark.parametrize(
    ("cards", "kind", "ace"),
    [
        ("7C 7D 7H", MeldKind.GROUP, None),
        ("AC AD AH AS", MeldKind.GROUP, None),
        ("5H 6H 7H", MeldKind.RUN, None),
        ("AS 2S 3S", MeldKind.RUN, AceEnd.LOW),
        ("QS KS AS", MeldKind.RUN, AceEnd.HIGH),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH", MeldKind.RUN, AceEnd.LOW),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", MeldKind.RUN, AceEnd.HIGH),
    ],
)
def test_what_is_a_meld(cards: str, kind: MeldKind, ace: AceEnd | None) -> None:
    assert shape_of(hand(cards), AceMode.BOTH, None) == (kind, ace)


@pytest.mark.parametrize(
    "cards", ["7C 7D", "KS AS 2S", "QS KS AS 2S", "5H 6H 8H", "5H 6H 7D", "5H 5D 6H", "TC TD JC"]
)
def test_what_is_none(cards: str) -> None:
    assert shape_of(hand(cards), AceMode.BOTH, None) is None


@pytest.mark.parametrize(
    ("mode", "low", "high"),
    [(AceMode.BOTH, True, True), (AceMode.LOW, True, False), (AceMode.HIGH, False, True)],
)
def test_where_an_ace_may_stand(mode: AceMode, *, low: bool, high: bool) -> None:
    assert (shape_of(hand("AD 2D 3D"), mode, None) is not None) is low
    assert (shape_of(hand("QD KD AD"), mode, None) is not None) is high
    assert shape_of(hand("AC AD AS"), mode, None) is not None


def run(text: str, ace: AceEnd | None = None) -> Meld:
    shape = shape_of(hand(text), AceMode.BOTH, ace)
    assert shape is not None
    return Meld(MeldId(1), shape.kind, hand(text), shape.ace, (hand(text),))


def test_an_ace_on_the_table_keeps_its_end() -> None:
    low, high = run("AD 2D 3D"), run("QD KD AD")

    rest = hand("4D 5D 6D 7D 8D 9D TD JD QD KD")
    assert extended_shape(low, rest, AceMode.BOTH, None) == (MeldKind.RUN, AceEnd.LOW)
    rest = hand("2D 3D 4D 5D 6D 7D 8D 9D TD JD")
    assert extended_shape(high, rest, AceMode.BOTH, None) == (MeldKind.RUN, AceEnd.HIGH)
    assert extended_shape(low, hand("4D"), AceMode.BOTH, AceEnd.HIGH) is None


def test_an_ace_that_fits_both_ends_goes_where_the_player_says() -> None:
    middle = run("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD")

    assert both_ends_fit(middle.cards | hand("AD"), AceMode.BOTH)
    for word, end in ((None, AceEnd.HIGH), (AceEnd.LOW, AceEnd.LOW), (AceEnd.HIGH, AceEnd.HIGH)):
        assert extended_shape(middle, hand("AD"), AceMode.BOTH, word) == (MeldKind.RUN, end)


@pytest.mark.parametrize(
    ("cards", "mode", "fit"),
    [
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", AceMode.BOTH, True),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", AceMode.LOW, False),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", AceMode.HIGH, False),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD", AceMode.BOTH, False),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KH", AceMode.BOTH, False),
    ],
)
def test_only_a_whole_suit_has_room_for_its_ace_at_both_ends(
    cards: str, mode: AceMode, *, fit: bool
) -> None:
    """R23."""
    assert both_ends_fit(hand(cards), mode) is fit


def test_runs_lie_in_order_and_groups_by_suit() -> None:
    assert cards_text(meld_order(run("QS AS KS"))) == "QS KS AS"
    assert cards_text(meld_order(run("3C AC 2C"))) == "AC 2C 3C"
    assert cards_text(meld_order(run("7S 7C 7H"))) == "7C 7H 7S"


@pytest.mark.parametrize("mode", AceMode)
def test_the_smallest_melds_with_a_card(mode: AceMode) -> None:
    everything = CardSet((1 << 52) - 1)
    threes = [cards for cards in find_melds(everything, mode) if cards.bit_count() == 3]

    for card in parse_cards("AC 2C 3C QD KD AD 7H"):
        assert sorted(triples_with(card, mode)) == sorted(t for t in threes if t >> card & 1)
