"""``dev.py play``: from a fresh clone to an open window."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tools.dev import environments, libraries, system
from tools.dev.shell import SetupError, become


NO_DISPLAY = (
    "this session has no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can "
    "open: run it inside a desktop session or over 'ssh -X', let the window draw on no screen with "
    "QT_QPA_PLATFORM=offscreen, or host here with rummy500-server and play on another machine."
)


def play(arguments: Sequence[str]) -> int:
    """Set up what is missing and turn into the client; its arguments are passed on."""
    if has_no_display():
        raise SetupError(NO_DISPLAY)
    lacking = libraries.missing(libraries.for_a_window())
    if lacking:
        lacking = system.provide(lacking)
    if lacking:
        text = f"the window needs what is {system.advice(lacking)}\nthen run the same again."
        raise SetupError(text)
    environments.ensure(environments.PLAY)
    return become((environments.PLAY.python, "-m", "rummy500_client", *arguments))


def has_no_display() -> bool:
    """Tell whether opening a window is bound to fail. A chosen Qt platform is taken at its word."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform.startswith("linux") and not any(os.environ.get(name) for name in names)
