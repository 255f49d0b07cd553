"""Outs and dangers, in positions small enough to count on the fingers."""

from __future__ import annotations

import pytest
from tests.bots.test_layout_search import meld

from rummy500.engine.cards import PACK, Card, card_set
from rummy500.engine.melds import Meld
from rummy500.engine.notation import CARD_TEXT, hand, parse_card, parse_cards
from rummy500.engine.options import RUMMY500, AceMode
from rummy500.engine.scoring import values_of
from rummy500_server.bots.danger import danger, fits_table, reachable
from rummy500_server.bots.lanes import scale_of, table_of
from rummy500_server.bots.layout_search import best_layout, placeable
from rummy500_server.bots.outs import NEAR, Loose, chances_of, hopes, with_chance


BOTH = AceMode.BOTH
NO_RUNS = (0, 0, 0, 0)
HELD = values_of(RUMMY500).held


def outs(loose: str, card: str, *melds: Meld, mode: AceMode = BOTH) -> set[str]:
    """Return the single cards of which each by itself gives ``card`` a chance."""
    found = set()
    cells = table_of(melds).cells
    for number, text in enumerate(CARD_TEXT):
        alone = [0.0] * 52
        alone[number] = 1.0
        chances = dict(hopes(Loose(hand(loose), cells), chances_of(alone, mode), mode))
        if chances[parse_card(card)] > 0:
            found.add(text)
    return found


def test_outs_of_pairs() -> None:
    assert outs("7C 8C", "7C") == {"6C", "9C"}
    assert outs("7C 9C", "9C") == {"8C"}
    assert outs("7C 7D", "7C") == {"7H", "7S"}
    assert outs("7C KD", "KD") == set()


def test_outs_beside_a_run_on_the_table() -> None:
    assert outs("8C", "8C", meld(1, "4C 5C 6C")) == {"7C"}
    assert outs("2C", "2C", meld(1, "4C 5C 6C")) == {"3C"}
    assert outs("9C", "9C", meld(1, "4C 5C 6C")) == set()


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(AceMode.BOTH, {"QS", "3S"}), (AceMode.LOW, {"3S"}), (AceMode.HIGH, {"QS"})],
)
def test_an_ace_hopes_at_the_ends_that_it_may_have(mode: AceMode, expected: set[str]) -> None:
    assert outs("AS KS 2S", "AS", mode=mode) == expected


def test_two_missing_cards_count_as_both_together() -> None:
    chances = [0.0] * 52
    for card in parse_cards("6C 8C"):
        chances[card] = 0.5
    [(card, chance)] = hopes(Loose(hand("7C"), NO_RUNS), chances_of(chances, BOTH), BOTH)
    assert (card, chance) == (parse_card("7C"), 0.25)


def test_a_replaced_chance_is_as_if_it_had_always_been_so() -> None:
    chances = [0.01 * card for card in range(52)]
    for card in (Card(0), Card(13), Card(30), Card(51)):
        changed = [*chances[:card], 0.9, *chances[card + 1 :]]
        assert with_chance(chances_of(chances, BOTH), card, 0.9, BOTH) == chances_of(changed, BOTH)


def test_a_card_changes_the_hopes_of_those_near_it_alone() -> None:
    chances = chances_of([0.1] * 52, BOTH)
    loose = hand("2C 5C 9C JC 4D 9D AH KS")
    before = dict(hopes(Loose(loose, NO_RUNS), chances, BOTH))
    for card in range(52):
        if not loose >> card & 1:
            after = dict(hopes(Loose(loose | 1 << card, NO_RUNS), chances, BOTH))
            near = dict(hopes(Loose(loose | 1 << card, NO_RUNS), chances, BOTH, NEAR[card]))
            assert after == before | near


def test_a_card_that_cannot_be_placed_leaves_the_layout_as_it_was() -> None:
    own = hand("3C 4C 5C 9D 9H 9S JS QS")
    table = table_of([meld(1, "4H 5H 6H"), meld(2, "2C 2D 2H")])
    scale = scale_of(RUMMY500)
    before = best_layout(own, table, scale)
    for card in range(52):
        if not own >> card & 1 and not placeable(own, 1 << card, table, scale):
            assert best_layout(own | 1 << card, table, scale) == before


def risk(card: str, pile: str, *melds: Meld, share: float = 0.0, known: str = "") -> float:
    seen = hand(pile) | hand(card) | hand(known)
    reach = reachable(
        HELD, pile=parse_cards(pile), known=hand(known), unseen=~seen & (1 << 52) - 1, share=share
    )
    return danger(parse_card(card), table_of(melds), reach, BOTH)


def test_a_discard_is_dangerous_by_what_it_completes() -> None:
    assert risk("9C", "") == 0
    assert risk("9C", "7C 8C") > 0
    assert risk("9C", "", known="9D 9H") > 0
    assert risk("9C", "", share=0.3) > 0
    assert risk("9C", "8C", share=0.3) > risk("9C", "", share=0.3)
    assert risk("KC", "QC", share=0.3) > risk("4C", "3C", share=0.3)


def test_a_discard_that_fits_the_table_costs_what_it_counts() -> None:
    assert risk("9C", "", meld(1, "6C 7C 8C")) == 9
    assert risk("AS", "", meld(1, "JS QS KS")) == 15
    assert risk("9C", "", meld(1, "9D 9H 9S")) == 9


def test_which_single_cards_fit_the_table() -> None:
    table = table_of([meld(1, "4H 5H 6H"), meld(2, "QS KS AS"), meld(3, "2C 2D 2H")])
    tabled = hand("4H 5H 6H QS KS AS 2C 2D 2H")
    others = [card for card in PACK if not tabled >> card & 1]
    fitting = [card for card in others if fits_table(card, table, BOTH)]
    assert card_set(fitting) == hand("3H 7H JS 2S")
    low = table_of([meld(1, "2S 3S 4S")])
    assert fits_table(parse_card("AS"), low, AceMode.LOW)
    assert not fits_table(parse_card("AS"), low, AceMode.HIGH)
