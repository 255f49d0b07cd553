"""What a refusal tells beside its code: the facts that a sentence about it needs."""

from __future__ import annotations

import pytest
from tests.engine.test_timeout import card, meld, position, take

from rummy500.engine.actions import Action, Decline, DrawStock, LayOff, Undo
from rummy500.engine.decide import decide
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.notation import parse_cards
from rummy500.engine.refusals import Code, Refusal


RUN = "meld 1 4C/2 5C/2 6C/2\n"
PLAY = "turn 1 play\n"
OWED = "pile 9S\nturn 1 play\ndrew deep\nrequired 7D\n"
TAKEN = "pile 9S\nturn 1 play\ndrew top\ntaken 7D\n"


def lay(text: str, number: int = 1) -> LayOff:
    return LayOff(parse_cards(text), MeldId(number))


@pytest.mark.parametrize(
    ("text", "action", "code", "facts"),
    [
        ("hand 1\nended went_out", DrawStock(), Code.HAND_OVER, {}),
        ("hand 1 2C\nturn 2 draw", DrawStock(), Code.NOT_YOUR_TURN, {"seat": 2}),
        ("hand 1 2C\n" + PLAY, DrawStock(), Code.ALREADY_DREW, {}),
        ("hand 1 2C\n" + PLAY, Decline(), Code.ALREADY_DREW, {}),
        ("hand 1 2C\n" + PLAY, take("3C"), Code.ALREADY_DREW, {}),
        ("hand 1 2C", DrawStock(), Code.STOCK_EMPTY, {}),
        ("hand 1 2C\nstock 3C", Decline(), Code.STOCK_NOT_EMPTY, {}),
        ("hand 1 2C", take("3C"), Code.PILE_EMPTY, {}),
        ("hand 1 2C\npile 4C", take("3C"), Code.NOT_IN_PILE, {"card": "3C"}),
        (
            "option deep_draw off\nhand 1 2C\npile 4C 5C",
            take("4C"),
            Code.DEEP_DRAW_DISABLED,
            {},
        ),
        ("hand 1 2C\npile 4C 5D", take("4C"), Code.DEEP_DRAW_UNUSABLE, {"card": "4C"}),
        (
            "option top_draw_must_use on\nhand 1 2C\npile 4C 5D",
            take("5D"),
            Code.DEEP_DRAW_UNUSABLE,
            {"card": "5D"},
        ),
        ("hand 1 2C", meld("2C 3C 4C"), Code.MUST_DRAW_FIRST, {}),
        ("hand 1 2C", lay("2C"), Code.MUST_DRAW_FIRST, {}),
        ("hand 1 2C", card("2C"), Code.MUST_DRAW_FIRST, {}),
        ("hand 1 2C 3C\n" + PLAY, meld("2C 3C 3C"), Code.DUPLICATE_CARD, {"card": "3C"}),
        ("hand 1 2C 3C\n" + PLAY, meld("2C KD 3C QD"), Code.NOT_IN_HAND, {"card": "KD"}),
        ("hand 1 2C 3C\n" + PLAY, card("QD"), Code.NOT_IN_HAND, {"card": "QD"}),
        ("hand 1 2C 3C\n" + PLAY, meld("2C 3C"), Code.TOO_FEW_CARDS, {"least": 3}),
        ("hand 1 2C 3C\n" + PLAY, lay(""), Code.TOO_FEW_CARDS, {"least": 1}),
        ("hand 1 2C 3C 5C\n" + PLAY, meld("2C 3C 5C"), Code.NOT_A_MELD, {}),
        (
            "option max_melds_per_turn 1\nhand 1 2C 3C 4C KD\nmeld 1 4D/1 5D/1 6D/1\n"
            + PLAY
            + "tabled 1",
            meld("2C 3C 4C"),
            Code.MELD_LIMIT,
            {"limit": 1},
        ),
        ("hand 1 7C KD\n" + RUN + PLAY, lay("7C", 2), Code.NO_SUCH_MELD, {}),
        ("hand 1 7C KD\n" + RUN + PLAY, lay("KD"), Code.LAYOFF_INVALID, {}),
        (
            "option layoff_requires_own_meld on\nhand 1 7C KD\n" + RUN + PLAY,
            lay("7C"),
            Code.LAYOFF_NEEDS_MELD,
            {},
        ),
        ("hand 1 7D 2C\n" + OWED, card("2C"), Code.REQUIRED_CARD_PENDING, {"card": "7D"}),
        (
            "option deep_draw_timing next_action\nhand 1 7D 7C KD\n" + RUN + OWED,
            lay("7C"),
            Code.REQUIRED_CARD_PENDING,
            {"card": "7D"},
        ),
        (
            "option deep_draw_timing next_action\nhand 1 7D 7C 8C 9C\n" + OWED,
            meld("7C 8C 9C"),
            Code.REQUIRED_CARD_PENDING,
            {"card": "7D"},
        ),
        (
            "option deep_draw_use meld_only\nhand 1 7D 7H 7S\nmeld 1 4D/2 5D/2 6D/2\n" + OWED,
            lay("7D"),
            Code.REQUIRED_NEEDS_NEW_MELD,
            {"card": "7D"},
        ),
        (
            "hand 1 7D 7C 7H\n" + RUN + OWED,
            lay("7C"),
            Code.REQUIRED_WOULD_BE_STRANDED,
            {"card": "7D"},
        ),
        (
            "hand 1 7D 7C\n" + RUN + TAKEN,
            lay("7C"),
            Code.NO_LEGAL_DISCARD_LEFT,
            {"card": "7D"},
        ),
        (
            "option must_discard_to_go_out on\nhand 1 7C\n" + RUN + PLAY,
            lay("7C"),
            Code.MUST_KEEP_DISCARD,
            {},
        ),
        ("hand 1 7D 7C\n" + TAKEN, card("7D"), Code.CANNOT_DISCARD_TAKEN_TOP, {"card": "7D"}),
        ("option undo off\nhand 1 7D", Undo(), Code.UNDO_DISABLED, {}),
        ("hand 1 7D\n" + PLAY, Undo(), Code.UNDO_BLOCKED, {}),
        ("hand 1 7D", Undo(), Code.NOTHING_TO_UNDO, {}),
    ],
)
def test_a_refusal_names_what_it_is_about(
    text: str, action: Action, code: Code, facts: dict[str, str | int]
) -> None:
    refusal = decide(position(text), Seat(0), action)

    assert refusal == Refusal(code, tuple(facts.items()))
