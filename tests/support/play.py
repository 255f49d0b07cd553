"""Random play through the engine, for property tests."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import combinations

from hypothesis import strategies as st

from rummy500.engine.actions import (
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import PACK, Card, card_list
from rummy500.engine.deal import pack_from_seed
from rummy500.engine.decide import decide
from rummy500.engine.events import Event
from rummy500.engine.ids import Seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.match import Match, apply, next_hand, start_match
from rummy500.engine.options import (
    AceMode,
    DeepDrawTiming,
    DeepDrawUse,
    ExhaustedStock,
    GoingRummy,
    Scoring,
    SplitRounding,
    SubtractWinnerHand,
    TableOptions,
)
from rummy500.engine.refusals import Refusal
from rummy500.engine.state import HandState


LONG = os.environ.get("RUMMY500_PROFILE") == "long"
"""Set RUMMY500_PROFILE=long for runs of hours' worth of hands."""
MEMORABLE_TURNS = 2000
"""No hand of random play comes near this many actions; beyond it a hand is taken as endless."""

options_strategy = st.builds(
    TableOptions,
    deep_draw=st.booleans(),
    deep_draw_use=st.sampled_from(DeepDrawUse),
    deep_draw_timing=st.sampled_from(DeepDrawTiming),
    top_draw_must_use=st.booleans(),
    forbid_discard_of_taken_top=st.booleans(),
    max_melds_per_turn=st.sampled_from([0, 1]),
    layoff_requires_own_meld=st.booleans(),
    ace_mode=st.sampled_from(AceMode),
    must_discard_to_go_out=st.booleans(),
    exhausted_stock=st.sampled_from(ExhaustedStock),
    scoring=st.sampled_from(Scoring),
    simple_scoring=st.booleans(),
    simple_low_ace=st.sampled_from([5, 1]),
    subtract_winner_hand=st.sampled_from(SubtractWinnerHand),
    split_rounding=st.sampled_from(SplitRounding),
    idle_rounds=st.integers(1, 4),
    undo=st.booleans(),
    going_out_bonus=st.sampled_from([0, 25]),
    going_rummy=st.sampled_from(GoingRummy),
)
"""Any table that may be made, but for what only people at clocks notice."""


def dealt(options: TableOptions, players: int, seed: int) -> Match:
    """Return a match with its first hand dealt."""
    rng = random.Random(seed)
    match = start_match(options, players, Seat(rng.randrange(players)))
    secret = rng.randbytes(32)
    return apply(match, next_hand(match, pack_from_seed(secret), secret))


def hand_of(match: Match) -> HandState:
    """Return the hand of a match that has one."""
    assert match.hand is not None
    return match.hand


def eager_choice(state: HandState, rng: random.Random) -> Action:
    """Pick any legal action, melds and lay-offs more often, so that tables fill."""
    actions = legal_actions(state)
    tabling = [a for a in actions if isinstance(a, MeldCards | LayOff)]
    pool = tabling if tabling and rng.random() < 0.5 else actions
    return rng.choice(pool)


def playout(match: Match, rng: random.Random) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """Yield the match after each action of random play, with its events, to the hand's end."""
    for _ in range(MEMORABLE_TURNS):
        state = hand_of(match)
        if state.end is not None:
            return
        decision = decide(state, state.turn.seat, eager_choice(state, rng))
        assert not isinstance(decision, Refusal), (state, decision)
        for event in decision:
            match = apply(match, event)
        yield match, decision
    msg = "a hand that does not end"
    raise AssertionError(msg)


def every_action(state: HandState, most: int) -> Iterator[Action]:
    """Yield every action that could be asked of a state, sensible or not.

    Melds and lay-offs are made of up to ``most`` cards of the hand, in the order of the pack.
    """
    yield DrawStock()
    yield Decline()
    yield Undo()
    for card in PACK:
        yield TakePile(card)
        yield DiscardCard(card)
    for cards in _subsets(card_list(state.own), most):
        yield MeldCards(cards)
        for meld in state.melds:
            yield LayOff(cards, meld.id)


def _subsets(cards: tuple[Card, ...], most: int) -> Iterator[tuple[Card, ...]]:
    for n in range(1, most + 1):
        yield from combinations(cards, n)
