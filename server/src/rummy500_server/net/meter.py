"""What a connection tells those who watch over the server. The numbers go to ``ops.metrics``."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.net.ratelimit import Family


class Outcome(StrEnum):
    """How a command ended."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    TRY_AGAIN = "try_again"
    """It was not decided: the store was away, or the commands came too fast."""


class Meter(Protocol):
    """Counts. It is called often and must cost next to nothing."""

    def answered(self, family: Family, outcome: Outcome, seconds: float) -> None:
        """Note the answer to a command that came so long ago."""
        ...

    def told(self, seconds: float) -> None:
        """Note how long news have waited until their connection took them."""
        ...

    def closed(self, reason: CloseReason) -> None:
        """Note that the server has ended a connection."""
        ...


class NoMeter:
    """Counts nothing, for tests and where nobody looks."""

    def answered(self, family: Family, outcome: Outcome, seconds: float) -> None:
        """Do nothing."""

    def told(self, seconds: float) -> None:
        """Do nothing."""

    def closed(self, reason: CloseReason) -> None:
        """Do nothing."""


def outcome_of(answer: Accepted | Refused) -> Outcome:
    """Return how a command ended, from its answer."""
    if isinstance(answer, Accepted):
        return Outcome.ACCEPTED
    return Outcome.TRY_AGAIN if answer.code == ErrorCode.TRY_AGAIN else Outcome.REFUSED
