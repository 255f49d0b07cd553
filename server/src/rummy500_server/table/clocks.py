"""What an entry does to the clock of a turn: it starts, stands, goes on and is paid for (O24, O29).

The only clock here is the time that the store gave the entry. A turn has its own time and, after
it, what its seat has in reserve for the hand. The clock stands while nobody is there at all, and
while the person on turn is away because a server fell; then nothing is lost by it. An ordinary
loss of the connection does not stop it.
"""

from __future__ import annotations

from typing import Final

from rummy500.engine.ids import Seat
from rummy500_server.store import records
from rummy500_server.table.state import Person, TableState, TurnClock


MILLISECONDS: Final = 1000
LEAST_AFTER_A_STOP: Final = 5 * MILLISECONDS
"""What a turn has left at least when its clock goes on, so that somebody can look around."""

_TURN_OVER: Final = (records.Dealt, records.Thrown, records.Passed, records.HandOver)
"""Facts after which another turn is on, or none."""


def with_times(
    before: TableState, after: TableState, facts: tuple[records.AnyFact, ...]
) -> TableState:
    """Return ``after``, to which ``facts`` led, with its clock, its reserves and who is there."""
    if after.seats is not before.seats and after.anybody_here and not before.anybody_here:
        after = after._replace(peopled=after.time)
    if not after.options.turn_seconds:
        return after
    credited = _credited(before.clock, after, facts)
    after = after._replace(clock=credited)
    if any(isinstance(fact, _TURN_OVER) for fact in facts):
        after = _stopped(after)
    if any(isinstance(fact, records.Dealt) for fact in facts):
        each = after.options.reserve_seconds * MILLISECONDS
        after = after._replace(reserves=(each,) * len(after.seats))
    person = _keeps_time(after)
    if person is None:
        return _stopped(after)
    if after.clock is None:
        after = after._replace(clock=_fresh(after))
    return _standing(after) if _must_stand(after, person) else _running(after)


def _credited(
    clock: TurnClock | None, after: TableState, facts: tuple[records.AnyFact, ...]
) -> TurnClock | None:
    """Give a running clock back the time in which nobody acted for the table."""
    if clock is None or clock.runs_from is None:
        return clock
    since = [given for fact in facts if (given := _since(fact, after, clock)) is not None]
    if not since:
        return clock
    lost = after.time - max(min(since), clock.credited, clock.runs_from)
    return clock._replace(left=clock.left + max(lost, 0), credited=after.time)


def _since(fact: records.AnyFact, after: TableState, clock: TurnClock) -> int | None:
    match fact:
        case records.TimeCredited():
            return fact.since
        case records.PersonLost(why=records.Why.NODE | records.Why.DRAIN) if fact.since:
            concerned = fact.seat == clock.seat or not after.anybody_here
            return fact.since if concerned else None
        case _:
            return None


def _stopped(state: TableState) -> TableState:
    """End the clock; what it took of the reserve is gone."""
    clock = state.clock
    if clock is None:
        return state
    over = min(clock.left_at(state.time), 0)
    seat = clock.seat
    rest = max(state.reserves[seat] + over, 0)
    reserves = (*state.reserves[:seat], rest, *state.reserves[seat + 1 :])
    return state._replace(clock=None, reserves=reserves)


def _keeps_time(state: TableState) -> Person | None:
    """Return the person on turn, unless a computer player holds the seat."""
    seat = state.on_turn
    holder = None if seat is None else state.seats[seat]
    return holder if isinstance(holder, Person) and not holder.held else None


def _fresh(state: TableState) -> TurnClock:
    seat = state.on_turn or Seat(0)
    time = state.options.turn_seconds * MILLISECONDS
    return TurnClock(seat, state.version, time, state.time, state.time)


def _must_stand(state: TableState, person: Person) -> bool:
    fell = person.lost is not None and person.lost.why is not records.Why.LINE
    return fell or not state.anybody_here


def _standing(state: TableState) -> TableState:
    clock = state.clock
    if clock is None or clock.runs_from is None:
        return state
    return state._replace(clock=clock._replace(left=clock.left_at(state.time), runs_from=None))


def _running(state: TableState) -> TableState:
    clock = state.clock
    if clock is None or clock.runs_from is not None:
        return state
    left = max(clock.left, LEAST_AFTER_A_STOP - state.reserves[clock.seat])
    return state._replace(clock=clock._replace(left=left, runs_from=state.time))
