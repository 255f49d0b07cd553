"""Where computer players think: in processes of their own, off the server's loop.

A worker gets bytes and gives bytes. It ends with the server however the server ends, and a worker
that dies or hangs costs one answer: the caller is told with ``BotFailedError`` and plays something
legal instead, and the next question finds a new worker.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, Protocol, TypeVar

from rummy500_server.bots.levels import policy_for
from rummy500_server.bots.spawning import BareContext
from rummy500_server.bots.worker import enter_worker, think, think_within


THINKING_LIMIT: Final = 5.0
"""Seconds after which a worker gives itself up. A turn takes milliseconds: this is a hang."""

_T = TypeVar("_T")


class BotFailedError(RuntimeError):
    """A computer player gave no answer; the caller must play for it."""


class BotPort(Protocol):
    """What the server asks computer players through."""

    def start(self) -> None:
        """Get ready in the background; asking without it works too, but waits longer."""
        ...

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        """Return the chosen action as bytes (``wire.decode_action``).

        Raises:
            BotFailedError: there is no answer to this one.
            UnknownLevelError: there is no such level.

        """
        ...

    async def close(self) -> None:
        """End everything that was started. Later questions fail."""
        ...


class InlinePool:
    """The same port without processes, for tests and for tools that wait anyway."""

    def __init__(self) -> None:
        self._closed = False

    def start(self) -> None:
        """Do nothing: there is nothing to get ready."""

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        """Think here and now."""
        policy_for(level)
        if self._closed:
            raise _closed()
        try:
            return think(view, level, seed)
        except Exception as error:
            raise _failed(error) from error

    async def close(self) -> None:
        """Answer no more."""
        self._closed = True


class BotPool:
    """Computer players in worker processes."""

    def __init__(self, workers: int = 1, thinking_limit: float = THINKING_LIMIT) -> None:
        self._workers = workers
        self._limit = thinking_limit
        self._executor: ProcessPoolExecutor | None = None
        self._broken: list[ProcessPoolExecutor] = []
        """They end by themselves; ``close`` waits until they have."""
        self._closed = False

    def start(self) -> None:
        """Let the first worker come up and import in the background."""
        self._submit(os.getpid)

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        """Think in a worker."""
        policy_for(level)
        executor, future = self._submit(partial(think_within, view, level, seed, self._limit))
        try:
            return await asyncio.wrap_future(future)
        except BrokenProcessPool as error:
            self._give_up(executor)
            msg = "the process that thought about this move has died"
            raise BotFailedError(msg) from error
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._closed and task is not None and not task.cancelling():
                raise _closed() from None  # the thought was dropped, not the caller
            raise
        except Exception as error:
            raise _failed(error) from error

    async def close(self) -> None:
        """Wait for the thoughts that are on, drop the others and end the workers."""
        self._closed = True
        executors = self._broken if self._executor is None else [*self._broken, self._executor]
        self._executor, self._broken = None, []
        for executor in executors:
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)

    def _submit(self, work: Callable[[], _T]) -> tuple[ProcessPoolExecutor, Future[_T]]:
        """Hand work to the workers; those that died while idle are replaced first."""
        if self._closed:
            raise _closed()
        if self._executor is not None:
            try:
                return self._executor, self._executor.submit(work)
            except BrokenProcessPool:
                self._give_up(self._executor)
        self._executor = ProcessPoolExecutor(
            self._workers, mp_context=BareContext(), initializer=enter_worker
        )
        return self._executor, self._executor.submit(work)

    def _give_up(self, executor: ProcessPoolExecutor) -> None:
        if self._executor is executor:
            self._executor = None
            self._broken.append(executor)


def _closed() -> BotFailedError:
    return BotFailedError("the computer players have been closed")


def _failed(error: Exception) -> BotFailedError:
    return BotFailedError(f"the computer player failed: {error!r}")
