"""The court figures, in card units (250 x 350): the upper half, mirrored by the caller.

The middle line is y = 175. Everything is drawn about the face, whose centre is ``FACE``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen

from rummy500.engine.cards import Suit
from rummy500_client.ui.paint.suits import placed_suit


CENTRE: Final = 125.0
MIDDLE: Final = 175.0
FACE: Final = MIDDLE - 98
HAND: Final = 190.0
"""Where the attribute stands: sceptre, flower or halberd."""

INK: Final = "#20222B"
GOLD: Final = "#D9A521"
LIGHT_GOLD: Final = "#F4D675"
NAVY: Final = "#23407C"
CRIMSON: Final = "#B3202E"
SKIN: Final = "#F6DCC0"
CREAM: Final = "#FFFDF6"
_HAIR: Final = {"J": "#D9A84A", "Q": "#8A4B22", "K": "#B9823C"}


@dataclass(frozen=True, slots=True)
class _Figure:
    """What the parts of a figure share."""

    rank: str
    main: QColor
    other: QColor
    hair: QColor
    crown: QBrush


def _pen(width: float = 2.0, colour: str | QColor = INK) -> QPen:
    pen = QPen(QColor(colour), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _path(x: float, y: float, *steps: tuple[float, ...], close: bool = True) -> QPainterPath:
    """Return a path: a step of two numbers is a line, of four a quadratic, of six a cubic."""
    path = QPainterPath(QPointF(x, y))
    for step in steps:
        match step:
            case (a, b):
                path.lineTo(a, b)
            case (a, b, c, d):
                path.quadTo(a, b, c, d)
            case (a, b, c, d, e, f):
                path.cubicTo(a, b, c, d, e, f)
            case _:
                message = f"a step has two, four or six numbers, not {len(step)}"
                raise ValueError(message)
    if close:
        path.closeSubpath()
    return path


def draw_court_half(painter: QPainter, rank: str, suit: Suit, colour: QColor) -> None:
    """Paint the upper half of a jack, queen or king (``rank`` J, Q, K) with its suit."""
    painter.fillPath(placed_suit(suit, 70, 60, 30), colour)
    painter.save()
    painter.translate(CENTRE, MIDDLE)
    painter.scale(0.86, 0.86)
    painter.translate(-CENTRE, -MIDDLE)
    black = suit in (Suit.SPADES, Suit.CLUBS)
    crown = QLinearGradient(0, FACE - 62, 0, FACE - 20)
    crown.setColorAt(0, QColor(LIGHT_GOLD))
    crown.setColorAt(1, QColor(GOLD))
    figure = _Figure(
        rank,
        main=QColor(NAVY if black else CRIMSON),
        other=QColor(CRIMSON if black else NAVY),
        hair=QColor(_HAIR[rank]),
        crown=QBrush(crown),
    )
    _robe(painter, figure)
    _head(painter, figure)
    _features(painter, figure)
    {"K": _king, "Q": _queen, "J": _jack}[rank](painter, figure)
    painter.setPen(_pen())
    painter.setBrush(QColor(SKIN))
    painter.drawEllipse(QPointF(HAND - 2, MIDDLE - 22), 8, 7)
    painter.restore()


def _robe(painter: QPainter, figure: _Figure) -> None:
    m = MIDDLE
    robe = _path(
        50,
        m,
        (50, m - 38, 66, m - 58, 100, m - 66),
        (150, m - 66),
        (184, m - 58, 200, m - 38, 200, m),
    )
    cloth = QLinearGradient(0, m - 66, 0, m)
    cloth.setColorAt(0, figure.main.lighter(125))
    cloth.setColorAt(1, figure.main)
    painter.setPen(_pen())
    painter.setBrush(cloth)
    painter.drawPath(robe)
    painter.save()
    painter.setClipPath(robe, Qt.ClipOperation.IntersectClip)
    painter.setPen(_pen(1.1, LIGHT_GOLD))
    for i in range(-6, 14):
        x = 40.0 + i * 14
        painter.drawLine(QLineF(x, m, x + 70, m - 70))
        painter.drawLine(QLineF(x, m, x - 70, m - 70))
    painter.restore()
    mantle = _path(
        84,
        m - 61,
        (92, m - 30, 108, m - 14, 125, m),
        (142, m - 14, 158, m - 30, 166, m - 61),
        (150, m - 68),
        (100, m - 68),
    )
    painter.setBrush(QColor(CREAM))
    painter.drawPath(mantle)
    placket = _path(
        104,
        m - 68,
        (110, m - 36, 118, m - 24, 125, m - 15),
        (132, m - 24, 140, m - 36, 146, m - 68),
    )
    painter.setBrush(figure.other)
    painter.drawPath(placket)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(INK))
    for x, y in ((97, -48), (106, -28), (117, -12), (153, -48), (144, -28), (133, -12)):
        painter.drawPath(_path(x, m + y - 4, (x + 2.6, m + y + 4), (x - 2.6, m + y + 4)))
    painter.setBrush(QColor(GOLD))
    painter.setPen(_pen(1.2))
    for y in (-54, -42, -31):
        painter.drawEllipse(QPointF(CENTRE, m + y), 3.4, 3.4)


def _hair(rank: str) -> QPainterPath:
    f = FACE
    if rank == "Q":
        return _path(
            125,
            f - 34,
            (78, f - 36, 84, f + 8, 82, f + 30),
            (80, f + 44, 100, f + 44, 103, f + 30),
            (147, f + 30),
            (150, f + 44, 170, f + 44, 168, f + 30),
            (166, f + 8, 172, f - 36, 125, f - 34),
        )
    if rank == "K":
        return _path(
            125,
            f - 32,
            (84, f - 34, 92, f, 84, f + 20),
            (96, f + 24, 100, f + 20, 103, f + 12),
            (147, f + 12),
            (150, f + 20, 154, f + 24, 166, f + 20),
            (158, f, 166, f - 34, 125, f - 32),
        )
    return _path(
        125,
        f - 32,
        (86, f - 32, 88, f + 4, 92, f + 22),
        (100, f + 26, 104, f + 16, 104, f + 6),
        (146, f + 6),
        (146, f + 16, 150, f + 26, 158, f + 22),
        (162, f + 4, 164, f - 32, 125, f - 32),
    )


def _head(painter: QPainter, figure: _Figure) -> None:
    f, m = FACE, MIDDLE
    painter.setPen(_pen())
    painter.setBrush(figure.hair)
    painter.drawPath(_hair(figure.rank))
    painter.setBrush(QColor(SKIN).darker(106))
    painter.drawPath(_path(114, f + 20, (114, m - 66), (125, m - 58, 136, m - 66), (136, f + 20)))
    painter.setBrush(QColor(SKIN))
    painter.drawPath(
        _path(
            103,
            f - 20,
            (101, f + 6, 108, f + 30, 125, f + 31),
            (142, f + 30, 149, f + 6, 147, f - 20),
        )
    )


def _features(painter: QPainter, figure: _Figure) -> None:
    c, f = CENTRE, FACE
    painter.setPen(_pen(1.8))
    for side in (-1, 1):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        lid = (c + side * 10.5, f - 8, c + side * 16, f - 3)
        brow = (c + side * 11, f - 14.5, c + side * 17, f - 10)
        painter.drawPath(_path(c + side * 5, f - 3, lid, close=False))
        painter.drawPath(_path(c + side * 4.5, f - 10, brow, close=False))
        painter.setBrush(QColor(INK))
        painter.drawEllipse(QPointF(c + side * 10.3, f - 3.2), 1.9, 2.1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(_path(c, f - 5, (c - 3.4, f + 8), (c + 2, f + 8.4), close=False))
    if figure.rank == "K":
        _beard(painter, figure)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(2.4, QColor(CRIMSON).darker(110)))
    painter.drawPath(_path(c - 6, f + 17, (c, f + 20.5, c + 6, f + 17), close=False))
    if figure.rank != "K":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(214, 90, 80, 70))
        for side in (-1, 1):
            painter.drawEllipse(QPointF(c + side * 14, f + 9), 4.5, 3.4)


def _beard(painter: QPainter, figure: _Figure) -> None:
    c, f = CENTRE, FACE
    beard = _path(
        103,
        f + 4,
        (104, f + 30, 112, f + 50, 125, f + 52),
        (138, f + 50, 146, f + 30, 147, f + 4),
        (142, f + 14, 138, f + 12, 125, f + 11.5),
        (112, f + 12, 108, f + 14, 103, f + 4),
    )
    painter.setPen(_pen())
    painter.setBrush(figure.hair)
    painter.drawPath(beard)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(1.1))
    for dx in (-12, -6, 0, 6, 12):
        lock = (c + dx, f + 34, c + dx * 0.55, f + 44)
        painter.drawPath(_path(c + dx, f + 24, lock, close=False))


def _king(painter: QPainter, figure: _Figure) -> None:
    c, f = CENTRE, FACE
    points = ((88, f - 48), (106, f - 36), (125, f - 56), (144, f - 36), (162, f - 48))
    painter.setPen(_pen())
    painter.setBrush(figure.crown)
    painter.drawPath(_path(95, f - 18, *points, (155, f - 18), (125, f - 26, 95, f - 18)))
    painter.setBrush(figure.other)
    for x, y in ((88, -50), (125, -58), (162, -50)):
        painter.drawEllipse(QPointF(x, f + y), 4.2, 4.2)
    painter.setBrush(figure.main)
    painter.drawPath(placed_suit(Suit.DIAMONDS, c, f - 33, 13))
    painter.setBrush(figure.crown)
    painter.drawRect(QRectF(HAND - 2.6, f + 2, 5.2, MIDDLE - f - 2))
    painter.drawEllipse(QPointF(HAND, f - 6), 8.5, 8.5)
    painter.setBrush(QColor(CRIMSON))
    painter.drawEllipse(QPointF(HAND, f - 6), 3.6, 3.6)


def _queen(painter: QPainter, figure: _Figure) -> None:
    c, f = CENTRE, FACE
    arcs = [(98.75 + i * 17.5, f - 30, 107.5 + i * 17.5, f - 46) for i in range(4)]
    painter.setPen(_pen())
    painter.setBrush(figure.crown)
    painter.drawPath(
        _path(
            98,
            f - 22,
            (96, f - 36, 92, f - 42, 90, f - 46),
            *arcs,
            (158, f - 42, 154, f - 36, 152, f - 22),
            (125, f - 32, 98, f - 22),
        )
    )
    painter.setBrush(QColor(CREAM))
    for i in range(5):
        painter.drawEllipse(QPointF(90 + i * 17.5, f - 49), 3.6, 3.6)
    painter.setBrush(QColor(CRIMSON))
    painter.drawEllipse(QPointF(c, f - 33), 4, 4.6)
    stem = (HAND - 6, MIDDLE - 40, HAND + 6, f + 20, HAND, f + 4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(3, "#2E6B3A"))
    painter.drawPath(_path(HAND + 2, MIDDLE, stem, close=False))
    painter.setPen(_pen(1.4))
    painter.setBrush(figure.other.lighter(120))
    for k in range(6):
        turn = k * math.pi / 3
        petal = QPointF(HAND + 7 * math.cos(turn), f - 2 + 7 * math.sin(turn))
        painter.drawEllipse(petal, 5, 5)
    painter.setBrush(QColor(LIGHT_GOLD))
    painter.drawEllipse(QPointF(HAND, f - 2), 4.4, 4.4)


def _jack(painter: QPainter, figure: _Figure) -> None:
    f = FACE
    painter.setPen(_pen())
    painter.setBrush(figure.main)
    cap = (82, f - 46, 112, f - 52, 130, f - 48), (156, f - 46, 168, f - 34, 160, f - 17)
    painter.drawPath(_path(90, f - 17, *cap, (125, f - 30, 90, f - 17)))
    painter.setBrush(figure.crown)
    band = (125, f - 30, 160, f - 17), (159, f - 25), (125, f - 38, 91, f - 25)
    painter.drawPath(_path(90, f - 17, *band))
    feather = (168, f - 40, 182, f - 34, 190, f - 14), (176, f - 18, 164, f - 20, 150, f - 26)
    painter.setBrush(QColor(CREAM))
    painter.drawPath(_path(150, f - 32, *feather))
    painter.setPen(_pen(1.1))
    painter.drawLine(QLineF(151, f - 29, 184, f - 18))
    painter.setPen(_pen())
    painter.setBrush(QColor("#8A5A2B"))
    painter.drawRect(QRectF(HAND - 2.2, f - 6, 4.4, MIDDLE - f + 6))
    blade = _path(
        HAND,
        f - 38,
        (HAND + 5, f - 16),
        (HAND + 20, f - 14, HAND + 17, f + 8),
        (HAND + 10, f + 2, HAND + 2, f + 2),
        (HAND - 2, f + 2),
        (HAND - 8, f - 6),
        (HAND - 5, f - 16),
    )
    painter.setBrush(QColor("#CFD6DE"))
    painter.drawPath(blade)
