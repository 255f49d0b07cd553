"""What a blind player hears is enough to play: a whole match from the accessibility tree alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.e2e.blind_player import BlindPlayer
from tests.e2e.client_program import program
from tests.e2e.tree_reader import TreeReader


pytestmark = [pytest.mark.e2e, pytest.mark.slow]

TARGET = 100


async def test_a_whole_match_by_ear(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(tmp_path, monkeypatch, 7) as running:
        reader = TreeReader(running.program.window, monkeypatch)
        player = BlindPlayer(reader)
        await player.start_match(TARGET)
        winner = await player.play_match()
        best = max(player.totals.values())
        assert best >= TARGET
        assert player.totals[winner] == best
        assert player.hands > 1, "the way to the next hand was not gone"
        assert player.draws
        assert player.takes
        assert player.deep_draws
        assert player.melds
        assert player.lay_offs
        assert not set("♣♦♥♠") & {*"".join(reader.heard), *"".join(player.transcript)}
        names = [thing.name for thing in await reader.things()]
        assert f"Place 1: {winner}, {best} points" in names
