"""One process of a run: its share of the tables, from the first connection to the tally."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import time
from collections.abc import Awaitable, Callable
from functools import partial
from multiprocessing.connection import Connection as Pipe
from random import Random
from typing import Final, NamedTuple

from rummy500_server.clock import Clock, SystemClock
from rummy500_server.load.connection import Connection, Glance
from rummy500_server.load.errors import LoadError
from rummy500_server.load.meter import Span, Tally
from rummy500_server.load.options import Wish
from rummy500_server.load.table import Course, LoadTable, a_word
from rummy500_server.loop import loop_factory


_TOGETHER: Final = 8
"""Tables that take their seats at once."""
_GRACE: Final = 5.0
"""Seconds that moves have to be seen after the end."""
_INSTANT: Final = 1e-6
"""Two moments so near to each other are the same, but for rounding."""
_LOOK_AGAIN: Final = 0.05


class Share(NamedTuple):
    """What one process does of a run."""

    wish: Wish
    number: int
    """Of the process; with n processes every n-th table is its own."""


class _Stranger:
    """The follower of a connection that only greets."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def received(self, size: int) -> None:
        """Count nothing: it is no move."""

    def answered(self, glance: Glance) -> None:
        """Count a refusal."""
        self._tally.refused[glance.code] += 1

    def told(self) -> None:
        """Hear nothing: it sits nowhere."""

    def hung_up(self) -> None:
        """Count a loss."""
        self._tally.lost += 1


class Crew:
    """The tables of one process."""

    def __init__(self, share: Share, clock: Clock) -> None:
        wish = self._wish = share.wish
        self.tally = Tally()
        self._clock = clock
        self._numbers = range(share.number, wish.tables, wish.processes)
        rng = Random(f"{wish.seed} {share.number}")  # noqa: S311 - a run is to be repeated
        course = Course(clock, self.tally, rng, itertools.count(1))
        self._tables = {number: LoadTable(course, wish.seats) for number in self._numbers}
        self._rng = rng
        self._strangers = [
            Connection(_Stranger(self.tally), course.refs)
            for _ in range(share.number, wish.bare, wish.processes)
        ]
        self._play = [(n, table) for n, table in self._tables.items() if n < wish.moving]

    async def sit_down(self) -> None:
        """Let everybody connect and take a seat.

        Raises:
            LoadError: that could not be done.

        """
        url = self._wish.url
        arrivals: list[Callable[[], Awaitable[None]]] = [
            *(partial(table.sit_down, url, f"load {n}") for n, table in self._tables.items()),
            *(partial(one.open, url, "stranger", a_word(self._rng)) for one in self._strangers),
        ]
        waiting = iter(arrivals)

        async def some() -> None:
            for arrive in waiting:
                await arrive()

        async with asyncio.TaskGroup() as group:
            for _ in range(_TOGETHER):
                group.create_task(some())

    async def play(self, begin: float) -> None:
        """Play from a moment on until all has been measured."""
        wish = self._wish
        span = Span(begin + wish.warm_up, begin + wish.warm_up + wish.seconds)
        await self._until(begin)
        for number, table in self._play:
            table.begin(span, paced=wish.rate > 0)
            if wish.rate:
                self._pace(table, begin + number / (wish.rate * wish.moving), span.end)
        await self._until(span.begin)
        before = time.process_time()
        await self._until(span.end)
        self.tally.cpu = time.process_time() - before
        await self._end()

    def leave(self) -> None:
        """Let everybody hang up."""
        for table in self._tables.values():
            table.leave()
        for stranger in self._strangers:
            stranger.close()

    async def _end(self) -> None:
        tables = [table for _, table in self._play]
        for table in tables:
            table.finish()
        last = self._clock.now() + _GRACE
        while any(table.pending for table in tables) and self._clock.now() < last:
            await self._clock.sleep(_LOOK_AGAIN)
        self.tally.unfinished = sum(table.pending for table in tables)

    def _pace(self, table: LoadTable, first: float, end: float, number: int = 0) -> None:
        """Have a move made when it is due, and then each one after it; ``first`` is the first."""
        due = first + number / self._wish.rate
        if due > end - _INSTANT:
            return

        def now_due() -> None:
            table.move_is_due(min(due, self._clock.now()))  # a timer may be a little early
            self._pace(table, first, end, number + 1)

        wait = max(due - self._clock.now(), 0)
        asyncio.get_running_loop().call_later(wait, now_due)

    async def _until(self, moment: float) -> None:
        wait = moment - self._clock.now()
        if wait > 0:
            await self._clock.sleep(wait)


def work(share: Share, pipe: Pipe) -> None:
    """Do a share of a run in a process of its own, led by the other end of the pipe.

    It says None when all sit, or why they can't; hears when to begin; says the tally; and hears
    when to hang up, so that the server's memory can be read before.
    """
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_work(share, pipe))


async def _work(share: Share, pipe: Pipe) -> None:
    crew = Crew(share, SystemClock())
    try:
        await crew.sit_down()
    except ExceptionGroup as group:
        problem, others = group.split(LoadError)
        if problem is None or others is not None:
            raise
        pipe.send(str(problem.exceptions[0]))
        return
    gc.freeze()  # thousands of connections that stay need not be looked through again and again
    pipe.send(None)
    # The loop goes on while the pipe is silent: it has pings to answer.
    with contextlib.suppress(EOFError):  # nobody leads any more
        await crew.play(await asyncio.to_thread(pipe.recv))
        pipe.send(crew.tally)
        await asyncio.to_thread(pipe.recv)
    crew.leave()
