"""Group commit: whatever waits for Redis at the same moment goes there together.

While one group is on its way the next one gathers. Each asker is answered when the reply to his own
command is there. So a command costs a share of one write and one read, however many tables move.

If the connection breaks, the group is sent again as long as somebody may still wait for it. Then a
command may be done twice; each of them either may be, or says so (an append names its mark).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from redis.exceptions import (
    ClusterDownError,
    ConnectionError as LinkBrokenError,
    MasterDownError,
    NoScriptError,
    ReadOnlyError,
    TryAgainError,
)

from rummy500_server.clock import Clock
from rummy500_server.store.ports import StoreError
from rummy500_server.store.redis.line import Word, Words
from rummy500_server.store.redis.link import LINK_ERRORS, Link
from rummy500_server.store.redis.scripts import Script


PATIENCE: Final = 1.0
"""Seconds after which an asker is told that nobody knows."""
_LEAST: Final = 0.2
"""Seconds that a group gets at least, though somebody in it has waited long already."""
_PAUSE: Final = 0.05
"""Seconds between two tries."""
_MOST: Final = 512
"""Commands in one group."""
_PASSING: Final = (
    ClusterDownError,
    LinkBrokenError,
    MasterDownError,
    ReadOnlyError,
    TryAgainError,
)
"""Replies that say nothing about the command, and troubles that soon pass."""


@dataclass(slots=True)
class _Asked:
    words: Words
    script: Script | None
    until: float
    answer: asyncio.Future[Any]


class Commits:
    """Asks Redis for many askers at once."""

    def __init__(self, link: Link, clock: Clock) -> None:
        self._link = link
        self._clock = clock
        self._waiting: deque[_Asked] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._closed = False

    async def ask(self, *words: Word) -> Any:
        """Send a command and return the reply.

        Raises:
            StoreError: it was refused, or nobody knows whether it was done.

        """
        return await self._enqueue(words, None)

    async def run(self, script: Script, keys: Sequence[str], *words: Word) -> Any:
        """Run a script and return what it returns.

        Raises:
            StoreError: it was refused, or nobody knows whether it was done.

        """
        return await self._enqueue(("EVALSHA", script.sha, len(keys), *keys, *words), script)

    async def close(self) -> None:
        """Finish what was asked, and ask nothing more."""
        self._closed = True
        if self._pump is not None:
            await asyncio.wait({self._pump})

    def _enqueue(self, words: Words, script: Script | None) -> asyncio.Future[Any]:
        if self._closed:
            msg = "the store is closed"
            raise StoreError(msg)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Asked(words, script, self._clock.now() + PATIENCE, answer))
        if self._pump is None:
            self._pump = asyncio.create_task(self._work_off(), name="redis")
        return answer

    async def _work_off(self) -> None:
        group: list[_Asked] = []
        try:
            while group or self._waiting:
                while self._waiting and len(group) < _MOST:
                    group.append(self._waiting.popleft())
                group = await self._commit(group)
        except Exception as error:  # whatever it is, somebody waits for an answer
            for asked in (*group, *self._waiting):
                if not asked.answer.done():
                    asked.answer.set_exception(error)
            self._waiting.clear()
        finally:
            self._pump = None

    async def _commit(self, group: list[_Asked]) -> list[_Asked]:
        """Send a group; return those who must ask again, and whose time is not up."""
        reason: Exception | None = None
        again = group
        try:
            again, reason = _deal_out(group, await self._exchange(group))
        except (*LINK_ERRORS, TimeoutError) as error:
            reason = error
        if reason is None:
            return again
        waiting = self._still_waiting(again, reason)
        await self._clock.sleep(_PAUSE)
        return waiting

    async def _exchange(self, group: list[_Asked]) -> list[Any]:
        left = min(asked.until for asked in group) - self._clock.now()
        async with asyncio.timeout(max(left, _LEAST)):
            return await self._link.send([asked.words for asked in group])

    def _still_waiting(self, group: list[_Asked], reason: Exception) -> list[_Asked]:
        """Tell those who have waited too long that nobody knows, and return the others."""
        now = self._clock.now()
        for asked in group:
            if asked.until <= now and not asked.answer.done():
                asked.answer.set_exception(_failure(reason))
        return [asked for asked in group if not asked.answer.done()]


def _deal_out(group: list[_Asked], replies: list[Any]) -> tuple[list[_Asked], Exception | None]:
    """Give each his reply; return those who must ask again, and why they must wait before."""
    again: list[_Asked] = []
    reason: Exception | None = None
    for asked, reply in zip(group, replies, strict=True):
        if asked.answer.done():
            continue  # whoever asked has gone away
        if isinstance(reply, NoScriptError) and asked.script is not None:
            asked.words = ("EVAL", asked.script.source, *asked.words[2:])
            again.append(asked)
        elif isinstance(reply, _PASSING):
            again.append(asked)
            reason = reply
        elif isinstance(reply, Exception):
            asked.answer.set_exception(_failure(reply))
        else:
            asked.answer.set_result(reply)
    return again, reason


def _failure(reason: Exception) -> StoreError:
    return StoreError(f"{type(reason).__name__}: {reason}".removesuffix(": "))
