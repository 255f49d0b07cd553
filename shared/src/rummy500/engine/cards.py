"""Cards and sets of cards.

A card is a number from 0 to 51: ``suit * 13 + rank``, suits in the order C D H S, ranks in the
order A 2 3 4 5 6 7 8 9 T J Q K. A set of cards is one integer with bit ``card`` set for each
card, so that "which melds are in this hand" is a question of shifts and masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from typing import Final, NewType


Card = NewType("Card", int)
"""One of the 52 cards, 0 to 51."""

CardSet = NewType("CardSet", int)
"""A set of cards: bit ``card`` is set for each card in it."""


class Suit(IntEnum):
    """The four suits, in the order in which a pack is written down."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
ACE: Final = 0
"""Rank of the ace. Its place in a run (low or high) belongs to the meld, not to the card."""
KING: Final = 12

PACK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(52))
"""A new pack in its fixed order: AC 2C .. KC AD .. KD AH .. KH AS .. KS."""

BIT: Final[tuple[CardSet, ...]] = tuple(CardSet(1 << n) for n in range(52))
"""By card, the set that holds it alone. To look it up costs half of a shift."""

LANE: Final = 0x1FFF
"""The thirteen bits of one suit."""
ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted by a rank, the four cards of that rank."""
HALF: Final = 0x3FFFFFF
"""Clubs and diamonds. Arithmetic on half a pack stays within one digit of CPython's integers."""

EMPTY: Final = CardSet(0)


def make_card(rank: int, suit: int) -> Card:
    """Return the card of ``rank`` (0 = ace .. 12 = king) and ``suit`` (0 to 3)."""
    return Card(suit * 13 + rank)


def rank_of(card: Card) -> int:
    """Return 0 for an ace up to 12 for a king."""
    return card % 13


def suit_of(card: Card) -> Suit:
    """Return the suit of a card."""
    return Suit(card // 13)


def card_set(cards: Iterable[Card]) -> CardSet:
    """Return the set of ``cards``. A card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return CardSet(mask)


def iterate(cards: CardSet) -> Iterator[Card]:
    """Yield the cards of a set in the order of the pack."""
    rest: int = cards
    while rest:
        low = rest & -rest
        yield Card(low.bit_length() - 1)
        rest ^= low


def card_list(cards: int) -> tuple[Card, ...]:
    """Return the cards of a set as a tuple, in the order of the pack."""
    return (
        _cards_in_lane(cards & LANE, 0)
        + _cards_in_lane(cards >> 13 & LANE, 13)
        + _cards_in_lane(cards >> 26 & LANE, 26)
        + _cards_in_lane(cards >> 39, 39)
    )


@cache
def _cards_in_lane(lane: int, first: int) -> tuple[Card, ...]:
    """Return the cards of one suit whose ace is ``first``. At most 8192 lanes exist for each."""
    return tuple(Card(first + rank) for rank in range(13) if lane >> rank & 1)


def contains(cards: CardSet, card: Card) -> bool:
    """Return whether ``card`` is in the set."""
    return cards >> card & 1 == 1


def size(cards: CardSet) -> int:
    """Return the number of cards in the set."""
    return cards.bit_count()
