"""What a person has chosen about how the table helps: second presses, hints, the own order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.client.little_table import LittleTable, glance_at, position
from tests.client.wires import Wires, connect

from rummy500.engine.actions import DrawStock
from rummy500.engine.notation import parse_card as card, parse_cards
from rummy500.engine.state import Phase
from rummy500.protocol import acts
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.gesture_model import MoveInHand, PickSort, PressButton
from rummy500_client.presenters.gestures import respond
from rummy500_client.presenters.glance import Glance, Tastes
from rummy500_client.presenters.session import Session
from rummy500_client.presenters.table import table_model
from rummy500_client.settings import Settings
from rummy500_client.state.arrange import SortMode, by_suit
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import Away, ConnectionChanged


def hasty(glance: Glance) -> Glance:
    return replace(glance, tastes=Tastes(confirm=False))


# --- the second press ----------------------------------------------------------------------------


def test_a_discard_needs_no_second_press_where_none_is_wanted() -> None:
    glance = hasty(glance_at(position("7C KS 2D"), selected="KS"))
    assert respond(glance, PressButton("discard")).act == acts.Discard(card("KS"))


def test_going_out_is_asked_about_all_the_same() -> None:
    glance = hasty(glance_at(position("KS"), selected="KS"))
    first = respond(glance, PressButton("discard"))
    assert first.act is None
    second = respond(replace(glance, local=first.local), PressButton("discard"))
    assert second.act == acts.Discard(card("KS"))


def test_so_is_the_end_of_a_hand() -> None:
    hand = position("8H KS", pile="2C", stock="", phase=Phase.DRAW)
    assert respond(hasty(glance_at(hand)), PressButton("end")).act is None


# --- hints ---------------------------------------------------------------------------------------


HINTS, NONE = Tastes(), Tastes(hints=False)


@pytest.mark.parametrize(
    ("sort", "tastes", "shown"),
    [
        (SortMode.SUIT, HINTS, ["+9"]),
        (SortMode.SUIT, NONE, []),
        (SortMode.RANK, HINTS, ["+21"]),
        (SortMode.MELDS, HINTS, ["+9", "+21"]),
        (SortMode.MELDS, NONE, ["+9", "+21"]),
    ],
)
def test_melds_are_pointed_out_where_their_cards_lie_together(
    sort: SortMode, tastes: Tastes, shown: list[str]
) -> None:
    glance = glance_at(position("7C 7D 7H 2S 3S 3D 4S KD"), local=LocalTable(sort=sort))
    model = table_model(replace(glance, tastes=tastes))
    assert [bracket.text for bracket in model.brackets] == shown
    for bracket in model.brackets:
        assert bracket.stop - bracket.start == 3


# --- the own order -------------------------------------------------------------------------------


def hand_of(session: Session) -> tuple[int, ...]:
    glance = session.glance()
    assert glance is not None
    return glance.hand


def test_the_own_order_outlives_draws_and_lost_connections() -> None:
    session = Session(
        Settings(name="Ana"), words_for("en"), keep=lambda _: None, changed=lambda: None
    )
    session.network = Wires()
    session.play_now()
    connect(session)
    table = LittleTable()
    session.told(table.deal())
    session.told(table.put(position("2D 7C KS 9H", pile="3D", phase=Phase.DRAW)))
    session.gesture(PickSort("suit"))
    session.gesture(MoveInHand(card("7C"), 0))
    mine = hand_of(session)
    assert mine == parse_cards("7C KS 9H 2D")
    session.told(table.play(DrawStock()))
    assert hand_of(session) == (*mine, card("3C"))
    session.change(ConnectionChanged(Away(1, 0.5, "dropped")))
    connect(session, "t1")
    session.told(table.news())
    assert hand_of(session) == (*mine, card("3C"))


def test_another_hand_begins_by_suit() -> None:
    session = Session(
        Settings(name="Ana"), words_for("en"), keep=lambda _: None, changed=lambda: None
    )
    session.network = Wires()
    session.play_now()
    connect(session)
    table = LittleTable()
    session.told(table.deal())
    session.gesture(MoveInHand(hand_of(session)[5], 0))
    table.match = table.match._replace(hand=None)
    session.told(table.deal(9))
    assert session.local.sort is SortMode.OWN
    assert hand_of(session) == by_suit(hand_of(session))
