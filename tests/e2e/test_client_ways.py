"""Each way to play suffices for a whole match: clicks (``test_client_match``), dragging, keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from tests.e2e.client_player import Player
from tests.e2e.client_program import program
from tests.e2e.client_ways import Dragger, Typist

from rummy500.protocol.translate import score_from_wire


pytestmark = [pytest.mark.e2e, pytest.mark.slow]
TARGET = 200


@pytest.mark.parametrize("way", [Dragger, Typist])
async def test_one_way_is_enough_for_a_match(
    way: type[Player], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(tmp_path, monkeypatch, 11) as clicking:
        player = way(clicking.program)
        player.program.window.activateWindow()
        answers = player.program.window.home.findChildren(QToolButton)
        player.press(next(b for b in answers if b.property("value") == str(TARGET)))
        await player.until(lambda: player.session.settings.target == TARGET)
        await player.start_match(2)
        await player.play_match()
        now = player.glance.now
        assert max(score_from_wire(total) for total in now.totals) >= TARGET
        assert now.winners is not None
        assert player.melds
        assert player.lay_offs
