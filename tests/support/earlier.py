"""What failed in the rooms, said again where the whole run ends.

Whoever reads a long log reads its end; ``dev.py test`` hands over what the end would not show.
"""

from __future__ import annotations

import os

import pytest


VARIABLE = "RUMMY500_FAILED_ABOVE"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name each failure of an earlier room, before the closing line."""
    lines = os.environ.get(VARIABLE, "").splitlines()
    if not lines:
        return
    terminalreporter.section("failed above, so this run fails whatever is said here", red=True)
    for line in lines:
        terminalreporter.line(line)
