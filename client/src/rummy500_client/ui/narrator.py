"""Tells a screen reader what happens at the table and on the pages, as it happens."""

from __future__ import annotations

from PySide6.QtCore import QObject

from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.home_model import Notice
from rummy500_client.presenters.spoken import Told, spoken
from rummy500_client.ui.announcer import Announcer


class Narrator(QObject):
    """Remembers what was said and says what is new."""

    def __init__(self, announcer: Announcer) -> None:
        super().__init__(announcer)
        self._announcer = announcer
        self._told = Told()
        self._lines: dict[str, str] = {}

    def table(self, glance: Glance | None) -> None:
        """Say what is new at the table, if the window is at one."""
        if glance is None:
            return
        self._told, sayings = spoken(self._told, glance)
        for saying in sayings:
            if saying.urgent:
                self._announcer.urge(saying.text)
            else:
                self._announcer.say(saying.text)

    def line(self, key: str, text: str) -> bool:
        """Say a line of a page if it has changed; return whether it was said."""
        if self._lines.get(key, "") == text:
            return False
        self._lines[key] = text
        self._announcer.urge(text)
        return bool(text)

    def notice(self, key: str, model: Notice | None) -> None:
        """Say a notice that has appeared or changed."""
        self.line(key, "" if model is None else model.text)
