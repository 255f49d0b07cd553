"""Calls for the person whose turn has come while another window is in front."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget


class TurnCall(QObject):
    """Asks the desktop to point at the window, once for each turn.

    The window's entry in the task bar asks for attention and, where the desktop shows notices, one
    says in words what to do. Both go when the window comes to the front.
    """

    def __init__(self, window: QWidget, icon: QIcon) -> None:
        super().__init__(window)
        self._window = window
        self._icon = icon
        self._mine = False
        self._tray: QSystemTrayIcon | None = None

    def note(self, title: str, text: str, *, mine: bool) -> None:
        """Hear whether it is the person's turn now, and what the call would say."""
        begins = mine and not self._mine
        self._mine = mine
        if not mine or self._window.isActiveWindow():
            self._fall_silent()
        elif begins:
            self._call(title, text)

    def _call(self, title: str, text: str) -> None:
        QApplication.alert(self._window)
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._icon, self)
            self._tray.messageClicked.connect(self._come_forward)
            self._tray.activated.connect(self._come_forward)
        self._tray.setToolTip(title)
        self._tray.show()
        self._tray.showMessage(title, text, self._icon)

    def _fall_silent(self) -> None:
        if self._tray is not None:
            self._tray.hide()

    def _come_forward(self) -> None:
        self._window.raise_()
        self._window.activateWindow()
        self._fall_silent()
