"""Puts a watch on what others do: the loop, the store, the computer players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

from rummy500_server.bots.pool import BotPort
from rummy500_server.clock import Clock
from rummy500_server.ops.metrics import Metrics
from rummy500_server.store.ports import Store, StoreError


_P = ParamSpec("_P")
_T = TypeVar("_T")
_LOOK: Final = 0.5
"""Seconds between two looks at the loop."""


async def watch_loop(clock: Clock, metrics: Metrics) -> None:
    """See for ever how late the loop comes back to one who sleeps."""
    while True:
        due = clock.now() + _LOOK
        await clock.sleep(_LOOK)
        metrics.lagged(max(clock.now() - due, 0.0))


class WatchedThinker:
    """Computer players with a watch on how many wait and how long they think."""

    def __init__(self, bots: BotPort, clock: Clock, metrics: Metrics) -> None:
        self._bots = bots
        self._clock = clock
        self._metrics = metrics

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        """Return the action that a computer player chooses."""
        began = self._clock.now()
        self._metrics.waiting += 1
        try:
            return await self._bots.choose(view, level, seed)
        finally:
            self._metrics.waiting -= 1
            self._metrics.thought(self._clock.now() - began)


def watched_store(store: Store, clock: Clock, metrics: Metrics) -> Store:
    """Return the store with a watch on how long its entries take and on what fails."""
    return cast("Store", _WatchedStore(store, clock, metrics))


class _WatchedStore:
    """Stands before a store, whatever it can do; each of its methods is wrapped once."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics) -> None:
        self._store = store
        self._failed = metrics.store_failed
        self.append = _timed(self._counted("append", store.append), clock, metrics.committed)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if asyncio.iscoroutinefunction(found):
            found = self._counted(name, found)
        setattr(self, name, found)  # the next time it is not looked for any more
        return found

    def _counted(self, name: str, ask: Callable[_P, Awaitable[_T]]) -> Callable[_P, Awaitable[_T]]:
        @wraps(ask)
        async def counted(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            try:
                return await ask(*args, **kwargs)
            except StoreError:
                self._failed(name)
                raise

        return counted


def _timed(
    ask: Callable[_P, Awaitable[_T]], clock: Clock, note: Callable[[float], None]
) -> Callable[_P, Awaitable[_T]]:
    @wraps(ask)
    async def timed(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        began = clock.now()
        answer = await ask(*args, **kwargs)
        note(clock.now() - began)
        return answer

    return timed
