"""What a deep draw would bring, reckoned from the viewer's own view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rummy500.engine.cards import Card, CardSet, card_set, contains, iterate
from rummy500.engine.melds import Meld, extended_shape, find_melds
from rummy500.engine.options import DeepDrawUse
from rummy500.engine.scoring import cards_value, placed_value
from rummy500.engine.views import HandView
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.card_words import minus, sign, signed, signs
from rummy500_client.presenters.table_model import Bill, BillLine, Tone
from rummy500_client.state.arrange import as_laid
from rummy500_client.state.meld_search import MeldSearch, meld_value


@dataclass(frozen=True, slots=True)
class Prospect:
    """A way to use a draw: what would lie on the table at once, and what would stay."""

    taken: tuple[Card, ...]
    tabled: int
    """How many cards would be put on the table."""
    points: int
    kept: int
    burden: int
    """What the cards kept would count against their holder."""
    company: tuple[Card, ...]
    """The cards with which the chosen card would reach the table, itself not among them."""


@lru_cache(maxsize=16)
def prospect(view: HandView, card: Card) -> Prospect:
    """Return the best use of taking ``card`` and all above it that the search finds."""
    taken = view.pile[view.pile.index(card) :]
    held = CardSet(view.own | card_set(taken))
    search = MeldSearch(held, view.options)
    melded = [_with_melds(view, held, first, search) for first in _first_plays(view, held, card)]
    melded.sort(key=lambda used: -used.points)
    finished = [_with_lay_offs(view, held, used) for used in melded[:_FINISHED]]
    used = max(finished, key=lambda used: used.points, default=_Used(0, 0, view.melds, ()))
    left = CardSet(held & ~used.cards)
    return Prospect(
        taken=taken,
        tabled=used.cards.bit_count(),
        points=used.points,
        kept=left.bit_count(),
        burden=cards_value(left, view.options),
        company=used.company,
    )


_FINISHED: Final = 6
"""So many of the best ways are followed to the last lay-off."""


@dataclass(frozen=True, slots=True)
class _Used:
    """What has been put on the table so far."""

    cards: int
    points: int
    melds: Sequence[Meld]
    company: tuple[Card, ...]


def _first_plays(view: HandView, held: CardSet, card: Card) -> Iterator[_Used]:
    """Yield each play that puts the chosen card on the table."""
    options = view.options
    for cards in find_melds(held, options.ace_mode):
        if contains(CardSet(cards), card):
            order = as_laid(CardSet(cards), options)
            company = tuple(other for other in order if other != card)
            yield _Used(cards, meld_value(cards, options), view.melds, company)
    if options.deep_draw_use is DeepDrawUse.MELD_ONLY:
        return
    for meld in view.melds:
        for cards in _bridges(view, meld, held, card):
            shape = extended_shape(meld, cards, options.ace_mode, None)
            if shape is None:
                continue
            grown = replace(meld, cards=CardSet(meld.cards | cards), ace=shape.ace)
            melds = tuple(grown if m.id == meld.id else m for m in view.melds)
            company = tuple(c for c in iterate(CardSet(cards)) if c != card)
            yield _Used(cards, placed_value(grown, CardSet(cards), options), melds, company)


def _bridges(view: HandView, meld: Meld, held: CardSet, card: Card) -> Iterator[int]:
    """Yield sets of held cards that fit a meld: ``card`` alone, or with a row of neighbours."""
    mode = view.options.ace_mode
    cards = 1 << card
    if extended_shape(meld, cards, mode, None) is not None:
        yield cards
        return
    suit, rank = divmod(card, 13)
    for step in (-1, 1):
        cards, place = 1 << card, rank + step
        while 0 <= place <= 12 and held >> (suit * 13 + place) & 1:  # noqa: PLR2004 - the king
            cards |= 1 << (suit * 13 + place)
            if extended_shape(meld, cards, mode, None) is not None:
                yield cards
                break
            place += step


def _with_melds(view: HandView, held: CardSet, first: _Used, search: MeldSearch) -> _Used:
    """Return the first play with the best melds of what is left."""
    cards, points = first.cards, first.points
    _, melds = search.best(held & ~cards)
    for meld in melds:
        cards |= meld
        points += meld_value(meld, view.options)
    return _Used(cards, points, first.melds, first.company)


def _with_lay_offs(view: HandView, held: CardSet, used: _Used) -> _Used:
    """Return what is used with every card that then fits a meld on the table."""
    while (more := _one_more(view, held, used)) is not None:
        used = more
    return used


def _one_more(view: HandView, held: CardSet, used: _Used) -> _Used | None:
    """Return what is used with one more card laid off, if one fits."""
    for card in iterate(CardSet(held & ~used.cards)):
        one = CardSet(1 << card)
        for meld in used.melds:
            shape = extended_shape(meld, one, view.options.ace_mode, None)
            if shape is None:
                continue
            grown = replace(meld, cards=CardSet(meld.cards | one), ace=shape.ace)
            melds = tuple(grown if m.id == meld.id else m for m in used.melds)
            points = used.points + placed_value(grown, one, view.options)
            return _Used(used.cards | one, points, melds, used.company)
    return None


def bill_of(found: Prospect, words: Words, *, counts_table: bool = True) -> Bill:
    """Return the bill on paper; cards on the table may count nothing."""
    required = found.taken[0]
    title = words.count("Take {n} card", "Take {n} cards", len(found.taken))
    tabled = words.count(
        "On the table at once: {n} card", "On the table at once: {n} cards", found.tabled
    )
    kept = words.say("Stay in your hand: {n}", n=found.kept)
    if found.company:
        duty = words.say(
            "Required: {card}, with {cards}", card=sign(required), cards=signs(found.company)
        )
    else:
        duty = words.say("Required: {card}, laid off", card=sign(required))
    return Bill(
        title,
        (
            BillLine(tabled, signed(found.points) if counts_table else "", Tone.GOOD),
            BillLine(kept, minus(found.burden), Tone.BAD),
            BillLine(duty, tone=Tone.REQUIRED),
        ),
    )
