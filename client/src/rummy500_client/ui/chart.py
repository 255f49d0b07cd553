"""The chart of totals over the hands: colour, shape of the marks, and a name at each end."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rummy500_client.layout.chart import Scale, scale_for, spread
from rummy500_client.presenters.card_words import plain
from rummy500_client.presenters.result_model import Chart, Series
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.seats import shape_path
from rummy500_client.ui.paint.theme import ON_CLOTH, SEATS, Theme


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TotalsChart(QWidget):
    """Running totals as lines, the target as a dashed one. It says itself in words too."""

    def __init__(self, model: Chart, theme: Theme, scale: float) -> None:
        super().__init__()
        self._model, self._theme, self._t = model, theme, scale
        self._scale = scale_for((v for s in model.series for v in s.totals), model.target)
        self.setMinimumHeight(round(150 * scale))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(model.accessible)

    def _ends(self) -> list[str]:
        return [f"{s.name} {plain(s.totals[-1])}" for s in self._model.series]

    def _field(self) -> QRectF:
        """Return the field of the lines: what axis, names and labels leave."""
        t = self._t
        metrics = QFontMetricsF(font(14 * t, 700, tabular=True))
        longest = max((metrics.horizontalAdvance(e) for e in self._ends()), default=0.0)
        names = min(longest + 24 * t, self.width() * 0.32)
        return QRectF(self.rect()).adjusted(46 * t, 14 * t, -names, -26 * t)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint lines of the scale, target, totals, and the names at their ends."""
        if not self._model.series:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = _Plot(self._field(), self._scale, len(self._model.labels))
        self._grid(painter, plot)
        for series in reversed(self._model.series):
            self._line(painter, plot, series)
        self._names(painter, plot)
        painter.end()

    def _grid(self, painter: QPainter, plot: _Plot) -> None:
        t, tokens = self._t, self._theme.program
        painter.setFont(font(12 * t, 500, tabular=True))
        for value in self._scale.ticks:
            y = plot.y(value)
            painter.setPen(QPen(QColor(tokens.line), 1))
            painter.drawLine(QPointF(plot.field.left(), y), QPointF(plot.field.right(), y))
            painter.setPen(QColor(tokens.muted))
            box = QRectF(0, y - 9 * t, plot.field.left() - 8 * t, 18 * t)
            painter.drawText(box, _RIGHT, plain(value))
        y = plot.y(self._model.target)
        painter.setPen(QPen(QColor(tokens.accent_text), 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(plot.field.left(), y), QPointF(plot.field.right(), y))
        painter.setFont(font(12 * t, 700))
        box = QRectF(plot.field.left() + 4 * t, y - 18 * t, plot.field.width(), 16 * t)
        painter.drawText(box, _LEFT, self._model.target_text)
        self._labels(painter, plot)

    def _labels(self, painter: QPainter, plot: _Plot) -> None:
        """Write the names of the hands, as many as fit, the last one always."""
        t, labels = self._t, self._model.labels
        face = font(12 * t, 500)
        metrics = QFontMetricsF(face)
        painter.setFont(face)
        painter.setPen(QColor(self._theme.program.muted))
        widest = max(metrics.horizontalAdvance(text) for text in labels) + 12 * t
        every = max(1, -int(-widest // max(1.0, plot.step)))
        for k, text in enumerate(labels):
            if (len(labels) - 1 - k) % every == 0:
                box = QRectF(plot.x(k) - widest / 2, plot.field.bottom() + 6 * t, widest, 18 * t)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _line(self, painter: QPainter, plot: _Plot, series: Series) -> None:
        look, t = SEATS[series.mark % len(SEATS)], self._t
        points = [QPointF(plot.x(k), plot.y(v)) for k, v in enumerate(series.totals)]
        pen = QPen(QColor(ON_CLOTH.ink), 5.5 * t)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._theme.mode == "light":  # a dark core below pale lines on paper
            painter.setPen(pen)
            painter.drawPolyline(points)
        pen.setWidthF(3 * t)
        pen.setColor(QColor(look.colour))
        painter.setPen(pen)
        painter.drawPolyline(points)
        side = 13 * t
        painter.setPen(QPen(QColor(ON_CLOTH.dark), 1.4))
        painter.setBrush(QColor(look.colour))
        for at in points[1:] or points:
            box = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
            painter.drawPath(shape_path(look.shape, box))

    def _names(self, painter: QPainter, plot: _Plot) -> None:
        t = self._t
        face = font(14 * t, 700, tabular=True)
        metrics = QFontMetricsF(face)
        wished = [plot.y(s.totals[-1]) for s in self._model.series]
        heights = spread(wished, 19 * t, 10 * t, self.height() - 10 * t)
        left = plot.field.right() + 16 * t
        room = self.width() - left
        painter.setFont(face)
        painter.setPen(QColor(self._theme.program.text))
        for text, y in zip(self._ends(), heights, strict=True):
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
            painter.drawText(QRectF(left, y - 10 * t, room, 20 * t), _LEFT, shown)


class _Plot:
    """From hands and points to places in the field."""

    def __init__(self, field: QRectF, scale: Scale, count: int) -> None:
        self.field, self._scale = field, scale
        self.step = field.width() / max(1, count - 1)

    def x(self, k: int) -> float:
        """Return the place of point ``k`` on the lower axis."""
        return self.field.left() + k * self.step

    def y(self, value: float) -> float:
        """Return the height of ``value`` points."""
        part = (value - self._scale.low) / (self._scale.high - self._scale.low)
        return self.field.bottom() - self.field.height() * part
