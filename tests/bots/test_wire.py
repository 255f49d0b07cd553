"""Views and actions survive their bytes, and the bytes hold nothing that the seat cannot see."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from random import Random

import pytest
from tests.bots.arena import deal_hand, play_hand, positions
from tests.bots.option_sets import random_options

from rummy500.engine.actions import (
    AceEnd,
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import Card, CardSet
from rummy500.engine.ids import MeldId
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import HandView, view_for
from rummy500_server.bots.levels import policy_for
from rummy500_server.bots.wire import (
    BotWireError,
    SeatView,
    decode_action,
    decode_view,
    encode_action,
    encode_view,
)


ACTIONS: list[Action] = [
    DrawStock(),
    TakePile(Card(51)),
    MeldCards((Card(0), Card(1), Card(2)), AceEnd.LOW),
    MeldCards((Card(3), Card(4), Card(5))),
    LayOff((Card(7),), MeldId(3)),
    LayOff((Card(0),), MeldId(12), AceEnd.HIGH),
    DiscardCard(Card(0)),
    Decline(),
    Undo(),
]


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_an_action_survives(action: Action) -> None:
    assert decode_action(encode_action(action)) == action


def test_a_view_survives_with_all_that_it_allows() -> None:
    rng = Random("wire")
    for players in (2, 3, 4):
        options = random_options(rng, players)
        for state, data in positions([policy_for("easy")] * players, range(5), options):
            view = decode_view(data)
            public = view_for(state, state.turn.seat)
            for name in {f.name for f in fields(HandView)} - {"end", "hands"}:
                assert getattr(view, name) == getattr(public, name), name
            assert legal_actions(view) == legal_actions(state)


def test_a_view_has_a_place_for_nothing_else() -> None:
    shown = {f.name for f in fields(HandView)} - {"end", "hands"}
    assert {*SeatView.__struct_fields__} == shown | {"totals", "target", "taken"}


def test_totals_and_taken_cards_travel() -> None:
    state = deal_hand(1)
    view = view_for(state, state.turn.seat)
    taken = (CardSet(0), CardSet(1 << 51))
    seen = decode_view(encode_view(view, (Fraction(5, 2), -3), 500, taken))
    assert (seen.totals, seen.target, seen.taken) == ((2, -3), 500, taken)


def test_only_a_seat_in_a_running_hand_has_a_view() -> None:
    state = deal_hand(1)
    with pytest.raises(BotWireError):
        encode_view(view_for(state, None), (0, 0), 500)
    over = play_hand(state, [policy_for("steady")] * 2, 1)
    with pytest.raises(BotWireError):
        encode_view(view_for(over, over.turn.seat), (0, 0), 500)


@pytest.mark.parametrize("data", [b"", b"\x00", b"\xc1", b"\x91\x63", b"\x92\x00"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BotWireError):
        decode_view(data)
    with pytest.raises(BotWireError):
        decode_action(data)
