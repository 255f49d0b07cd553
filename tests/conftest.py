"""What holds for every test of the house. Imports in every room: no Qt, no sockets, no server."""

from __future__ import annotations

import tests.support.frozen  # noqa: F401 - first of all: it decides how the engine is made
from hypothesis import settings
from tests.support.earlier import pytest_terminal_summary
from tests.support.log_watch import (
    expect_log,
    pytest_runtest_call,
    pytest_runtest_setup,
    pytest_runtest_teardown,
)
from tests.support.qt_tests import pytest_asyncio_loop_factories, pytest_pycollect_makemodule


# A machine that is busy with something else is no counterexample. What hypothesis settles by
# itself where CI is set (the same examples every time) stays as it is.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

__all__ = [
    "expect_log",
    "pytest_asyncio_loop_factories",
    "pytest_pycollect_makemodule",
    "pytest_runtest_call",
    "pytest_runtest_setup",
    "pytest_runtest_teardown",
    "pytest_terminal_summary",
]
