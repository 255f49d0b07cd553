"""Counts what is there of the kinds of objects that come and go in a server of this process."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.fakes import settle
from websockets.server import ServerProtocol

from rummy500_server.lobby.desk import Desk
from rummy500_server.net.bounded import BoundedConnection
from rummy500_server.net.outbox import Outbox
from rummy500_server.net.session import Session
from rummy500_server.table.actor import Table
from rummy500_server.table.alarm import Alarm
from rummy500_server.table.audience import Audience
from rummy500_server.table.driver import Driver
from rummy500_server.table.ear import Ear
from rummy500_server.table.replica import Replica
from rummy500_server.table.service import Service
from rummy500_server.table.state import TableState
from rummy500_server.table.tending import Tending


KINDS = (
    *(Table, TableState, Replica, Service, Tending, Driver, Alarm, Audience, Ear),
    *(Session, Desk, Outbox, BoundedConnection, ServerProtocol),
)
PATIENCE = 100


@contextmanager
def nobody_looks_for_circles() -> Iterator[None]:
    """Let only that be freed that nothing refers to any more."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def there() -> Counter[str]:
    """Count what is there of the kinds that come and go."""
    found = Counter(type(one) for one in gc.get_objects())
    counted = Counter(
        {kind.__name__: sum(n for t, n in found.items() if issubclass(t, kind)) for kind in KINDS}
    )
    timers = getattr(asyncio.get_running_loop(), "_scheduled", ())
    counted["timers"] = sum(not timer.cancelled() for timer in timers)
    counted["tasks"] = len(asyncio.all_tasks())
    return counted


async def level(before: Counter[str]) -> None:
    """Wait until no more is there than was; who has hung up is noticed a moment later."""
    for _ in range(PATIENCE):
        if there() <= before:
            return
        await settle()
    assert there() - before == Counter()
