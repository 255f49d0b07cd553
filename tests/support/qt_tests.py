"""Where tests meet Qt: the event loop for those that use it, and doing without where it can't load.

Nothing here imports Qt until a test asks for it, so that the rooms without Qt share this file.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tools.dev.libraries import BASE, missing
from tools.dev.system import advice


# Before anything imports Qt: tests draw on no screen unless somebody asks for one.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# pytest-qt would read this from the settings too, but the rooms without it refuse unknown keys.
os.environ.setdefault("PYTEST_QT_API", "pyside6")

QT_FIXTURES = {"qtbot", "qapp"}
NEEDS_QT = re.compile(
    r"(?:from|import) (?:PySide6|qasync|rummy500_client\.(?:ui|app))\b"
    r"|from rummy500_client import .*\b(?:ui|app)\b"
    r"|\b(?:qtbot|qapp)[,:)]"
)
LACKING = missing(BASE)


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Give a coroutine test Qt's loop if it holds a window, and the plain one otherwise.

    On the plain loop Qt's events would never run and the test would wait for ever.
    """
    if QT_FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
        return {"plain": asyncio.new_event_loop}
    return {"qt": qt_loop}


def qt_loop() -> asyncio.AbstractEventLoop:
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - see the module's first lines
    from qasync import QEventLoop  # noqa: PLC0415 - see the module's first lines

    app = QApplication.instance() or QApplication([])
    app.setQuitOnLastWindowClosed(False)  # else closing any window ends the loop under the test
    loop: asyncio.AbstractEventLoop = QEventLoop(app)
    return loop


class WithoutQt(pytest.Module):
    """A module of tests that this machine can't run yet."""

    def collect(self) -> list[pytest.Item]:
        pytest.skip(f"Qt can't load: {advice(LACKING)}", allow_module_level=True)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    """Skip what needs Qt, aloud, where its system libraries are missing and run all else."""
    if LACKING and NEEDS_QT.search(module_path.read_text(encoding="utf-8")):
        return WithoutQt.from_parent(parent, path=module_path)
    return None
