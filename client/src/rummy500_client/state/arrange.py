"""The order of the cards in the hand. It is the viewer's own affair; the server knows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import Card, CardSet, Suit, card_set, iterate, rank_of, suit_of
from rummy500.engine.melds import shape_of
from rummy500.engine.options import TableOptions
from rummy500_client.state.meld_search import MeldSearch


class SortMode(StrEnum):
    """How the hand is sorted."""

    SUIT = "suit"
    RANK = "rank"
    MELDS = "melds"
    OWN = "own"
    """As the viewer has put the cards; new ones come to the right end."""


_SUITS: Final = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.CLUBS: 2, Suit.DIAMONDS: 3}
"""Black and red in turn, so that neighbours differ."""


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


def moved(order: Sequence[Card], cards: Iterable[Card], index: int) -> tuple[Card, ...]:
    """Return the order with some cards side by side at another place, counted without them."""
    gone = set(cards)
    rest = [other for other in order if other not in gone]
    index = max(0, min(index, len(rest)))
    return (*rest[:index], *(card for card in order if card in gone), *rest[index:])


def best_melds(cards: CardSet, options: TableOptions) -> tuple[CardSet, ...]:
    """Return melds within ``cards`` that share no card and count the most together.

    Of equal worth, fewer and longer melds are better. The search tries, card by card, every meld
    that holds the card or none; it is exact for every hand that people hold, and for monstrous
    ones takes the best found within its steps.
    """
    _, melds = MeldSearch(cards, options).best(cards)
    return tuple(sorted((CardSet(meld) for meld in melds), key=_meld_place))


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
