"""Lets the clocks at the table run between two news: a timer ticks only while one of them does."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from rummy500.protocol.tables import TimesNow
from rummy500_client.presenters.times import runs


_TICK_MS = 250


class Hourglass(QObject):
    """Measures how long ago the last news of the table came."""

    ticked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._times: TimesNow | None = None
        self._since = QElapsedTimer()
        self._since.start()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.ticked)

    @property
    def elapsed(self) -> float:
        """Return the seconds since then."""
        return self._since.elapsed() / 1000

    @property
    def ticking(self) -> bool:
        """Return whether something runs."""
        return self._timer.isActive()

    def note(self, times: TimesNow | None) -> None:
        """Hear what runs; times that were told anew count from now, be they the same or not."""
        if times is self._times:
            return
        self._times = times
        self._since.restart()
        if runs(times):
            self._timer.start()
        else:
            self._timer.stop()
