"""What a node does by itself from time to time: forgets who stayed away, and learns of bans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import structlog

from rummy500_server.clock import Clock
from rummy500_server.lobby.bans import Bans
from rummy500_server.store.ports import Store, StoreError


log = structlog.get_logger(__name__)

_DAY: Final = 86_400
_DAY_MS: Final = 86_400_000
BANS_EVERY: Final = 30.0
"""Seconds after which a node knows of a ban that was made elsewhere, if nobody told it."""


class Upkeep:
    """Does it."""

    def __init__(
        self,
        store: Store,
        bans: Bans,
        clock: Clock,
        *,
        guest_days: int,
        enforce: Callable[[], int],
    ) -> None:
        """Begin.

        Guests are forgotten ``guest_days`` days after they were here last. ``enforce`` is called
        when the bans have been read, to end the connections of those who are banned.
        """
        self._store = store
        self._bans = bans
        self._clock = clock
        self._guest_days = guest_days
        self._enforce = enforce

    async def run(self) -> None:
        """Go on for ever."""
        forget_at = self._clock.now()
        while True:
            if self._clock.now() >= forget_at:
                await self._forget()
                forget_at = self._clock.now() + _DAY
            await self._clock.sleep(BANS_EVERY)
            await self._learn()

    async def _forget(self) -> None:
        before = self._clock.wall() - self._guest_days * _DAY_MS
        try:
            gone = await self._store.forget(before)
        except StoreError as error:
            log.warning("not_forgotten", error=str(error))
            return
        if gone:
            log.info("guests_forgotten", number=gone, days=self._guest_days)

    async def _learn(self) -> None:
        try:
            await self._bans.refresh()
        except StoreError as error:
            log.warning("bans_not_read", error=str(error))
        else:
            self._enforce()
