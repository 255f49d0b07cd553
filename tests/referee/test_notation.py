"""What a file may say, and how the referee complains about what it may not."""

from __future__ import annotations

import pytest

from rummy500.engine.cards import iterate
from rummy500.referee.places import NotationError
from rummy500.referee.reader import read
from rummy500.referee.report import state_of
from rummy500.referee.runner import Report, run


PACK = (
    "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD "
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
)
SMALL = "hand 1 7C 7D 7H 2S\nhand 2 9C\npile 3C\nstock 4S 5S\n"


def judged(text: str) -> Report:
    """Run the only game of a text."""
    (game,) = read("case", text)
    return run(game)


def results(text: str) -> list[str]:
    return [play.result for play in judged(text).plays]


def judge_all(text: str) -> None:
    for game in read("case", text):
        run(game)


def complaint(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        judge_all(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "cards", ["7C 7D 7H", "7c 7d 7h", "7♣ 7♦ 7♥", "7♣\ufe0f 7♦\ufe0e 7♥\ufe0f", "7♧ 7♢ 7♡"]
)
def test_cards_may_be_written_in_several_ways(cards: str) -> None:
    assert results(f"{SMALL}turn 1 play\n1 meld {cards} => ok\n") == ["ok"]


def test_a_ten_may_be_written_with_two_digits() -> None:
    report = judged("hand 1 10H TD\nhand 2 9C\npile 3C\nstock\nexpect hand 1 TD 10h\n")

    assert report.failures == []


def test_a_byte_order_mark_and_windows_lines_are_accepted() -> None:
    text = "\ufeff" + f"{SMALL}# a remark\n\n1 stock => ok\n".replace("\n", "\r\n")

    assert results(text) == ["ok"]


def test_games_are_separated_by_a_line() -> None:
    games = list(read("case", f"id a b\n{SMALL}---\nid c\n{SMALL}"))

    assert [game.name for game in games] == ["a b", "c"]


def test_the_lines_of_a_header_have_no_order() -> None:
    text = "stock 4S\nturn 1 draw\npile 3C\nhand 2 9C\nhand 1 7C\nplayers 2\n1 stock => ok\n"

    assert results(text) == ["ok"]


def test_what_does_not_come_out_is_told_with_its_place() -> None:
    report = judged(f"{SMALL}1 stock => STOCK_EMPTY\nexpect turn 2\n")

    assert [(f.place.line, f.expected, f.actual) for f in report.failures] == [
        (5, "STOCK_EMPTY", "ok"),
        (6, "turn 2", "turn 1"),
    ]


def test_a_second_deck_deals_the_next_hand_and_the_deal_moves_on() -> None:
    text = (
        f"players 2\ndeck {PACK}\n2 stock => ok\n2 discard AC => ok\n"
        "expect scores none\nexpect turn 1\n"
    )
    report = judged(text)

    assert report.failures == []
    assert complaint(f"{text}deck {PACK}\n").startswith("case:7:1: expected a deck once the hand")


def test_a_hand_that_is_over_goes_on_with_a_deck() -> None:
    text = f"totals 100 50\nhand-scores 10 20\nexpect totals 110 70\ndeck {PACK}\nexpect turn 1\n"
    report = judged(text)

    assert report.failures == []
    assert report.end.dealer == 1


def test_no_deck_follows_the_end_of_the_match() -> None:
    text = f"totals 499 0\nhand-scores 10 20\nexpect winners 1\ndeck {PACK}\n"

    assert "no deck once the match is over" in complaint(text)


def test_the_new_stock_is_dictated_and_must_be_the_pile_without_its_top() -> None:
    head = (
        "option exhausted_stock reshuffle_keep_top\nhand 1 7C\nhand 2 9C\n"
        "pile 2S 3S 4S 5S\nstock\nexpect turn 1\n"
    )
    report = judged(f"{head}stock 3S 4S 2S\n1 stock => ok\nexpect hand 1 7C 3S\nexpect pile 5S\n")

    assert report.failures == []
    assert "the cards of the pile without its top" in complaint(f"{head}stock 3S 4S 5S\n")


def test_a_dictated_stock_is_for_the_next_accepted_play_only() -> None:
    text = (
        "option exhausted_stock reshuffle_keep_top\nhand 1 7C 7D\nhand 2 9C\n"
        "pile 2S 3S 4S\nstock\nexpect turn 1\nstock 3S 2S\n"
        "1 discard 7C => MUST_DRAW_FIRST\n1 take top => ok\n1 discard 7C => ok\n"
        "2 stock => ok\nexpect pile 7C\n"
    )
    report = judged(text)

    assert report.failures == []
    hand = report.end.hand
    assert hand is not None
    assert len({*hand.stock, *hand.pile, *iterate(hand.hands[0]), *iterate(hand.hands[1])}) == 6


def test_only_the_line_melded_says_who_has_melded() -> None:
    head = (
        "option layoff_requires_own_meld on\nhand 1 7C 2S 3S\nhand 2 9C\npile 3C\nstock\n"
        "meld 1 4C/2 5C/2 6C/2\nmeld 2 KC/1 KD/1 KH/1\nturn 1 play\ntabled 1\n"
    )

    assert results(f"{head}1 lay 7C > 1\n") == ["LAYOFF_NEEDS_MELD"]
    assert results(f"{head}melded 1\n1 lay 7C > 1\n") == ["ok"]


def test_undo_at_the_start_of_a_position() -> None:
    assert results(f"{SMALL}1 undo\n") == ["NOTHING_TO_UNDO"]
    assert results(f"{SMALL}turn 1 play\ndrew stock\n1 undo\n") == ["UNDO_BLOCKED"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "case:1:1"),
        ("hand 1 7X\nhand 2 9C\n", "case:1:8"),
        ("hand 1 7C 7C\nhand 2 9C\n", "case:1:11"),
        ("hand 1 7C\nhand 2 7C\n", "case:2:8"),
        ("hand 1 7C\nhand 1 8C\n", "case:2:6"),
        ("hand 1 7C\n", "case:1:1"),
        ("hand 1 7C\nhand 5 9C\n", "case:2:6"),
        ("players 2\nhand 1 7C\nhand 3 9C\n", "case:3:6"),
        ("players 5\n", "case:1:9"),
        ("preset canasta\n", "case:1:8"),
        ("option no_such on\nhand 1 7C\nhand 2 9C\n", "case:1:8"),
        ("option undo maybe\nhand 1 7C\nhand 2 9C\n", "case:1:8"),
        ("dealer 3\nhand 1 7C\nhand 2 9C\n", "case:1:8"),
        (f"{SMALL}meld 1 4C/2 5C/2 6D/2\n", "case:5:6"),
        (f"{SMALL}meld 2 4C/2 5C/2 6C/2\n", "case:5:6"),
        (f"{SMALL}meld 1 4C/3 5C/2 6C/2\n", "case:5:11"),
        (f"{SMALL}meld 1 4C 5C 6C\n", "case:5:8"),
        (f"{SMALL}turn 3 draw\n", "case:5:6"),
        (f"{SMALL}turn 1 sleep\n", "case:5:8"),
        (f"{SMALL}required 7C\n", "case:5:1"),
        (f"{SMALL}turn 1 play\ndrew deep\nrequired 9C\n", "case:7:10"),
        (f"{SMALL}turn 1 play\ndrew stock\ntaken 7C\n", "case:7:7"),
        (f"{SMALL}totals 1 2 3\n", "case:5:8"),
        (f"{SMALL}ended went_out 1\n", "case:5:7"),
        (f"{SMALL}ended tired\n", "case:5:7"),
        (f"deck {PACK}\nplayers 2\nhand 1 7C\n", "case:3:1"),
        ("deck AC 2C\nplayers 2\n", "case:1:11"),
        (f"{SMALL}1 jump\n", "case:5:3"),
        (f"{SMALL}1 stock => FINE\n", "case:5:12"),
        (f"{SMALL}1 stock now\n", "case:5:9"),
        (f"{SMALL}3 stock\n", "case:5:1"),
        (f"{SMALL}1 meld\n", "case:5:7"),
        (f"{SMALL}1 lay 7C\n", "case:5:9"),
        (f"{SMALL}1 lay 7C > x\n", "case:5:12"),
        (f"{SMALL}expect weather fine\n", "case:5:8"),
        (f"{SMALL}expect placed 1\n", "case:5:15"),
        (f"{SMALL}1 stock\npile 4D\n", "case:6:1"),
        ("players 3\nhand 1 7C\nhand 2 9C\n", "case:1:1"),
        (f"deck {PACK}\n", "case:1:1"),
        ("option deep_draw off\n" + SMALL + "turn 1 play\ndrew deep\nrequired 7C\n", "case:7:1"),
        (f"{SMALL}turn 1 play\ntabled 1\n", "case:6:8"),
        (f"{SMALL}idle 6\n", "case:5:6"),
        (f"{SMALL}expect turn 1\nstock 3C\n", "case:6:1"),
        ("commit 12\nhand 1 7C\nhand 2 9C\n", "case:1:8"),
        (f"option hand_size 13\nplayers 4\ndeck {PACK}\n", "case:3:1"),
        (f"option hand_size 13\nhand-scores 1 2 3 4\ndeck {PACK}\n", "case:3:1"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, place: str) -> None:
    told = complaint(text)

    assert told.startswith(f"{place}: expected "), told


def test_the_state_is_told_as_json() -> None:
    report = judged(
        "hand 1 7C 7D 7H 2S\nhand 2 KS AH\nmeld 1 QS/2 KD/2 AD/2\n".replace(
            "QS/2 KD/2", "QD/2 KD/2"
        )
        + "pile 3C 5S\nstock 4S\n1 take top\n1 meld 7H 7D 7C\n"
    )

    state = state_of(report.end)

    assert state["hands"] == [["2S", "5S"], ["AH", "KS"]]
    assert state["melds"] == [
        {"cards": ["QD", "KD", "AD"], "placed_by": [2, 2, 2], "kind": "run", "ace": "high"},
        {"cards": ["7C", "7D", "7H"], "placed_by": [1, 1, 1], "kind": "group", "ace": None},
    ]
    assert state["turn"] == 1
    assert state["phase"] == "play"
    assert state["taken"] == "5S"
    assert state["required"] is None
    assert state["placed"] == [21, 35]
    assert state["scores"] is None
    assert state["winners"] is None
