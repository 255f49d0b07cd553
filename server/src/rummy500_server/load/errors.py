"""Why a run can't go on.

LoadError       the server is not there, or did something that no run can go on with
"""

from __future__ import annotations


class LoadError(RuntimeError):
    """The server is not there, or did something that no run can go on with."""
