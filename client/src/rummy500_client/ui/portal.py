"""The settings portal of a Linux desktop, asked over D-Bus whether things may move.

Qt does not tell that. Desktops differ in where they keep it: the common key is young, GNOME and KDE
have older ones of their own. Dark and light are asked for as well, because Qt knows them only where
it has a plugin for the desktop. Source: the XDG desktop portal, interface
``org.freedesktop.portal.Settings``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import SLOT, QObject, Signal, Slot
from PySide6.QtDBus import (
    QDBusConnection,
    QDBusMessage,
    QDBusPendingCallWatcher,
    QDBusVariant,
)


_SERVICE: Final = "org.freedesktop.portal.Desktop"
_PATH: Final = "/org/freedesktop/portal/desktop"
_INTERFACE: Final = "org.freedesktop.portal.Settings"
_COMMON: Final = ("org.freedesktop.appearance", "reduced-motion")
_GNOME: Final = ("org.gnome.desktop.interface", "enable-animations")
_KDE: Final = ("org.kde.kdeglobals.KDE", "AnimationDurationFactor")
_COLOURS: Final = ("org.freedesktop.appearance", "color-scheme")
_KEYS: Final = (_COMMON, _GNOME, _KDE, _COLOURS)
_LIGHT: Final = 2
"""The value of a desktop that prefers light; 1 prefers dark, 0 says nothing."""


def asks_for_less(key: tuple[str, str], value: object) -> bool | None:
    """Return whether a value of the portal asks for less motion; None if it says nothing of it."""
    if key == _COMMON and isinstance(value, int):
        return value == 1
    if key == _GNOME and isinstance(value, bool):
        return not value
    if key == _KDE and isinstance(value, str | float | int):
        try:
            return float(value) == 0
        except ValueError:
            return None
    return None


def has_session_bus(environment: Mapping[str, str] | None = None) -> bool:
    """Return whether there is a bus to ask; without an address a library would start one."""
    env = os.environ if environment is None else environment
    return sys.platform.startswith("linux") and bool(env.get("DBUS_SESSION_BUS_ADDRESS"))


class Portal(QObject):
    """Asks once and listens from then on; without a portal it never says anything."""

    changed = Signal()

    def __init__(self, bus: QDBusConnection | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._told: dict[tuple[str, str], object] = {}
        self._waiting: dict[QDBusPendingCallWatcher, tuple[str, str]] = {}
        if bus is None and has_session_bus():
            bus = QDBusConnection.sessionBus()
        if bus is not None:
            self._ask(bus)

    @property
    def less_motion(self) -> bool:
        """Return whether any of the keys asks for less motion."""
        return any(asks_for_less(key, value) for key, value in self._told.items())

    @property
    def light(self) -> bool:
        """Return whether the desktop prefers light."""
        return self._told.get(_COLOURS) == _LIGHT

    def _ask(self, bus: QDBusConnection) -> None:
        slot = SLOT("_on_setting(QString,QString,QDBusVariant)")
        bus.connect(  # the stubs ask for bytes, which Qt refuses
            _SERVICE,
            _PATH,
            _INTERFACE,
            "SettingChanged",
            self,
            slot,  # type: ignore[call-overload]
        )
        for key in _KEYS:
            call = QDBusMessage.createMethodCall(_SERVICE, _PATH, _INTERFACE, "Read")
            call.setArguments(list(key))
            watcher = QDBusPendingCallWatcher(bus.asyncCall(call), self)
            self._waiting[watcher] = key
            watcher.finished.connect(self._on_answer)

    def _on_answer(self, watcher: QDBusPendingCallWatcher) -> None:
        key = self._waiting.pop(watcher, None)
        reply = watcher.reply()
        watcher.deleteLater()
        if key is not None and reply.type() == QDBusMessage.MessageType.ReplyMessage:
            self._hear(key, next(iter(reply.arguments()), None))

    @Slot(str, str, QDBusVariant)
    def _on_setting(self, namespace: str, name: str, value: QDBusVariant) -> None:
        self._hear((namespace, name), value)

    def _hear(self, key: tuple[str, str], value: object) -> None:
        while isinstance(value, QDBusVariant):  # older portals wrap the answer twice
            value = value.variant()
        if key in _KEYS and self._told.get(key) != value:
            self._told[key] = value
            self.changed.emit()
