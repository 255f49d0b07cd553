"""Which node acts for a table by itself: the driver, as the journal names it.

Where nodes share a store, every node with somebody at a table knows it, and one of them is its
driver: it lets computer players move, keeps the clock, and calls away who sat at a node that fell.
This is for thrift. Two drivers would do no harm, for each entry is added to the one that its writer
knew as the last: the second one finds that there is nothing left to do.

A node takes a table over when it has somebody there, or was sent by the sweep, and the driver

    is nobody                       or is dead by its beats
    has nobody at the table         and so no reason to look after it
    is late                         something that was due is not done, though it is alive
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy500.engine.ids import Seat
from rummy500_server.store import records
from rummy500_server.table.chores import next_due
from rummy500_server.table.decide import Plan
from rummy500_server.table.driver import Pace
from rummy500_server.table.nodes import Nodes
from rummy500_server.table.state import Person, TableState


LATE: Final = 3000
"""Milliseconds after which something that is due is late."""


class Situation(NamedTuple):
    """How a table is seen from this node."""

    present: bool
    """Whether somebody is connected to it here."""
    sent: bool
    """Whether the sweep has found that nobody looks after it."""
    now: int
    """The time of the store."""
    pace: Pace


def drives(state: TableState, nodes: Nodes) -> bool:
    """Return whether this node acts for a table."""
    return not nodes.shared or state.driver == nodes.own


def should_claim(state: TableState, nodes: Nodes, seen: Situation) -> bool:
    """Return whether this node should become the driver."""
    if drives(state, nodes) or not nodes.sound:
        return False
    if not seen.present and not seen.sent:
        return False
    if not state.driver or nodes.dead(state.driver):
        return True
    if not seen.present:
        return False
    return state.driver not in nodes_of(state) or _late(state, seen)


def claim(state: TableState, nodes: Nodes) -> Plan:
    """Make this node the driver; an open turn gets back the time in which there was none."""
    named = records.DriverNamed(nodes.own)
    since = nodes.last_seen(state.driver) if state.driver else 0
    if not since or state.clock is None or state.clock.runs_from is None:
        return Plan((named,))
    return Plan((named, records.TimeCredited(since)))


def call_away(state: TableState, nodes: Nodes) -> Plan | None:
    """Note that connections at dead nodes are gone."""
    lost = [
        records.PersonLost(seat, records.Why.NODE, nodes.last_seen(person.node) or state.time)
        for seat, person in state.people()
        if person.here and nodes.dead(person.node)
    ]
    return Plan(tuple(lost)) if lost else None


def drain(state: TableState, nodes: Nodes, now: int) -> Plan | None:
    """Note that this node ends in order: its connections are gone and it drives no more."""
    own = _seats_at(state, nodes.own)
    facts: list[records.AnyFact] = [
        records.PersonLost(seat, records.Why.DRAIN, now) for seat in own
    ]
    if state.driver == nodes.own:
        facts.append(records.DriverNamed(""))
    return Plan(tuple(facts)) if facts else None


def nodes_of(state: TableState) -> set[str]:
    """Return the nodes at which people are connected."""
    return {person.node for _, person in state.people() if person.here}


def concerned(state: TableState, own: str) -> bool:
    """Return whether any other node than ``own`` has a part in a table."""
    ours = {own, ""}
    if state.driver not in ours:
        return True
    for holder in state.seats:  # noqa: SIM110 - with each play; a generator takes four times that
        if isinstance(holder, Person) and holder.node not in ours:
            return True
    return False


def _seats_at(state: TableState, node: str) -> list[Seat]:
    return [seat for seat, person in state.people() if person.node == node]


def _late(state: TableState, seen: Situation) -> bool:
    """Return whether the driver has let something wait that was due."""
    due = next_due(state, seen.pace.patience)
    if state.computer_to_move is not None:
        moves = state.time + round((seen.pace.longest + seen.pace.limit) * 1000)
        due = moves if due is None else min(due, moves)
    return due is not None and seen.now > due + LATE
