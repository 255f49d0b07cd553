"""Text for cards and sets of cards, both ways (``docs/notation.md``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.engine.cards import PACK, RANKS, SUITS, Card, CardSet, card_set


CARD_TEXT: Final[tuple[str, ...]] = tuple(RANKS[c % 13] + SUITS[c // 13] for c in PACK)
"""The two characters of each card, by card."""

_CARDS: Final = {text: Card(n) for n, text in enumerate(CARD_TEXT)}
_SIGNS: Final = str.maketrans(
    {"\u2663": "C", "\u2666": "D", "\u2665": "H", "\u2660": "S", "\ufe0e": None, "\ufe0f": None}
    | {"\u2667": "C", "\u2662": "D", "\u2661": "H", "\u2664": "S"}
)


class CardTextError(ValueError):
    """A word that names no card."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not a card")
        self.text = text


def parse_card(text: str) -> Card:
    """Read one card: ``QS``, ``qs``, ``10h`` or a suit sign in place of the letter.

    Raises:
        CardTextError: the text names no card.

    """
    plain = text.translate(_SIGNS)
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    try:
        return _CARDS[plain.upper() if plain.isascii() else plain]
    except KeyError:
        raise CardTextError(text) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, in their order; a card may occur twice."""
    return tuple(parse_card(word) for word in text.split())


def hand(text: str) -> CardSet:
    """Read a set of cards, such as ``"QS KS AS"``."""
    return card_set(parse_cards(text))


def card_text(card: Card) -> str:
    """Return the two characters of a card."""
    return CARD_TEXT[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards separated by spaces, in the order given."""
    return " ".join(CARD_TEXT[card] for card in cards)
