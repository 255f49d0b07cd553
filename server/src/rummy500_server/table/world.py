"""What all tables of a node share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rummy500_server.clock import Clock
from rummy500_server.store.ports import TableStore
from rummy500_server.table.driver import Pace
from rummy500_server.table.nodes import Nodes
from rummy500_server.table.ports import Chance, Thinker
from rummy500_server.table.state import TableState
from rummy500_server.table.store_time import StoreTime


@dataclass(frozen=True, slots=True)
class World:
    """What all tables of a node share."""

    node: str
    """Id of this node, new at each start."""
    store: TableStore
    clock: Clock
    time: StoreTime
    nodes: Nodes
    dice: Chance
    thinker: Thinker
    pace: Pace
    match_over: Callable[[TableState], None]
    """Called when a match is over, and again whenever a table with a finished match is loaded."""
    gone: Callable[[TableState], None]
    """Called when a table is no more here: it has ended, or it fell and must be loaded anew."""
