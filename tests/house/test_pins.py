"""Why a version is held back: a test here fails when its pin no longer keeps the fault out."""

from __future__ import annotations

import gc
import sys

import pytest


CALLS = 2000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_qt_gives_back_as_many_nones_as_it_takes(qapp: object) -> None:
    """PySide6 6.12.0 drops a reference to None in most calls; Python 3.11 soon aborts for it."""
    from PySide6.QtCore import QObject  # noqa: PLC0415 - only with the fixture is Qt known to load

    orphan = QObject()
    gc.collect()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        orphan.parent()

    assert sys.getrefcount(None) > before - CALLS // 10
