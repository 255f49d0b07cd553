"""The order of the cards in the hand. It is the viewer's own affair; the server knows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import ACE, Card, CardSet, Suit, card_set, iterate, rank_of, suit_of
from rummy500.engine.melds import find_melds, shape_of
from rummy500.engine.options import TableOptions
from rummy500.engine.scoring import values_of


class SortMode(StrEnum):
    """How the hand is sorted."""

    SUIT = "suit"
    RANK = "rank"
    MELDS = "melds"
    OWN = "own"
    """As the viewer has put the cards; new ones come to the right end."""


_SUITS: Final = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.CLUBS: 2, Suit.DIAMONDS: 3}
"""Black and red in turn, so that neighbours differ."""
_MOST_STEPS: Final = 4_000
"""After so many steps the search for melds takes the best it has."""


def by_suit(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards by suit, then rank, the ace first."""
    return tuple(sorted(cards, key=lambda card: (_SUITS[suit_of(card)], rank_of(card))))


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards by rank, the ace first, then suit."""
    return tuple(sorted(cards, key=lambda card: (rank_of(card), _SUITS[suit_of(card)])))


def kept(order: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return ``cards`` in the order known, the new ones at the right end."""
    held = set(cards)
    known = [card for card in order if card in held]
    return (*known, *by_suit(held.difference(known)))


def moved(order: Sequence[Card], card: Card, index: int) -> tuple[Card, ...]:
    """Return the order with one card at another place, counted without that card."""
    rest = [other for other in order if other != card]
    index = max(0, min(index, len(rest)))
    return (*rest[:index], card, *rest[index:])


def meld_value(cards: int, options: TableOptions) -> int:
    """Return what a new meld of these cards would count; 0 if it is none."""
    shape = shape_of(cards, options.ace_mode, None)
    if shape is None:
        return 0
    held, low_ace = values_of(options)
    low = shape.ace is AceEnd.LOW
    return sum(
        low_ace if low and rank_of(card) == ACE else held[card] for card in iterate(CardSet(cards))
    )


def best_melds(cards: CardSet, options: TableOptions) -> tuple[CardSet, ...]:
    """Return melds within ``cards`` that share no card and count the most together.

    Of equal worth, fewer and longer melds are better. The search tries, card by card, every meld
    that holds the card or none; it is exact for every hand that people hold, and for monstrous
    ones takes the best found within its steps.
    """
    _, melds = MeldSearch(cards, options).best(cards)
    return tuple(sorted((CardSet(meld) for meld in melds), key=_meld_place))


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


def _meld_place(meld: CardSet) -> tuple[int, int]:
    first = next(iterate(meld))
    return _SUITS[suit_of(first)], rank_of(first)


def in_melds(
    cards: CardSet, options: TableOptions
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return the melds in the hand, each as it would lie, and the other cards."""
    melds = best_melds(cards, options)
    rest: int = cards
    rows = []
    for meld in melds:
        rest &= ~meld
        rows.append(as_laid(meld, options))
    return tuple(rows), by_suit(iterate(CardSet(rest)))


def as_laid(meld: CardSet, options: TableOptions) -> tuple[Card, ...]:
    """Return the cards of a meld in the order in which they would lie; a high ace comes last."""
    shape = shape_of(meld, options.ace_mode, None)
    ordered = by_suit(iterate(meld))
    if shape is not None and shape.ace is AceEnd.HIGH:
        return (*ordered[1:], ordered[0])
    return ordered


def ordered(
    cards: Iterable[Card], mode: SortMode, order: Sequence[Card], options: TableOptions
) -> tuple[Card, ...]:
    """Return the hand as the viewer wants to see it."""
    match mode:
        case SortMode.SUIT:
            return by_suit(cards)
        case SortMode.RANK:
            return by_rank(cards)
        case SortMode.MELDS:
            rows, rest = in_melds(card_set(cards), options)
            return (*(card for meld in rows for card in meld), *rest)
        case SortMode.OWN:
            return kept(order, cards)
