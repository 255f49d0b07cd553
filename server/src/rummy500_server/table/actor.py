"""One table at this node: a queue of work, and one entry at a time on its way to the store.

    decide -> append -> fold -> answer -> news

Nothing is told before it is stored. When somebody else was faster (another node, in a later
version) the missed entries are folded and the work is judged again from the start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

import structlog

from rummy500.engine.views import view_for
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.tables import TimesNow
from rummy500_server.short_queue import ShortQueue
from rummy500_server.store.ports import Stored, StoreError
from rummy500_server.store.records import AnyFact, HandOver, TableEnded
from rummy500_server.table.audience import Audience
from rummy500_server.table.chores import due
from rummy500_server.table.decide import No, Plan, leave, lose_all_but, play
from rummy500_server.table.driver import Driver, Tools
from rummy500_server.table.ear import Ear
from rummy500_server.table.fallback import fallback
from rummy500_server.table.lease import drives
from rummy500_server.table.mailbox import (
    Asked,
    Closed,
    Credited,
    Deafened,
    Deserted,
    Drained,
    Heard,
    Moved,
    OfNodes,
    Reminded,
    Removed,
    Resumed,
    Tended,
    Vanished,
    Work,
    refuse,
)
from rummy500_server.table.news import times_now
from rummy500_server.table.replica import Hooks, Replica, TableGoneError
from rummy500_server.table.service import Service
from rummy500_server.table.state import Stage, TableState
from rummy500_server.table.tending import Tending
from rummy500_server.table.world import World


log = structlog.get_logger(__name__)

_RETRY: Final = 0.5
"""Seconds after which what could not be stored, and nobody asks for again, is stored."""


_CHECK_BEATS: Final = 10
"""Beats after which a table looks whether it has missed something that nobody told it of,"""
_QUIET_CHECK_BEATS: Final = 60
"""and if nobody but this node has a part in it."""


class FallbackRefusedError(RuntimeError):
    """A move that must always be legal is not: a fault of ours."""


class Table:
    """One table."""

    def __init__(
        self, world: World, state: TableState, ear: Ear, journal: Sequence[Stored] = ()
    ) -> None:
        self._world = world
        self._ear = ear
        self._queue: ShortQueue[Work] = ShortQueue()
        self._pump: asyncio.Task[None] | None = None
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._beats = sum(state.table.encode()) % _QUIET_CHECK_BEATS  # not all at the same beat
        self._patience = world.pace.patience
        self._audience = Audience(self._times)
        hooks = Hooks(self._missed, self._rewound)
        self._replica = Replica(world.node, world.store, world.dice, world.time, state, hooks)
        self._replica.recall(journal)
        tools = Tools(world.thinker, world.clock, world.dice, world.pace, world.time)
        self._driver = Driver(tools, self.submit)
        parts = (world, self._replica, self._audience)
        self._service = Service(*parts, after=self._after, look=self._look)
        self._tending = Tending(*parts, after=self._after, submit=self.submit)

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
        world = self._world
        plan = None if world.nodes.shared else lose_all_but(self.state, world.node)
        if plan is not None:
            await self._replica.append(plan, None)
        if self.state.stage is Stage.OVER and drives(self.state, world.nodes):
            world.match_over(self.state)
        self._look()
        self._ear.lead_to(self.submit)

    async def close(self) -> None:
        """Finish the entry that is on its way, and do nothing more."""
        self._queue.clear()
        pump = self._pump
        if not self._closed:
            self._closed = True
            self._driver.close()
            self._let_go()
        if pump is not None:
            await asyncio.wait({pump})

    def _let_go(self) -> None:
        """Cut this table and its parts apart, now or when the work that goes on is done.

        Each part can call its table. Python hardly ever looks for circles of what has been there
        for a while (``ops.garbage``), so tables that are over would pile up until then.
        """
        if self._pump is None:
            self._replica.let_go()
            del self._service, self._tending, self._driver, self._audience, self._ear

    # --- the queue -------------------------------------------------------------------------------

    async def _work_off(self) -> None:
        try:
            while self._queue:
                await self._work(self._queue.popleft())
            self._sleep_if_idle()
        except Exception:
            log.exception("table_fault", table=self.state.table)
            self._fall()
        finally:
            self._pump = None
            if self._closed:
                self._let_go()

    async def _work(self, work: Work) -> None:
        """Judge until done: while others are faster, what they did is folded first."""
        try:
            if not self._only_looks(work):
                await self._replica.settle()
            while not await self._judge(work):
                pass
        except TableGoneError:
            refuse(work, ErrorCode.NO_SUCH_TABLE)
            self._end()
        except StoreError as error:
            log.warning("not_stored", table=self.state.table, error=str(error))
            self._replica.doubt()
            self._not_stored(work)

    def _only_looks(self, work: Work) -> bool:
        """Return whether work needs no store: what is to be shown has been stored before."""
        return isinstance(work, Resumed) and self._audience.connection_of(work.viewer) is not None

    async def _judge(self, work: Work) -> bool:
        """Do one piece of work; return False if it must be judged again."""
        match work:
            case Asked():
                return await self._service.asked(work)
            case Resumed():
                return await self._service.resumed(work)
            case Vanished():
                return await self._service.vanished(work.viewer)
            case Moved():
                return await self._moved(work)
            case Deserted():
                return await self._deserted(work)
            case Reminded():
                return await self._reminded()
            case Removed():
                return await self._removed(work.player)
            case Closed():
                return await self._add(Plan((TableEnded(),)))
            case Heard() | Deafened() | Tended() | Credited() | Drained():
                return await self._judge_of_nodes(work)

    async def _judge_of_nodes(self, work: OfNodes) -> bool:
        match work:
            case Heard():
                await self._replica.hear(work.stored)
                return True
            case Deafened():
                await self._replica.confirm()
                return True
            case Tended():
                return await self._tending.tended()
            case Credited():
                return await self._tending.credited(work.since)
            case Drained():
                return await self._drained()

    def _not_stored(self, work: Work) -> None:
        """Answer what can be asked again; what the table wants by itself is tried again."""
        refuse(work, ErrorCode.TRY_AGAIN)
        match work:
            case Moved() | Deserted() | Reminded():
                self._driver.again()
            case Vanished() | Removed() | Closed():
                self._run(self._again_later(work))
            case Asked() | Resumed() | Heard() | Deafened() | Tended() | Credited() | Drained():
                pass  # whoever asked asks again; what nodes bring about is seen at the next beat

    async def _again_later(self, work: Work) -> None:
        await self._world.clock.sleep(_RETRY)
        self.submit(work)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _sleep_if_idle(self) -> None:
        """Let go of a match without anybody there: it waits in the store for its people.

        So does a table at which nobody is connected here, and that another node drives.
        """
        state = self.state
        deserted = not state.anybody_here and state.stage in {Stage.HAND, Stage.BETWEEN}
        elsewhere = not drives(state, self._world.nodes) and not self._audience.seats
        if deserted or (elsewhere and not self._tending.sent):
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
        for task in self._tasks:
            task.cancel()
        while self._queue:
            refuse(self._queue.popleft(), ErrorCode.TRY_AGAIN)
        self._world.store.unwatch(self.state.table, self._ear)
        self._world.gone(self.state)
        self._let_go()

    # --- the kinds of work -----------------------------------------------------------------------

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

    async def _removed(self, player: str) -> bool:
        seat = self.state.seat_of(player)
        if seat is None:
            return True
        plan = leave(self.state, seat, self._world.dice)
        if not await self._replica.append(plan, None):
            return False
        self._audience.forget(player)
        self._after(plan.facts)
        return True

    async def _reminded(self) -> bool:
        world = self._world
        if not world.nodes.sound:
            self._driver.again()
            return True
        found = due(self.state, world.time.now(), world.pace.patience, world.dice)
        if found is None:
            self._look()
            return True
        return await self._add(found.plan, found.not_before)

    # --- because of other nodes ------------------------------------------------------------------

    def beat(self, since: int) -> None:
        """Look after the table, as is done once a second where nodes share a store.

        ``since`` is from when on the store was away, in milliseconds of its clock; 0: it was not.
        """
        if self._closed:
            return
        if since:
            self._queue.appendleft(Credited(since))  # before any reminder that is late by that
        self._beats += 1
        quiet = self._tending.beat()
        check = self._beats % (_QUIET_CHECK_BEATS if quiet else _CHECK_BEATS) == 0
        if since or check or not self._replica.sound:
            self.submit(Deafened())
        if self._pump is None:
            self._sleep_if_idle()

    def adopt(self) -> None:
        """Take the table over if nobody looks after it."""
        if not self._closed:
            self._tending.adopt()

    async def drain(self) -> None:
        """Let go of the table in order: this node ends."""
        if self.submit(Drained()) and self._pump is not None:
            await asyncio.wait({self._pump})

    async def _drained(self) -> bool:
        if not await self._tending.drain():
            return False
        self._stop()
        return True

    # --- what follows ----------------------------------------------------------------------------

    async def _add(self, plan: Plan, not_before: int = 0) -> bool:
        """Store what nobody waits for an answer to."""
        if not await self._replica.append(plan, None, not_before):
            return False
        self._after(plan.facts)
        return True

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
        over = state.stage is Stage.OVER and any(isinstance(fact, HandOver) for fact in facts)
        if over and drives(state, self._world.nodes):
            self._world.match_over(state)
        self._look()

    def _rewound(self) -> None:
        """See what follows when the store has lost what was told already."""
        self._service.forget_refusals()
        self._driver.rest()
        self._audience.rewind()
        self._audience.drop_replaced(self.state)
        self._audience.tell(self.state, (), rewound=True)
        self._look()

    def _look(self) -> None:
        """See what there is to do at the table as it is now."""
        if drives(self.state, self._world.nodes):
            self._driver.look(self.state)
        else:
            self._driver.rest()
        self._tending.look()

    def _times(self, state: TableState) -> TimesNow | None:
        return times_now(state, self._world.time.now(), self._patience)
