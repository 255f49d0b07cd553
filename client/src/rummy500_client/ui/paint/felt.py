"""The cloth: lit by one lamp that hangs over whoever is to move.

A cloth is one pixmap for a size, a theme and a place of the lamp. A change of turn cross-fades two
of them; nothing repaints the cloth itself. A faint grain keeps the gradients from showing bands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap, QRadialGradient

from rummy500_client.ui.paint.tokens import ON_CLOTH, Cloth, Theme


_GRAIN: Final = 128
_WARM: Final = "#FFE3A0"


def with_alpha(colour: str, alpha: float) -> QColor:
    """Return ``colour`` at an opacity of 0 to 1."""
    made = QColor(colour)
    made.setAlphaF(alpha)
    return made


@lru_cache(maxsize=1)
def _grain() -> QImage:
    """Return a tile of fine grain: black or white at a few 255ths, the same in every run."""
    image = QImage(_GRAIN, _GRAIN, QImage.Format.Format_ARGB32)
    state = 20_260_500
    for y in range(_GRAIN):
        for x in range(_GRAIN):
            state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            level = (state >> 16) % 15 - 7
            shade = 255 if level > 0 else 0
            image.setPixelColor(x, y, QColor(shade, shade, shade, abs(level)))
    return image


def _lamp(painter: QPainter, size: tuple[int, int], cloth: Cloth, at: QPointF) -> None:
    reach = max(size) * 0.36
    glow = QRadialGradient(at, reach)
    for stop, alpha in ((0.0, 0.62), (0.4, 0.34), (0.75, 0.09), (1.0, 0.0)):
        glow.setColorAt(stop, with_alpha(cloth.lamp, alpha))
    painter.fillRect(0, 0, *size, glow)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SoftLight)
    warm = QRadialGradient(at, reach)
    for stop, alpha in ((0.0, 0.75), (0.4, 0.38), (0.75, 0.10), (1.0, 0.0)):
        warm.setColorAt(stop, with_alpha(_WARM, alpha))
    painter.fillRect(0, 0, *size, warm)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def draw_felt(
    painter: QPainter, size: tuple[int, int], theme: Theme, lamp: tuple[float, float] | None
) -> None:
    """Paint the cloth over ``size``; ``lamp`` is where the light falls, or ``None``."""
    wide, high = size
    cloth = theme.cloth
    ground = QRadialGradient(QPointF(wide / 2, high * 0.46), max(wide, high) * 0.68)
    ground.setColorAt(0, QColor(cloth.cloth).lighter(106))
    ground.setColorAt(0.55, QColor(cloth.cloth))
    ground.setColorAt(1, QColor(cloth.edge))
    painter.fillRect(0, 0, wide, high, ground)
    if not cloth.lit:
        return
    if lamp is not None:
        _lamp(painter, size, cloth, QPointF(*lamp))
    painter.drawTiledPixmap(0, 0, wide, high, QPixmap.fromImage(_grain()))


@lru_cache(maxsize=4)
def felt_pixmap(
    size: tuple[int, int], theme: Theme, lamp: tuple[float, float] | None, dpr: float = 1.0
) -> QPixmap:
    """Return the cloth as a pixmap of ``size`` logical px; the last four are kept."""
    wide, high = size
    image = QImage(max(1, round(wide * dpr)), max(1, round(high * dpr)), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(dpr)
    painter = QPainter(image)
    draw_felt(painter, size, theme, lamp)
    painter.end()
    return QPixmap.fromImage(image)


def draw_inlay(painter: QPainter, rect: QRectF, unit: float) -> None:
    """Paint the golden line let into the cloth round the middle of the table."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(with_alpha(ON_CLOTH.gold, 0.22), max(1.2, 1.4 * unit)))
    painter.drawRoundedRect(rect, 24 * unit, 24 * unit)
