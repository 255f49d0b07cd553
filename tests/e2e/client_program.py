"""Runs the whole client in a test, against the real server that it starts for itself."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.e2e.client_player import Player

from rummy500_client.app import Arguments, Program
from rummy500_client.presenters.wishes import Pauses


AT_ONCE = Pauses(slow=0.4, lost=0.0, result=0.0)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


@asynccontextmanager
async def program(
    data: Path, monkeypatch: pytest.MonkeyPatch, seed: int | None = 7
) -> AsyncIterator[Player]:
    """Run the program with computer players that do not pause; close its window at the end.

    Without a seed the server deals by chance and keeps its secrets, as it does for people.
    """
    monkeypatch.setenv("RUMMY500_PAUSE", "0")
    if seed is None:
        monkeypatch.delenv("RUMMY500_SEED", raising=False)
    else:
        monkeypatch.setenv("RUMMY500_SEED", str(seed))
    running = Program(Arguments(language="en", name="Ana", data=data), AT_ONCE)
    ended = asyncio.create_task(running.run())
    player = Player(running)
    try:
        await asyncio.sleep(0)
        yield player
    finally:
        pid = running.server.pid
        running.window.close()
        async with asyncio.timeout(4):
            assert await ended == 0
        running.window.deleteLater()
        assert pid is None or not alive(pid)


async def appears(test: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something in the file system, which sends no events."""
    async with asyncio.timeout(seconds):
        while not test():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.05)
