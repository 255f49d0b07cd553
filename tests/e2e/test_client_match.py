"""A real window against a real server process: whole matches, a killed server, clean ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.e2e.client_program import appears, program

from rummy500.protocol.translate import score_from_wire
from rummy500_client.presenters.wishes import Page
from rummy500_client.state.model import Away, Online


pytestmark = pytest.mark.e2e


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
@pytest.mark.parametrize(("seats", "seed"), [(2, 7), (4, 8)])
async def test_a_whole_match_to_500_by_gestures(
    seats: int, seed: int, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(tmp_path, monkeypatch, seed) as player:
        await player.start_match(seats)
        await player.play_match()
        now = player.glance.now
        assert max(score_from_wire(total) for total in now.totals) >= 500
        assert now.winners is not None
        assert len(now.seats) == seats
        assert player.melds
        assert player.lay_offs
        assert player.deep_draws
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
