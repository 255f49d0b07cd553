"""What joins what: which cards make a meld around a card, and how a meld on the table grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations
from typing import Final

from rummy500.engine.cards import ACES, KING, LANE, PACK, Card, make_card
from rummy500.engine.events import MeldKind
from rummy500.engine.lean import lean
from rummy500.engine.melds import HIGH_ACE, Meld, card_at, find_melds, shape_of, span_of_cards
from rummy500.engine.options import AceMode


_PACK: Final = (1 << 52) - 1


class _TriplesByMode(dict[AceMode, tuple[tuple[int, ...], ...]]):
    """All melds of exactly three cards by card, in each mode; made when first asked for."""

    def __missing__(self, ace_mode: AceMode) -> tuple[tuple[int, ...], ...]:
        triples = self[ace_mode] = tuple(triples_with(card, ace_mode) for card in PACK)
        return triples


TRIPLES: Final = _TriplesByMode()
"""By the mode of the ace and by card, the melds of exactly three cards that contain it."""


def _near(card: Card) -> int:
    suit, rank = divmod(card, 13)
    same_rank = ACES << rank ^ 1 << card
    beside = {(rank + step) % 13 for step in (-2, -1, 1, 2)}
    return same_rank | sum(1 << make_card(other, suit) for other in beside)


BESIDE: Final = tuple(
    1 << make_card((card + 12) % 13, card // 13) | 1 << make_card((card + 1) % 13, card // 13)
    for card in PACK
)
"""By card, its two neighbours in the suit, the ace lying between king and two."""

NEAR: Final = tuple(_near(card) for card in PACK)
"""By card, the cards that may lie with it in a meld of three, whatever the mode of the ace."""


class _CompletingByMode(dict[AceMode, tuple[frozenset[int], ...]]):
    """Which of the cards near a card make a meld with it, in each mode; made when first asked."""

    def __missing__(self, ace_mode: AceMode) -> tuple[frozenset[int], ...]:
        completing = self[ace_mode] = tuple(
            frozenset(
                held
                for held in _subsets(NEAR[card])
                if any(triple & ~(1 << card) & ~held == 0 for triple in TRIPLES[ace_mode][card])
            )
            for card in PACK
        )
        return completing


def _subsets(cards: int) -> Iterator[int]:
    subset = cards
    while subset:
        yield subset
        subset = subset - 1 & cards


COMPLETING: Final = _CompletingByMode()
"""By the mode of the ace and by card, the sets of its ``NEAR`` cards that make a meld with it."""

SUIT_OF: Final = tuple(LANE << 13 * (card // 13) for card in PACK)
"""By card, all cards of its suit."""


@cache
def triples_with(card: Card, ace_mode: AceMode) -> tuple[int, ...]:
    """Return all melds of exactly three cards that contain ``card``."""
    suit, rank = divmod(card, 13)
    others = [make_card(rank, s) for s in range(4) if s != suit]
    found = [1 << card | 1 << a | 1 << b for a, b in combinations(others, 2)]
    for low in range(12):
        cards = sum(1 << card_at(suit, low + k) for k in range(3))
        if cards >> card & 1 and shape_of(cards, ace_mode, None) is not None:
            found.append(cards)
    return tuple(found)


@lean
@dataclass(frozen=True, slots=True)
class Ends:
    """How a meld may grow: at its lower and at its upper end, card by card.

    ``above[0]`` is the card that goes on top, ``above[1]`` that card and the next one, and so on:
    a lay-off is one of ``below``, one of ``above``, or one of each that do not share the ace. The
    missing card of a group is thought of as lying above.
    """

    next: int
    """The cards that fit by themselves; no lay-off is without one of them."""
    below: tuple[int, ...]
    above: tuple[int, ...]


class _EndsByMode(dict[AceMode, dict[int, Ends]]):
    """How each meld may grow, by its cards, in each mode; made when first asked for."""

    def __missing__(self, ace_mode: AceMode) -> dict[int, Ends]:
        melds = find_melds(_PACK, ace_mode)
        ends = self[ace_mode] = {cards: _ends_of(cards, ace_mode) for cards in melds}
        return ends


ENDS: Final = _EndsByMode()
"""How each meld may grow, by the mode of the ace and by its cards (R18, R21, R22).

The cards alone tell where an ace stands, but for the full suit, which can't grow.
"""


def _ends_of(cards: int, ace_mode: AceMode) -> Ends:
    shape = shape_of(cards, ace_mode, None)
    if shape is None or shape.kind is MeldKind.GROUP:
        rank = ((cards & -cards).bit_length() - 1) % 13
        missing = ACES << rank & ~cards
        return Ends(missing, (), (missing,) if missing else ())
    suit, low, high = span_of_cards(cards, shape.ace)
    lowest = 0 if ace_mode is not AceMode.HIGH and high != HIGH_ACE else 1
    highest = HIGH_ACE if ace_mode is not AceMode.LOW and low != 0 else KING
    below = _chain(suit, range(low - 1, lowest - 1, -1))
    above = _chain(suit, range(high + 1, highest + 1))
    return Ends(sum(below[:1]) | sum(above[:1]), below, above)


def _chain(suit: int, positions: range) -> tuple[int, ...]:
    return tuple(accumulate((1 << card_at(suit, place) for place in positions), int.__or__))


UNKNOWN: Final = -1
"""Stands where the cards that fit on the melds have not been counted: every card might."""


def fitting(melds: Iterable[Meld], ace_mode: AceMode) -> int:
    """Return the cards that fit on some meld by themselves."""
    by_cards = ENDS[ace_mode]
    found = 0
    for meld in melds:
        found |= by_cards[meld.cards].next
    return found


def layoffs_at(ends: Ends, hand: int) -> list[int]:
    """Return every set of cards of ``hand`` that may be laid off on a meld (R21, R22).

    Cards that complete the suit may do so with the ace at either end: they are one set.
    """
    found = []
    for cards in ends.above:
        if cards & hand != cards:
            break
        found.append(cards)
    below = ends.below
    if not below or not below[0] & hand:
        return found
    downs = []
    for cards in below:
        if cards & hand != cards:
            break
        downs.append(cards)
    if not found:
        return downs
    both = [down | up for down in downs for up in found if not down & up]
    return list(dict.fromkeys(found + downs + both))
