"""The settings portal of a desktop, on a bus of our own."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from PySide6.QtCore import ClassInfo, QObject, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant
from pytestqt.qtbot import QtBot

from rummy500_client.ui.desktop import Desktop
from rummy500_client.ui.portal import Portal, asks_for_less, has_session_bus


PATH = "/org/freedesktop/portal/desktop"
SETTINGS = "org.freedesktop.portal.Settings"
APPEARANCE = ("org.freedesktop.appearance", "reduced-motion")
COLOURS = ("org.freedesktop.appearance", "color-scheme")
GNOME = ("org.gnome.desktop.interface", "enable-animations")
KDE = ("org.kde.kdeglobals.KDE", "AnimationDurationFactor")
DAEMON = shutil.which("dbus-daemon")


@ClassInfo({"D-Bus Interface": SETTINGS})
class Settings(QObject):
    """Answers as a light desktop that lets things move."""

    @Slot(str, str, result=QDBusVariant)
    def Read(self, namespace: str, name: str) -> QDBusVariant:  # noqa: N802 - the portal's name
        answers: dict[tuple[str, str], object] = {COLOURS: 2, GNOME: True}
        return QDBusVariant(answers.get((namespace, name), ""))


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a bus that nobody else is on."""
    if DAEMON is None:
        pytest.skip("no dbus-daemon")
    command = [DAEMON, "--session", "--nofork", "--print-address=1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
        daemon.terminate()


def tell(bus: QDBusConnection, key: tuple[str, str], value: object) -> None:
    message = QDBusMessage.createSignal(PATH, SETTINGS, "SettingChanged")
    message.setArguments([*key, QDBusVariant(value)])
    assert bus.send(message)


async def test_a_desktop_is_asked_and_listened_to(qtbot: QtBot, address: str) -> None:
    service = QDBusConnection.connectToBus(address, "service")
    settings = Settings()
    everything = QDBusConnection.RegisterOption.ExportAllContents
    assert service.registerObject(PATH, settings, everything)
    assert service.registerService("org.freedesktop.portal.Desktop")
    desktop = Desktop(Portal(QDBusConnection.connectToBus(address, "client")))
    told: asyncio.Queue[None] = asyncio.Queue()
    desktop.changed.connect(lambda: told.put_nowait(None))

    async def until(light: bool, less_motion: bool) -> None:  # noqa: FBT001 - two answers
        async with asyncio.timeout(10):
            while (desktop.light, desktop.less_motion) != (light, less_motion):
                await told.get()

    await until(True, False)  # noqa: FBT003
    tell(service, COLOURS, 1)
    await until(False, False)  # noqa: FBT003
    tell(service, GNOME, False)  # noqa: FBT003
    await until(False, True)  # noqa: FBT003
    for name in ("service", "client"):
        QDBusConnection.disconnectFromBus(name)


def test_what_desktops_say_of_motion() -> None:
    for key, value in ((APPEARANCE, 1), (GNOME, False), (KDE, "0")):
        assert asks_for_less(key, value) is True
    for key, value in ((APPEARANCE, 0), (GNOME, True), (KDE, "1.5")):
        assert asks_for_less(key, value) is False
    for key, value in ((GNOME, "no"), (KDE, "x"), (("org.freedesktop.appearance", "x"), 1)):
        assert asks_for_less(key, value) is None


def test_without_the_address_of_a_bus_none_is_asked() -> None:
    assert not has_session_bus({})
    assert not Portal().light
