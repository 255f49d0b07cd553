"""What was seen in a run: counts and latencies, to be added up over several processes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """The time that is measured, on a clock that all processes of a machine share."""

    begin: float
    end: float

    def holds(self, time: float) -> bool:
        """Return whether a moment lies in it."""
        return self.begin <= time < self.end


@dataclass(slots=True)
class Tally:
    """The counts of one process, or of several together."""

    moves: int = 0
    """Moves that the last seat saw within the span,"""
    all_moves: int = 0
    """and since the tables began."""
    hands: int = 0
    """Hands that were played to their end."""
    received: int = 0
    """Bytes of messages that came to all seats within the span."""
    unfinished: int = 0
    """Moves that began, or were due, and that not every seat has seen."""
    lost: int = 0
    """Connections that were closed by the other end."""
    refused: Counter[str] = field(default_factory=Counter)
    """Commands that were refused, by code."""
    cpu: float = 0.0
    """CPU seconds of the process within the span."""
    latencies: list[float] = field(default_factory=list)
    """Seconds, for each move that began within the span."""

    @property
    def clean(self) -> bool:
        """Return whether all went well."""
        return not (self.unfinished or self.lost or self.refused)


def together(tallies: Iterable[Tally]) -> Tally:
    """Add up the tallies of several processes."""
    total = Tally()
    for tally in tallies:
        total.moves += tally.moves
        total.all_moves += tally.all_moves
        total.hands += tally.hands
        total.received += tally.received
        total.unfinished += tally.unfinished
        total.lost += tally.lost
        total.refused += tally.refused
        total.cpu += tally.cpu
        total.latencies += tally.latencies
    return total


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """Return the smallest value that at least ``share`` (0 to 1) of the values don't exceed."""
    if not ordered:
        return None
    return ordered[max(math.ceil(share * len(ordered)), 1) - 1]
