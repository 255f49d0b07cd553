"""Buttons that more than one page has."""

from __future__ import annotations

from typing import Final

from rummy500_client.i18n.words import Words
from rummy500_client.presenters.table_model import Button


SETTINGS: Final = "settings"
"""What opens the settings."""
MUTE: Final = "mute"
"""What silences all sounds, or lets them be heard again."""


def settings_button(words: Words) -> Button:
    """Return the button that opens the settings."""
    return Button(SETTINGS, words.say("Settings"), "settings", tooltip=words.say("Settings (F10)"))


def copy_button(intent: str, text: str, words: Words, *, done: bool) -> Button:
    """Return a button that copies; just after that it says so."""
    return Button(intent, words.say("Copied"), "check") if done else Button(intent, text, "copy")
