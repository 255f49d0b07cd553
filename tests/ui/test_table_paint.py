"""Everything on the table paints, in all sizes, cloths and decks, without a warning of Qt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF, qInstallMessageHandler
from PySide6.QtGui import QColor, QFontInfo, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.shots.stage import SHOTS

from rummy500.engine.cards import PACK, Card
from rummy500_client.ui.paint.faces import face_pixmap
from rummy500_client.ui.paint.fonts import display_family, font, text_family
from rummy500_client.ui.paint.icons import ICONS, icon_paths
from rummy500_client.ui.paint.text import Ink, draw_text, elided, text_width, wrapped
from rummy500_client.ui.paint.tokens import BACKS, CLOTHS, Deck, Theme
from rummy500_client.ui.table.view import TableView


@pytest.fixture
def quiet(qapp: QApplication) -> Iterator[list[str]]:
    said: list[str] = []
    before = qInstallMessageHandler(lambda _kind, _context, text: said.append(text))
    yield said
    qInstallMessageHandler(before)
    assert not said


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("name", SHOTS)
def test_each_sample_table_paints(qtbot: QtBot, name: str) -> None:
    shot = SHOTS[name]
    view = TableView(shot.theme)
    qtbot.addWidget(view)
    view.set_motion(0)
    view.set_card_scale(shot.scale)
    view.resize(*shot.size)
    view.set_model(shot.make())
    view.show()

    assert not view.grab().isNull()


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("cloth", CLOTHS)
def test_a_change_of_theme_repaints_the_table(qtbot: QtBot, cloth: str) -> None:
    view = TableView(Theme("light", cloth))
    qtbot.addWidget(view)
    view.set_motion(0)
    view.set_model(SHOTS["hand-20-es"].make())
    view.show()
    light = view.grab().toImage().pixelColor(20, 300)
    view.set_theme(Theme("dark", cloth, Deck(four_colours=True, back="tinta")))
    dark = view.grab().toImage().pixelColor(20, 300)

    assert (light == dark) == (cloth == "contraste")


@pytest.mark.parametrize("deck", [Deck(), Deck(four_colours=True), Deck(large_index=True)])
@pytest.mark.usefixtures("qapp")
def test_no_two_faces_look_the_same(deck: Deck) -> None:
    faces = [face_pixmap(c, 60.0, 1.0, deck).toImage() for c in PACK]

    different = {bytes(image.constBits()) for image in faces}
    assert len(different) == 52


@pytest.mark.usefixtures("qapp")
def test_an_index_is_in_the_left_fifth_of_a_card() -> None:
    """What stays in sight of a covered card tells rank and suit."""
    strips = {
        bytes(face_pixmap(c, 100.0, 2.0, Deck()).toImage().copy(0, 0, 42, 100).constBits())
        for c in PACK
    }

    assert len(strips) == 52


@pytest.mark.usefixtures("qapp")
def test_backs_differ_and_an_unknown_back_is_the_first() -> None:
    made = [face_pixmap(None, 60.0, 1.0, Deck(back=b)).toImage() for b in (*BACKS, "nothing")]

    assert len({bytes(i.constBits()) for i in made}) == len(BACKS)


@pytest.mark.usefixtures("qapp")
def test_faces_are_sharp_at_fractions_of_a_pixel() -> None:
    made = face_pixmap(Card(7), 80.0, 1.5, Deck())

    assert made.width() == 120
    assert made.deviceIndependentSize().width() == 80


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ICONS)
def test_each_icon_stays_in_its_grid(name: str) -> None:
    stroke, fill = icon_paths(name)
    box = stroke.boundingRect().united(fill.boundingRect())

    assert max(box.width(), box.height()) > 4  # a minus has no height
    assert min(box.left(), box.top()) >= 0
    assert max(box.right(), box.bottom()) <= 24


@pytest.mark.usefixtures("qapp")
def test_the_bundled_fonts_are_used() -> None:
    assert text_family().startswith("Figtree")
    assert display_family().startswith("Fraunces")
    assert QFontInfo(font(15, 700)).family().startswith("Figtree")
    assert QFontInfo(font(15, 700)).weight() == 700


@pytest.mark.usefixtures("qapp")
def test_figures_for_columns_have_one_width() -> None:
    face = font(27, 700, tabular=True)

    assert len({round(text_width(d, face), 3) for d in "0123456789"}) == 1


@pytest.mark.usefixtures("qapp")
def test_lines_break_at_spaces_only_and_keep_cards_whole() -> None:
    face = font(15)
    lines = wrapped("You took 8♦ 9♦ 10♦ from the pile", face, 90)

    assert len(lines) > 1
    assert " ".join(lines) == "You took 8♦ 9♦ 10♦ from the pile"
    assert wrapped("one two three four five six", face, 60, 2)[-1].endswith("…")


@pytest.mark.usefixtures("qapp")
def test_names_are_elided_in_the_middle() -> None:
    short = elided("Ana María de los Ángeles", font(15, 600), 110, middle=True)

    assert short.startswith("Ana")
    assert short.endswith("es")
    assert text_width(short, font(15, 600)) <= 111


@pytest.mark.usefixtures("qapp")
def test_red_suits_are_red_in_sentences_and_black_ones_are_not() -> None:
    def reds(text: str) -> int:
        image = QImage(40, 40, QImage.Format.Format_RGB32)
        image.fill(QColor("#FFFFFF"))
        painter = QPainter(image)
        draw_text(painter, QRectF(0, 0, 40, 40), text, font(30), Ink("#000000", "#FF0000"))
        painter.end()
        return sum(
            image.pixelColor(x, y) == QColor("#FF0000") for x in range(40) for y in range(40)
        )

    assert reds("♥") > 100
    assert reds("♦") > 100
    assert reds("♣") == reds("♠") == 0
