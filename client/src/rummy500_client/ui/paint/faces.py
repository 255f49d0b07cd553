"""Card faces and backs as vector paths, and the pixmaps made of them.

A card is drawn in card units, 250 x 350. The index column is narrow, so that .21 of the width of
a covered card still shows rank and suit.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)

from rummy500.engine.cards import ACE, Card, Suit, make_card, rank_of, suit_of
from rummy500_client.layout.boxes import ASPECT
from rummy500_client.ui.paint.court import CRIMSON, GOLD, INK, NAVY, draw_court_half
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.store import PixmapStore
from rummy500_client.ui.paint.suits import placed_suit
from rummy500_client.ui.paint.tokens import (
    BACKS,
    CARD_EDGE,
    CARD_PAPER,
    CARD_PAPER_LOW,
    SUITS_FOUR,
    SUITS_TWO,
    Deck,
)


UNITS_WIDE: Final = 250.0
UNITS_HIGH: Final = 350.0
_ROUND: Final = 20.0
_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_COURT: Final = "JQK"
_L, _C, _R = 79.0, 125.0, 171.0
_TOP, _BOTTOM = UNITS_HIGH * 0.185, UNITS_HIGH * 0.815
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((_C, 0), (_C, 1)),
    3: ((_C, 0), (_C, 1 / 2), (_C, 1)),
    4: ((_L, 0), (_R, 0), (_L, 1), (_R, 1)),
    5: ((_L, 0), (_R, 0), (_C, 1 / 2), (_L, 1), (_R, 1)),
    6: ((_L, 0), (_R, 0), (_L, 1 / 2), (_R, 1 / 2), (_L, 1), (_R, 1)),
    7: ((_L, 0), (_R, 0), (_C, 1 / 4), (_L, 1 / 2), (_R, 1 / 2), (_L, 1), (_R, 1)),
    8: (
        *((_L, 0), (_R, 0), (_C, 1 / 4), (_L, 1 / 2), (_R, 1 / 2)),
        *((_C, 3 / 4), (_L, 1), (_R, 1)),
    ),
    9: (
        *((_L, 0), (_R, 0), (_L, 1 / 3), (_R, 1 / 3), (_C, 1 / 2)),
        *((_L, 2 / 3), (_R, 2 / 3), (_L, 1), (_R, 1)),
    ),
    10: (
        *((_L, 0), (_R, 0), (_C, 1 / 6), (_L, 1 / 3), (_R, 1 / 3)),
        *((_L, 2 / 3), (_R, 2 / 3), (_C, 5 / 6), (_L, 1), (_R, 1)),
    ),
}


def suit_colour(suit: Suit, deck: Deck) -> QColor:
    """Return the colour of a suit on card paper."""
    return QColor((SUITS_FOUR if deck.four_colours else SUITS_TWO)[suit])


@lru_cache(maxsize=64)
def _rank_path(text: str, *, display: bool) -> QPainterPath:
    """Return the outline of a rank, centred; "10" is tightened to the width of a Q."""
    face = font(200, 700 if display else 800, display=display)
    path, right = QPainterPath(), 0.0
    for k, letter in enumerate(text):
        glyph = QPainterPath()
        glyph.addText(0, 0, face, letter)
        box = glyph.boundingRect()
        path.addPath(glyph.translated(right + 8 - box.left(), 0) if k else glyph)
        right = path.boundingRect().right()
    middle = path.boundingRect().center()
    return path.translated(-middle.x(), -middle.y())


def _fitted(path: QPainterPath, x: float, y: float, high: float, wide: float) -> QPainterPath:
    box = path.boundingRect()
    k = high / box.height()
    move = QTransform()
    move.translate(x, y)
    move.scale(min(k, wide / box.width()), k)
    return move.map(path)


def _index(painter: QPainter, name: str, suit: Suit, colour: QColor, *, large: bool) -> None:
    if large:
        painter.fillPath(_fitted(_rank_path(name, display=False), 28, 50, 66, 45), colour)
        painter.fillPath(placed_suit(suit, 28, 112, 44), colour)
    else:
        painter.fillPath(_fitted(_rank_path(name, display=True), 30, 40, 50, 42), colour)
        painter.fillPath(placed_suit(suit, 30, 91, 36), colour)


def _turn_half(painter: QPainter) -> None:
    painter.translate(UNITS_WIDE, UNITS_HIGH)
    painter.rotate(180)


def _paper(painter: QPainter) -> None:
    paper = QLinearGradient(0, 0, 0, UNITS_HIGH)
    paper.setColorAt(0, QColor(CARD_PAPER))
    paper.setColorAt(1, QColor(CARD_PAPER_LOW))
    painter.setPen(QPen(QColor(CARD_EDGE), 2))
    painter.setBrush(paper)
    painter.drawRoundedRect(QRectF(1, 1, UNITS_WIDE - 2, UNITS_HIGH - 2), _ROUND, _ROUND)


def _court(painter: QPainter, name: str, suit: Suit, colour: QColor) -> None:
    """Paint both halves of a court card in its frame, with the belt of small diamonds."""
    frame = QRectF(58, 34, UNITS_WIDE - 116, UNITS_HIGH - 68)
    middle = UNITS_HIGH / 2
    ground = QLinearGradient(0, 34, 0, UNITS_HIGH - 34)
    for at, shade in ((0.0, "#FCF1D6"), (0.5, "#F8E2AF"), (1.0, "#FCF1D6")):
        ground.setColorAt(at, QColor(shade))
    painter.setBrush(ground)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(frame, 7, 7)
    clip = QPainterPath()
    clip.addRoundedRect(frame, 7, 7)
    upper = QPainterPath()
    upper.addRect(QRectF(58, 34, UNITS_WIDE - 116, middle - 34))
    for half in (False, True):
        painter.save()
        if half:
            _turn_half(painter)
        painter.setClipPath(clip.intersected(upper))
        draw_court_half(painter, name, suit, colour)
        painter.restore()
    painter.setPen(QPen(QColor(INK), 1.6))
    painter.setBrush(QColor(GOLD))
    painter.drawRect(QRectF(58, middle - 5, UNITS_WIDE - 116, 10))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(CRIMSON))
    for i in range(11):
        painter.drawPath(placed_suit(Suit.DIAMONDS, 66 + i * 11.8, middle, 8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(NAVY), 2.2))
    painter.drawRoundedRect(frame, 7, 7)


def _large_body(painter: QPainter, name: str, suit: Suit, colour: QColor) -> None:
    if name not in _COURT:
        painter.fillPath(placed_suit(suit, 152, 232, 150), colour)
        return
    painter.save()
    painter.setClipRect(QRectF(62, 130, 180, 208))
    painter.translate(-4, 118)
    painter.scale(1.24, 1.24)
    draw_court_half(painter, name, suit, colour)
    painter.restore()


def _body(painter: QPainter, card: Card, colour: QColor) -> None:
    suit, rank = suit_of(card), rank_of(card)
    name = _NAMES[rank]
    x, y = UNITS_WIDE / 2, UNITS_HIGH / 2
    if name in _COURT:
        _court(painter, name, suit, colour)
    elif rank == ACE:
        spade = suit is Suit.SPADES
        painter.fillPath(placed_suit(suit, x, y, 132 if spade else 104), colour)
        if spade:
            painter.fillPath(placed_suit(suit, x, y - 2, 96), QColor(CARD_PAPER))
            painter.fillPath(placed_suit(suit, x, y - 2, 82), colour)
    else:
        pips = rank + 1
        size = 50 if pips < 9 else 45
        for at, down in _PIPS[pips]:
            py = _TOP + (_BOTTOM - _TOP) * down
            painter.fillPath(placed_suit(suit, at, py, size, turned=down > 0.5), colour)


def draw_card(painter: QPainter, card: Card, rect: QRectF, deck: Deck) -> None:
    """Paint the face of ``card`` into ``rect``."""
    suit, name = suit_of(card), _NAMES[rank_of(card)]
    colour = suit_colour(suit, deck)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.x(), rect.y())
    painter.scale(rect.width() / UNITS_WIDE, rect.height() / UNITS_HIGH)
    _paper(painter)
    if deck.large_index:
        _index(painter, name, suit, colour, large=True)
        _large_body(painter, name, suit, colour)
    else:
        for half in (False, True):
            painter.save()
            if half:
                _turn_half(painter)
            _index(painter, name, suit, colour, large=False)
            painter.restore()
        _body(painter, card, colour)
    painter.restore()


def draw_back(painter: QPainter, rect: QRectF, deck: Deck) -> None:
    """Paint the back of a card: a lattice of small diamonds round a compass of the four suits."""
    look = BACKS.get(deck.back, BACKS["vino"])
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.x(), rect.y())
    painter.scale(rect.width() / UNITS_WIDE, rect.height() / UNITS_HIGH)
    painter.setPen(QPen(QColor(CARD_EDGE), 2))
    painter.setBrush(QColor(CARD_PAPER))
    painter.drawRoundedRect(QRectF(1, 1, UNITS_WIDE - 2, UNITS_HIGH - 2), _ROUND, _ROUND)
    inner = QRectF(13, 13, UNITS_WIDE - 26, UNITS_HIGH - 26)
    field = QPainterPath()
    field.addRoundedRect(inner, 11, 11)
    ground = QLinearGradient(0, 0, UNITS_WIDE, UNITS_HIGH)
    ground.setColorAt(0, QColor(look.light))
    ground.setColorAt(1, QColor(look.deep))
    painter.fillPath(field, ground)
    painter.save()
    painter.setClipPath(field)
    faint = QColor(look.line)
    faint.setAlpha(95)
    painter.setPen(QPen(faint, 1.6))
    for i in range(-20, 30):
        x = i * 25 + 12.5
        painter.drawLine(QLineF(x, 0, x + UNITS_HIGH, UNITS_HIGH))
        painter.drawLine(QLineF(x, 0, x - UNITS_HIGH, UNITS_HIGH))
    painter.restore()
    _compass(painter, look.line, look.deep, inner)
    painter.restore()


def _compass(painter: QPainter, line: str, ground: str, inner: QRectF) -> None:
    painter.setPen(QPen(QColor(line), 2.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(inner.adjusted(6, 6, -6, -6), 7, 7)
    painter.setBrush(QColor(ground))
    painter.drawEllipse(QPointF(UNITS_WIDE / 2, UNITS_HIGH / 2), 54, 54)
    for k, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)):
        painter.save()
        painter.translate(UNITS_WIDE / 2, UNITS_HIGH / 2)
        painter.rotate(k * 90)
        painter.fillPath(placed_suit(suit, 0, -26, 28), QColor(line))
        painter.restore()


_STORE: Final = PixmapStore(96 * 1024 * 1024)


def face_pixmap(card: Card | None, width: float, dpr: float, deck: Deck) -> QPixmap:
    """Return a card (``None``: a back) ``width`` logical px wide, sharp at ``dpr``; kept."""
    return _STORE.get((card, width, dpr, deck), lambda: _face(card, width, dpr, deck))


def lying_card(
    card: Card | None, width: float, level: int, dpr: float, deck: Deck
) -> tuple[QPixmap, float, float]:
    """Return a card with the shadow of its level in one picture, kept.

    The two numbers are how far the picture reaches beyond the left and the top edge of the card.
    One picture is painted in half the time of two, and more than that while it turns.
    """
    shadow = SPREAD[level] * width * 2
    drop = 0.035 * width * level
    left = math.ceil(shadow * dpr) / dpr
    top = math.ceil(max(0.0, shadow - drop) * dpr) / dpr
    key = (card, width, level, dpr, deck)
    pixmap = _STORE.get(key, lambda: _lying(card, width, level, dpr, deck))
    return pixmap, left, top


def _lying(card: Card | None, width: float, level: int, dpr: float, deck: Deck) -> QPixmap:
    shadow, reach = shadow_pixmap(width, level, dpr)
    drop = 0.035 * width * level
    left = math.ceil(reach * dpr) / dpr
    top = math.ceil(max(0.0, reach - drop) * dpr) / dpr
    wide, high = width + left + reach, width * ASPECT + top + reach + drop
    image = QImage(
        math.ceil(wide * dpr), math.ceil(high * dpr), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(QPointF(left - reach, top - reach + drop), shadow)
    face = _face(card, width, dpr, deck)
    painter.drawPixmap(QPointF(left, top), face)
    painter.end()
    return QPixmap.fromImage(image)


def _face(card: Card | None, width: float, dpr: float, deck: Deck) -> QPixmap:
    wide, high = math.ceil(width * dpr), math.ceil(width * ASPECT * dpr)
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    whole = QRectF(0, 0, wide, high)
    if card is None:
        draw_back(painter, whole, deck)
    else:
        draw_card(painter, card, whole, deck)
    painter.end()
    pixmap = QPixmap.fromImage(image)
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


SPREAD: Final = {1: 0.05, 2: 0.08, 3: 0.13}
"""How soft the shadow of a card is at each level, in card widths; it reaches twice as far."""


@lru_cache(maxsize=64)
def shadow_pixmap(width: float, level: int, dpr: float) -> tuple[QPixmap, float]:
    """Return the soft shadow of a card and how far it reaches beyond the card.

    ``level`` is 1 for a card at rest, 2 in the hand, 3 lifted.
    """
    spread = SPREAD[level] * width
    wide, high = width + 4 * spread, width * ASPECT + 4 * spread
    image = QImage(
        math.ceil(wide * dpr), math.ceil(high * dpr), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dpr, dpr)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 7 if level == 1 else 8))
    layers, round_ = 12, width * 0.08
    for i in range(layers):
        grow = spread * (1 - i / layers)
        box = QRectF(2 * spread, 2 * spread, width, width * ASPECT)
        box.adjust(-grow, -grow, grow, grow)
        painter.drawRoundedRect(box, round_ + grow, round_ + grow)
    painter.end()
    pixmap = QPixmap.fromImage(image)
    pixmap.setDevicePixelRatio(dpr)
    return pixmap, 2 * spread


def emblem() -> QIcon:
    """Return the picture of the program for title bars and notices: the ace of spades."""
    side = 128
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    wide = side / ASPECT
    face = face_pixmap(make_card(ACE, Suit.SPADES), wide, 1.0, Deck())
    painter.drawPixmap(QPointF((side - wide) / 2, 0), face)
    painter.end()
    return QIcon(QPixmap.fromImage(image))
