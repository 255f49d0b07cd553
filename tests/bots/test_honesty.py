"""Nobody peeks: what a seat cannot see makes no difference to what its player does.

Real positions are dealt anew in all that the seat on turn cannot see. The bytes that it gets must
stay the same, and so must its action. A player that does peek is put to the same test, so that
the test itself is tested. The next stock card is part of what is dealt anew: no player may know
it, and no action of ours is compared beyond one play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from tests.bots.arena import RandomPlayer, positions, seen

from rummy500.engine.cards import Card, CardSet, card_list, card_set
from rummy500.engine.options import BASIC, RUMMY500, TableOptions
from rummy500.engine.state import HandState
from rummy500_server.bots.levels import LEVELS, policy_for
from rummy500_server.bots.worker import think


def twin(state: HandState, rng: Random) -> HandState:
    """Return the state with everything that the seat on turn cannot see dealt anew."""
    seat = state.turn.seat
    hidden = list(state.stock)
    for other, cards in enumerate(state.hands):
        if other != seat:
            hidden += card_list(cards)
    order = rng.sample(hidden, len(hidden))
    stock = tuple(order[: len(state.stock)])
    rest = order[len(state.stock) :]
    hands = []
    for other, cards in enumerate(state.hands):
        if other == seat:
            hands.append(cards)
        else:
            count = cards.bit_count()
            hands.append(card_set(rest[:count]))
            rest = rest[count:]
    seed = rng.randbytes(len(state.seed))
    return replace(state, hands=tuple(hands), stock=stock, seed=seed)


def twins(
    players: int, options: TableOptions, deals: range
) -> Iterator[tuple[HandState, HandState]]:
    table = [policy_for(LEVELS[seat % 2]) for seat in range(players - 1)] + [RandomPlayer()]
    for number, (state, _) in enumerate(positions(table, deals, options)):
        yield state, twin(state, Random(number))


CASES = [(2, RUMMY500), (3, RUMMY500), (4, RUMMY500), (2, BASIC)]


@pytest.mark.parametrize(("players", "options"), CASES)
def test_no_player_depends_on_what_it_cannot_see(players: int, options: TableOptions) -> None:
    compared = 0
    for state, other in twins(players, options, range(12)):
        data = seen(state)
        assert seen(other) == data
        for level in LEVELS:
            assert think(seen(other), level, compared) == think(data, level, compared)
        compared += 1
    assert compared > 500


def peek(state: HandState) -> Card:
    """Return what a cheat would do: throw what the next seat can use least, by its cards."""
    next_hand = state.hands[(state.turn.seat + 1) % state.players]

    def near(card: Card) -> int:
        same = sum(next_hand >> 13 * suit + card % 13 & 1 for suit in range(4))
        return same + (next_hand << 1 >> card & 1) + (next_hand >> card >> 1 & 1)

    own = card_list(CardSet(state.own))
    return min(own, key=near)


def test_a_player_that_peeks_is_caught() -> None:
    caught = [peek(state) != peek(other) for state, other in twins(2, RUMMY500, range(6))]
    assert sum(caught) > 0.4 * len(caught)
