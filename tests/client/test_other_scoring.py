"""Where cards on the table count nothing, nothing on the screen says that they do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.client.little_table import LittleTable, glance_at, position, words

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_cards
from rummy500.engine.options import BASIC, RUMMY500, Scoring, TableOptions
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.log_words import line_of
from rummy500_client.presenters.result_model import HandResult
from rummy500_client.presenters.results import hand_result
from rummy500_client.presenters.table import table_model
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce


PENALTIES = replace(RUMMY500, scoring=Scoring.PENALTIES, target_score=100)
NOTHING = pytest.mark.parametrize("options", [BASIC, PENALTIES])


def ended(options: TableOptions) -> Glance:
    """Return a look at a hand in which the viewer went out, the other holding court cards."""
    table = LittleTable(options=options)
    state = reduce(ClientState(), table.deal())
    hand = position("JS QS KS", options=options)
    table.match = table.match._replace(
        hand=replace(hand, seed=table.hand.seed, dealer=table.hand.dealer)
    )
    state = reduce(state, table.news())
    state = reduce(state, table.play(MeldCards(parse_cards("JS QS KS"))))
    assert state.table is not None
    return look(state.table, LocalTable(), words())


def result_of(options: TableOptions) -> HandResult:
    result = hand_result(ended(options))
    assert result is not None
    return result


@NOTHING
def test_only_the_hand_is_counted_on_the_plate(options: TableOptions) -> None:
    glance = glance_at(position("7C 7D 7H KS", options=options))
    assert [figure.label for figure in table_model(glance).seats[0].figures] == ["Hand"]


@NOTHING
def test_a_meld_that_brings_nothing_promises_nothing(options: TableOptions) -> None:
    glance = glance_at(position("7C 7D 7H KS", options=options), selected="7C 7D 7H")
    texts = [button.text for button in table_model(glance).status.buttons]
    assert "Meld" in texts


@NOTHING
def test_the_result_makes_no_sum(options: TableOptions) -> None:
    result = result_of(options)
    assert (result.heads.table, result.heads.held) == ("", "In the hand")
    assert [row.table for row in result.rows] == ["", ""]
    assert [row.held for row in result.rows] == ["0", "30"]
    assert "on the table" not in result.rows[0].accessible


def test_the_winner_takes_the_hands() -> None:
    assert [row.net for row in result_of(BASIC).rows] == ["+30", "0"]


def test_penalties_run_down_to_their_target() -> None:
    result = result_of(PENALTIES)
    assert [row.net for row in result.rows] == ["0", "\N{MINUS SIGN}30"]
    assert result.chart.target == -100
    assert result.chart.target_text == "Target \N{MINUS SIGN}100"


def test_a_bonus_is_explained() -> None:
    result = result_of(replace(RUMMY500, going_out_bonus=25))
    assert result.rows[0].note == "went out, +25 by the rules of this table, 1 meld"
    assert "by the rules" not in result_of(RUMMY500).rows[0].note


@NOTHING
def test_the_log_tells_no_points_that_there_are_not(options: TableOptions) -> None:
    glance = ended(options)
    told = [line_of(entry, glance) for entry in glance.table.log]
    assert "You meld J♠ Q♠ K♠" in told
    plain = ended(RUMMY500)
    assert "You meld J♠ Q♠ K♠ +30" in [line_of(entry, plain) for entry in plain.table.log]
