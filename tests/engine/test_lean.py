"""Values that are made fast are values all the same."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError, dataclass, replace
from typing import get_args

import pytest
from tests.support.frozen import quick

from rummy500.engine.actions import Action, DrawStock, Undo
from rummy500.engine.deal import pack_from_seed
from rummy500.engine.decide import DECIDERS, decide
from rummy500.engine.events import HandEvent
from rummy500.engine.evolve import EVOLVERS, evolve
from rummy500.engine.ids import Seat
from rummy500.engine.joining import ENDS
from rummy500.engine.legal import legal_actions
from rummy500.engine.match import next_hand, open_hand, start_match
from rummy500.engine.options import RUMMY500
from rummy500.engine.refusals import Refusal
from rummy500.engine.state import HandState


@dataclass(frozen=True, slots=True)
class Plain:
    seat: int
    card: int | None = None


def test_a_lean_value_does_what_the_plain_one_does() -> None:
    @quick
    @dataclass(frozen=True, slots=True)
    class Quick:
        seat: int
        card: int | None = None

    value = Quick(1)
    assert (value.seat, value.card) == (1, None)
    assert Quick(1, card=7) == replace(value, card=7) != value
    assert hash(Quick(1)) == hash(Plain(1))
    assert repr(value).endswith("Quick(seat=1, card=None)")
    with pytest.raises(TypeError):
        Quick()  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        value.suit = 3  # type: ignore[attr-defined]


def test_in_tests_no_value_can_be_changed() -> None:
    match = start_match(RUMMY500, 2, Seat(0))
    hand = open_hand(match, next_hand(match, pack_from_seed(bytes(32))))
    with pytest.raises(FrozenInstanceError):
        hand.pile = ()  # type: ignore[misc]


def test_every_action_is_judged_and_every_event_folded() -> None:
    assert {DrawStock, *DECIDERS} == set(get_args(Action))
    assert set(EVOLVERS) == set(get_args(HandEvent))


def _fitting(state: HandState) -> int:
    ends = ENDS[state.options.ace_mode]
    found = 0
    for meld in state.melds:
        found |= ends[meld.cards].next
    return found


def test_what_is_kept_of_the_cards_that_fit_is_so() -> None:
    """All that fit are counted, and nothing that is not on the table besides."""
    rng = random.Random("fits")
    for players in (2, 3, 4):
        for _ in range(20):
            seed = rng.randbytes(32)
            match = start_match(RUMMY500, players, Seat(0))
            hand = open_hand(match, next_hand(match, pack_from_seed(seed), seed))
            while hand.end is None:
                action = rng.choice(legal_actions(hand))
                if isinstance(action, Undo) and rng.random() < 0.9:
                    continue
                events = decide(hand, hand.turn.seat, action)
                assert not isinstance(events, Refusal)
                for event in events:
                    hand = evolve(hand, event)
                tabled = sum(meld.cards for meld in hand.melds)
                assert hand.fits & ~tabled == _fitting(hand) & ~tabled
