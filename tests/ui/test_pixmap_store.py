"""Pictures are kept up to a size, whatever their number."""

from __future__ import annotations

from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from rummy500.engine.cards import PACK
from rummy500_client.ui.paint.faces import lying_card
from rummy500_client.ui.paint.store import PixmapStore
from rummy500_client.ui.paint.tokens import Deck


def test_the_least_used_goes_when_there_is_no_room(qtbot: QtBot) -> None:
    store = PixmapStore(3 * 10 * 10 * 4)
    made: list[str] = []

    def picture(name: str) -> QPixmap:
        def make() -> QPixmap:
            made.append(name)
            return QPixmap(10, 10)

        return store.get(name, make)

    for name in ("a", "b", "c", "a", "d", "a", "b"):
        picture(name)

    assert made == ["a", "b", "c", "d", "b"]
    assert store.used <= 3 * 10 * 10 * 4


def test_one_picture_is_kept_even_if_it_is_too_large(qtbot: QtBot) -> None:
    store = PixmapStore(1)
    first = store.get("a", lambda: QPixmap(50, 50))

    assert store.get("a", lambda: QPixmap(9, 9)).width() == first.width() == 50


def test_a_lying_card_is_its_face_with_room_for_its_shadow(qtbot: QtBot) -> None:
    deck = Deck()
    for level in (1, 2, 3):
        picture, left, top = lying_card(PACK[5], 80.0, level, 2.0, deck)
        assert picture.devicePixelRatio() == 2.0
        assert left * 2 == int(left * 2), "the face begins on a pixel"
        assert top * 2 == int(top * 2)
        assert picture.deviceIndependentSize().width() >= 80 + left
    assert lying_card(PACK[5], 80.0, 1, 2.0, deck)[0] is lying_card(PACK[5], 80.0, 1, 2.0, deck)[0]
