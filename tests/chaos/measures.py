"""How long people had to wait: those who stayed, and those who were cut off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tests.chaos.notes import Notes
from tests.chaos.plan import Fault


_AFTER: Final = 5.0
"""Seconds after a death in which the others' answers are looked at."""
_NOTICED: Final = 1.0
"""Seconds within which whoever was there has noticed it."""


class Done(NamedTuple):
    """A fault that was really brought about, by the clock of the loop."""

    at: float
    fault: Fault
    node: int
    until: float


class Spread(NamedTuple):
    """How a number was spread."""

    count: int
    p50: float
    p99: float
    largest: float


def spread(values: Iterable[float]) -> Spread:
    """Return the spread of some seconds, in milliseconds."""
    found = sorted(1000 * value for value in values)
    if not found:
        return Spread(0, 0.0, 0.0, 0.0)
    last = len(found) - 1
    picked = (found[last // 2], found[round(last * 0.99)], found[last])
    return Spread(len(found), *(round(value, 1) for value in picked))


def alone(done: Sequence[Done], fault: Fault) -> list[Done]:
    """Return the faults of a kind near which nothing else was done."""
    return [
        one
        for one in done
        if one.fault is fault
        and not any(
            other is not one and other.at < one.at + _AFTER and other.until > one.at - _AFTER / 2
            for other in done
        )
    ]


def answers_elsewhere(notes: Notes, done: Sequence[Done]) -> Spread:
    """Return how long answers took at the other servers just after one was killed."""
    deaths = alone(done, Fault.KILL_NODE)
    return spread(
        trip.seconds
        for death in deaths
        for trip in notes.trips
        if trip.node != death.node and death.at <= trip.asked < death.at + _AFTER
    )


def ways_back(notes: Notes, done: Sequence[Done]) -> Spread:
    """Return how long it took the people of killed servers to see their tables again."""
    deaths = alone(done, Fault.KILL_NODE)
    return spread(
        outage.seconds
        for death in deaths
        for outage in notes.outages
        if outage.node == death.node and abs(outage.at - death.at) < _NOTICED
    )


def after_redis(notes: Notes, done: Sequence[Done]) -> Spread:
    """Return how long commands took that were asked while Redis was away or just after."""
    return spread(
        trip.seconds
        for death in alone(done, Fault.KILL_REDIS)
        for trip in notes.trips
        if death.until <= trip.asked < death.until + _AFTER
    )
