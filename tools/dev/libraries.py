"""The system libraries Qt links to, by what needs them, and what each system calls them."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that pip can't bring."""

    probe: str
    """A library's soname, the name of a program on the PATH, or the path of a file."""
    apt: str
    dnf: str
    pacman: str
    zypper: str

    @property
    def is_program(self) -> bool:
        """Tell a program from a library."""
        return ".so." not in self.probe

    def is_met(self) -> bool:
        """Ask the loader, not the package manager: it is the loader that Qt will ask."""
        if self.probe.startswith("/"):
            return Path(self.probe).exists()
        if self.is_program:
            return shutil.which(self.probe) is not None
        try:
            ctypes.CDLL(self.probe)
        except OSError:
            return False
        return True


# What importing and starting Qt takes on any platform plugin, the offscreen one included.
BASE = (
    Need("libGL.so.1", "libgl1", "libglvnd-glx", "libglvnd", "libglvnd"),
    Need("libEGL.so.1", "libegl1", "libglvnd-egl", "libglvnd", "libglvnd"),
    Need("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon", "libxkbcommon0"),
    Need("libfontconfig.so.1", "libfontconfig1", "fontconfig", "fontconfig", "libfontconfig1"),
    Need("libgthread-2.0.so.0", "libglib2.0-0", "glib2", "glib2", "libgthread-2_0-0"),
    Need("libdbus-1.so.3", "libdbus-1-3", "dbus-libs", "dbus", "libdbus-1-3"),
)
# What a window on an X server takes besides; the packages bring the rest of libxcb along.
XCB = (
    Need(
        "libxcb-cursor.so.0",
        "libxcb-cursor0",
        "xcb-util-cursor",
        "xcb-util-cursor",
        "libxcb-cursor0",
    ),
    Need(
        "libxkbcommon-x11.so.0",
        "libxkbcommon-x11-0",
        "libxkbcommon-x11",
        "libxkbcommon-x11",
        "libxkbcommon-x11-0",
    ),
    Need("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm", "xcb-util-wm", "libxcb-icccm4"),
    Need(
        "libxcb-keysyms.so.1",
        "libxcb-keysyms1",
        "xcb-util-keysyms",
        "xcb-util-keysyms",
        "libxcb-keysyms1",
    ),
    Need("libxcb-shape.so.0", "libxcb-shape0", "libxcb", "libxcb", "libxcb-shape0"),
)
# A Wayland session without an X server beside it.
WAYLAND = (
    Need(
        "libwayland-cursor.so.0",
        "libwayland-cursor0",
        "libwayland-cursor",
        "wayland",
        "libwayland-cursor0",
    ),
    Need("libwayland-egl.so.1", "libwayland-egl1", "libwayland-egl", "wayland", "libwayland-egl1"),
)
# A screen that no one looks at, and a hand that clicks on it.
VIRTUAL_SCREEN = (
    Need("Xvfb", "xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "xorg-x11-server-Xvfb"),
    Need("xdotool", "xdotool", "xdotool", "xdotool", "xdotool"),
)
# A bus of its own on which a screen reader is told what the window shows.
SCREEN_READER = (
    Need("dbus-daemon", "dbus-daemon", "dbus-daemon", "dbus", "dbus-1-daemon"),
    Need(
        "/usr/share/dbus-1/services/org.a11y.Bus.service",
        "at-spi2-core",
        "at-spi2-core",
        "at-spi2-core",
        "at-spi2-core",
    ),
)
# The proxy of docker-compose.yml, so that its settings are tried out with a real one.
PROXY = (Need("caddy", "caddy", "caddy", "caddy", "caddy"),)


def missing(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return those that are not met here. Only Linux leaves them to the system."""
    if not sys.platform.startswith("linux"):
        return ()
    return tuple(need for need in needs if not need.is_met())


def for_a_window() -> tuple[Need, ...]:
    """Return what the window of this very session takes."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return BASE
    return BASE + (XCB if os.environ.get("DISPLAY") else WAYLAND)
