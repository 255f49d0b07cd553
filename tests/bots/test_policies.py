"""What holds for every computer player: legal, repeatable, and every hand comes to its end."""

from __future__ import annotations

from random import Random

import pytest
from tests.bots.arena import RandomPlayer, deal_hand, play_hand, positions
from tests.bots.option_sets import random_options

from rummy500.engine.actions import Action, Decline, DiscardCard, DrawStock
from rummy500.engine.legal import legal_actions
from rummy500.engine.options import RUMMY500
from rummy500.engine.rules import check_decline
from rummy500.engine.state import HandState
from rummy500_server.bots import policy
from rummy500_server.bots.levels import LEVELS, UnknownLevelError, policy_for
from rummy500_server.bots.policy import Policy, safe_action, vetted
from rummy500_server.bots.wire import SeatView, decode_view
from rummy500_server.bots.worker import think


class Wanderer:
    """Plays one hand in a random, now sound, now reckless way, to reach unusual positions."""

    def choose(self, view: SeatView, rng: Random) -> Action:
        player: Policy = RandomPlayer() if rng.random() < 0.5 else policy_for(rng.choice(LEVELS))
        return player.choose(view, rng)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_every_action_is_legal_under_any_options(level: str, players: int) -> None:
    rng = Random(f"{level} {players}")
    player = policy_for(level)
    asked = 0

    def watch(_state: HandState, data: bytes, _action: Action) -> None:
        nonlocal asked
        view = decode_view(data)
        for seed in range(2):
            assert player.choose(view, Random(seed)) in legal_actions(view)
        asked += 1

    for deal in range(30):
        options = random_options(rng, players)
        play_hand(deal_hand(deal, players, options), [Wanderer()] * players, deal, watch)
    assert asked > 1000


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_every_hand_ends_and_every_action_is_accepted(level: str, players: int) -> None:
    rng = Random(f"{level} {players} ends")
    for deal in range(60):
        options = random_options(rng, players) if deal % 2 else RUMMY500
        end = play_hand(deal_hand(deal, players, options), [policy_for(level)] * players, deal)
        assert end.end is not None


@pytest.mark.parametrize("level", LEVELS)
def test_plans_are_legal_without_the_last_resort(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check at the end of each choice is a net that nobody has fallen into yet."""
    resorts = []

    def counted(view: SeatView) -> Action:
        resorts.append(view)
        return safe_action(view)

    monkeypatch.setattr(policy, "safe_action", counted)
    rng = Random(f"{level} plans")
    for deal in range(60):
        players = 2 + deal % 3
        options = random_options(rng, players) if deal % 2 else RUMMY500
        play_hand(deal_hand(deal, players, options), [policy_for(level)] * players, deal)
    assert resorts == []


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_bytes_and_seed_give_the_same_bytes(level: str) -> None:
    for seed, (_, data) in enumerate(positions([policy_for(level)] * 2, range(5))):
        assert think(data, level, seed) == think(bytes(bytearray(data)), level, seed)


def test_an_unknown_level_names_those_that_exist() -> None:
    with pytest.raises(
        UnknownLevelError, match=r"no computer player of level 'hard'.*easy, steady"
    ):
        policy_for("hard")
    assert LEVELS == ("easy", "steady")


def test_the_safe_action_is_legal_and_changes_little() -> None:
    for _, data in positions([Wanderer()] * 3, range(12)):
        view = decode_view(data)
        action = safe_action(view)
        assert action in legal_actions(view)
        if view.drawn is not None and DiscardCard(view.drawn) in legal_actions(view):
            assert action == DiscardCard(view.drawn)


def test_an_illegal_plan_becomes_a_safe_action() -> None:
    for _, data in positions([Wanderer()] * 2, range(3)):
        view = decode_view(data)
        illegal = DrawStock() if check_decline(view) is None else Decline()
        assert vetted(view, illegal) == vetted(view, None) == safe_action(view)
