"""The closed form of R14 and R28 against a search through every sequence of plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from rummy500.engine.actions import LayOff, MeldCards
from rummy500.engine.cards import PACK, Card, CardSet, card_list, card_set, size
from rummy500.engine.decide import decide
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.legal import legal_takes
from rummy500.engine.melds import Meld, extended_shape, find_melds, shape_of
from rummy500.engine.options import (
    AceMode,
    DeepDrawTiming,
    DeepDrawUse,
    TableOptions,
)
from rummy500.engine.refusals import Code, Refusal
from rummy500.engine.state import Drew, HandState, Phase, Turn


ME = Seat(0)
AFTERWARDS = {
    Code.MUST_KEEP_DISCARD,
    Code.REQUIRED_WOULD_BE_STRANDED,
    Code.NO_LEGAL_DISCARD_LEFT,
}


def random_options(rng: random.Random) -> TableOptions:
    return TableOptions(
        deep_draw_use=rng.choice(list(DeepDrawUse)),
        deep_draw_timing=rng.choice(list(DeepDrawTiming)),
        top_draw_must_use=rng.random() < 0.3,
        forbid_discard_of_taken_top=rng.random() < 0.8,
        max_melds_per_turn=rng.choice([0, 1]),
        layoff_requires_own_meld=rng.random() < 0.4,
        ace_mode=rng.choice(list(AceMode)),
        must_discard_to_go_out=rng.random() < 0.4,
    )


def random_state(rng: random.Random) -> HandState:
    """Deal melds, a small hand and a pile from three neighbouring suits of a shortened pack."""
    options = random_options(rng)
    pack = [card for card in PACK if card % 13 in {0, 1, 2, 3, 4, 11, 12}]
    rng.shuffle(pack)
    melds: list[Meld] = []
    left = card_set(pack)
    for _ in range(rng.randint(0, 3)):
        found = [m for m in find_melds(left, options.ace_mode) if size(CardSet(m)) <= 4]
        if not found:
            break
        cards = CardSet(rng.choice(found))
        shape = shape_of(cards, options.ace_mode, None)
        assert shape is not None
        melds.append(
            Meld(MeldId(len(melds) + 1), shape.kind, cards, shape.ace, (CardSet(0), cards))
        )
        left = CardSet(left & ~cards)
    pool = [card for card in pack if left >> card & 1]
    hand, pile = pool[: rng.randint(1, 6)], pool[6 : 6 + rng.randint(1, 5)]
    return HandState(
        options=options,
        dealer=ME,
        hands=(card_set(hand), CardSet(0)),
        stock=(),
        pile=tuple(pile),
        melds=tuple(melds),
        turn=Turn(ME, Phase.DRAW),
        melded=rng.choice([(), (ME,)]),
    )


def drawn(state: HandState, index: int) -> HandState:
    """Take the pile card at ``index`` without asking whether it is any use."""
    cards = state.pile[index:]
    deep = len(cards) > 1
    required = cards[0] if deep or state.options.top_draw_must_use else None
    return replace(
        state,
        hands=(CardSet(state.own | card_set(cards)), CardSet(0)),
        pile=state.pile[:index],
        turn=Turn(
            ME,
            Phase.PLAY,
            Drew.DEEP if deep else Drew.TOP,
            required,
            None if deep else cards[0],
        ),
    )


def subsets(cards: CardSet, least: int) -> Iterator[tuple[Card, ...]]:
    listed = card_list(cards)
    for n in range(least, len(listed) + 1):
        yield from combinations(listed, n)


def plays(state: HandState) -> Iterator[tuple[MeldCards | LayOff, HandState]]:
    """Yield each meld and lay-off that the rules allow when nobody asks what comes after it."""
    options, turn = state.options, state.turn
    now = options.deep_draw_timing is DeepDrawTiming.NEXT_ACTION and turn.required is not None
    for cards in subsets(state.own, 1):
        if now and turn.required not in cards:
            continue
        yield from _melds(state, cards)
        yield from _layoffs(state, cards)


def _melds(state: HandState, cards: tuple[Card, ...]) -> Iterator[tuple[MeldCards, HandState]]:
    options = state.options
    shape = shape_of(card_set(cards), options.ace_mode, None)
    room = options.max_melds_per_turn == 0 or state.turn.new_melds == 0
    if shape is not None and room:
        meld = Meld(state.next_meld, shape.kind, card_set(cards), shape.ace, (card_set(cards),))
        after = replace(
            _tabled(state, cards),
            melds=(*state.melds, replace(meld, id=MeldId(100 + len(state.melds)))),
            melded=(ME,),
        )
        turn = replace(after.turn, new_melds=after.turn.new_melds + 1)
        yield MeldCards(cards), replace(after, turn=turn)


def _layoffs(state: HandState, cards: tuple[Card, ...]) -> Iterator[tuple[LayOff, HandState]]:
    options = state.options
    if options.layoff_requires_own_meld and ME not in state.melded:
        return
    if options.deep_draw_use is DeepDrawUse.MELD_ONLY and state.turn.required in cards:
        return
    for place, meld in enumerate(state.melds):
        shape = extended_shape(meld, card_set(cards), options.ace_mode, None)
        if shape is None:
            continue
        grown = replace(meld, cards=CardSet(meld.cards | card_set(cards)), ace=shape.ace)
        melds = (*state.melds[:place], grown, *state.melds[place + 1 :])
        yield LayOff(cards, meld.id), replace(_tabled(state, cards), melds=melds)


def _tabled(state: HandState, cards: tuple[Card, ...]) -> HandState:
    turn = state.turn
    return replace(
        state,
        hands=(CardSet(state.own & ~card_set(cards)), CardSet(0)),
        turn=replace(
            turn,
            required=None if turn.required in cards else turn.required,
            taken=None if turn.taken in cards else turn.taken,
        ),
    )


def can_end(state: HandState) -> bool:
    """Search every sequence of plays for a way to end the turn."""
    options, turn = state.options, state.turn
    if not state.own:
        return not options.must_discard_to_go_out
    barred = turn.taken if options.forbid_discard_of_taken_top else None
    if turn.required is None and any(card != barred for card in card_list(state.own)):
        return True
    return any(can_end(after) for _, after in plays(state))


@pytest.mark.parametrize("seed", range(40))
def test_a_pile_card_may_be_taken_exactly_when_the_turn_could_then_end(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        state = random_state(rng)
        expected = []
        for index, card in enumerate(state.pile):
            free = index == len(state.pile) - 1 and not state.options.top_draw_must_use
            if free or can_end(drawn(state, index)):
                expected.append(card)

        assert sorted(legal_takes(state)) == sorted(expected), state


@pytest.mark.parametrize("seed", range(40))
def test_a_play_is_refused_exactly_when_the_turn_could_not_end_after_it(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        start = random_state(rng)
        state = drawn(
            start,
            rng.choice(
                [start.pile.index(card) for card in legal_takes(start)] or [len(start.pile) - 1]
            ),
        )
        if not can_end(state):
            continue
        for action, after in plays(state):
            decision = decide(state, ME, action)

            assert (not isinstance(decision, Refusal)) == can_end(after), (state, action, decision)
            assert not isinstance(decision, Refusal) or decision.code in AFTERWARDS


def test_the_search_knows_both_answers() -> None:
    """A search that always said yes would prove nothing."""
    rng = random.Random(7)
    answers = set()
    for _ in range(200):
        state = random_state(rng)
        answers |= {can_end(drawn(state, index)) for index in range(len(state.pile) - 1)}

    assert answers == {True, False}
