"""What was taken back does not count: not in the result, not in what happened last."""

from __future__ import annotations

from tests.client.little_table import LittleTable, position, words

from rummy500.engine.actions import DiscardCard, MeldCards, Undo
from rummy500.engine.notation import parse_cards
from rummy500.protocol.happenings import Person, SeatChanged
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.log_words import last_turn, log_of
from rummy500_client.presenters.results import hand_result
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce


def glance(state: ClientState) -> Glance:
    assert state.table is not None
    return look(state.table, LocalTable(), words())


def test_a_meld_taken_back_and_laid_again_is_one_meld() -> None:
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    state = reduce(state, table.put(position("QS KS AS 7C")))
    meld = MeldCards(parse_cards("QS KS AS"))
    for action in (meld, Undo(), meld, DiscardCard(parse_cards("7C")[0])):
        state = reduce(state, table.play(action))
    result = hand_result(glance(state))
    assert result is not None
    assert result.rows[0].note == "went out, 1 meld"


def test_a_new_hand_begins_with_nothing_that_happened() -> None:
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    state = reduce(state, table.put(position("QS KS AS 7C")))
    state = reduce(state, table.play(MeldCards(parse_cards("QS KS AS"))))
    state = reduce(state, table.play(DiscardCard(parse_cards("7C")[0])))
    assert last_turn(glance(state)) == "You discard 7♣"
    state = reduce(state, table.deal(3))
    assert last_turn(glance(state)) == ""


def test_the_log_does_not_tell_people_that_they_are_there() -> None:
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    mine = SeatChanged(seat=0, occupant=Person("Ana", here=True))
    theirs = SeatChanged(seat=1, occupant=Person("Bea", here=True))
    state = reduce(state, table.news(mine, theirs))
    lines = [line for group in log_of(glance(state)).groups for line in group.lines]
    assert lines[-1] == "Bea is here"
    assert not any("Ana" in line for line in lines)
