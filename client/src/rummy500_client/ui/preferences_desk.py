"""The sheet of the settings: what opens it, and how each answer takes effect at once."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget

from rummy500_client.presenters import preferences
from rummy500_client.presenters.buttons import MUTE, SETTINGS
from rummy500_client.presenters.preferences import VOLUME, preferences_model
from rummy500_client.settings import SoundGroup, without_looks
from rummy500_client.ui.bridge import Bridge
from rummy500_client.ui.focus_return import FocusReturn, topmost
from rummy500_client.ui.looks import Looks
from rummy500_client.ui.preferences_sheet import PreferencesSheet
from rummy500_client.ui.sound import SoundDesk


F10 = "F10"
VOLUME_KEY = "V"


class PreferencesDesk(QObject):
    """Opens and closes the settings and hands their answers on."""

    def __init__(
        self, bridge: Bridge, looks: Looks, sounds: SoundDesk, stack: QStackedWidget
    ) -> None:
        super().__init__(stack)
        self._bridge = bridge
        self._stack = stack
        self._looks = looks
        self._sounds = sounds
        self._back = FocusReturn()
        self._resetting = False
        """The button that resets all was pressed once."""
        self.sheet = PreferencesSheet(looks, stack.parentWidget())
        self.sheet.intent.connect(self.on_intent)
        self.sheet.answered.connect(self._on_answer)

    def set_looks(self, looks: Looks) -> None:
        """Look otherwise from now on."""
        self._looks = looks
        self.sheet.set_theme(looks.theme)

    def on_intent(self, intent: str) -> None:
        """Answer a press that concerns the settings; others are not ours."""
        if intent == SETTINGS:
            self.open()
        elif intent == MUTE:
            self._on_mute()
        elif intent == preferences.CLOSE_SETTINGS:
            self.close()
        elif intent == preferences.RESET:
            self._on_reset()

    def on_key(self, key: str) -> None:
        """Answer a key of the table."""
        if key == F10:
            self.open()
        elif key == VOLUME_KEY and self._sounds.can_play:
            self._on_mute()

    def takes(self, event: QKeyEvent) -> bool:
        """Answer a key for which no page has a use; return whether it is ours."""
        if event.key() != Qt.Key.Key_F10:
            return False
        self.open()
        return True

    def open(self) -> None:
        """Show the settings over whatever is there."""
        if not self.sheet.isVisible():
            self._back.note()
            self._resetting = False
            self._show()

    def close(self) -> None:
        """Go back to what was there before."""
        self.sheet.hide()
        self._back.give_back(topmost(self._stack))

    def render(self) -> None:
        """Show everything as it is now."""
        if self.sheet.isVisible():
            self._show()

    def _show(self) -> None:
        session = self._bridge.session
        model = preferences_model(
            session.settings,
            session.words,
            sound=self._sounds.can_play,
            resetting=self._resetting,
        )
        self.sheet.show_model(model, self._looks)

    def _on_answer(self, key: str, value: str) -> None:
        self._resetting = False
        settings = preferences.answered(self._bridge.session.settings, key, value)
        self._bridge.set_settings(settings)
        if key.startswith(VOLUME):
            self._sounds.try_out(SoundGroup(key.removeprefix(VOLUME)), settings)

    def _on_mute(self) -> None:
        """Silence all sounds, or let them be heard again; say so, for the eye has the icon."""
        settings = self._bridge.session.settings
        muted = not settings.sounds.muted
        sounds = replace(settings.sounds, muted=muted)
        self._bridge.set_settings(replace(settings, sounds=sounds))
        say = self._bridge.words.say
        self._bridge.said.emit(say("Sounds off") if muted else say("Sounds on"))

    def _on_reset(self) -> None:
        """Reset all on the second press; the first one says so on the button."""
        if self._resetting:
            self._bridge.set_settings(without_looks(self._bridge.session.settings))
        self._resetting = not self._resetting
        self.render()
