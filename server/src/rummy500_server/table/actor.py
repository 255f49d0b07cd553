"""One table at this node: a queue of work, and one entry at a time on its way to the store.

    decide -> append -> fold -> answer -> news

Nothing is told before it is stored. When somebody else was faster (another node, in a later
version) the missed entries are folded and the work is judged again from the start.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog

from rummy500.engine.ids import Seat
from rummy500.engine.views import view_for
from rummy500.protocol import commands
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.updates import Accepted, Refused, SatDown
from rummy500_server.clock import Clock
from rummy500_server.store.ports import StoreError, TableStore
from rummy500_server.store.records import AnyFact, Cause, HandOver, TableEnded
from rummy500_server.table import news
from rummy500_server.table.audience import Audience
from rummy500_server.table.decide import (
    Asker,
    No,
    Plan,
    TableCommand,
    arrive,
    decide,
    lose,
    lose_all_but,
    play,
)
from rummy500_server.table.driver import Driver, Pace
from rummy500_server.table.fallback import fallback
from rummy500_server.table.mailbox import Asked, Deserted, Moved, Resumed, Vanished, Work
from rummy500_server.table.ports import Dice, Thinker, Viewer
from rummy500_server.table.replica import Replica, TableGoneError
from rummy500_server.table.state import Answer, Person, Stage, TableState


log = structlog.get_logger(__name__)

_KEPT_REFUSALS: Final = 64
_RETRY: Final = 0.5
"""Seconds after which a loss of connection that could not be stored is stored again."""


class FallbackRefusedError(RuntimeError):
    """A move that must always be legal is not: a fault of ours."""


@dataclass(frozen=True, slots=True)
class World:
    """What all tables of a node share."""

    node: str
    """Id of this node, new at each start."""
    store: TableStore
    clock: Clock
    dice: Dice
    thinker: Thinker
    pace: Pace
    match_over: Callable[[TableState], None]
    """Called when a match is over, and again whenever a table with a finished match is loaded."""
    gone: Callable[[TableState], None]
    """Called when a table is no more here: it has ended, or it fell and must be loaded anew."""


class Table:
    """One table."""

    def __init__(self, world: World, state: TableState) -> None:
        self._world = world
        self._queue: deque[Work] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._closed = False
        self._refusals: dict[tuple[str, int], Refused] = {}
        self._audience = Audience()
        self._replica = Replica(world.store, world.dice, state, self._missed)
        self._driver = Driver(world.thinker, world.clock, world.dice, world.pace, self.submit)

    @property
    def state(self) -> TableState:
        """Return the table as it is."""
        return self._replica.state

    def submit(self, work: Work) -> bool:
        """Put work into the queue, without waiting; return False if this table is asleep."""
        if self._closed:
            return False
        self._queue.append(work)
        if self._pump is None:
            self._pump = asyncio.create_task(self._work_off(), name=f"table {self.state.table}")
        return True

    async def wake(self) -> None:
        """Begin to act after the table was loaded: connections of an earlier life are gone.

        Raises:
            StoreError: that could not be stored.

        """
        plan = lose_all_but(self.state, self._world.node)
        if plan is not None:
            await self._replica.append(plan, None)
        if self.state.stage is Stage.OVER:
            self._world.match_over(self.state)
        self._driver.look(self.state)

    async def close(self) -> None:
        """Finish the entry that is on its way, and do nothing more."""
        self._closed = True
        self._queue.clear()
        self._driver.close()
        if self._pump is not None:
            await asyncio.wait({self._pump})

    # --- the queue -------------------------------------------------------------------------------

    async def _work_off(self) -> None:
        try:
            while self._queue:
                await self._work(self._queue.popleft())
            self._sleep_if_deserted()
        except Exception:
            log.exception("table_fault", table=self.state.table)
            self._fall()
        finally:
            self._pump = None

    async def _work(self, work: Work) -> None:
        """Judge until done: while others are faster, what they did is folded first."""
        try:
            await self._replica.settle()
            while not await self._judge(work):
                pass
        except TableGoneError:
            _refuse(work, ErrorCode.NO_SUCH_TABLE)
            self._end()
        except StoreError as error:
            log.warning("not_stored", table=self.state.table, error=str(error))
            self._replica.doubt()
            self._not_stored(work)

    async def _judge(self, work: Work) -> bool:
        """Do one piece of work; return False if it must be judged again."""
        match work:
            case Asked():
                return await self._asked(work.viewer, work.command)
            case Resumed():
                return await self._resumed(work.viewer, work.ref)
            case Vanished():
                return await self._vanished(work.viewer)
            case Moved():
                return await self._moved(work)
            case Deserted():
                return await self._deserted(work)

    def _not_stored(self, work: Work) -> None:
        """Answer what can be asked again; what the table wants by itself is tried again."""
        _refuse(work, ErrorCode.TRY_AGAIN)
        match work:
            case Moved() | Deserted():
                self._driver.again(self.state)
            case Vanished():
                asyncio.get_running_loop().call_later(_RETRY, self.submit, work)
            case Asked() | Resumed():
                pass

    def _sleep_if_deserted(self) -> None:
        """Let go of a match without anybody there: it waits in the store for its people."""
        if self.state.stage in {Stage.HAND, Stage.BETWEEN} and not self.state.anybody_here:
            self._stop()

    def _fall(self) -> None:
        """End this table here after a fault of ours; whoever comes back finds it as stored."""
        self._stop()
        self._audience.dismiss(CloseReason.FAULT)

    def _end(self) -> None:
        """End this table: it is no more."""
        self._stop()
        self._audience.tell_end(self.state.table)

    def _stop(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._driver.close()
        while self._queue:
            _refuse(self._queue.popleft(), ErrorCode.TRY_AGAIN)
        self._world.gone(self.state)

    # --- the kinds of work -----------------------------------------------------------------------

    async def _asked(self, viewer: Viewer, command: TableCommand) -> bool:
        known = self.state.answer_to(viewer.player, command.ref)
        if known is not None:
            seated = self.state.seat_of(viewer.player) is not None
            if seated and isinstance(command, commands.JoinTable):
                return await self._resumed(viewer, command.ref)
            viewer.answer(self._accepted(known))
            return True
        refused = self._refusals.get((viewer.player, command.ref))
        if refused is None:
            decision = self._decide(viewer, command)
            if isinstance(decision, Plan):
                return await self._do(viewer, command, decision)
            refused = self._refused(viewer, command, decision)
        viewer.answer(refused)
        return True

    def _decide(self, viewer: Viewer, command: TableCommand) -> Plan | No:
        joins = isinstance(command, commands.JoinTable)
        attached = self._audience.connection_of(viewer) is not None
        if not joins and not attached and self.state.seat_of(viewer.player) is not None:
            return No(ErrorCode.RESUME_FIRST)
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

    async def _resumed(self, viewer: Viewer, ref: int) -> bool:
        known = self.state.answer_to(viewer.player, ref)
        seat = self.state.seat_of(viewer.player)
        if seat is None:
            gone = Refused(ref, ErrorCode.NOT_SEATED)
            viewer.answer(gone if known is None else self._accepted(known))
            return True
        facts: tuple[AnyFact, ...] = ()
        if self._audience.connection_of(viewer) is None:
            if self._audience.has(viewer.player) or not self._shown_here(seat):
                plan = arrive(seat, self._world.node)
                if not await self._replica.append(plan, None):
                    return False
                facts = plan.facts
            self._audience.attach(self.state, viewer, seat)
        viewer.answer(self._accepted(known or Answer(ref, self.state.version, seat)))
        if facts:
            self._after(facts)
        else:
            viewer.tell(news.Bulletin(self.state, ()).for_seat(seat))
            self._driver.look(self.state)
        return True

    async def _vanished(self, viewer: Viewer) -> bool:
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

    async def _moved(self, move: Moved) -> bool:
        match = self.state.match
        if move.step != self.state.step or match is None or match.hand is None:
            return True  # the table has moved on while the computer player thought
        plan = play(self.state, move.seat, move.action)
        if isinstance(plan, No):
            log.warning("computer_erred", table=self.state.table, code=plan.code)
            plan = play(self.state, move.seat, fallback(view_for(match.hand, move.seat)))
        if isinstance(plan, No):
            raise FallbackRefusedError(plan.code)
        return await self._add(plan)

    async def _deserted(self, work: Deserted) -> bool:
        if self.state.anybody_here or work.step != self.state.step:
            return True
        return await self._add(Plan((TableEnded(),)))

    async def _add(self, plan: Plan) -> bool:
        """Store what nobody waits for an answer to."""
        if not await self._replica.append(plan, None):
            return False
        self._after(plan.facts)
        return True

    # --- what follows ----------------------------------------------------------------------------

    def _missed(self, facts: tuple[AnyFact, ...]) -> None:
        """See what follows from an entry that somebody else has added."""
        self._audience.drop_replaced(self.state)
        self._after(facts)

    def _after(self, facts: tuple[AnyFact, ...]) -> None:
        """Tell what has been folded, and see what follows from it."""
        state = self.state
        if state.ended:
            self._end()
            return
        self._audience.tell(state, facts)
        if state.stage is Stage.OVER and any(isinstance(fact, HandOver) for fact in facts):
            self._world.match_over(state)
        self._driver.look(state)

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


def _refuse(work: Work, code: ErrorCode) -> None:
    """Answer work that was not done, if somebody waits for an answer."""
    match work:
        case Asked():
            work.viewer.answer(Refused(work.command.ref, code))
        case Resumed():
            work.viewer.answer(Refused(work.ref, code))
        case Vanished() | Moved() | Deserted():
            pass
