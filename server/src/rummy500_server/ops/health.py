"""Whether this node can serve, as proxies and orchestrators ask every few seconds."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Final

from rummy500_server.clock import Clock
from rummy500_server.net.pages import Page
from rummy500_server.store.ports import Store, StoreError


_STORE_LIMIT: Final = 1.0
"""Seconds that the store has for an easy question."""
_FRESH: Final = 1.0
"""Seconds for which an answer is good: whoever asks more often costs the store nothing."""
_NOBODY: Final = "-"


class Health:
    """Asks the store, now and then."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._found = ""
        self._until = -1.0
        self._asking: asyncio.Task[str] | None = None
        self._draining = False

    def drain(self) -> None:
        """Note that the server is about to end."""
        self._draining = True

    async def why_not(self) -> str:
        """Return why the node can't serve, or nothing if it can."""
        if self._draining:
            return "draining"
        if self._clock.now() >= self._until:
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask(), name="readiness")
            return await asyncio.shield(self._asking)
        return self._found

    async def alive(self) -> Page:
        """Show that the loop turns."""
        return Page("ok\n")

    async def ready(self) -> Page:
        """Show whether the node can serve."""
        why_not = await self.why_not()
        if why_not:
            return Page(f"{why_not}\n", HTTPStatus.SERVICE_UNAVAILABLE)
        return Page("ready\n")

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(_STORE_LIMIT):
                await self._store.recall(_NOBODY)
            self._found = ""
        except (StoreError, TimeoutError):
            self._found = "store away"
        self._until = self._clock.now() + _FRESH
        self._asking = None
        return self._found
