"""Brings the people of a table together at one server, where that can be had.

A table can be played from every server, but each one with somebody there folds and tells every
move. So whoever wants to sit down where another server looks after the table comes back there.
What deals connections out (a proxy, or the parent of workers) sends those who come with the same
word to the same server. No server is told its words: it learns one from the people who come by it.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

import structlog

from rummy500_server.clock import Clock
from rummy500_server.lobby.pulse import Pulse
from rummy500_server.store.ports import NodeStore, StoreError
from rummy500_server.table.lease import nodes_of
from rummy500_server.table.state import TableState


log = structlog.get_logger(__name__)

_FRESH: Final = 60.0
"""Seconds for which a word is kept, and for which nobody is sent away again."""
_SENT: Final = 4096
"""People of whom it is remembered that they were."""
_word: Final = re.compile(r"[?&]at=([A-Za-z0-9]{1,32})(?:&|$)")


def word_in(path: str) -> str:
    """Return the word with which somebody has come, from the path of the request; or nothing."""
    found = _word.search(path)
    return "" if found is None else found[1]


class Places:
    """Where people come together."""

    def __init__(self, pulse: Pulse, store: NodeStore, clock: Clock) -> None:
        """Begin without a word of our own."""
        self._pulse = pulse
        self._store = store
        self._clock = clock
        self._word = ""
        self._since = 0.0
        self._sent: dict[str, float] = {}
        """By player, when he was sent away."""
        self._telling: asyncio.Task[None] | None = None

    def came_by(self, word: str) -> None:
        """Note that somebody has come to this node by a word."""
        now = self._clock.now()
        if not word or (self._word and now - self._since < _FRESH):
            return
        self._word, self._since = word, now
        self._telling = asyncio.create_task(self._tell(), name="word")

    async def _tell(self) -> None:
        try:
            await self._store.reach(self._pulse.own, self._word)
        except StoreError as error:
            log.info("word_not_told", error=str(error))

    async def better(self, state: TableState, player: str, word: str) -> str:
        """Return the word by which somebody should come back for a table; empty: he stays.

        He is sent away once in a while at most. If what deals connections out has changed its mind
        about a word, he is served wherever he arrives.

        Raises:
            StoreError: the store can't be reached.

        """
        driver = state.driver
        if not word or driver in {"", self._pulse.own} or driver not in nodes_of(state):
            return ""
        if self._pulse.dead(driver) or self._was_sent(player):
            return ""
        found = await self._store.reached(driver)
        if found in {"", word}:
            return ""
        while len(self._sent) >= _SENT:
            del self._sent[next(iter(self._sent))]
        self._sent[player] = self._clock.now()
        return found

    def _was_sent(self, player: str) -> bool:
        since = self._sent.pop(player, None)
        if since is None or self._clock.now() - since >= _FRESH:
            return False
        self._sent[player] = since
        return True
