"""The one way by which the client speaks: to a screen reader, as announcements of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


class Announcer(QObject):
    """Says what comes in one turn of the event loop in one go.

    Screen readers let an announcement interrupt the one before it, so sentences that belong
    together must not come one by one.
    """

    said = Signal(str)

    def __init__(self, speaker: QObject) -> None:
        super().__init__(speaker)
        self._speaker = speaker
        self._texts: list[str] = []
        self._urgent = False
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.timeout.connect(self._speak)

    @property
    def is_due(self) -> bool:
        """Return whether something is about to be said."""
        return self._due.isActive()

    def say(self, text: str) -> None:
        """Say something once the present turn of the loop is over."""
        if text:
            self._texts.append(text if text[-1] in ".!?…" else f"{text}.")
            self._due.start(0)

    def urge(self, text: str) -> None:
        """Say something that may interrupt."""
        self._urgent = self._urgent or bool(text)
        self.say(text)

    def _speak(self) -> None:
        text, urgent = " ".join(self._texts), self._urgent
        self._texts, self._urgent = [], False
        event = QAccessibleAnnouncementEvent(self._speaker, text)
        if urgent:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)
        self.said.emit(text)


def announce(part: QWidget, text: str) -> None:
    """Let the window in which a part lies say something; alone, a part is silent."""
    announcer = part.window().findChild(Announcer)
    if announcer is not None:
        announcer.say(text)
