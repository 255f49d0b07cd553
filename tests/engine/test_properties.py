"""What holds in every hand, under every mix of options."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.support.play import LONG, dealt, every_action, hand_of, options_strategy, playout

from rummy500.engine.actions import LayOff, MeldCards, Undo
from rummy500.engine.cards import PACK, CardSet, iterate, size
from rummy500.engine.decide import decide
from rummy500.engine.events import StockDrawn, Undone
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.legal import legal_actions, legal_takes
from rummy500.engine.match import apply, start_match
from rummy500.engine.melds import meld_order, placed_by
from rummy500.engine.options import RUMMY500, TableOptions
from rummy500.engine.refusals import Refusal
from rummy500.engine.scoring import placed_points, placed_value
from rummy500.engine.state import HandState, Phase
from rummy500.engine.views import view_for


EXAMPLES = 2000 if LONG else 60
players_strategy = st.integers(2, 4)
seed_strategy = st.integers(0, 2**32)
many = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def all_cards(state: HandState) -> list[int]:
    held = [card for cards in state.hands for card in iterate(cards)]
    tabled = [card for meld in state.melds for card in meld_order(meld)]
    return sorted([*held, *state.stock, *state.pile, *tabled])


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_no_card_is_lost_and_every_hand_ends(
    options: TableOptions, players: int, seed: int
) -> None:
    start = dealt(options, players, seed)

    for match, _ in playout(start, random.Random(seed)):
        assert all_cards(hand_of(match)) == list(PACK)

    assert hand_of(match).end is not None


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_what_is_offered_is_accepted(options: TableOptions, players: int, seed: int) -> None:
    start = dealt(options, players, seed)

    for match, _ in playout(start, random.Random(seed)):
        state = hand_of(match)
        for action in legal_actions(state):
            assert not isinstance(decide(state, state.turn.seat, action), Refusal), action
        assert legal_actions(state) or state.end is not None


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_what_is_not_offered_is_refused(options: TableOptions, players: int, seed: int) -> None:
    start = dealt(options, players, seed)
    rng = random.Random(seed)

    for match, _ in playout(start, rng):
        state = hand_of(match)
        if state.end is not None or rng.random() > 0.1:
            continue
        offered = {a for a in legal_actions(state) if not getattr(a, "ace", None)}
        most = 5 if size(state.own) <= 8 else 3
        accepted = {
            action
            for action in every_action(state, most)
            if not isinstance(decide(state, state.turn.seat, action), Refusal)
        }

        assert accepted == {
            a for a in offered if not isinstance(a, MeldCards | LayOff) or len(a.cards) <= most
        }


@many
@given(players_strategy, seed_strategy)
def test_the_view_of_the_seat_on_turn_has_the_same_legal_actions(players: int, seed: int) -> None:
    start = dealt(RUMMY500, players, seed)

    for match, _ in playout(start, random.Random(seed)):
        state = hand_of(match)
        view = view_for(state, state.turn.seat)

        assert legal_actions(view) == legal_actions(state)
        assert legal_takes(view) == legal_takes(state)


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_the_journal_gives_the_same_state(options: TableOptions, players: int, seed: int) -> None:
    start = dealt(options, players, seed)
    copy = start_match(options, players, start.dealer)._replace(
        number=start.number, hand=start.hand
    )

    for match, events in playout(start, random.Random(seed)):
        for event in events:
            copy = apply(copy, event)
        assert copy == match


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_undoing_all_of_a_turn_gives_the_state_at_its_barrier(
    options: TableOptions, players: int, seed: int
) -> None:
    start = dealt(options, players, seed)
    barrier = hand_of(start)

    for match, events in playout(start, random.Random(seed)):
        state = hand_of(match)
        if state.before is None:
            barrier = state
            continue
        while state.before is not None:
            state = evolve(state, Undone(state.turn.seat))

        assert replace(state, next_meld=barrier.next_meld) == barrier, events


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_points_on_the_table_are_its_value(options: TableOptions, players: int, seed: int) -> None:
    start = dealt(options, players, seed)

    for match, _ in playout(start, random.Random(seed)):
        state = hand_of(match)
        whole = sum(placed_value(meld, meld.cards, options) for meld in state.melds)

        assert sum(placed_points(state.melds, players, options)) == whole
        for meld in state.melds:
            assert sum(meld.placed) == meld.cards
            assert all(meld.placed[placed_by(meld, c)] >> c & 1 for c in meld_order(meld))


@many
@given(players_strategy, seed_strategy)
def test_a_hand_is_worth_what_was_placed_less_what_was_kept(players: int, seed: int) -> None:
    start = dealt(RUMMY500, players, seed)

    *_, (match, _) = playout(start, random.Random(seed))

    state = hand_of(match)
    assert state.end is not None
    kept = [
        sum(15 if c % 13 == 0 else min(c % 13 + 1, 10) for c in iterate(h)) for h in state.hands
    ]
    placed = placed_points(state.melds, players, RUMMY500)
    assert state.end.scores == tuple(p - k for p, k in zip(placed, kept, strict=True))


def shuffled_unseen(state: HandState, viewer: Seat, rng: random.Random) -> HandState:
    """Deal what ``viewer`` cannot see anew: the other hands and the stock."""
    hidden = [c for s, cards in enumerate(state.hands) if s != viewer for c in iterate(cards)]
    hidden += state.stock
    rng.shuffle(hidden)
    hands = list(state.hands)
    for seat, cards in enumerate(state.hands):
        if seat != viewer:
            taken, hidden = hidden[: size(cards)], hidden[size(cards) :]
            hands[seat] = CardSet(sum(1 << card for card in taken))
    return replace(state, hands=tuple(hands), stock=tuple(hidden), seed=rng.randbytes(32))


@many
@given(options_strategy, players_strategy, seed_strategy)
def test_a_view_depends_on_nothing_that_its_viewer_may_not_know(
    options: TableOptions, players: int, seed: int
) -> None:
    start = dealt(options, players, seed)
    rng = random.Random(seed)

    for match, _ in playout(start, rng):
        state = hand_of(match)
        if state.end is not None:
            continue
        for viewer in range(players):
            other = shuffled_unseen(state, Seat(viewer), rng)

            assert view_for(other, Seat(viewer)) == view_for(state, Seat(viewer))


@many
@given(players_strategy, seed_strategy)
def test_ids_of_melds_are_never_used_again(players: int, seed: int) -> None:
    start = dealt(RUMMY500, players, seed)
    seen: dict[MeldId, int] = {}

    for match, events in playout(start, random.Random(seed)):
        for event in events:
            if hasattr(event, "kind"):
                assert event.meld not in seen
                seen[event.meld] = 1
        state = hand_of(match)
        if state.end is None:
            gone = set(seen) - {meld.id for meld in state.melds}
            for meld_id in gone:
                decision = decide(state, state.turn.seat, LayOff((PACK[0],), meld_id))
                assert isinstance(decision, Refusal)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_the_drawer_knows_the_stock_card(players: int) -> None:
    state = hand_of(dealt(RUMMY500, players, 5))
    seat = state.turn.seat
    state = evolve(state, StockDrawn(seat, state.stock[0]))

    for viewer in range(players):
        view = view_for(state, Seat(viewer))

        assert (view.drawn == state.drawn) == (viewer == seat)
        assert state.turn.phase is Phase.PLAY


def test_undo_is_refused_where_the_table_forbids_it() -> None:
    state = hand_of(dealt(TableOptions(undo=False), 2, 1))

    decision = decide(state, state.turn.seat, Undo())

    assert isinstance(decision, Refusal)
    assert decision.code == "UNDO_DISABLED"
