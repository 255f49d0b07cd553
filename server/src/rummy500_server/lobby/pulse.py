"""The beats of a node: one call each second says that it lives, and tells which others do.

A node judges others by when the store heard of them last. It does so only if it was itself heard of
all the time: whoever was cut off from the store knows nothing about anybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from rummy500_server.clock import Clock
from rummy500_server.store.ports import NodeStore, StoreError
from rummy500_server.table.store_time import StoreTime


log = structlog.get_logger(__name__)

BEAT: Final = 1.0
"""Seconds between two beats."""
LIFETIME: Final = 3000
"""Milliseconds after its last beat for which a node is taken for alive."""
_GAP: Final = round(0.7 * LIFETIME)
"""Whoever was not heard of for so long starts anew to judge others."""
_STALE: Final = 1.6 * BEAT
"""Seconds after a beat for which a node trusts its idea of the store's time."""
_MISSED: Final = round(2 * BEAT * 1000)
"""Milliseconds without a beat after which time was lost that is to be given back."""


class Pulse:
    """One node, as it stands among the others."""

    shared = True

    def __init__(self, own: str, store: NodeStore, clock: Clock, time: StoreTime) -> None:
        """Make a node that has not begun to beat."""
        self.own = own
        self._store = store
        self._clock = clock
        self._time = time
        self._nodes: dict[str, int] = {}
        self._now = 0
        """The store's time at the last beat."""
        self._heard: float | None = None
        """When the answer to the last beat came, by this machine's clock."""
        self._solid_since = 0
        self._task: asyncio.Task[None] | None = None

    # --- what tables ask -------------------------------------------------------------------------

    @property
    def sound(self) -> bool:
        """Return whether the last beat was answered a moment ago."""
        return self._heard is not None and self._clock.now() - self._heard <= _STALE

    def dead(self, node: str) -> bool:
        """Return whether a node is dead, as far as this one may judge."""
        if node == self.own or not node or not self._may_judge():
            return False
        return self._now - self._nodes.get(node, 0) > LIFETIME

    def last_seen(self, node: str) -> int:
        """Return the time of a node's last beat; 0 if nobody knows."""
        return self._nodes.get(node, 0)

    def first(self) -> bool:
        """Return whether this node has the lowest id of those that live: it sweeps for all."""
        living = [node for node in self._nodes if not self.dead(node)]
        return self._may_judge() and min(living, default=self.own) == self.own

    def _may_judge(self) -> bool:
        return self.sound and self._now - self._solid_since >= LIFETIME + BEAT * 1000

    # --- beating ---------------------------------------------------------------------------------

    async def begin(self, after: Callable[[int], None]) -> None:
        """Give the first sign of life and go on.

        ``after`` is called at once after each further beat: with the time from which on this node
        was cut off from the store, or 0 if it was not.

        Raises:
            StoreError: the store can't be reached.

        """
        await self._beat()
        self._task = asyncio.create_task(self._go_on(after), name="pulse")

    async def end(self) -> None:
        """Give no more signs of life; the others need not wait to find out."""
        if self._task is None:
            return
        task, self._task = self._task, None
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        try:
            await self._store.bow_out(self.own)
        except StoreError as error:
            log.info("not_bowed_out", error=str(error))

    async def _go_on(self, after: Callable[[int], None]) -> None:
        failing = False
        while True:
            await self._clock.sleep(BEAT)
            try:
                since = await self._beat()
                failing = False
            except StoreError as error:
                if not failing:
                    log.warning("no_pulse", error=str(error))
                failing = True
                continue
            try:
                after(since)
            except Exception:  # the node must beat on, or all its tables are taken from it
                log.exception("pulse_fault")

    async def _beat(self) -> int:
        """Give a sign of life; return since when this node was cut off, 0 if it was not."""
        beat = await self._store.beat(self.own)
        known = (self._now, beat.now if beat.before is None else beat.before)
        gap = beat.now - min(known) if self._now else None
        self._nodes = dict(beat.nodes)
        self._now = beat.now
        self._heard = self._clock.now()
        self._time.told(beat.now)
        if gap is None or beat.before is None or gap > _GAP:
            self._solid_since = beat.now
        if gap is None or gap <= _MISSED:
            return 0
        return beat.now - gap + round(BEAT * 500)
