"""Plays the sounds, where this installation can: the part of Qt for it is an extra.

Nothing here ever fails: without the extra, without a library of the system or without a
loudspeaker the program is silent.
"""

from __future__ import annotations

import importlib
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Protocol

from PySide6.QtCore import QElapsedTimer, QLoggingCategory, QObject, QUrl

from rummy500_client.presenters.sounds import (
    EXAMPLE,
    Moment,
    Sound,
    group_of,
    sounds_between,
)
from rummy500_client.settings import Settings, SoundGroup


_MODULE: Final = "PySide6.QtMultimedia"
_APART_MS: Final = 60
"""No sound begins sooner after its like."""


class Speaker(Protocol):
    """Makes a sound audible."""

    def play(self, sound: Sound, volume: float) -> None:
        """Play a sound at a volume of 0 to 1."""
        ...


class QtSpeaker:
    """Plays by the multimedia part of Qt; each file is read once."""

    def __init__(self, multimedia: Any, parent: QObject) -> None:
        self._multimedia = multimedia
        self._parent = parent
        self._effects: dict[Sound, Any] = {}
        self._last: dict[Sound, QElapsedTimer] = {}

    def play(self, sound: Sound, volume: float) -> None:
        """Play a sound, unless it has begun a moment ago or there is nothing to play it on."""
        if not self._multimedia.QMediaDevices.audioOutputs():
            return
        last = self._last.setdefault(sound, QElapsedTimer())
        if last.isValid() and last.elapsed() < _APART_MS:
            return
        last.start()
        effect = self._effects.get(sound)
        if effect is None:
            effect = self._effects[sound] = self._multimedia.QSoundEffect(self._parent)
            effect.setSource(QUrl.fromLocalFile(str(sound_file(sound))))
        effect.setVolume(volume)
        effect.play()


def sound_file(sound: Sound) -> Path:
    """Return where a sound is."""
    return Path(str(files("rummy500_client") / "assets" / "sounds" / f"{sound}.wav"))


def speaker_for(parent: QObject) -> Speaker | None:
    """Return what plays sounds here, or None where nothing can."""
    QLoggingCategory.setFilterRules("qt.multimedia*=false")  # what it finds is nobody's concern
    try:
        multimedia = importlib.import_module(_MODULE)
    except ImportError:  # the extra is missing, or a library of the system
        return None
    return QtSpeaker(multimedia, parent)


class SoundDesk(QObject):
    """Hears what is news and lets it be heard at the volumes of the settings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._speaker: Speaker | None = None
        self._before: Moment | None = None

    @property
    def can_play(self) -> bool:
        """Return whether anything can be heard here."""
        return self._speaker is not None

    def listen_with(self, speaker: Speaker | None) -> None:
        """Play by this speaker from now on."""
        self._speaker = speaker

    def hear(self, now: Moment, settings: Settings) -> None:
        """Let be heard what has happened since the last moment."""
        before, self._before = self._before, now
        if before is not None and before != now:
            for sound in sounds_between(before, now):
                self.play(sound, settings)

    def play(self, sound: Sound, settings: Settings) -> None:
        """Play a sound at the volume of its group."""
        volume = settings.sounds.volume(group_of(sound))
        if self._speaker is not None and volume > 0:
            self._speaker.play(sound, volume)

    def try_out(self, group: SoundGroup, settings: Settings) -> None:
        """Play what a group sounds like."""
        self.play(EXAMPLE[group], settings)
