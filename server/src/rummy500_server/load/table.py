"""One table of a run: its people take their seats, then play hand after hand.

A move is over when every seat has seen it. Then the next one is chosen: from what its seat was
sent, as anybody has to.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import msgspec

from rummy500.engine.options import TableOptions
from rummy500.protocol import commands
from rummy500.protocol.codec import decode_update
from rummy500.protocol.translate import action_to_wire, hand_from_wire, options_from_wire
from rummy500.protocol.updates import SatDown, TableNews
from rummy500_server.clock import Clock
from rummy500_server.load.choice import choose
from rummy500_server.load.connection import Connection, Glance
from rummy500_server.load.errors import LoadError
from rummy500_server.load.meter import Span, Tally


_RETRY: Final = 0.5
"""Seconds after which something else is tried when a command was refused."""
_WORD_BITS: Final = 64


class Course(NamedTuple):
    """What all tables of a process share."""

    clock: Clock
    tally: Tally
    rng: Random
    refs: Iterator[int]


class _Turn(msgspec.Struct):
    seat: int


class _End(msgspec.Struct):
    pass


class _Hand(msgspec.Struct):
    turn: _Turn
    end: _End | None = None


class _Now(msgspec.Struct):
    hand: _Hand
    winners: tuple[int, ...] | None = None


class _News(msgspec.Struct):
    """As much of the news as tells whose turn it is."""

    now: _Now


_brief: Final = msgspec.msgpack.Decoder(_News).decode


def a_word(rng: Random) -> str:
    """Return a word to come with."""
    return f"{rng.getrandbits(_WORD_BITS):x}"


class LoadTable:
    """One table and the connections of its people."""

    def __init__(self, course: Course, seats: int) -> None:
        self._course = course
        self._people = [Connection(self, course.refs) for _ in range(seats)]
        self._table = ""
        self._options: TableOptions | None = None
        self._span: Span | None = None
        self._due: deque[float] | None = None
        """Moments at which moves are due and not yet made; None: make them as fast as can be."""
        self._waits_for: set[int] = set()
        """Refs without an answer,"""
        self._shown_at = 0
        """and the version that every seat must have seen besides."""
        self._busy = False
        self._moved_at: float | None = None
        """When the move that is on its way was made, or due; None: something else is."""
        self._over = False

    # --- taking seats ----------------------------------------------------------------------------

    async def sit_down(self, url: str, name: str) -> None:
        """Connect all people, make a table for them and deal.

        Raises:
            LoadError: that could not be done.

        """
        for number, person in enumerate(self._people):
            await person.open(url, f"{name} {number}", a_word(self._course.rng))
        host, *guests = self._people
        make = commands.CreateTable(ref=host.ref(), name=name, seats=len(self._people))
        made = (await host.ask(make)).result
        if not isinstance(made, SatDown):
            msg = f"the server sent {made} for a new table"
            raise LoadError(msg)
        self._table = made.table
        for guest in guests:
            await guest.ask(commands.JoinTable(ref=guest.ref(), table=self._table))
        await host.ask(commands.Start(ref=host.ref(), table=self._table))

    # --- playing ---------------------------------------------------------------------------------

    def begin(self, span: Span, *, paced: bool) -> None:
        """Begin to play; the span is what is measured."""
        self._span = span
        self._due = deque() if paced else None
        self._busy = True
        self._shown_at = max(person.seq for person in self._people)
        self._look_on()

    def move_is_due(self, moment: float) -> None:
        """Make a move as soon as the ones before it are over; its time runs from ``moment``."""
        if self._due is not None and not self._over:
            self._due.append(moment)
            if not self._busy:
                self._step()

    def finish(self) -> None:
        """Make no move any more but those that were due."""
        self._over = True

    @property
    def pending(self) -> int:
        """Return how many moves are on their way or due."""
        on_its_way = self._busy and self._moved_at is not None
        return on_its_way + (0 if self._due is None else len(self._due))

    def leave(self) -> None:
        """Hang up."""
        for person in self._people:
            person.close()

    # --- as a follower of its connections --------------------------------------------------------

    def received(self, size: int) -> None:
        """Count bytes."""
        if self._span is not None and self._span.holds(self._course.clock.now()):
            self._course.tally.received += size

    def answered(self, glance: Glance) -> None:
        """Note the answer to a command."""
        self._waits_for.discard(glance.ref)
        if glance.upd == "refused":
            self._course.tally.refused[glance.code] += 1
            if self._due is not None and self._moved_at is not None:
                self._due.appendleft(self._moved_at)  # it is still due, and has been since then
            self._moved_at = None
            asyncio.get_running_loop().call_later(_RETRY, self._look_on)
            return
        self._shown_at = max(self._shown_at, glance.seq)
        self._look_on()

    def told(self) -> None:
        """See whether that was what we wait for."""
        if self._busy:
            self._look_on()

    def hung_up(self) -> None:
        """Count a loss; this table plays no more."""
        self._course.tally.lost += 1
        self._waits_for.add(0)

    # --- one thing after the other ---------------------------------------------------------------

    def _look_on(self) -> None:
        """Go on if all that was asked is answered and seen by every seat."""
        if self._waits_for or any(person.seq < self._shown_at for person in self._people):
            return
        if self._moved_at is not None:
            self._count(self._moved_at)
        self._busy, self._moved_at = False, None
        self._step()

    def _count(self, moved_at: float) -> None:
        tally, now = self._course.tally, self._course.clock.now()
        tally.all_moves += 1
        if self._span is not None:
            tally.moves += self._span.holds(now)
            if self._span.holds(moved_at):
                tally.latencies.append(now - moved_at)

    def _step(self) -> None:
        """Do what comes next, if it is time for it."""
        if self._over and not self._due:
            return
        now = _brief(self._people[0].news).now
        if now.hand.end is not None:
            self._go_on(match_over=now.winners is not None)
        elif self._due is None:
            self._move(now.hand.turn.seat, self._course.clock.now())
        elif self._due:
            self._move(now.hand.turn.seat, self._due.popleft())

    def _go_on(self, *, match_over: bool) -> None:
        """Let every seat be ready for the next hand."""
        self._course.tally.hands += 1
        kind = commands.Rematch if match_over else commands.Ready
        for person in self._people:
            self._send(person, kind(ref=person.ref(), table=self._table))

    def _move(self, seat: int, moment: float) -> None:
        person = self._people[seat]
        news = decode_update(person.news)
        if not isinstance(news, TableNews) or news.now.hand is None:
            msg = f"the server sent {news} instead of a hand"
            raise LoadError(msg)
        if self._options is None:
            self._options = options_from_wire(news.now.preset, news.now.options)
        view = hand_from_wire(news.now.hand, news.own, self._options)
        act = action_to_wire(choose(view, self._course.rng))
        self._moved_at = moment
        self._send(
            person, commands.Play(ref=person.ref(), table=self._table, act=act, seen=news.seq)
        )

    def _send(self, person: Connection, command: commands.AnyCommand) -> None:
        self._busy = True
        self._waits_for.add(command.ref)
        person.send(command)
