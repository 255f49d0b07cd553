"""What of the log still holds: the plays without those that were taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.protocol.happenings import CardsLaidOff, MeldLaid, PlayUndone, TookPile
from rummy500_client.state.model import LogEntry


_TAKEN_BACK: Final = (TookPile, MeldLaid, CardsLaidOff)
"""The plays that can be taken back; a draw from the stock and a discard cannot."""


def standing(log: Iterable[LogEntry]) -> tuple[LogEntry, ...]:
    """Return the entries that hold: each undoing goes, and the play that it took back with it."""
    kept: list[LogEntry] = []
    for entry in log:
        if not isinstance(entry.happening, PlayUndone):
            kept.append(entry)
            continue
        for k in range(len(kept) - 1, -1, -1):
            if isinstance(kept[k].happening, _TAKEN_BACK):
                del kept[k]
                break
    return tuple(kept)
