"""Line icons on a grid of 24 x 24, strokes 1.8 wide with round caps. No emoji, no system icons.

The texts use M L H V C Q Z as SVG does; O is a circle (centre, radius), R a rounded box (x, y,
width, height, radius) and F says that what follows is filled.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap


ICONS: Final = {
    "menu": "M4 7 H20 M4 12 H20 M4 17 H20",
    "back": "M14.5 5 L7.5 12 L14.5 19",
    "next": "M9.5 5 L16.5 12 L9.5 19",
    "down": "M6 9 L12 15 L18 9",
    "close": "M6 6 L18 18 M18 6 L6 18",
    "check": "M5 12.5 L10 17.5 L19 7",
    "plus": "M12 5 V19 M5 12 H19",
    "minus": "M5 12 H19",
    "settings": "M4 7 H12 M18 7 H20 M4 17 H6 M12 17 H20 O15 7 2.6 O9 17 2.6",
    "help": ("O12 12 9 M9.3 9.4 C9.3 5.8 14.9 6 14.7 9.6 C14.6 11.8 12 11.9 12 14 F O12 17.2 1.1"),
    "sound": (
        "M4 9.5 V14.5 H7.5 L12 18.5 V5.5 L7.5 9.5 Z M15.5 9 Q17.6 12 15.5 15 M18 6.5 Q21.8 12 "
        "18 17.5"
    ),
    "mute": "M4 9.5 V14.5 H7.5 L12 18.5 V5.5 L7.5 9.5 Z M16 9.5 L21 14.5 M21 9.5 L16 14.5",
    "log": "M9 6 H20 M9 12 H20 M9 18 H16 F O4.6 6 1.3 O4.6 12 1.3 O4.6 18 1.3",
    "chat": (
        "M4 6.5 Q4 4.5 6 4.5 H18 Q20 4.5 20 6.5 V14 Q20 16 18 16 H11 L7 19.5 V16 H6 Q4 16 4 14 Z"
    ),
    "undo": ("M9 5.5 L4.5 10 L9 14.5 M4.5 10 H14.5 Q19.5 10 19.5 14.5 Q19.5 18.5 14.5 18.5 H10"),
    "meld": "R3.5 6 7 11.5 1.5 R8.5 6 7 11.5 1.5 R13.5 6 7 11.5 1.5",
    "layoff": "R3.5 5.5 9 13 1.8 M18 8 V16 M14 12 H22",
    "discard": "R7 12 10 8.5 1.8 M12 3 V9 M9 6.6 L12 9.4 L15 6.6",
    "flag": (
        "M6 21 V4 M6 4.8 Q9.5 2.8 12.5 4.8 Q15.5 6.8 19 4.8 V13 Q15.5 15 12.5 13 Q9.5 11 6 13"
    ),
    "draw": "R5 9.5 10 11.5 1.8 M9.5 6 H17 Q19 6 19 8 V16",
    "lock": "R5.5 10.5 13 9.5 2 M8.5 10.5 V8 Q8.5 4 12 4 Q15.5 4 15.5 8 V10.5",
    "bot": (
        "R5 8.5 14 10 2.5 M12 8.5 V5 M2.5 12 V15 M21.5 12 V15 F O12 4.2 1.4 O9.2 13.3 1.3 "
        "O14.8 13.3 1.3"
    ),
    "away": (
        "M9 3.5 V8 M15 3.5 V8 M6.5 8 H17.5 V11 Q17.5 15.5 12 15.5 Q6.5 15.5 6.5 11 Z M12 15.5 V20.5"
    ),
    "clock": "O12 12 8.6 M12 7 V12.3 L15.4 14.4",
    "warn": "M12 4 L21 19.5 H3 Z M12 10 V14.2 F O12 16.8 1",
    "info": "O12 12 9 M12 11 V16.5 F O12 7.6 1.15",
    "pin": ("M8.5 3.5 H15.5 M9.5 3.5 L9 10 Q6 11 6 14.5 H18 Q18 11 15 10 L14.5 3.5 M12 14.5 V21"),
    "copy": "R8 8 12 12 2 M5 15 Q4 15 4 14 V6 Q4 4 6 4 H14 Q15 4 15 5",
    "user": "O12 8 4 M4.5 20 Q5 14 12 14 Q19 14 19.5 20",
    "users": (
        "O9 8.5 3.5 M3 19.5 Q3.3 14 9 14 Q14.7 14 15 19.5 M15 5.3 Q18.5 5.5 18.5 8.7 Q18.5 "
        "11.6 15.6 11.9 M17.5 14.4 Q20.8 15.2 21 19"
    ),
    "lan": ("R9 3.5 6 5 1.2 R3 15.5 6 5 1.2 R15 15.5 6 5 1.2 M12 8.5 V12 M6 15.5 V12 H18 V15.5"),
    "globe": (
        "O12 12 9 M3 12 H21 M12 3 Q16.5 7.5 16.5 12 Q16.5 16.5 12 21 Q7.5 16.5 7.5 12 Q7.5 7.5 12 3"
    ),
    "link": (
        "M10 14 Q8 12 10.5 9.5 L14 6 Q16.5 3.5 19 6 Q21.3 8.4 18.8 10.8 L17 12.6 M14 10 Q16 "
        "12 13.5 14.5 L10 18 Q7.5 20.5 5 18 Q2.7 15.6 5.2 13.2 L7 11.4"
    ),
    "calendar": "R4 5.5 16 14.5 2.2 M4 10 H20 M8.5 3.5 V7 M15.5 3.5 V7 F O12 15 1.8",
    "play": "F M8 5 L19 12 L8 19 Z",
    "shield": (
        "M12 3.2 L19.5 6 V11.5 Q19.5 17.5 12 21 Q4.5 17.5 4.5 11.5 V6 Z M8.6 12 L11.2 14.6 "
        "L15.8 9.6"
    ),
    "sort_rank": "M5 18 V11 M10 18 V8.5 M15 18 V6 M20 18 V3.5",
    "wifi": (
        "M3 9.5 Q12 1.8 21 9.5 M6.3 13.2 Q12 8.4 17.7 13.2 M9.4 16.6 Q12 14.6 14.6 16.6 F O12 "
        "19.6 1.2"
    ),
    "wifi_off": (
        "M3 9.5 Q6.5 6.4 10 5.7 M14.5 5.9 Q18 6.8 21 9.5 M6.3 13.2 Q8.5 11.3 11 10.8 M9.4 "
        "16.6 Q12 14.6 14.6 16.6 M4 3.5 L20 20.5 F O12 19.8 1.2"
    ),
    "refresh": "M19 12 Q19 19 12 19 Q5 19 5 12 Q5 5 12 5 Q16 5 18.5 8.5 M19 4.5 V9 H14.5",
    "eye": ("M2.5 12 Q7 5.5 12 5.5 Q17 5.5 21.5 12 Q17 18.5 12 18.5 Q7 18.5 2.5 12 Z O12 12 2.8"),
    "trophy": (
        "M7.5 4 H16.5 V9 Q16.5 14 12 14 Q7.5 14 7.5 9 Z M7.5 6 H4 Q4 10.5 7.8 10.8 M16.5 6 "
        "H20 Q20 10.5 16.2 10.8 M12 14 V17.5 M8 20 H16 M9.5 20 Q9.5 17.5 12 17.5 Q14.5 17.5 "
        "14.5 20"
    ),
    "search": "O10.5 10.5 6 M15 15 L20 20",
}
"""The drawings by name."""


_NEED: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "O": 3, "R": 5}


def _apply(path: QPainterPath, command: str, v: list[float]) -> None:
    at = path.currentPosition()
    match command:
        case "M":
            path.moveTo(v[0], v[1])
        case "L":
            path.lineTo(v[0], v[1])
        case "H":
            path.lineTo(v[0], at.y())
        case "V":
            path.lineTo(at.x(), v[0])
        case "C":
            path.cubicTo(*v)
        case "Q":
            path.quadTo(*v)
        case "O":
            path.addEllipse(QPointF(v[0], v[1]), v[2], v[2])
        case "R":
            path.addRoundedRect(QRectF(v[0], v[1], v[2], v[3]), v[4], v[4])
        case _:
            message = f"unknown icon command {command!r}"
            raise ValueError(message)


@lru_cache(maxsize=128)
def icon_paths(name: str) -> tuple[QPainterPath, QPainterPath]:
    """Return what is stroked and what is filled of the icon ``name``, in the 24 x 24 grid."""
    stroke, fill = QPainterPath(), QPainterPath()
    path, command = stroke, ""
    values: list[float] = []
    for part in re.findall(r"[A-Z]|-?[\d.]+", ICONS[name]):
        if part == "F":
            path = fill
        elif part == "Z":
            path.closeSubpath()
        elif part.isalpha():
            command, values = part, []
        else:
            values.append(float(part))
            if len(values) == _NEED[command]:
                _apply(path, command, values)
                command, values = ("L" if command == "M" else command), []
    return stroke, fill


def draw_icon(
    painter: QPainter, name: str, rect: QRectF, colour: QColor | str, width: float = 1.8
) -> None:
    """Paint the icon ``name`` into ``rect``; ``width`` is the stroke in units of the grid."""
    stroke, fill = icon_paths(name)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.x(), rect.y())
    painter.scale(rect.width() / 24, rect.height() / 24)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(stroke)
    painter.fillPath(fill, QColor(colour))
    painter.restore()


def icon_pixmap(name: str, size: int, colour: QColor | str, dpr: float = 1.0) -> QPixmap:
    """Return the icon as a pixmap of ``size`` logical px."""
    side = round(size * dpr)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(dpr)
    painter = QPainter(pixmap)
    draw_icon(painter, name, QRectF(0, 0, size, size), colour)
    painter.end()
    return pixmap


def icon(name: str, colour: QColor | str, size: int = 20) -> QIcon:
    """Return the icon for a button, sharp at one, two and three device pixels per px."""
    made = QIcon()
    for dpr in (1.0, 2.0, 3.0):
        made.addPixmap(icon_pixmap(name, size, colour, dpr))
    return made
