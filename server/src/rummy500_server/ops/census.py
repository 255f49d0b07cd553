"""Counts what stands at a node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rummy500_server.net.gateway import Gateway
from rummy500_server.ops.metrics import Census
from rummy500_server.table.state import Computer, Holder, Nobody, Person, Stage, TableState


STATUSES: Final = {
    Stage.WAITING: "waiting",
    Stage.HAND: "playing",
    Stage.BETWEEN: "between_hands",
    Stage.OVER: "over",
}
_HOLDERS: Final = ("person", "person_away", "computer", "empty")


def take_census(tables: Iterable[TableState], gateway: Gateway) -> Census:
    """Count the tables and connections of a node."""
    statuses = Counter(dict.fromkeys(STATUSES.values(), 0))
    seats = Counter(dict.fromkeys(_HOLDERS, 0))
    for state in tables:
        statuses[STATUSES[state.stage]] += 1
        seats.update(map(_kind, state.seats))
    greeted = sum(1 for _ in gateway.sessions())
    return Census(dict(statuses), dict(seats), gateway.connections, greeted)


def _kind(holder: Holder) -> str:
    match holder:
        case Person():
            return "person" if holder.here else "person_away"
        case Computer():
            return "computer"
        case Nobody():
            return "empty"
