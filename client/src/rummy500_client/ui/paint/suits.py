"""The four suits as paths, each in the box -0.5 to 0.5, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QTransform

from rummy500.engine.cards import Suit


SIGNS: Final = {"♣": Suit.CLUBS, "♦": Suit.DIAMONDS, "♥": Suit.HEARTS, "♠": Suit.SPADES}
"""The signs by which sentences name the suits."""

_Curve = tuple[float, float, float, float, float, float]
_HEART: Final[Sequence[_Curve]] = (
    (-0.10, 0.30, -0.5, 0.08, -0.5, -0.19),
    (-0.5, -0.38, -0.37, -0.48, -0.25, -0.48),
    (-0.12, -0.48, -0.03, -0.40, 0, -0.27),
    (0.03, -0.40, 0.12, -0.48, 0.25, -0.48),
    (0.37, -0.48, 0.5, -0.38, 0.5, -0.19),
    (0.5, 0.08, 0.10, 0.30, 0, 0.5),
)
_DIAMOND: Final[Sequence[_Curve]] = (
    (0.08, -0.36, 0.28, -0.10, 0.39, 0),
    (0.28, 0.10, 0.08, 0.36, 0, 0.52),
    (-0.08, 0.36, -0.28, 0.10, -0.39, 0),
    (-0.28, -0.10, -0.08, -0.36, 0, -0.52),
)


def _curves(x: float, y: float, curves: Sequence[_Curve]) -> QPainterPath:
    path = QPainterPath(QPointF(x, y))
    for curve in curves:
        path.cubicTo(*curve)
    path.closeSubpath()
    return path


def _spade() -> QPainterPath:
    path = QPainterPath(QPointF(0, -0.52))
    path.cubicTo(0.12, -0.30, 0.49, -0.10, 0.49, 0.14)
    path.cubicTo(0.49, 0.29, 0.38, 0.37, 0.26, 0.37)
    path.cubicTo(0.16, 0.37, 0.07, 0.31, 0.03, 0.23)
    path.cubicTo(0.05, 0.38, 0.10, 0.45, 0.19, 0.50)
    path.lineTo(-0.19, 0.50)
    path.cubicTo(-0.10, 0.45, -0.05, 0.38, -0.03, 0.23)
    path.cubicTo(-0.07, 0.31, -0.16, 0.37, -0.26, 0.37)
    path.cubicTo(-0.38, 0.37, -0.49, 0.29, -0.49, 0.14)
    path.cubicTo(-0.49, -0.10, -0.12, -0.30, 0, -0.52)
    path.closeSubpath()
    return path


def _club() -> QPainterPath:
    # united() flattens curves at unit size: build it 100 times larger, then scale down
    stem = QPainterPath(QPointF(-3.5, -2))
    stem.cubicTo(-4, 32, -9, 44, -19, 50)
    stem.lineTo(19, 50)
    stem.cubicTo(9, 44, 4, 32, 3.5, -2)
    stem.closeSubpath()
    path = QPainterPath()
    path.addEllipse(QPointF(0, 2), 11, 11)
    for x, y in ((0, -27.5), (-26.5, 11.5), (26.5, 11.5)):
        leaf = QPainterPath()
        leaf.addEllipse(QPointF(x, y), 22.5, 22.5)
        path = path.united(leaf)
    return QTransform.fromScale(0.01, 0.01).map(path.united(stem))


@lru_cache(maxsize=4)
def suit_path(suit: Suit) -> QPainterPath:
    """Return the path of a suit in the box -0.5 to 0.5."""
    match suit:
        case Suit.CLUBS:
            return _club()
        case Suit.DIAMONDS:
            return _curves(0, -0.52, _DIAMOND)
        case Suit.HEARTS:
            return _curves(0, 0.5, _HEART)
        case Suit.SPADES:
            return _spade()


def placed_suit(
    suit: Suit, x: float, y: float, size: float, *, turned: bool = False
) -> QPainterPath:
    """Return the suit centred at ``x, y``, ``size`` high; ``turned`` stands it on its head."""
    move = QTransform()
    move.translate(x, y)
    move.scale(size, -size if turned else size)
    return move.map(suit_path(suit))
