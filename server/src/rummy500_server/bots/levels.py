"""The levels that a table can ask for, by name."""

from __future__ import annotations

from typing import Final

from rummy500_server.bots.easy import EasyPlayer
from rummy500_server.bots.policy import Policy
from rummy500_server.bots.steady import SteadyPlayer


class UnknownLevelError(ValueError):
    """There is no computer player of this level."""

    def __init__(self, level: str) -> None:
        known = ", ".join(LEVELS)
        super().__init__(f"no computer player of level {level!r}; there are: {known}")
        self.level = level


_POLICIES: Final[dict[str, Policy]] = {"easy": EasyPlayer(), "steady": SteadyPlayer()}

LEVELS: Final[tuple[str, ...]] = tuple(_POLICIES)
"""From the weakest to the strongest."""


def policy_for(level: str) -> Policy:
    """Return the player of a level.

    Raises:
        UnknownLevelError: there is none of that name.

    """
    try:
        return _POLICIES[level]
    except KeyError:
        raise UnknownLevelError(level) from None
