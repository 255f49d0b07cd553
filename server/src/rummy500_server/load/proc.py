"""What Linux tells about a process: CPU time and memory."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Usage(NamedTuple):
    """What a process has used."""

    cpu: float
    """Seconds of all its threads, in user and system mode, in hundredths."""
    rss: int
    """Bytes in memory now."""


Usages = tuple[Usage, ...]
"""Of the processes of one server, or of several."""


class ProcessGoneError(RuntimeError):
    """There is no such process, or it can't be looked at here."""


def usage(pid: int) -> Usage:
    """Return what a process has used so far.

    Raises:
        ProcessGoneError: there is no such process, or no ``/proc``.

    """
    folder = Path("/proc") / str(pid)
    try:
        # The name of the program comes second, in brackets, and may hold anything.
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        pages = int((folder / "statm").read_text().split()[1])
    except OSError as error:
        raise ProcessGoneError(str(error)) from error
    ticks = int(fields[11]) + int(fields[12])
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


def usages(pids: Sequence[int]) -> Usages:
    """Return what each of some processes has used so far; their children are not in it.

    Raises:
        ProcessGoneError: one of them does not exist, or there is no ``/proc``.

    """
    return tuple(map(usage, pids))


def cpu(used: Usages) -> float:
    """Return the CPU seconds of all together."""
    return sum(one.cpu for one in used)


def rss(used: Usages) -> int:
    """Return the bytes in memory of all together."""
    return sum(one.rss for one in used)
