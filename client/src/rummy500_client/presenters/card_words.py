"""Cards and points in words: short with signs for the eye, in full for a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import PACK, Card, Suit, rank_of, suit_of
from rummy500.engine.events import MeldKind
from rummy500.engine.melds import Meld, meld_order
from rummy500.engine.notation import CardTextError, parse_card
from rummy500.engine.scoring import Score, score_text
from rummy500_client.i18n.words import Words, marked


MINUS: Final = "\u2212"
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_SIGN: Final = "(?:10|[2-9AJQK])[♣♦♥♠]"
_SIGNS_IN_A_ROW: Final = re.compile(f"{_SIGN}(?: {_SIGN})*")
_SUIT_NAMES: Final = {
    Suit.CLUBS: marked("clubs"),
    Suit.DIAMONDS: marked("diamonds"),
    Suit.HEARTS: marked("hearts"),
    Suit.SPADES: marked("spades"),
}
_RANK_NAMES: Final = {
    0: marked("ace"),
    10: marked("jack"),
    11: marked("queen"),
    12: marked("king"),
}
_RANK_PLURALS: Final = {
    0: marked("aces"),
    10: marked("jacks"),
    11: marked("queens"),
    12: marked("kings"),
}


def sign(card: Card) -> str:
    """Return a card as the eye reads it: ``10♦``."""
    return _RANKS[rank_of(card)] + _SIGNS[suit_of(card)]


def signs(cards: Iterable[Card]) -> str:
    """Return several cards as the eye reads them."""
    return " ".join(sign(card) for card in cards)


_BY_SIGN: Final = {sign(card): card for card in PACK}


def sign_of_text(text: object) -> str:
    """Return the sign of a card in the notation of the wire; other text as it is."""
    try:
        return sign(parse_card(str(text)))
    except CardTextError:
        return str(text)


def card_name(card: Card, words: Words) -> str:
    """Return a card as a screen reader says it: "queen of spades"."""
    return words.say(
        "{rank} of {suit}", rank=rank_name(rank_of(card), words), suit=suit_name(card, words)
    )


def aloud(text: str, words: Words) -> str:
    """Return a text as a screen reader says it: each sign of a card as its name.

    "melds 7♥ 8♥ +15" becomes "melds 7 of hearts, 8 of hearts +15". Voices read the signs as
    "black heart suit" or not at all.
    """

    def named(found: re.Match[str]) -> str:
        return ", ".join(card_name(_BY_SIGN[one], words) for one in found.group().split(" "))

    return _SIGNS_IN_A_ROW.sub(named, text)


def rank_name(rank: int, words: Words) -> str:
    """Return the name of a rank."""
    name = _RANK_NAMES.get(rank)
    return _RANKS[rank] if name is None else words.say(name)


def ranks_name(rank: int, words: Words) -> str:
    """Return the name of several cards of a rank: "queens", "7s"."""
    name = _RANK_PLURALS.get(rank)
    return words.say("{rank}s", rank=_RANKS[rank]) if name is None else words.say(name)


def suit_name(card: Card, words: Words) -> str:
    """Return the name of the suit of a card."""
    return words.say(_SUIT_NAMES[suit_of(card)])


def plain(points: Score) -> str:
    """Return points with the true minus sign and no plus: a total."""
    return score_text(points).replace("-", MINUS)


def signed(points: Score) -> str:
    """Return points with their sign: what a play or a hand brings."""
    text = plain(points)
    return f"+{text}" if points > 0 else text


def minus(points: Score) -> str:
    """Return points that count against somebody: with a minus, and ``0`` for none."""
    return plain(-points)


def meld_name(meld: Meld, words: Words) -> str:
    """Return what a meld is: "Run of clubs, 4 to 7" or "Group of queens"."""
    cards = meld_order(meld)
    if meld.kind is MeldKind.GROUP:
        return words.say("Group of {ranks}", ranks=ranks_name(rank_of(cards[0]), words))
    return words.say(
        "Run of {suit}, {low} to {high}",
        suit=suit_name(cards[0], words),
        low=rank_name(rank_of(cards[0]), words),
        high=rank_name(rank_of(cards[-1]), words),
    )


def ace_tab(meld: Meld) -> str:
    """Return what the ace of a run counts, as its tab shows it; empty without one."""
    match meld.ace:
        case AceEnd.LOW:
            return "1"
        case AceEnd.HIGH:
            return "15"
        case None:
            return ""
