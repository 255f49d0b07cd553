"""What a table does by itself: computer players move, time runs out, and it ends without people.

A computer player is a seat like any other: it is shown that seat's view, and its move goes through
the same door as a person's. It is asked once for each step of the table; a thought that ends when
the table has moved on is dropped there. So there are never two moves for one step. What the time
brings about is decided by the table too; from here it is only reminded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, Final

import structlog

from rummy500.engine.actions import Action
from rummy500.engine.cards import CardSet
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match
from rummy500.engine.views import view_for
from rummy500_server.bots.pool import BotFailedError
from rummy500_server.bots.wire import BotWireError, decode_action, encode_view
from rummy500_server.clock import Clock
from rummy500_server.table.alarm import Alarm
from rummy500_server.table.chores import Patience, next_due
from rummy500_server.table.dealing import untouched
from rummy500_server.table.fallback import fallback
from rummy500_server.table.mailbox import Deserted, Moved, Reminded, Work
from rummy500_server.table.ports import Chance, Thinker, draw_below
from rummy500_server.table.state import Stage, TableState
from rummy500_server.table.store_time import StoreTime


log = structlog.get_logger(__name__)

_SEED_BYTES: Final = 7
"""So that a seed fits every integer on its way to the worker."""
_RETRY: Final = 0.5


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take."""

    shortest: float = 0.4
    """Seconds between the moves of computer players, so that people can follow,"""
    longest: float = 1.5
    """at most these,"""
    deal: float = 1.8
    """and before the first move of a hand at least these, so that the deal is seen to its end."""
    limit: float = 8.0
    """Seconds after which a thought is given up; the pool's own limit is shorter."""
    grace: float = 20.0
    """Seconds after which a computer player holds the seat of somebody who is away in a match."""
    waiting: float = 60.0
    """Seconds that a table without anybody waits for its first match, and a seat for its person,"""
    over: float = 600.0
    """and that one waits for another match."""

    @property
    def patience(self) -> Patience:
        """Return how long people who are away are waited for."""
        return Patience(round(self.grace * 1000), round(self.waiting * 1000))


@dataclass(frozen=True, slots=True)
class Tools:
    """What a driver works with."""

    thinker: Thinker
    clock: Clock
    dice: Chance
    pace: Pace
    time: StoreTime


class Driver:
    """Acts for one table."""

    def __init__(self, tools: Tools, submit: Callable[[Work], bool]) -> None:
        self._thinker = tools.thinker
        self._clock = tools.clock
        self._dice = tools.dice
        self._pace = tools.pace
        self._patience = tools.pace.patience
        self._submit = submit
        self._alarm = Alarm(tools.clock, tools.time, partial(submit, Reminded()))
        self._asked_for = -1
        """The step for which a computer player was asked."""
        self._waits_since = -1
        """The step at which the wait for somebody began; -1 when somebody is here."""
        self._thought: asyncio.Task[None] | None = None
        self._wait: asyncio.Task[None] | None = None

    def look(self, state: TableState) -> None:
        """See whether there is something to do at the table as it is now."""
        if state.anybody_here:
            self._stop_waiting()
            self._move(state)
            self._alarm.set(next_due(state, self._patience))
        else:
            self._alarm.stop()
            self._wait_for_somebody(state)

    def again(self) -> None:
        """Do what was to be done once more, a little later: it could not be stored."""
        self._asked_for = -1
        self._waits_since = -1
        self._alarm.again(_RETRY)

    def rest(self) -> None:
        """Do nothing for now: another node acts for the table."""
        self.close()
        self._asked_for = -1

    def close(self) -> None:
        """Do nothing any more."""
        self._stop_waiting()
        self._alarm.stop()
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    # --- computer players ------------------------------------------------------------------------

    def _move(self, state: TableState) -> None:
        turn = state.computer_to_move
        if turn is None or self._asked_for == state.step:
            return
        self._asked_for = state.step
        self._run(self._think(state, *turn))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        if self._thought is not None:
            self._thought.cancel()
        self._thought = asyncio.create_task(work)

    async def _think(self, state: TableState, seat: Seat, level: str) -> None:
        began = self._clock.now()
        pause = self._pause()
        if state.match is not None and state.match.hand is not None and untouched(state.match.hand):
            pause = max(pause, self._pace.deal)
        action = await self._choice(state, seat, level)
        left = pause - (self._clock.now() - began)
        if left > 0:
            await self._clock.sleep(left)
        self._submit(Moved(seat, state.step, action))

    async def _choice(self, state: TableState, seat: Seat, level: str) -> Action:
        match = state.match
        if match is None or match.hand is None:
            msg = "a computer player is on turn without a hand"
            raise ValueError(msg)
        view = view_for(match.hand, seat)
        pairs = zip(state.shown, match.hand.hands, strict=True)
        taken = [CardSet(shown & held) for shown, held in pairs]
        sent = encode_view(view, match.totals, match.options.target_score, taken)
        try:
            async with asyncio.timeout(self._pace.limit):
                chosen = await self._thinker.choose(
                    sent, level, self._seed(state, match, seat, sent)
                )
            return decode_action(chosen)
        except (BotFailedError, BotWireError, TimeoutError) as error:
            log.warning("computer_failed", table=state.table, seat=seat, error=repr(error))
            return fallback(view)

    def _seed(self, state: TableState, match: Match, seat: Seat, sent: bytes) -> int:
        """Return the chance of one move: the same for the same move, whoever asks, whenever.

        It follows by a one-way function from the seed of the hand, so it tells nothing about the
        pack; in a daily match from what belongs to the date and from what the player sees, so that
        the same plays are answered alike (R49).
        """
        if state.day:
            known = self._dice.day_mind(state.day, match.number, seat) + sent
        else:
            seed = b"" if match.hand is None else match.hand.seed
            known = seed + f" {seat} {state.step}".encode()
        digest = sha256(b"rummy500 computer 1" + known).digest()
        return int.from_bytes(digest[:_SEED_BYTES], "big")

    def _pause(self) -> float:
        spread = self._pace.longest - self._pace.shortest
        return self._pace.shortest + spread * draw_below(self._dice, 1000) / 1000

    # --- nobody here -----------------------------------------------------------------------------

    def _wait_for_somebody(self, state: TableState) -> None:
        span = self._span(state)
        if span is None or self._waits_since == state.step:
            return
        self._stop_waiting()
        self._waits_since = state.step
        self._wait = asyncio.create_task(self._desert(span, state.step))

    def _span(self, state: TableState) -> float | None:
        match state.stage:
            case Stage.WAITING:
                return self._pace.waiting
            case Stage.OVER:
                return self._pace.over
            case Stage.HAND | Stage.BETWEEN:
                return None  # a match waits for its people; it costs nothing meanwhile

    async def _desert(self, span: float, step: int) -> None:
        await self._clock.sleep(span)
        self._submit(Deserted(step))

    def _stop_waiting(self) -> None:
        self._waits_since = -1
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None
