"""What a worker process does: one thought at a time, bytes to bytes.

Only this side of the pool, the players and the engine are imported in a worker.
"""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import connection, parent_process
from random import Random
from typing import Final

from rummy500_server.bots.levels import policy_for
from rummy500_server.bots.wire import decode_view, encode_action


EXIT_HUNG: Final = 70
EXIT_ORPHAN: Final = 71


def think(view: bytes, level: str, seed: int) -> bytes:
    """Return the action that a player of ``level`` chooses: the same bytes for the same input.

    Raises:
        BotWireError: the bytes are no view.
        UnknownLevelError: there is no such level.

    """
    rng = Random(seed)  # noqa: S311 - play must be repeatable; no secret hangs on it
    return encode_action(policy_for(level).choose(decode_view(view), rng))


def think_within(view: bytes, level: str, seed: int, limit: float) -> bytes:
    """Think; after ``limit`` seconds end this process, which tells the pool that it hung.

    The limit is the worker's own, so time spent in the queue does not count, and a server under
    load never ends a worker that is sound.
    """
    watchdog = threading.Timer(limit, os._exit, (EXIT_HUNG,))
    watchdog.daemon = True
    watchdog.start()
    try:
        return think(view, level, seed)
    finally:
        watchdog.cancel()


def enter_worker() -> None:
    """Leave Ctrl-C to the server, and end when the server ends.

    A worker waits on a pipe whose other end it holds itself, so it would outlive a server that is
    killed; the sentinel of the parent is what tells it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(EXIT_ORPHAN)
