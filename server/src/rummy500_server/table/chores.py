"""What becomes due at a table by the mere passing of time, and when.

    a turn's time runs out            it is played for (R50), a second later
    somebody is away for a while      in a match a computer player holds the seat
                                      before it the seat becomes free

All of it is read from the state, by the store's time. So whoever asks at whatever moment gets the
same answer, and a reminder that comes too late or twice finds nothing to do.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy500.engine.ids import Seat
from rummy500_server.table.decide import Plan, hold, leave, run_out
from rummy500_server.table.ports import Chance
from rummy500_server.table.state import Person, Stage, TableState


LATE: Final = 1000
"""Milliseconds after the deadline for which a move is waited for: it may be on its way."""


class Patience(NamedTuple):
    """How long people who are away are waited for, in milliseconds."""

    grace: int
    """In a match, until a computer player holds the seat,"""
    waiting: int
    """and before it, until the seat is free."""


class Chore(NamedTuple):
    """Something that is due at a time."""

    at: int
    """Milliseconds of the store's clock."""
    seat: Seat
    """Of whose turn it is the end, or who is away."""


def turn_end(state: TableState) -> Chore | None:
    """Return when the turn that is on is played for."""
    clock, deadline = state.clock, state.deadline
    return None if clock is None or deadline is None else Chore(deadline + LATE, clock.seat)


def absences(state: TableState, patience: Patience) -> list[Chore]:
    """Return when people who are away are waited for no more; never while nobody is there."""
    if not state.anybody_lost or not state.anybody_here:
        return []
    span = patience.waiting if state.stage is Stage.WAITING else patience.grace
    return [
        Chore(_missed_since(state, person) + span, seat)
        for seat, person in state.people()
        if person.lost is not None and not person.held
    ]


def _missed_since(state: TableState, person: Person) -> int:
    """Return since when somebody who is there misses a person."""
    return max(0 if person.lost is None else person.lost.time, state.peopled)


def next_due(state: TableState, patience: Patience) -> int | None:
    """Return when something becomes due; None if nothing does."""
    if state.clock is None and not state.anybody_lost:
        return None
    end = turn_end(state)
    times = [chore.at for chore in absences(state, patience)]
    if end is not None:
        times.append(end.at)
    return min(times, default=None)


class Due(NamedTuple):
    """What is to be done, and not before when."""

    plan: Plan
    not_before: int


def due(state: TableState, now: int, patience: Patience, dice: Chance) -> Due | None:
    """Return what is to be done at a time by the store's clock: one thing, the rest comes after it.

    Who is away is seen to before the turn's end: then a computer player goes on with the turn.
    """
    for absence in sorted(absences(state, patience)):
        if absence.at <= now:
            waits = state.stage is Stage.WAITING
            seat = absence.seat
            plan = leave(state, seat, dice) if waits else hold(state, seat, dice)
            return Due(plan, absence.at)
    end = turn_end(state)
    if end is not None and end.at <= now:
        return Due(run_out(state), end.at)
    return None
