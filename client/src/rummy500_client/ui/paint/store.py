"""Pictures that are kept as long as there is room, the least used going first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtGui import QPixmap


class PixmapStore:
    """Keeps pixmaps by key, up to a number of bytes of picture data.

    A count would not do: a card on a large screen takes thirty times the memory of one on a small.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._used = 0
        self._kept: OrderedDict[Hashable, QPixmap] = OrderedDict()

    @property
    def used(self) -> int:
        """Return the bytes that are in use."""
        return self._used

    def get(self, key: Hashable, make: Callable[[], QPixmap]) -> QPixmap:
        """Return the picture of a key; it is made if it is not there (any more)."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = make()
        self._kept[key] = made
        self._used += _size(made)
        while self._used > self._most and len(self._kept) > 1:
            self._used -= _size(self._kept.popitem(last=False)[1])
        return made


def _size(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * pixmap.depth() // 8
