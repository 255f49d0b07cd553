"""A layout that sets its parts side by side and goes on in the next line when a line is full."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class Flow(QLayout):
    """Left to right, then the next line; long words of a language need no other design."""

    def __init__(self, *parts: QWidget, gap: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)
        for part in parts:
            self.addWidget(part)

    def addItem(self, item: QLayoutItem) -> None:
        """Take another part."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of parts."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return a part; none beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give a part away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction: the parts keep their size."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Tell that a narrower place is a higher one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        return self._place(QRect(0, 0, width, 0), put=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put the parts into a place."""
        super().setGeometry(rect)
        self._place(rect, put=True)

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        sizes = [item.sizeHint() for item in self._items]
        wide = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(wide, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """Return the size of the largest part."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, put: bool) -> int:
        x, y, high = rect.x(), rect.y(), 0
        for item in self._items:
            size = item.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, high = rect.x(), y + high + self._gap, 0
            if put:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
            high = max(high, size.height())
        return y + high - rect.y()


def flowing(*parts: QWidget, gap: int) -> QWidget:
    """Return parts side by side that go on in the next line where they must."""
    made = QWidget()
    made.setObjectName("cell")
    made.setLayout(Flow(*parts, gap=gap))
    let_flow(made)
    return made


def let_flow(widget: QWidget) -> None:
    """Let the layouts above ask a widget how high it is at a width."""
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
