"""Wire and engine: what goes through the bridge comes back the same, and nothing else goes."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.play import dealt, hand_of, options_strategy, playout

from rummy500.engine.cards import iterate
from rummy500.engine.ids import Seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.options import RUMMY500, OptionError, TableOptions, changed_options
from rummy500.engine.views import view_for
from rummy500.protocol.tables import HandNow, OwnNow
from rummy500.protocol.translate import (
    action_from_wire,
    action_to_wire,
    hand_from_wire,
    hand_to_wire,
    options_from_wire,
    own_to_wire,
    score_from_wire,
    score_to_wire,
)


few = settings(max_examples=25, deadline=None)
sent = msgspec.msgpack.Encoder().encode
heard_hand = msgspec.msgpack.Decoder(HandNow).decode
heard_own = msgspec.msgpack.Decoder(OwnNow).decode


@few
@given(options_strategy, st.integers(2, 4), st.integers(0, 2**32))
def test_a_view_arrives_as_it_was_sent(options: TableOptions, players: int, seed: int) -> None:
    for match, _ in playout(dealt(options, players, seed), random.Random(seed)):
        state = hand_of(match)
        for viewer in map(Seat, range(players)):
            view = view_for(state, viewer)
            hand = heard_hand(sent(hand_to_wire(view, b"c", b"s")))
            own = heard_own(sent(own_to_wire(view, viewer)))

            assert hand_from_wire(hand, own, options) == view


@few
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_a_watcher_hears_of_no_hand(players: int, seed: int) -> None:
    for match, _ in playout(dealt(RUMMY500, players, seed), random.Random(seed)):
        state = hand_of(match)
        told = hand_to_wire(view_for(state, None), b"c", state.seed)

        assert (told.end is None) == (state.end is None)
        if told.end is None:
            public = {*told.pile, *(card for meld in told.melds for card in meld.cards)}
            known = {card for cards in state.hands for card in iterate(cards)} | {*state.stock}
            assert not public & known - {state.turn.required, state.turn.taken}
            assert state.seed not in sent(told)


@few
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_every_action_survives_the_journey(players: int, seed: int) -> None:
    for match, _ in playout(dealt(RUMMY500, players, seed), random.Random(seed)):
        for action in legal_actions(hand_of(match)):
            assert action_from_wire(action_to_wire(action)) == action


@few
@given(options_strategy)
def test_options_travel_as_what_differs_from_the_preset(options: TableOptions) -> None:
    assert options_from_wire(options.preset, changed_options(options)) == options


def test_unknown_options_and_presets_are_named() -> None:
    for preset, changes, named in (
        ("canasta", {}, "preset"),
        ("rummy500", {"no_such": "on"}, "no_such"),
        ("rummy500", {"undo": "maybe"}, "undo"),
    ):
        with pytest.raises(OptionError) as caught:
            options_from_wire(preset, changes)
        assert caught.value.option == named


@given(st.fractions(-1000, 1000, max_denominator=6))
def test_points_travel_exactly(score: object) -> None:
    assert score_from_wire(score_to_wire(score)) == score  # type: ignore[arg-type]  # a fraction


def test_the_view_of_one_seat_is_not_for_another() -> None:
    view = view_for(hand_of(dealt(RUMMY500, 2, 1)), Seat(0))

    with pytest.raises(ValueError, match="not for seat 1"):
        own_to_wire(view, Seat(1))
