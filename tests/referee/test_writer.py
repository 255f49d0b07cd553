"""A match that is written down is judged to be what was played."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.support.play import eager_choice, hand_of

from rummy500.engine.actions import DiscardCard, Undo
from rummy500.engine.deal import commitment, pack_from_seed
from rummy500.engine.decide import decide
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match, apply, next_hand, start_match
from rummy500.engine.options import BASIC, RUMMY500, ExhaustedStock, TableOptions
from rummy500.engine.refusals import Refusal
from rummy500.engine.timeout import Step, time_out
from rummy500.referee.reader import read
from rummy500.referee.runner import run, verify
from rummy500.referee.writer import PlayedHand, RecordError, match_record


def played(options: TableOptions, players: int, seed: int) -> tuple[Match, list[PlayedHand]]:
    """Play a match at random to its end."""
    rng = random.Random(seed)
    match = start_match(options, players, Seat(rng.randrange(players)))
    hands = []
    while match.winners is None:
        secret = rng.randbytes(32)
        match = apply(match, next_hand(match, pack_from_seed(secret), secret))
        hand = PlayedHand(match.dealer, secret, commitment(secret), pack_from_seed(secret), [])
        hands.append(hand)
        while hand_of(match).end is None:
            state = hand_of(match)
            action = eager_choice(state, rng)
            decision = decide(state, state.turn.seat, action)
            assert not isinstance(decision, Refusal)
            hand.plays.append((state.turn.seat, action))
            for event in decision:
                match = apply(match, event)
    return match, hands


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        RUMMY500,
        BASIC,
        TableOptions(
            target_score=200,
            exhausted_stock=ExhaustedStock.RESHUFFLE_KEEP_TOP,
            max_melds_per_turn=1,
            layoff_requires_own_meld=True,
            restriction=True,
        ),
    ],
    ids=["rummy500", "basic", "mixed"],
)
def test_a_record_replays_to_the_same_match(options: TableOptions, players: int) -> None:
    match, hands = played(options, players, 7)

    (game,) = read("record", match_record(options, players, hands))
    report = run(game)

    assert report.failures == []
    assert verify(game) == []
    assert report.end.totals == match.totals
    assert report.end.winners == match.winners


def test_a_shuffled_pile_is_written_down_so_that_no_seed_is_needed() -> None:
    options = replace(BASIC, exhausted_stock=ExhaustedStock.RESHUFFLE_KEEP_TOP)
    match, hands = played(options, 4, 7)
    lines = match_record(options, 4, hands).splitlines()

    assert any(line.startswith("stock ") for line in lines)
    (game,) = read("record", "\n".join(line for line in lines if not line.startswith("seed ")))
    report = run(game)

    assert report.failures == []
    assert report.end.totals == match.totals


def test_a_play_that_was_never_possible_is_not_written_down() -> None:
    secret = bytes(32)
    pack = pack_from_seed(secret)
    hand = PlayedHand(Seat(0), secret, b"", pack, [(Seat(1), DiscardCard(pack[0]))])

    with pytest.raises(RecordError, match="MUST_DRAW_FIRST"):
        match_record(RUMMY500, 2, [hand])


def test_what_the_clock_takes_back_where_nobody_may_undo_is_left_out() -> None:
    """R50 with O23 off: the file replays to the same match, and ids of melds do not matter."""
    options = TableOptions(undo=False, target_score=200)
    rng = random.Random(3)
    match = start_match(options, 3, Seat(0))
    hands = []
    taken_back = 0
    while match.winners is None:
        secret = rng.randbytes(32)
        match = apply(match, next_hand(match, pack_from_seed(secret), secret))
        hand = PlayedHand(match.dealer, secret, commitment(secret), pack_from_seed(secret), [])
        hands.append(hand)
        while hand_of(match).end is None:
            state = hand_of(match)
            seat = state.turn.seat
            steps: tuple[Step, ...] = time_out(state)
            if not state.undoable or rng.random() < 0.7:
                action = eager_choice(state, rng)
                decision = decide(state, seat, action)
                assert not isinstance(decision, Refusal)
                steps = (Step(action, decision),)
            taken_back += sum(isinstance(step.action, Undo) for step in steps)
            for step in steps:
                hand.plays.append((seat, step.action))
                for event in step.events:
                    match = apply(match, event)
    (game,) = read("record", match_record(options, 3, hands))
    report = run(game)

    assert report.failures == []
    assert report.end.totals == match.totals
    assert taken_back > 10
