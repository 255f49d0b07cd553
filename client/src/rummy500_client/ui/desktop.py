"""What the desktop tells of the person's wishes: dark or light, and whether things may move."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from rummy500_client.ui.portal import Portal


class Desktop(QObject):
    """Follows the desktop; ``changed`` is sent whenever one of its answers changes."""

    changed = Signal()

    def __init__(self, portal: Portal | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hints = QGuiApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self.changed)
        self._portal = portal
        if portal is not None:
            portal.changed.connect(self.changed)

    @property
    def light(self) -> bool:
        """Return whether the desktop is light; one that does not tell counts as dark."""
        scheme = self._hints.colorScheme()
        if scheme == Qt.ColorScheme.Unknown and self._portal is not None:
            return self._portal.light
        return scheme == Qt.ColorScheme.Light

    @property
    def less_motion(self) -> bool:
        """Return whether the desktop asks for less motion, where it tells."""
        return self._portal is not None and self._portal.less_motion
