"""What holds for every test of the house. Imports in every room: no Qt, no sockets, no server."""

from __future__ import annotations

from tests.support.log_watch import (
    expect_log,
    pytest_runtest_call,
    pytest_runtest_setup,
    pytest_runtest_teardown,
)
from tests.support.qt_tests import pytest_asyncio_loop_factories, pytest_pycollect_makemodule


__all__ = [
    "expect_log",
    "pytest_asyncio_loop_factories",
    "pytest_pycollect_makemodule",
    "pytest_runtest_call",
    "pytest_runtest_setup",
    "pytest_runtest_teardown",
]
