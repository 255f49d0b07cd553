"""Which melds of a hand go best together: the search behind sorting by melds and the bill."""

from __future__ import annotations

from typing import Final

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import ACE, CardSet, iterate, rank_of
from rummy500.engine.melds import find_melds, shape_of
from rummy500.engine.options import TableOptions
from rummy500.engine.scoring import values_of


_MOST_STEPS: Final = 4_000
"""After so many steps the search takes the best it has."""


def meld_value(cards: int, options: TableOptions) -> int:
    """Return what a new meld of these cards would count; 0 if it is none."""
    shape = shape_of(cards, options.ace_mode, None)
    if shape is None:
        return 0
    held, low_ace, _ = values_of(options)
    low = shape.ace is AceEnd.LOW
    return sum(
        low_ace if low and rank_of(card) == ACE else held[card] for card in iterate(CardSet(cards))
    )


class MeldSearch:
    """The best set of melds, by memo over the cards that are still free.

    One search answers for many subsets of its cards, and what it learns for one serves the next.
    """

    def __init__(self, cards: CardSet, options: TableOptions) -> None:
        melds = find_melds(cards, options.ace_mode)
        self._useful = 0
        self._with: dict[int, list[tuple[int, int]]] = {}
        self._known: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._steps = 0
        for meld in sorted(melds, key=int.bit_count, reverse=True):
            self._useful |= meld
            value = 64 * meld_value(meld, options) - 1
            for card in iterate(CardSet(meld)):
                self._with.setdefault(card, []).append((meld, value))

    def best(self, free: int) -> tuple[int, tuple[int, ...]]:
        """Return the worth and the melds of the best choice among ``free`` cards.

        The worth ranks choices; it counts points first and few melds second.
        """
        return self._best(free & self._useful)

    def _best(self, free: int) -> tuple[int, tuple[int, ...]]:
        if not free:
            return 0, ()
        found = self._known.get(free)
        if found is not None:
            return found
        self._steps += 1
        low = free & -free
        candidates = self._with.get(low.bit_length() - 1, [])
        best: tuple[int, tuple[int, ...]] = (0, ())
        tired = self._steps > _MOST_STEPS
        for meld, value in candidates:
            if meld & ~free:
                continue
            worth, melds = self._best(free & ~meld)
            if worth + value > best[0]:
                best = worth + value, (meld, *melds)
                if tired:
                    break
        if not (tired and best[1]):
            without = self._best(free & ~low)
            if without[0] > best[0]:
                best = without
        self._known[free] = best
        return best
