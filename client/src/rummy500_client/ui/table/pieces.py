"""The small things on the cloth: stock, trays, owner strips, tabs, badges, brackets, the bill."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from rummy500_client.presenters.table_model import Bill, HandBracket, Stock, Tone
from rummy500_client.ui.paint.felt import draw_inlay, with_alpha
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import draw_icon
from rummy500_client.ui.paint.seats import shape_path
from rummy500_client.ui.paint.text import (
    draw_paragraph,
    draw_text,
    line_height,
    text_width,
    wrapped,
)
from rummy500_client.ui.paint.tokens import ON_CLOTH, SEATS
from rummy500_client.ui.table.cards import CardLook, Marks, draw_card_with_marks, draw_last_play
from rummy500_client.ui.table.painted import (
    CENTRE,
    ON_PAPER,
    ON_TRAY,
    RIGHT,
    Painted,
    Style,
    ink,
)
from rummy500_client.ui.table.plates import tone_colour


class InlayItem(Painted[None]):
    """The golden line in the cloth round the middle of the table."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the line."""
        draw_inlay(painter, area, self.style.u)


class StockItem(Painted[Stock]):
    """The stock: a small heap of backs with its count, or an empty place that says so."""

    MARGIN = 24.0

    def outline(self) -> tuple[QRectF, float]:
        """Return the heap with its count, and the corner of a card."""
        foot = 11 * self.style.t if self.content.count else 0
        return self.area.adjusted(0, 0, 0, foot), self.box.w * 0.08

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the heap or the empty place."""
        if not self.content.count:
            self._empty(painter, area)
            return
        dpr = painter.device().devicePixelRatioF()
        deck, wide, u = self.style.theme.deck, area.width(), self.style.u
        for k in range(min(4, 1 + self.content.count // 5), -1, -1):
            marks = Marks(target=self.content.can_draw and k == 0)
            place = area.translated(-k * 1.6 * u, -k * 1.6 * u)
            draw_card_with_marks(painter, place, CardLook(None, wide, deck, marks=marks), dpr)
        t = self.style.t
        face = font(14 * t, 700, tabular=True)
        width = max(26 * t, text_width(self.content.count_text, face) + 16 * t)
        pill = QRectF(area.center().x() - width / 2, area.bottom() - 13 * t, width, 22 * t)
        painter.setPen(QPen(QColor(ON_CLOTH.dark), 1.5))
        painter.setBrush(QColor(ON_CLOTH.paper))
        painter.drawRoundedRect(pill, 11 * t, 11 * t)
        draw_text(painter, pill, self.content.count_text, face, ON_PAPER, CENTRE)

    def _empty(self, painter: QPainter, area: QRectF) -> None:
        t = self.style.t
        painter.setPen(QPen(with_alpha("#FFFFFF", 0.4), 1.6, Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(self.style.theme.cloth.tray, 0.6))
        painter.drawRoundedRect(area, area.width() * 0.08, area.width() * 0.08)
        face = font(13 * t, 600)
        lines = wrapped(self.content.empty_text, face, area.width() - 8)
        step = line_height(face)
        y = area.center().y() - step * len(lines) / 2
        for k, line in enumerate(lines):
            box = QRectF(area.x() + 2, y + k * step, area.width() - 4, step)
            draw_text(painter, box, line, face, ON_TRAY, CENTRE)


class PileSlotItem(Painted[None]):
    """Where the pile is when all of it was taken."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint an outline with the sign of a discard."""
        painter.setPen(QPen(with_alpha("#FFFFFF", 0.3), 1.6, Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(self.style.theme.cloth.tray, 0.35))
        painter.drawRoundedRect(area, area.width() * 0.08, area.width() * 0.08)
        side = area.width() * 0.36
        box = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
        painter.setOpacity(0.5)
        draw_icon(painter, "discard", box, ON_CLOTH.text)
        painter.setOpacity(1)


class TrayItem(Painted[bool]):
    """The tray of a meld; the value says whether the selected cards fit here (gold ring)."""

    def outline(self) -> tuple[QRectF, float]:
        """Return the tray and its corner."""
        return self.area, 10 * self.style.u

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the tray."""
        u = self.style.u
        gold = self.content
        if gold:
            painter.setPen(QPen(QColor(ON_CLOTH.gold), 3 * u**0.5))
        else:
            painter.setPen(QPen(with_alpha("#FFFFFF", 0.34 if self.hovered else 0.13), 1))
        painter.setBrush(with_alpha(self.style.theme.cloth.tray, 0.9 if gold else 0.62))
        painter.drawRoundedRect(area, 10 * u, 10 * u)


class StripItem(Painted[int]):
    """The strip under a card: colour and shape of the seat that scores it."""

    MARGIN = 1.0

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the strip."""
        look = SEATS[self.content % len(SEATS)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.colour))
        painter.drawRoundedRect(area, 2.5, 2.5)
        d = area.height() * 0.78
        mark = QRectF(area.center().x() - d / 2, area.center().y() - d / 2, d, d)
        painter.fillPath(shape_path(look.shape, mark), QColor(ON_CLOTH.dark))


