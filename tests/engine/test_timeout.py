"""What is played for a seat whose time has run out (R50, I17, I18)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from tests.engine.test_properties import all_cards, many, players_strategy, seed_strategy
from tests.support.play import dealt, hand_of, options_strategy, playout

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
from rummy500.engine.cards import PACK
from rummy500.engine.decide import decide
from rummy500.engine.events import Declined, EndReason, HandEnded, PileTurned
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import MeldId, Seat, next_seat
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.options import TableOptions
from rummy500.engine.refusals import Refusal
from rummy500.engine.state import HandState, Phase
from rummy500.engine.timeout import time_out
from rummy500.referee.reader import read


def position(text: str) -> HandState:
    """Read a position of two seats; the other seat has 2H 9H."""
    (game,) = read("position", f"hand 2 2H 9H\n{text}\n")
    return hand_of(game.start)


def after(state: HandState, *actions: Action) -> HandState:
    for action in actions:
        decision = decide(state, state.turn.seat, action)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            state = evolve(state, event)
    return state


def timed_out(state: HandState) -> tuple[list[Action], HandState]:
    actions = []
    for step in time_out(state):
        actions.append(step.action)
        for event in step.events:
            state = evolve(state, event)
    return actions, state


def card(text: str) -> DiscardCard:
    return DiscardCard(parse_card(text))


def take(text: str) -> TakePile:
    return TakePile(parse_card(text))


def meld(text: str) -> MeldCards:
    return MeldCards(parse_cards(text))


@pytest.mark.parametrize("undo", ["on", "off"])
def test_a_pile_draw_with_its_duty_is_taken_back_and_a_stock_card_passes_through(undo: str) -> None:
    """I17, whether or not players may undo (O23)."""
    state = position(f"option undo {undo}\nhand 1 7C 7H 2D\npile 2C 7D KC\nstock 3H 5H")

    actions, end = timed_out(after(state, take("7D")))

    assert actions == [Undo(), DrawStock(), card("3H")]
    assert end.pile == parse_cards("2C 7D KC 3H")
    assert end.hands == state.hands
    assert end.turn.seat == 1


@pytest.mark.parametrize("plays", [[], [take("7D")], [take("7D"), meld("7C 7D 7H")]])
def test_with_an_empty_stock_it_declines(plays: list[Action]) -> None:
    """I17, second half."""
    state = after(position("hand 1 7C 7H 2D\npile 2C 7D KC\nstock"), *plays)

    actions, end = timed_out(state)

    assert actions == [*[Undo()] * len(plays), Decline()]
    assert end.end is not None
    assert end.end.reason is EndReason.STOCK_EXHAUSTED
    assert end.pile == parse_cards("2C 7D KC")


@pytest.mark.parametrize("undo", ["on", "off"])
def test_melds_after_a_stock_draw_are_taken_back_and_the_drawn_card_goes(undo: str) -> None:
    """I18. The drawn card itself was melded."""
    state = position(f"option undo {undo}\nhand 1 7C 7D 9D\npile KH 5S\nstock 7H 5H")
    state = after(state, DrawStock(), meld("7C 7D 7H"))

    actions, end = timed_out(state)

    assert actions == [Undo(), card("7H")]
    assert end.hands[0] == position("hand 1 7C 7D 9D\npile 4S\nstock 7H").hands[0]
    assert end.melds == ()


def test_several_plays_are_taken_back_the_last_first() -> None:
    state = position("hand 1 7C 7D 7H 3S 9D\nmeld 1 4C/2 5C/2 6C/2\npile KH\nstock 3C 5H")
    state = after(state, DrawStock(), meld("7C 7D 7H"), LayOff(parse_cards("3C"), MeldId(1)))

    actions, end = timed_out(state)

    assert actions == [Undo(), Undo(), card("3C")]
    assert [m.placed[0] for m in end.melds] == [0]


def test_nothing_done_draws_and_discards() -> None:
    actions, end = timed_out(position("hand 1 2C 9D\npile KH 5S\nstock 3H 5H"))

    assert actions == [DrawStock(), card("3H")]
    assert end.turn.seat == 1


def test_a_drawn_card_goes_out_with_a_seat_that_has_no_other() -> None:
    """Only a set-up position has an empty hand before its draw."""
    actions, end = timed_out(position("hand 1\npile KH\nstock 3H"))

    assert actions == [DrawStock(), card("3H")]
    assert end.end is not None
    assert end.end.out == 0


@pytest.mark.parametrize("exhausted", ["reshuffle_keep_top", "flip_pile"])
def test_a_pile_that_may_be_turned_is_turned(exhausted: str) -> None:
    state = position(f"option exhausted_stock {exhausted}\nhand 1 2C\npile 4S KH 5S\nstock")

    draw, discard = time_out(state)

    assert isinstance(draw.events[0], PileTurned)
    assert isinstance(discard.action, DiscardCard)
    assert discard.action.card in parse_cards("4S KH")


def test_a_pile_that_was_turned_twice_ends_the_hand_and_nothing_is_discarded() -> None:
    """R35 under O10."""
    state = position("option exhausted_stock flip_pile\nhand 1 2C\npile 4S KH 5S\nstock")

    steps = time_out(replace(state, pile_turns=2))

    assert [step.action for step in steps] == [DrawStock()]
    assert steps[0].events == (HandEnded(EndReason.IDLE_LIMIT, None),)


def test_a_pile_too_small_to_turn_is_declined() -> None:
    actions, _ = timed_out(position("option exhausted_stock flip_pile\nhand 1 2C\npile 4S\nstock"))

    assert actions == [Decline()]


def test_where_all_must_decline_the_turn_passes() -> None:
    state = position("option exhausted_stock all_must_decline\nhand 1 2C\npile 4S\nstock")

    steps = time_out(state)

    assert steps[-1].events == (Declined(Seat(0)),)
    assert timed_out(state)[1].turn.seat == 1


def test_a_hand_that_is_over_has_nothing_to_play() -> None:
    over = position("hand 1\nmeld 1 4C/1 5C/1 6C/1\nended went_out")

    assert time_out(over) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hand 1 2C 9D KS KC\npile 4S\nstock\nturn 1 play", [card("KS")]),
        ("hand 1 AC QD\npile 4S\nstock\nturn 1 play", [card("AC")]),
        ("option ace_mode low\nhand 1 AC QD\npile 4S\nstock\nturn 1 play", [card("QD")]),
        (
            "hand 1 2C KS\npile 4S\nstock\nturn 1 play\ndrew top\ntaken KS",
            [card("2C")],
        ),
        (
            "hand 1 7C 7D 7H 2C\npile 4S\nstock\nturn 1 play\ndrew deep\nrequired 7D",
            [meld("7C 7D 7H"), card("2C")],
        ),
        (
            "hand 1 7C\nmeld 1 4C/2 5C/2 6C/2\nturn 1 play\ndrew top\ntaken 7C",
            [LayOff(parse_cards("7C"), MeldId(1))],
        ),
        ("hand 1 7C 2C\npile 4S\nstock\nturn 1 play\ndrew deep\nrequired 7C", []),
    ],
)
def test_a_position_without_a_past_gives_away_what_counts_most(
    text: str, expected: list[Action]
) -> None:
    """Nobody knows which card was drawn there, nor can a draw be taken back."""
    assert timed_out(position(text))[0] == expected


def test_a_state_that_no_play_leads_to_is_told_from_one_that_some_does() -> None:
    state = position("hand 1 2C\npile 4S\nstock\nturn 1 play")

    with pytest.raises(ValueError, match="NOT_IN_HAND"):
        time_out(replace(state, drawn=PACK[-1]))


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_the_time_out_ends_every_turn_and_loses_no_card(
    options: TableOptions, players: int, seed: int
) -> None:
    start = dealt(options, players, seed)

    for match, _ in playout(start, random.Random(seed)):
        state = hand_of(match)
        if state.end is not None:
            continue
        actions, end = timed_out(state)

        assert all_cards(end) == list(PACK)
        assert end.end is not None or (
            end.turn.seat == next_seat(state.turn.seat, players) and end.turn.phase is Phase.DRAW
        )
        assert not any(isinstance(a, MeldCards | LayOff | TakePile) for a in actions)


@many
@given(options_strategy, st.integers(2, 4), seed_strategy)
def test_nobody_is_worth_less_cards_for_it(options: TableOptions, players: int, seed: int) -> None:
    """The hand of the seat is after the time-out what it was before its turn."""
    start = dealt(options, players, seed)
    before = hand_of(start)

    for match, events in playout(start, random.Random(seed)):
        state = hand_of(match)
        if state.end is None and state.turn.phase is Phase.PLAY:
            _, end = timed_out(state)
            if end.end is None:
                assert end.hands == before.hands, events
        elif state.end is None:
            before = state
