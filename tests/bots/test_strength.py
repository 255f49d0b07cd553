"""The levels are what they are called, by duplicate deals on fixed seeds.

Every deal is played once with the stronger player in each seat, so luck of the cards cancels out.
The margins asked for are about half of what was measured (``docs/computer-players.md``).
"""

from __future__ import annotations

import pytest
from tests.bots.arena import RandomPlayer, duel

from rummy500.engine.options import BASIC, RUMMY500, TableOptions
from rummy500_server.bots.levels import policy_for
from rummy500_server.bots.policy import Policy


EASY = policy_for("easy")
STEADY = policy_for("steady")
RANDOM = RandomPlayer()


@pytest.mark.parametrize(
    ("stronger", "weaker", "deals", "points"),
    [
        pytest.param(STEADY, EASY, 100, 35.0, id="steady-easy"),
        pytest.param(STEADY, RANDOM, 60, 90.0, id="steady-random"),
        pytest.param(EASY, RANDOM, 250, 10.0, id="easy-random"),
    ],
)
def test_each_level_beats_the_one_below(
    stronger: Policy, weaker: Policy, deals: int, points: float
) -> None:
    result = duel(stronger, weaker, range(deals))
    assert result.points > points, result
    assert result.sigmas > 5, result


@pytest.mark.parametrize("players", [3, 4])
def test_steady_wins_more_than_its_share_at_larger_tables(players: int) -> None:
    result = duel(STEADY, EASY, range(60), players)
    assert result.points > 25, result
    assert result.sigmas > 5, result
    assert result.won > 1.4 / players, result


@pytest.mark.parametrize(
    ("options", "deals"),
    [
        pytest.param(BASIC, 100, id="basic"),
        pytest.param(TableOptions(max_melds_per_turn=1, layoff_requires_own_meld=True), 30),
        pytest.param(TableOptions(must_discard_to_go_out=True, top_draw_must_use=True), 40),
    ],
)
def test_steady_is_the_better_player_under_other_rules(options: TableOptions, deals: int) -> None:
    assert options != RUMMY500
    result = duel(STEADY, EASY, range(deals), options=options)
    assert result.sigmas > 4, result