class AceTabItem(Painted[str]):
    """The tab on the ace of a run: it counts 1 or 15."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the tab."""
        painter.setPen(QPen(QColor(ON_CLOTH.dark), 1))
        painter.setBrush(QColor(ON_CLOTH.paper))
        painter.drawRoundedRect(area, 4, 4)
        face = font(12 * self.style.t, 700, tabular=True)
        draw_text(painter, area, self.content, face, ON_PAPER, CENTRE)


class FitBadgeItem(Painted[str]):
    """The badge at the corner of a target: a plus, the key of the meld, or what it would bring."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the badge."""
        d = area.height()
        painter.setPen(QPen(QColor(ON_CLOTH.dark), 1.5))
        painter.setBrush(QColor(ON_CLOTH.gold))
        painter.drawRoundedRect(area, d / 2, d / 2)
        if self.content:
            face = font(d * 0.6, 700, tabular=True)
            draw_text(painter, area, self.content, face, ink(ON_CLOTH.on_gold), CENTRE)
        else:
            inset = d * 0.16
            box = area.adjusted(inset, inset, -inset, -inset)
            draw_icon(painter, "plus", box, ON_CLOTH.on_gold, 3)


def badge_width(text: str, high: float, style: Style) -> float:
    """Return the width of a badge: a disc, or a pill for several letters."""
    if len(text) <= 1:
        return high
    return text_width(text, font(high * 0.6, 700, tabular=True)) + 14 * style.t


