"""Sounds in the window: at the volumes of the settings, and silence where nothing can play."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from typing import ClassVar

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.client.little_table import position
from tests.ui.desk import Desk, open_desk, seated

from rummy500.engine.actions import DrawStock
from rummy500.engine.state import Phase
from rummy500_client.presenters.buttons import MUTE
from rummy500_client.presenters.sounds import Sound
from rummy500_client.presenters.table_model import ToolButton
from rummy500_client.settings import Settings, Sounds
from rummy500_client.ui.sound import QtSpeaker, sound_file, speaker_for
from rummy500_client.ui.table.targets import Kind, Target


class Ear:
    """A speaker that only remembers."""

    def __init__(self) -> None:
        self.heard: list[tuple[Sound, float]] = []

    def play(self, sound: Sound, volume: float) -> None:
        self.heard.append((sound, volume))


async def test_plays_are_heard_at_the_volume_of_their_group(qtbot: QtBot) -> None:
    it = open_desk(qtbot, Settings(name="Ana", sounds=Sounds(plays=40)))
    ear = Ear()
    it.window.sounds.listen_with(ear)
    table = await seated(it)
    it.bridge.session.told(table.put(position("7C KS 2D", phase=Phase.DRAW)))
    await it.shown()
    ear.heard.clear()
    it.bridge.session.told(table.play(DrawStock()))
    await it.shown()
    assert ear.heard == [(Sound.DRAW, 0.4)]

    muted = replace(it.bridge.session.settings, sounds=Sounds(muted=True))
    it.bridge.set_settings(muted)
    it.bridge.session.told(table.put(position("7C KS 2D 3D", phase=Phase.DRAW)))
    it.bridge.session.told(table.play(DrawStock()))
    await it.shown()
    assert len(ear.heard) == 1


async def test_a_volume_is_heard_while_it_is_set(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    ear = Ear()
    it.window.sounds.listen_with(ear)
    it.window.preferences.open()
    it.window.preferences.sheet.answered.emit("volume:people", "20")
    await it.shown()

    assert ear.heard == [(Sound.SIT_DOWN, 0.2)]
    assert it.kept[-1].sounds.people == 20


async def test_a_press_or_a_key_silences_and_wakes_the_sounds(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    await seated(it)
    assert it.window.table.view.rect_of(MUTING).isEmpty(), "nothing to be heard, nothing to mute"
    it.window.sounds.listen_with(Ear())
    await it.shown()
    await it.click(MUTING)
    assert it.kept[-1].sounds.muted
    assert [tool.icon for tool in tools(it) if tool.tool == MUTE] == ["mute"]
    QTest.keyClick(it.window.table.view, Qt.Key.Key_V)
    await it.shown()
    assert not it.kept[-1].sounds.muted
    assert [tool.icon for tool in tools(it) if tool.tool == MUTE] == ["sound"]


MUTING = Target(Kind.TOOL, name=MUTE)


def tools(it: Desk) -> tuple[ToolButton, ...]:
    """What the strip of the table offers."""
    model = it.window.table.view.model
    assert model is not None
    return model.strip.tools


class Effect:
    """Stands in for an effect of Qt, which this test may have or not."""

    made: ClassVar[list[Effect]] = []

    def __init__(self, _parent: QObject) -> None:
        self.source = ""
        self.volumes: list[float] = []
        self.played = 0
        Effect.made.append(self)

    def setSource(self, url: object) -> None:  # noqa: N802 - Qt's name
        self.source = str(url)

    def setVolume(self, volume: float) -> None:  # noqa: N802 - Qt's name
        self.volumes.append(volume)

    def play(self) -> None:
        self.played += 1


class Devices:
    outputs: ClassVar[list[str]] = ["a loudspeaker"]

    @classmethod
    def audioOutputs(cls) -> list[str]:  # noqa: N802 - Qt's name
        return cls.outputs


class Multimedia:
    QSoundEffect = Effect
    QMediaDevices = Devices


def test_a_file_is_read_once_and_no_sound_follows_its_like_at_once(qtbot: QtBot) -> None:
    Effect.made.clear()
    parent = QObject()
    speaker = QtSpeaker(Multimedia, parent)
    speaker.play(Sound.MELD, 0.5)
    speaker.play(Sound.MELD, 0.5)
    speaker.play(Sound.DRAW, 0.3)

    assert [effect.played for effect in Effect.made] == [1, 1]
    assert "meld.wav" in Effect.made[0].source


def test_without_a_loudspeaker_nothing_is_tried(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    Effect.made.clear()
    monkeypatch.setattr(Devices, "outputs", [])
    QtSpeaker(Multimedia, QObject()).play(Sound.MELD, 0.5)

    assert Effect.made == []


def test_without_the_extra_there_is_silence(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", None)
    with pytest.raises(ImportError):
        importlib.import_module("PySide6.QtMultimedia")

    assert speaker_for(QObject()) is None


@pytest.mark.parametrize("sound", Sound)
def test_each_sound_has_a_file(sound: Sound) -> None:
    assert sound_file(sound).is_file()
