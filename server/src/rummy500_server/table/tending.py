"""What a node does for a table because others share its store: who is there, and who acts for it.

``upkeep`` looks at the table and at the connections of this node, and returns what should be added
to the journal. It waits for nothing and stores nothing, and whoever asks at whatever moment gets
the same answer; so it is asked after each entry and at each beat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rummy500.engine.ids import Seat
from rummy500_server.store import records
from rummy500_server.table.audience import Audience
from rummy500_server.table.decide import Plan, with_returns
from rummy500_server.table.lease import (
    Situation,
    call_away,
    claim,
    drain,
    drives,
    should_claim,
)
from rummy500_server.table.mailbox import Tended, Work
from rummy500_server.table.nodes import Nodes
from rummy500_server.table.replica import Replica
from rummy500_server.table.state import Holder, Person, Stage, TableState
from rummy500_server.table.world import World


class Here(NamedTuple):
    """Who is connected to a table at this node."""

    seats: Mapping[Seat, bytes]
    """Those for which somebody is, with the mark of the entry by which each came."""
    ghosts: frozenset[bytes]
    """Marks of connections that the journal shows here, and that were missing at two beats."""


class Tending:
    """Tends one table, where nodes share a store; elsewhere there is nothing to do."""

    def __init__(
        self,
        world: World,
        replica: Replica,
        audience: Audience,
        *,
        after: Callable[[tuple[records.AnyFact, ...]], None],
        submit: Callable[[Work], bool],
    ) -> None:
        """Begin. ``after`` is told what was added; ``submit`` asks for a turn to add something."""
        self._world = world
        self._replica = replica
        self._audience = audience
        self._after = after
        self._submit = submit
        self._asked = False
        """Whether a turn has been asked for."""
        self._missing: frozenset[bytes] = frozenset()
        """Connections that the journal showed here at the last beat, and that were not."""
        self._ghosts: frozenset[bytes] = frozenset()
        self._seats: tuple[Holder, ...] = ()
        self._driver = ""
        """What the last look found."""
        self.sent = False
        """Whether the sweep wants this node to take the table over."""

    def adopt(self) -> None:
        """Take the table over if nobody looks after it."""
        self.sent = True
        self._look()
        self.sent = self._asked

    def beat(self) -> bool:
        """See once a second what is to be done; return whether nobody else has a part."""
        if self._is_quiet():
            self._missing = self._ghosts = frozenset()
            return True
        seats = self._audience.seats
        own = self._world.nodes.own
        shown = [(seat, p.since) for seat, p in self._replica.state.people() if p.node == own]
        missing = frozenset(since for seat, since in shown if seat not in seats)
        self._missing, self._ghosts = missing, self._missing & missing
        self._look()
        return False

    def look(self) -> None:
        """See what is to be done after an entry: nothing if it left people and driver as they were.

        What comes of time or of other nodes is seen at the next beat.
        """
        state = self._replica.state
        if state.seats is self._seats and state.driver == self._driver:
            return
        self._seats, self._driver = state.seats, state.driver
        self._look()

    def _look(self) -> None:
        """See what is to be done, and ask for a turn to do it."""
        if not self._world.nodes.shared or self._asked or self._is_quiet():
            return
        if self._plan() is not None:
            self._asked = self._submit(Tended())

    def _is_quiet(self) -> bool:
        """Return whether this node drives and everybody who is there is here, as a rule."""
        own = self._world.nodes.own
        state, seats = self._replica.state, self._audience.seats
        if state.driver != own:
            return False
        for seat, holder in enumerate(state.seats):
            node = own if seats.get(Seat(seat)) else ""
            if isinstance(holder, Person) and holder.node != node:
                return False
        return True

    def _plan(self) -> Plan | None:
        world = self._world
        seats = self._audience.seats
        now = world.time.now()
        seen = Situation(present=bool(seats), sent=self.sent, now=now, pace=world.pace)
        return upkeep(self._replica.state, world.nodes, seen, Here(seats, self._ghosts))

    async def tended(self) -> bool:
        """Do what is to be done; return False if it must be judged again."""
        self._asked = False
        plan = self._plan()
        if plan is not None and not await self._replica.append(plan, None):
            return False
        self.sent = False
        if plan is None:
            return True
        self._audience.reattach(self._replica.state, self._world.node)
        self._after(plan.facts)
        claimed = any(isinstance(fact, records.DriverNamed) for fact in plan.facts)
        if claimed and self._replica.state.stage is Stage.OVER:
            self._world.match_over(self._replica.state)
        return True

    async def credited(self, since: int) -> bool:
        """Give an open turn back what it lost; return False if it must be judged again."""
        state = self._replica.state
        clock = state.clock
        if clock is None or clock.runs_from is None or not drives(state, self._world.nodes):
            return True
        plan = Plan((records.TimeCredited(since),))
        if not await self._replica.append(plan, None):
            return False
        self._after(plan.facts)
        return True

    async def drain(self) -> bool:
        """Note that this node ends; return False if it must be judged again."""
        plan = drain(self._replica.state, self._world.nodes, self._world.time.now())
        return plan is None or await self._replica.append(plan, None)


def upkeep(state: TableState, nodes: Nodes, seen: Situation, here: Here) -> Plan | None:
    """Return what this node should add by itself; None: nothing."""
    if not nodes.shared or state.ended:
        return None
    facts = [*_returns(state, nodes.own, here), *_ghosts(state, nodes.own, here)]
    claims = should_claim(state, nodes, seen)
    if claims or (drives(state, nodes) and nodes.sound):
        away = call_away(state, nodes)
        facts += () if away is None else away.facts
    if claims:
        facts += claim(state, nodes).facts
    return Plan(with_returns(state, tuple(facts))) if facts else None


def _returns(state: TableState, own: str, here: Here) -> list[records.AnyFact]:
    """Return whom the journal calls away though the connection stands here."""
    return [
        records.PersonCame(seat, own)
        for seat, since in here.seats.items()
        if isinstance(person := state.seats[seat], Person) and (not person.here or not since)
    ]


def _ghosts(state: TableState, own: str, here: Here) -> list[records.AnyFact]:
    """Return whom the journal shows here though there is no connection."""
    return [
        records.PersonLost(seat)
        for seat, person in state.people()
        if person.node == own and person.since in here.ghosts and seat not in here.seats
    ]