class LastPlayItem(Painted[float]):
    """Corner brackets round the visible part of a card; the value is the width of the card."""

    MARGIN = 8.0

    def shape(self) -> QPainterPath:
        """Return nothing: the card below answers to the pointer."""
        return QPainterPath()

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the brackets."""
        draw_last_play(painter, area, self.content)


class BracketItem(Painted[HandBracket]):
    """The line over a meld that lies in the hand; its box can be pressed."""

    MARGIN = 6.0

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the line."""
        y = area.center().y()
        pen = QPen(QColor(ON_CLOTH.text), 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        left, right = area.left() + 2, area.right() - 2
        line = QPainterPath(QPointF(left, y + 5))
        line.quadTo(QPointF(left, y), QPointF(left + 6, y))
        line.lineTo(right - 6, y)
        line.quadTo(QPointF(right, y), QPointF(right, y + 5))
        painter.drawPath(line)


class PillItem(Painted[str]):
    """The points on a bracket."""

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the pill."""
        round_ = area.height() / 2
        painter.setBrush(QColor(self.style.theme.cloth.tray))
        painter.setPen(QPen(QColor(ON_CLOTH.text), 2.2 if self.hovered else 1.5))
        painter.drawRoundedRect(area, round_, round_)
        face = font(14 * self.style.t, 700, tabular=True)
        draw_text(painter, area, self.content, face, ON_TRAY, CENTRE)


def pill_width(text: str, style: Style) -> float:
    """Return the width of a pill with ``text``."""
    return text_width(text, font(14 * style.t, 700, tabular=True)) + 18 * style.t


@dataclass(frozen=True, slots=True)
class BillSheet:
    """A bill and, in the coordinates of its box, the ends of the bracket above it."""

    bill: Bill
    left: float
    right: float
    rise: float


def bill_size(bill: Bill, style: Style) -> tuple[float, float]:
    """Return width and height of the sheet of a bill."""
    t = style.t
    wide = text_width(bill.title, font(17 * t, 700))
    for line in bill.lines:
        amount = text_width(line.amount, font(18 * t, 700, tabular=True))
        wide = max(wide, text_width(line.text, font(15 * t, 500)) + amount + 24 * t)
    return min(max(wide, 180 * t), 380 * t) + 32 * t, (19 + 27 * (1 + len(bill.lines))) * t


class BillItem(Painted[BillSheet]):
    """What a deep draw would bring: a bracket under the lifted cards and a sheet of paper."""

    BLOCKS = True

    def boundingRect(self) -> QRectF:
        """Return the sheet and the bracket above it."""
        sheet = self.content
        left, right = min(0.0, sheet.left), max(self.box.w, sheet.right)
        return QRectF(left - 4, -sheet.rise - 10, right - left + 8, self.box.h + sheet.rise + 14)

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint bracket, sheet and lines."""
        t, sheet = self.style.t, self.content
        pen = QPen(QColor(ON_CLOTH.gold), 2.5 * t)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        y = -sheet.rise
        line = QPainterPath(QPointF(sheet.left, y - 6))
        line.quadTo(QPointF(sheet.left, y), QPointF(sheet.left + 6, y))
        line.lineTo(sheet.right - 6, y)
        line.quadTo(QPointF(sheet.right, y), QPointF(sheet.right, y - 6))
        middle = min(max((sheet.left + sheet.right) / 2, 16.0), area.width() - 16)
        line.moveTo(middle, y)
        line.lineTo(middle, 0)
        painter.drawPath(line)
        painter.setBrush(QColor(ON_CLOTH.paper))
        painter.drawRoundedRect(area, 12 * t, 12 * t)
        row = QRectF(16 * t, 9 * t, area.width() - 32 * t, 27 * t)
        draw_text(painter, row, sheet.bill.title, font(17 * t, 700), ON_PAPER)
        for item in sheet.bill.lines:
            row.translate(0, 27 * t)
            colour = ink(tone_colour(item.tone, paper=True), paper=True)
            required = item.tone is Tone.REQUIRED
            face = font(15 * t, 600 if required else 500)
            amount = font(18 * t, 700, tabular=True)
            used = text_width(item.amount, amount) + (10 * t if item.amount else 0)
            words = QRectF(row.x(), row.y(), row.width() - used, row.height())
            draw_text(painter, words, item.text, face, colour if required else ON_PAPER)
            draw_text(painter, row, item.amount, amount, colour, RIGHT)


@dataclass(frozen=True, slots=True)
class ToastSheet:
    """A refusal with its reason already broken into lines."""

    head: str
    reason: tuple[str, ...]


class ToastItem(Painted[ToastSheet]):
    """A refusal: what to do, and the rule. Paper red, with a bar and a triangle."""

    BLOCKS = True

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the toast."""
        t = self.style.t
        painter.setPen(QPen(QColor(ON_CLOTH.bad_paper), 2))
        painter.setBrush(QColor(ON_CLOTH.refusal))
        painter.drawRoundedRect(area, 12 * t, 12 * t)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ON_CLOTH.bad_paper))
        painter.drawRoundedRect(QRectF(6 * t, 12 * t, 5, area.height() - 24 * t), 2.5, 2.5)
        mark = QRectF(24 * t, area.center().y() - 13 * t, 26 * t, 26 * t)
        draw_icon(painter, "warn", mark, ON_CLOTH.bad_paper)
        words = QRectF(66 * t, 10 * t, area.width() - 84 * t, 22 * t)
        head = ink(ON_CLOTH.refusal_head, paper=True)
        draw_text(painter, words, self.content.head, font(16 * t, 700), head)
        body = QRectF(words.x(), 34 * t, words.width(), area.height() - 40 * t)
        reason = ink(ON_CLOTH.refusal_text, paper=True)
        draw_paragraph(painter, body, list(self.content.reason), font(14 * t, 400), reason)


def toast_size(
    head: str, reason: str, style: Style, room: float
) -> tuple[ToastSheet, float, float]:
    """Return the broken text of a toast and its width and height, in at most ``room``."""
    t = style.t
    wide = min(500 * t, room)
    face = font(14 * t, 400)
    lines = wrapped(reason, face, wide - 84 * t, 3) if reason else []
    return ToastSheet(head, tuple(lines)), wide, 46 * t + len(lines) * line_height(face)


def ace_tab_width(text: str, style: Style) -> float:
    """Return the width of the tab on an ace."""
    return text_width(text, font(12 * style.t, 700, tabular=True)) + 8 * style.t
