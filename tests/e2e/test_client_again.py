"""What a second run of the program finds: the cards of the day, and the hand as it was put."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.e2e.client_player import Player
from tests.e2e.client_program import program

from rummy500.engine.cards import Card
from rummy500_client.presenters.daily import DAILY
from rummy500_client.presenters.gesture_model import MoveInHand
from rummy500_client.presenters.home import RESUME
from rummy500_client.presenters.wishes import Page
from rummy500_client.state.arrange import SortMode


pytestmark = pytest.mark.e2e
BY_CHANCE = None
"""A server without a seed keeps its secret for the cards of a day, as it does for people."""


async def sit_down(player: Player, intent: str) -> tuple[Card, ...]:
    """Press a button of the first screen, and return the hand that comes of it.

    Where another match would end the one that waits a second press is asked for.
    """
    player.press_intent(player.program.window.home, intent)
    if player.program.bridge.asked == intent:
        player.press_intent(player.program.window.home, intent)
    await player.until(lambda: player.session.page is Page.TABLE and bool(player.glance.hand))
    return player.glance.hand


async def test_the_cards_of_the_day_are_the_same_all_day(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days, hands = [], []
    for _ in range(2):
        async with program(tmp_path, monkeypatch, BY_CHANCE) as player:
            days.append(player.program.bridge.today())
            await sit_down(player, DAILY)
            assert player.glance.options.daily
            hands.append(player.glance.table.deals[0].own)
    if days[0] == days[1]:  # midnight by UTC is between them otherwise
        assert hands[0] == hands[1]
    assert hands[0]


async def test_the_own_order_of_a_hand_is_found_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(tmp_path, monkeypatch) as player:
        await player.start_match(2)
        await player.until(lambda: player.glance.my_turn)
        last = player.glance.hand[-1]
        player.session.gesture(MoveInHand(last, 0))
        put = player.glance.hand
        assert put[0] == last
    async with program(tmp_path, monkeypatch) as player:
        assert await sit_down(player, RESUME) == put
        assert player.glance.local.sort is SortMode.OWN
