"""The layout search finds what trying everything finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations
from random import Random
from typing import NamedTuple

import pytest

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import PACK, CardSet, card_list, card_set
from rummy500.engine.ids import MeldId
from rummy500.engine.melds import Meld, extended_shape, find_melds, shape_of
from rummy500.engine.notation import hand
from rummy500.engine.options import RUMMY500, AceMode, TableOptions, with_option
from rummy500.engine.scoring import placed_value
from rummy500_server.bots.lanes import counting_scale, scale_of, table_of
from rummy500_server.bots.layout_search import Limits, best_layout, layout_worth, limited_layout


Melds = tuple[Meld, ...]


def meld(number: int, cards: str, ace: AceEnd | None = None) -> Meld:
    shape = shape_of(hand(cards), AceMode.BOTH, ace)
    assert shape is not None
    return Meld(MeldId(number), shape.kind, hand(cards), shape.ace, (hand(cards),))


class Everything(NamedTuple):
    """What is left to try after some plays."""

    own: int
    melds: Melds
    limits: Limits

    def best(self, options: TableOptions) -> int | None:
        """Return the best worth of all sequences of plays; None if the required card stays."""
        return _best(self, options)

    def plays(self, options: TableOptions) -> Iterator[tuple[int, Everything]]:
        """Yield what each play is worth, and what is left after it."""
        if not self.limits.no_meld:
            yield from self._new_melds(options)
        if not self.limits.meld_first:
            yield from self._lay_offs(options)

    def _new_melds(self, options: TableOptions) -> Iterator[tuple[int, Everything]]:
        for cards in find_melds(self.own, options.ace_mode):
            shape = shape_of(cards, options.ace_mode, None)
            assert shape is not None
            new = Meld(MeldId(len(self.melds)), shape.kind, CardSet(cards), shape.ace, ())
            left = self.limits._replace(
                no_meld=self.limits.one_meld,
                meld_first=False,
                required=self.limits.required & ~cards,
            )
            rest = Everything(self.own & ~cards, (*self.melds, new), left)
            yield placed_value(new, CardSet(cards), options), rest

    def _lay_offs(self, options: TableOptions) -> Iterator[tuple[int, Everything]]:
        barred = self.limits.required if self.limits.required_in_meld else 0
        free = card_list(CardSet(self.own & ~barred))
        for old in self.melds:
            for some in chain(*(combinations(free, count) for count in (1, 2, 3))):
                cards = card_set(some)
                shape = extended_shape(old, cards, options.ace_mode, None)
                if shape is None:
                    continue
                grown = replace(old, cards=CardSet(old.cards | cards), ace=shape.ace)
                melds = tuple(grown if meld is old else meld for meld in self.melds)
                left = self.limits._replace(required=self.limits.required & ~cards)
                yield (
                    placed_value(grown, cards, options),
                    Everything(self.own & ~cards, melds, left),
                )


@lru_cache(maxsize=100_000)
def _best(left: Everything, options: TableOptions) -> int | None:
    best = None if left.limits.required else 0
    for worth, rest in left.plays(options):
        after = rest.best(options)
        if after is not None:
            best = max(best or 0, worth + after)
    return best


def every_way(own: int, melds: Melds, options: TableOptions, limits: Limits) -> int | None:
    return Everything(own, melds, limits).best(options)


def random_case(rng: Random, options: TableOptions, size: int) -> tuple[int, Melds]:
    """Return a hand that is rich in melds, and a table."""
    order = rng.sample(PACK, 52)
    melds: list[Meld] = []
    free = card_set(PACK)
    for _ in range(rng.randrange(4)):
        cards = rng.choice(find_melds(free, options.ace_mode))
        shape = shape_of(cards, options.ace_mode, None)
        assert shape is not None
        if cards.bit_count() < 5:
            melds.append(
                Meld(MeldId(len(melds)), shape.kind, CardSet(cards), shape.ace, (CardSet(cards),))
            )
            free = CardSet(free & ~cards)
    lowest = rng.randrange(13)
    ranks = {(lowest + step) % 13 for step in range(5)}
    rich = [card for card in order if free >> card & 1 and card % 13 in ranks]
    return card_set(rich[:size]), tuple(melds)


@pytest.mark.parametrize("mode", list(AceMode))
def test_the_best_layout_is_what_trying_everything_finds(mode: AceMode) -> None:
    rng = Random(f"layout {mode}")
    options = with_option(RUMMY500, "ace_mode", mode)
    for _ in range(150):
        own, melds = random_case(rng, options, 12)
        layout = best_layout(own, table_of(melds), scale_of(options))
        assert layout.worth == every_way(own, melds, options, Limits())
        assert layout.cards & ~own == 0
        assert layout_worth(scale_of(options), layout) == layout.worth


@pytest.mark.parametrize(
    "limits",
    [
        Limits(one_meld=True),
        Limits(no_meld=True),
        Limits(meld_first=True),
        Limits(one_meld=True, meld_first=True),
    ],
)
def test_limits_are_kept_and_nothing_is_given_away(limits: Limits) -> None:
    rng = Random(f"limits {limits}")
    for _ in range(120):
        own, melds = random_case(rng, RUMMY500, 8)
        layout = limited_layout(own, table_of(melds), scale_of(RUMMY500), limits)
        assert layout is not None
        assert layout.worth == every_way(own, melds, RUMMY500, limits)


@pytest.mark.parametrize("in_meld", [False, True])
@pytest.mark.parametrize("one_meld", [False, True])
def test_a_required_card_is_always_part_of_the_layout(*, in_meld: bool, one_meld: bool) -> None:
    rng = Random(f"required {in_meld} {one_meld}")
    found = 0
    for _ in range(150):
        own, melds = random_case(rng, RUMMY500, 8)
        required = 1 << rng.choice(card_list(CardSet(own)))
        limits = Limits(one_meld=one_meld, required=required, required_in_meld=in_meld)
        layout = limited_layout(own, table_of(melds), scale_of(RUMMY500), limits)
        best = every_way(own, melds, RUMMY500, limits)
        if layout is None:
            assert best is None
        else:
            found += 1
            assert layout.cards & required
            assert layout.worth == best
    assert found > 30


def worth(own: str, *melds: Meld) -> int:
    return best_layout(hand(own), table_of(melds), scale_of(RUMMY500)).worth


def test_an_ace_goes_where_it_counts_most() -> None:
    assert worth("AS 2S 3S QS KS") == 35
    assert worth("AS 2S 3S") == 6
    assert worth("AS 2S 3S AH AD") == 45
    assert worth("AS", meld(1, "2S 3S 4S"), meld(2, "JS QS KS")) == 15


def test_cards_between_two_runs_join_them() -> None:
    assert worth("6H 7H", meld(1, "3H 4H 5H"), meld(2, "8H 9H TH")) == 13
    assert worth("7H", meld(1, "3H 4H 5H"), meld(2, "9H TH JH")) == 0


def test_a_card_that_two_melds_want_goes_to_the_better() -> None:
    assert worth("7C 7D 7H 8H 9H TH") == 48
    assert worth("7C 7D 7H 8H 9H") == 24


def test_all_cards_may_count_alike() -> None:
    counting = counting_scale(AceMode.BOTH)
    layout = best_layout(hand("KS QS AS 2S 3S"), table_of(()), counting)
    assert layout.worth == 3


def test_a_long_hand_is_soon_looked_through() -> None:
    rng = Random("long")
    for _ in range(30):
        own = card_set(rng.sample(PACK, 30))
        layout = best_layout(own, table_of(()), scale_of(RUMMY500))
        assert layout.worth >= 0
