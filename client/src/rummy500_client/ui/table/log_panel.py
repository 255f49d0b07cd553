"""The plays in words: by player, newest at the bottom. A list, so that it can be read aloud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from rummy500_client.presenters.table_model import Log
from rummy500_client.ui.paint.fonts import font
from rummy500_client.ui.paint.seats import draw_seat
from rummy500_client.ui.paint.text import Ink, draw_paragraph, draw_text, line_height, wrapped
from rummy500_client.ui.paint.theme import style_sheet
from rummy500_client.ui.paint.tokens import Theme


AnyIndex = QModelIndex | QPersistentModelIndex
_NONE: Final = QModelIndex()


_APART = 12.0


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the list: a name with its mark, or a play."""

    text: str
    is_name: bool
    mark: int = -1
    spoken: str = ""
    apart: bool = False
    """It belongs to nobody's turn: a gap sets it off from the plays above."""


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[_Row] = []

    def rowCount(self, parent: AnyIndex = _NONE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken or row.text
        return None

    def take(self, rows: list[_Row]) -> None:
        """Take new rows; what is only longer keeps its place in the view."""
        old = len(self.rows)
        if len(rows) >= old and rows[:old] == self.rows:
            if len(rows) > old:
                self.beginInsertRows(QModelIndex(), old, len(rows) - 1)
                self.rows = rows
                self.endInsertRows()
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()


class _Painter(QStyledItemDelegate):
    def __init__(self, parent: QListView, rows: _Rows) -> None:
        super().__init__(parent)
        self._view, self._rows = parent, rows
        self.theme, self.t = Theme(), 1.0

    def _room(self) -> float:
        return self._view.viewport().width() - 26 * self.t

    def sizeHint(self, _option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row, t = self._rows.rows[index.row()], self.t
        if row.is_name:
            return QSize(10, round((24 if index.row() == 0 else 36) * t))
        face = font(15 * t)
        lines = wrapped(row.text, face, self._room())
        above = _APART * t if row.apart else 0
        return QSize(10, round(len(lines) * line_height(face) + 2 * t + above))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        # the member is a QRect; the stubs of Qt 6.11 leave style options without their members
        rect = QRectF(getattr(option, "rect"))  # noqa: B009 - see above
        row, t, colours = self._rows.rows[index.row()], self.t, self.theme.program
        painter.save()
        if row.is_name:
            line = QRectF(rect.x(), rect.bottom() - 24 * t, rect.width(), 22 * t)
            x = 0.0
            if row.mark >= 0:
                side = 16 * t
                box = QRectF(line.x() + 1, line.center().y() - side / 2, side, side)
                draw_seat(painter, row.mark, box)
                x = 26 * t
            ink = Ink(colours.text, colours.red_suit)
            words = line.adjusted(x, 0, 0, 0)
            draw_text(painter, words, row.text, font(15 * t, 700), ink)
        else:
            face = font(15 * t)
            ink = Ink(colours.muted, colours.red_suit)
            above = _APART * t if row.apart else 0
            body = QRectF(rect.x() + 26 * t, rect.y() + above, self._room(), rect.height())
            draw_paragraph(painter, body, wrapped(row.text, face, self._room()), face, ink)
        painter.restore()


class LogPanel(QFrame):
    """The panel beside the table, or the drawer over its right side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("log")
        self._title = QLabel(self)
        self._title.setObjectName("head")
        self._list = QListView(self)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setSelectionMode(QListView.SelectionMode.NoSelection)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._list.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFocusProxy(self._list)
        self._rows = _Rows(self)
        self._painter = _Painter(self._list, self._rows)
        self._list.setModel(self._rows)
        self._list.setItemDelegate(self._painter)
        self._box = QVBoxLayout(self)
        self._box.addWidget(self._title)
        self._box.addWidget(self._list, 1)
        self._look: tuple[Theme, float] | None = None

    def set_look(self, theme: Theme, t: float) -> None:
        """Take the colours of the program and the factor of text."""
        if self._look == (theme, t):
            return
        self._look = (theme, t)
        self._painter.theme, self._painter.t = theme, t
        colours = theme.program
        self._box.setContentsMargins(round(18 * t), round(18 * t), round(10 * t), round(14 * t))
        self._box.setSpacing(round(10 * t))
        self.setStyleSheet(
            style_sheet(theme)
            + f"QFrame#log {{ background: {colours.surface}; border: none;"
            + f" border-left: 1px solid {colours.line}; }}"
            + "QListView { background: transparent; border: none; outline: 0; }"
            + f"QLabel#head {{ font-size: {round(20 * t)}px; }}"
        )
        self._list.doItemsLayout()

    def set_log(self, log: Log) -> None:
        """Show the plays and go to the newest."""
        self._title.setText(log.title)
        self._list.setAccessibleName(log.title)
        rows: list[_Row] = []
        for group in log.groups:
            if group.name:
                rows.append(_Row(group.name, is_name=True, mark=group.mark))
            spoken = group.spoken or group.lines
            rows += [
                _Row(
                    line, is_name=False, spoken=said, apart=bool(rows) and not group.name and not k
                )
                for k, (line, said) in enumerate(zip(group.lines, spoken, strict=True))
            ]
        if rows != self._rows.rows:
            self._rows.take(rows)
            self._list.scrollToBottom()
