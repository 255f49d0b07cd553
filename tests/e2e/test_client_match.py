"""A real window against a real server process: whole matches, a killed server, clean ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.e2e.client_player import Player

from rummy500.protocol.translate import score_from_wire
from rummy500_client.app import Arguments, Program
from rummy500_client.presenters.wishes import Page, Pauses
from rummy500_client.state.model import Away, Online


pytestmark = pytest.mark.e2e

AT_ONCE = Pauses(slow=0.4, lost=0.0, result=0.0)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


@asynccontextmanager
async def program(data: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Player]:
    """Run the program with computer players that do not pause; close its window at the end."""
    monkeypatch.setenv("RUMMY500_PAUSE", "0")
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


def referee(record: Path) -> str:
    """Judge a record and return what the referee printed."""
    done = subprocess.run(
        [sys.executable, "-m", "rummy500.referee", "--verify", str(record)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
async def test_a_whole_match_to_500_by_gestures(
    seats: int, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(tmp_path, monkeypatch) as player:
        await player.start_match(seats)
        await player.play_match()
        now = player.glance.now
        assert max(score_from_wire(total) for total in now.totals) >= 500
        assert now.winners is not None
        assert player.melds
        assert len(now.results) == player.hands
        verdicts = [deal.verdict for deal in player.glance.table.deals]
        assert verdicts == ["verified"] * player.hands
        record = await _record(tmp_path)
        text = record.read_text(encoding="utf-8")
        totals = " ".join(str(score_from_wire(total)) for total in now.totals)
        assert f"expect totals {totals}" in text
        assert "0 failed" in referee(record)


async def _record(data: Path) -> Path:
    """Return the record of the match; the server writes it once the match is over."""
    await appears(lambda: any((data / "server").glob("matches/**/*.rummy")))
    return sorted((data / "server").glob("matches/**/*.rummy"))[-1]


async def appears(test: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something in the file system, which sends no events."""
    async with asyncio.timeout(seconds):
        while not test():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.05)


async def test_a_killed_server_starts_again_and_the_match_goes_on(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(tmp_path, monkeypatch) as player:
        await player.start_match(2)
        for _ in range(5):
            await player.play_once()
        before = player.glance
        first = player.program.server.pid
        assert first is not None
        lost = asyncio.Event()

        def look() -> None:
            if isinstance(player.session.state.connection, Away):
                lost.set()

        player.program.bridge.changed.connect(look)
        os.kill(first, signal.SIGKILL)
        async with asyncio.timeout(5):
            await lost.wait()
        await player.until(lambda: isinstance(player.session.state.connection, Online))
        await player.until(player.settled)
        assert player.program.server.pid != first
        after = player.glance
        assert after.view == before.view
        assert after.table.seq >= before.table.seq
        assert after.now.seats == before.now.seats
        for _ in range(3):
            await player.play_once()


async def test_a_match_waits_for_the_next_start_of_the_program(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(tmp_path, monkeypatch) as player:
        await player.start_match(2)
        for _ in range(3):
            await player.play_once()
        before = player.glance.view
    async with program(tmp_path, monkeypatch) as player:
        assert player.session.page is Page.HOME
        player.press_intent(player.program.window.home, "resume")
        await player.until(player.settled)
        assert player.glance.view == before
        await player.play_once()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_command_ends_cleanly_when_it_is_told_to(
    number: signal.Signals, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "rummy500_client",
        "--data",
        str(tmp_path),
        "--lang",
        "es",
        "--play",
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "RUMMY500_PAUSE": "0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    store = tmp_path / "server" / "tables.sqlite"
    await appears(store.exists)
    started = asyncio.get_running_loop().time()
    process.send_signal(number)
    async with asyncio.timeout(5):
        out, err = await process.communicate()
    assert asyncio.get_running_loop().time() - started < 3
    assert process.returncode == 0
    assert (out, err) == (b"", b"")
