"""What people ask of a table: their commands, their coming back and their going.

Each answer is True when the work is done, and False when somebody else was faster: then the work is
judged again on the table as it is now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rummy500.engine.ids import Seat
from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Accepted, Refused, SatDown
from rummy500_server.store.records import AnyFact, Cause
from rummy500_server.table.audience import Audience
from rummy500_server.table.decide import Asker, No, Plan, TableCommand, arrive, decide, lose
from rummy500_server.table.mailbox import Asked, Resumed
from rummy500_server.table.ports import Viewer
from rummy500_server.table.replica import Replica
from rummy500_server.table.state import Answer, Person, TableState
from rummy500_server.table.world import World


_KEPT_REFUSALS: Final = 64
_NO_SEAT: Final = frozenset({ErrorCode.TABLE_FULL, ErrorCode.MATCH_RUNNING})


class Service:
    """Serves the people at one table."""

    def __init__(
        self,
        world: World,
        replica: Replica,
        audience: Audience,
        *,
        after: Callable[[tuple[AnyFact, ...]], None],
        look: Callable[[], None],
    ) -> None:
        """Begin. ``after`` is told what was added, ``look`` that somebody has come."""
        self._world = world
        self._replica = replica
        self._audience = audience
        self._after = after
        self._look = look
        self._refusals: dict[tuple[str, int], Refused] = {}

    @property
    def state(self) -> TableState:
        """Return the table as it is."""
        return self._replica.state

    def forget_refusals(self) -> None:
        """Judge anew what was refused: the position was another one."""
        self._refusals.clear()

    async def asked(self, work: Asked) -> bool:
        """Do what a person asks for; return False if it must be judged again."""
        viewer, command = work.viewer, work.command
        known = self.state.answer_to(viewer.player, command.ref)
        if known is not None:
            seated = self.state.seat_of(viewer.player) is not None
            if seated and isinstance(command, commands.JoinTable):
                return await self.resumed(Resumed(viewer, command.ref))
            viewer.answer(self._accepted(known))
            return True
        refused = self._refusals.get((viewer.player, command.ref))
        if refused is None:
            decision = self._decide(viewer, command)
            if isinstance(decision, Plan):
                return await self._do(viewer, command, decision)
            if self._must_confirm(command) and await self._replica.confirm():
                return False
            if work.full is not None and decision.code in _NO_SEAT:
                work.full()
                return True
            refused = self._refused(viewer, command, decision)
        viewer.answer(refused)
        return True

    def _decide(self, viewer: Viewer, command: TableCommand) -> Plan | No:
        joins = isinstance(command, commands.JoinTable)
        attached = self._audience.connection_of(viewer) is not None
        if not joins and not attached and self.state.seat_of(viewer.player) is not None:
            return No(ErrorCode.RESUME_FIRST)
        if isinstance(command, commands.Play) and not self._knows(command):
            return No(ErrorCode.STALE)  # it was seen in a life that the store has lost
        asker = Asker(viewer.player, viewer.name, self._world.node)
        return decide(self.state, asker, command, self._world.dice)

    async def _do(self, viewer: Viewer, command: TableCommand, plan: Plan) -> bool:
        cause = Cause(viewer.player, command.ref, plan.sat)
        if not await self._replica.append(plan, cause):
            return False
        if plan.sat is not None:
            self._audience.attach(self.state, viewer, plan.sat)
        elif isinstance(command, commands.Leave):
            self._audience.detach(viewer)
        viewer.answer(self._accepted(Answer(command.ref, self.state.version, plan.sat)))
        self._after(plan.facts)
        return True

    async def resumed(self, work: Resumed) -> bool:
        """Let a person come back; return False if it must be judged again."""
        viewer, ref = work.viewer, work.ref
        lost = not self._replica.knows(work.seq, work.mark)
        if lost and await self._replica.confirm():
            return False
        known = self.state.answer_to(viewer.player, ref)
        seat = self.state.seat_of(viewer.player)
        if seat is None:
            gone = Refused(ref, ErrorCode.NOT_SEATED)
            viewer.answer(gone if known is None else self._accepted(known))
            return True
        facts: tuple[AnyFact, ...] = ()
        if self._audience.connection_of(viewer) is None:
            if self._audience.has(viewer.player) or not self._shown_here(seat):
                plan = arrive(self.state, seat, self._world.node)
                if not await self._replica.append(plan, None):
                    return False
                facts = plan.facts
            self._audience.attach(self.state, viewer, seat)
        viewer.answer(self._accepted(known or Answer(ref, self.state.version, seat)))
        if facts:
            self._after(facts)
        if lost or not facts:
            self._audience.show(self.state, viewer, seat, rewound=lost)
            self._look()
        return True

    async def vanished(self, viewer: Viewer) -> bool:
        """Note that a connection is gone; return False if it must be judged again."""
        connection = self._audience.connection_of(viewer)
        if connection is None:
            return True  # an old socket that another one has replaced
        plan = lose(self.state, connection.seat, connection.since)
        if plan is not None and not await self._replica.append(plan, None):
            return False
        self._audience.detach(viewer)
        if plan is not None:
            self._after(plan.facts)
        return True

    def _accepted(self, answer: Answer) -> Accepted:
        sat = None if answer.sat is None else SatDown(self.state.table, answer.sat)
        return Accepted(answer.ref, answer.version, sat)

    def _refused(self, viewer: Viewer, command: TableCommand, no: No) -> Refused:
        """Make a refusal and remember it: the same command gets the same answer."""
        refused = Refused(command.ref, no.code, dict(no.params))
        if no.code is not ErrorCode.RESUME_FIRST:  # it lies in the connection, not in the command
            while len(self._refusals) >= _KEPT_REFUSALS:
                del self._refusals[next(iter(self._refusals))]
            self._refusals[viewer.player, command.ref] = refused
        return refused

    def _shown_here(self, seat: Seat) -> bool:
        holder = self.state.seats[seat]
        return isinstance(holder, Person) and holder.node == self._world.node

    def _must_confirm(self, command: TableCommand) -> bool:
        """Return whether a refusal may come from knowing too little.

        Where nodes share a store another one may have added what makes the command right. A play
        that says what it has seen is judged by that, if this node has seen as much.
        """
        if not self._world.nodes.shared:
            return False
        return not isinstance(command, commands.Play) or not (command.seen and self._knows(command))

    def _knows(self, play: commands.Play) -> bool:
        return not play.seen or self._replica.knows(play.seen, play.mark)
