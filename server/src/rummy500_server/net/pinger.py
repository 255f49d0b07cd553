"""Signs of life: asks quiet connections for one, and cuts those that give none.

A client asks by itself when it hears nothing, so most connections never need to be asked. One task
turns a wheel of seconds on which every connection has its place; the places are given by chance,
so that ten thousand clients that came back in the same second are not asked in the same second.
"""

from __future__ import annotations

from typing import Final, Protocol

from rummy500_server.clock import Clock
from rummy500_server.table.ports import Dice, draw_below


AT_A_TABLE: Final = 20
"""Seconds between two looks at a connection whose person others may be waiting for,"""
ELSEWHERE: Final = 45
"""and at any other. Many proxies cut what is silent for 60."""
FRESH: Final = 5.0
"""Seconds within which a connection that was heard need not be asked,"""
QUIET: Final = float(ELSEWHERE - AT_A_TABLE)
"""and at a table where nothing happens: it will be heard before it has been silent for too long."""
ANSWER_LIMIT: Final = 10
"""Seconds for an answer."""
_SLOTS: Final = 64
_TICK: Final = 1.0


class Quiet(Protocol):
    """A connection, as the pinger sees it."""

    @property
    def heard(self) -> float:
        """When something came from it last, by the clock of the house."""
        ...

    @property
    def gone(self) -> bool:
        """Return whether it is closed."""
        ...

    @property
    def at_a_table(self) -> bool:
        """Return whether its person sits somewhere."""
        ...

    def told(self) -> bool:
        """Return whether it was told anything since this was asked last."""
        ...

    def ask(self) -> None:
        """Ask for a sign of life. Never waits, never fails."""
        ...

    def cut(self) -> None:
        """End it without a goodbye, which nobody would hear."""
        ...


class Pinger:
    """The wheel."""

    def __init__(self, clock: Clock, dice: Dice) -> None:
        self._clock = clock
        self._dice = dice
        self._wheel: list[list[tuple[Quiet, float]]] = [[] for _ in range(_SLOTS)]
        """For each second who is looked at then, and when it was asked; 0: it was not."""
        self._at = 0

    def watch(self, connection: Quiet) -> None:
        """Look after a connection until it is gone."""
        self._file(connection, 1 + draw_below(self._dice, _period(connection)), 0.0)

    async def run(self) -> None:
        """Turn the wheel for ever."""
        due = self._clock.now()
        while True:
            due += _TICK
            await self._clock.sleep(max(due - self._clock.now(), 0.0))
            self.tick()

    def tick(self) -> None:
        """Go one second on."""
        self._at = (self._at + 1) % _SLOTS
        waiting, self._wheel[self._at] = self._wheel[self._at], []
        now = self._clock.now()
        for connection, asked in waiting:
            if not connection.gone:
                self._look(connection, asked, now)

    def _look(self, connection: Quiet, asked: float, now: float) -> None:
        answered = connection.heard >= asked
        if asked and not answered:
            connection.cut()
        elif asked:
            self._file(connection, _period(connection) - ANSWER_LIMIT, 0.0)
        elif now - connection.heard < _patience(connection):
            self._file(connection, _period(connection), 0.0)
        else:
            connection.ask()
            self._file(connection, ANSWER_LIMIT, now)

    def _file(self, connection: Quiet, seconds: int, asked: float) -> None:
        self._wheel[(self._at + seconds) % _SLOTS].append((connection, asked))


def _patience(connection: Quiet) -> float:
    """Return for how long a connection may have been silent without being asked."""
    return QUIET if connection.at_a_table and not connection.told() else FRESH


def _period(connection: Quiet) -> int:
    return AT_A_TABLE if connection.at_a_table else ELSEWHERE
