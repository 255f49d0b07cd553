"""The plates of the seats. Paper means: this seat is to move."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from rummy500_client.presenters.table_model import Figure, Place, SeatPlate, Tone
from rummy500_client.ui.paint.felt import with_alpha
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.icons import draw_icon
from rummy500_client.ui.paint.seats import shape_path
from rummy500_client.ui.paint.text import Ink, draw_text, elided, text_width
from rummy500_client.ui.paint.tokens import BACKS, CARD_PAPER, ON_CLOTH, SEATS
from rummy500_client.ui.table.painted import (
    CENTRE,
    ON_PAPER,
    ON_PAPER_MUTED,
    ON_TRAY,
    ON_TRAY_MUTED,
    RIGHT,
    Painted,
    draw_disc,
    draw_plate,
    ink,
)


@dataclass(frozen=True, slots=True)
class _Row:
    """Where the count of cards goes: its left edge or, centred, its middle."""

    x: float
    y: float
    width: float
    centred: bool


def tone_colour(tone: Tone, *, paper: bool) -> str:
    """Return the colour of an amount on paper or on a tray."""
    match tone:
        case Tone.GOOD:
            return ON_CLOTH.good_paper if paper else ON_CLOTH.good
        case Tone.BAD:
            return ON_CLOTH.bad_paper if paper else ON_CLOTH.bad
        case Tone.REQUIRED:
            return ON_CLOTH.required_text if paper else ON_CLOTH.required
        case Tone.PLAIN:
            return ON_CLOTH.ink if paper else ON_CLOTH.text


class PlateItem(Painted[SeatPlate]):
    """The plate of a seat: high at the sides and for the viewer, wide at the top."""

    BLOCKS = True

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Paint the plate."""
        draw_plate(painter, area, self.style, paper=self.content.to_move)
        if self.content.place is Place.TOP:
            self._wide(painter, area)
        else:
            self._tall(painter, area)

    @property
    def _inks(self) -> tuple[Ink, Ink]:
        return (ON_PAPER, ON_PAPER_MUTED) if self.content.to_move else (ON_TRAY, ON_TRAY_MUTED)

    def _tall(self, painter: QPainter, area: QRectF) -> None:
        seat, t = self.content, self.style.t
        strong, _ = self._inks
        side, left, wide = 50 * t, area.x() + 8 * t, area.width() - 16 * t
        self._avatar(painter, QRectF(area.center().x() - side / 2, 14 * t, side, side))
        y = 71.5 * t
        name = font(15 * t, 600)
        short = elided(seat.name, name, wide, middle=True)
        draw_text(painter, QRectF(left, y, wide, 20 * t), short, name, strong, CENTRE)
        y += 19 * t
        score = font(27 * t, 700, tabular=True)
        draw_text(painter, QRectF(left, y, wide, 30 * t), seat.score, score, strong, CENTRE)
        y += 32 * t
        self._count(painter, _Row(area.center().x(), y, wide, centred=True))
        for k, figure in enumerate(seat.figures):
            part = wide / len(seat.figures)
            self._figure(painter, QRectF(left + k * part, y + 20 * t, part, 18 * t), figure)
        if seat.is_dealer:
            self._dealer(painter, QRectF(area.right() - 28 * t, 8 * t, 20 * t, 20 * t))

    def _wide(self, painter: QPainter, area: QRectF) -> None:
        seat, t = self.content, self.style.t
        strong, _ = self._inks
        side, x, points = 42 * t, 70 * t, 80 * t
        self._avatar(painter, QRectF(13 * t, area.center().y() - side / 2, side, side))
        room = area.width() - x - points - 8 * t
        name = font(16 * t, 600)
        short = elided(seat.name, name, room, middle=True)
        draw_text(painter, QRectF(x, 9 * t, room, 22 * t), short, name, strong)
        used = self._count(painter, _Row(x, 31 * t, room, centred=False))
        self._beside(painter, QRectF(x + used + 12 * t, 31 * t, room - used - 12 * t, 18 * t))
        box = QRectF(area.width() - points - 14 * t, 0, points, area.height())
        score = font(27 * t, 700, tabular=True)
        draw_text(painter, box, seat.score, score, strong, RIGHT)
        if seat.is_dealer:
            self._dealer(painter, QRectF(46 * t, 6 * t, 18 * t, 18 * t))

    def _avatar(self, painter: QPainter, box: QRectF) -> None:
        seat = self.content
        look = SEATS[seat.mark % len(SEATS)]
        if seat.to_move:
            grow = 5 * self.style.t
            self._clock(painter, box.adjusted(-grow, -grow, grow, grow))
        inner = box.adjusted(2, 2, -2, -2)
        if look.shape == "diamond":
            inner = inner.adjusted(2, 2, -2, -2)
        away = bool(seat.away_text)
        if away:
            painter.setPen(QPen(QColor(look.colour), 2, Qt.PenStyle.DashLine))
            painter.setBrush(with_alpha(look.colour, 0.12))
        else:
            painter.setPen(QPen(with_alpha("#000000", 0.45), 1.2))
            painter.setBrush(QColor(look.colour))
        painter.drawPath(shape_path(look.shape, inner))
        up = box.height() * 0.06 if look.shape == "shield" else 0
        letter = seat.clock_text or seat.initial
        colour = ink(ON_CLOTH.dark)
        if away:
            colour = self._inks[0]
        size = box.height() * (0.36 if len(letter) > 1 else 0.44)
        draw_text(painter, box.translated(0, -up), letter, font(size, 700), colour, CENTRE)
        if seat.is_computer or away:
            self._badge(painter, box, away=away)

    def _badge(self, painter: QPainter, box: QRectF, *, away: bool) -> None:
        d = box.width() * 0.44
        spot = QRectF(box.right() - d * 0.74, box.bottom() - d * 0.80, d, d)
        fill = ON_CLOTH.away if away else ON_CLOTH.paper
        draw_disc(painter, spot.center(), d, fill, ON_CLOTH.dark)
        inset = d * 0.17
        mark = spot.adjusted(inset, inset, -inset, -inset)
        draw_icon(painter, "away" if away else "bot", mark, ON_CLOTH.dark, 2.2)

    def _clock(self, painter: QPainter, ring: QRectF) -> None:
        """Paint the ring clock: a full ring for a seat without a clock."""
        left = 1.0 if self.content.clock is None else self.content.clock
        painter.setBrush(Qt.BrushStyle.NoBrush)
        wide = 3.5 * self.style.t
        painter.setPen(QPen(with_alpha(ON_CLOTH.ink, 0.16), wide))
        painter.drawEllipse(ring)
        pen = QPen(QColor(ON_CLOTH.good_paper if left > 0.25 else ON_CLOTH.bad_paper), wide)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(ring, 90 * 16, round(360 * 16 * left))

    def _count(self, painter: QPainter, row: _Row) -> float:
        """Paint up to three small backs and the words, or why the seat is away.

        Return the width that was used.
        """
        seat, t = self.content, self.style.t
        line = QRectF(row.x, row.y, row.width, 18 * t)
        if seat.away_text:
            colour = ink("#8A4B00" if seat.to_move else ON_CLOTH.away)
            if row.centred:
                line.moveLeft(row.x - row.width / 2)
            align = CENTRE if row.centred else Qt.AlignmentFlag.AlignLeft
            draw_text(painter, line, seat.away_text, font(13 * t, 600), colour, align)
            return text_width(seat.away_text, font(13 * t, 600))
        face, high = font(13 * t, 500), 13 * t
        one = high / 1.4
        backs = min(3, seat.cards)
        stack = one * (1 + 0.42 * (backs - 1)) + 7 * t if backs else 0
        x = row.x
        if row.centred:
            x -= (stack + text_width(seat.cards_text, face)) / 2
        look = BACKS.get(self.style.theme.deck.back, BACKS["vino"])
        painter.setPen(QPen(QColor(CARD_PAPER), 1))
        painter.setBrush(QColor(look.light))
        for k in range(backs):
            painter.drawRoundedRect(
                QRectF(x + k * one * 0.42, row.y + 2.5 * t, one, high), 1.6, 1.6
            )
        line = QRectF(x + stack, row.y, row.width - stack + 2, 18 * t)
        draw_text(painter, line, seat.cards_text, face, self._inks[1])
        return stack + text_width(seat.cards_text, face)

    def _beside(self, painter: QPainter, line: QRectF) -> None:
        """Paint amounts with their words in one line, as far as there is room for them."""
        t = self.style.t
        for figure in self.content.figures:
            amount, word = font(14 * t, 700, tabular=True), font(13 * t, 500)
            wide = text_width(figure.amount, amount)
            if line.width() < wide:
                return
            colour = ink(tone_colour(figure.tone, paper=self.content.to_move))
            draw_text(painter, line, figure.amount, amount, colour)
            line = line.adjusted(wide + 5 * t, 0, 0, 0)
            wide = text_width(figure.label, word)
            if line.width() >= wide:
                draw_text(painter, line, figure.label, word, self._inks[1])
            line = line.adjusted(wide + 10 * t, 0, 0, 0)

    def _figure(self, painter: QPainter, box: QRectF, figure: Figure) -> None:
        t = self.style.t
        colour = tone_colour(figure.tone, paper=self.content.to_move)
        draw_text(painter, box, figure.amount, font(15 * t, 700, tabular=True), ink(colour), CENTRE)
        below = box.translated(0, 16 * t)
        draw_text(painter, below, figure.label, font(12 * t, 500), self._inks[1], CENTRE)

    def _dealer(self, painter: QPainter, box: QRectF) -> None:
        paper = self.content.to_move
        draw_disc(
            painter,
            box.center(),
            box.width(),
            ON_CLOTH.ink if paper else ON_CLOTH.paper,
            ON_CLOTH.dark,
        )
        colour = ink(ON_CLOTH.paper if paper else ON_CLOTH.ink)
        mark = self.content.dealer_text
        draw_text(painter, box, mark, font(box.height() * 0.6, 700), colour, CENTRE)
