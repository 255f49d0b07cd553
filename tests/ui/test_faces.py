"""The faces of the cards: what must be seen of a card that another one covers."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rummy500.engine.cards import PACK, Suit, suit_of
from rummy500_client.ui.paint.faces import UNITS_WIDE, face_pixmap, suit_colour
from rummy500_client.ui.paint.tokens import Deck


DECKS = {
    "classic": Deck(),
    "classic, four colours": Deck(four_colours=True),
    "large": Deck(large_index=True),
    "large, four colours": Deck(four_colours=True, large_index=True),
}
INDEX = 0.21
"""Part of its width that a covered card shows at least (layout.pile)."""
INDEX_FOOT = 145
DARK = 150


@pytest.mark.parametrize("name", DECKS)
def test_rank_and_suit_end_where_the_next_card_may_begin(name: str, qtbot: QtBot) -> None:
    edge = round(INDEX * UNITS_WIDE)
    for card in PACK:
        image = face_pixmap(card, UNITS_WIDE, 1.0, DECKS[name]).toImage()
        inked = [
            y
            for y in range(12, INDEX_FOOT)
            for x in (edge, edge + 1)
            if image.pixelColor(x, y).lightness() < DARK
        ]
        seen = [x for x in range(4, edge) if image.pixelColor(x, 60).lightness() < DARK]

        assert not inked, card
        assert seen, card


@pytest.mark.parametrize("large", [False, True])
def test_four_colours_give_each_suit_its_own(large: bool, qtbot: QtBot) -> None:  # noqa: FBT001
    deck = Deck(four_colours=True, large_index=large)
    colours = {suit_colour(suit, deck).name() for suit in Suit}

    assert len(colours) == len(Suit)
    assert len({suit_colour(suit_of(card), deck).name() for card in PACK}) == len(Suit)
