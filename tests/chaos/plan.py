"""What is done to the house, and when: the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple


class Fault(StrEnum):
    """What can be done."""

    KILL_NODE = "kill a server"
    KILL_REDIS = "kill Redis"
    CUT_PEOPLE = "cut the people of a server off"
    CUT_STORE = "cut a server off from Redis"
    HOLD_STORE = "hold a server's line to Redis"
    HOLD_PEOPLE = "hold the lines of a server's people"
    PAUSE_NODE = "let a server stand still"
    SLOW_STORE = "slow a server's line to Redis down"


class Step(NamedTuple):
    """One fault."""

    at: float
    """Seconds after the begin."""
    fault: Fault
    node: int
    lasts: float
    """Seconds until it is mended."""


_SMALL: Final = (
    Fault.CUT_PEOPLE,
    Fault.CUT_STORE,
    Fault.HOLD_STORE,
    Fault.HOLD_PEOPLE,
    Fault.PAUSE_NODE,
    Fault.SLOW_STORE,
)


class Rhythm(NamedTuple):
    """How often what is done, in seconds."""

    kill_node: float
    kill_redis: float
    small: float


def plan(seconds: float, nodes: int, rhythm: Rhythm, seed: int) -> list[Step]:
    """Return the faults of a run in their order. At its end there is time to come to rest."""
    dice = Random(seed)
    steps: list[Step] = []
    for fault, every in (
        (Fault.KILL_NODE, rhythm.kill_node),
        (Fault.KILL_REDIS, rhythm.kill_redis),
    ):
        steps += [Step(at, fault, dice.randrange(nodes), 1.0) for at in _moments(every, seconds)]
    for at in _moments(rhythm.small, seconds):
        fault = dice.choice(_SMALL)
        steps.append(Step(at, fault, dice.randrange(nodes), dice.uniform(0.2, 2.5)))
    return sorted(steps)


def _moments(every: float, seconds: float) -> Iterator[float]:
    at = every
    while every and at < seconds:
        yield at
        at += every
