"""Dragging: what hangs on the pointer, where it may be let go, and what a drop does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.client.little_table import glance_at, position

from rummy500.engine.ids import MeldId
from rummy500.engine.notation import parse_card as card, parse_cards
from rummy500.engine.refusals import Code
from rummy500.engine.state import HandState, Phase
from rummy500.protocol import acts
from rummy500_client.presenters.gesture_model import (
    DropInHand,
    DropOnCloth,
    DropOnMeld,
    DropOnPile,
    Gesture,
    LetDown,
    MoveInHand,
    PickUpHand,
    PickUpMeld,
    PickUpPile,
    PickUpStock,
)
from rummy500_client.presenters.gestures import respond
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.table import table_model
from rummy500_client.presenters.table_model import Drop, Drops, Ghost
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import CarriedCards, CarriedPile, LocalTable, settled


PLAYING = position("7C 7D 7H 8H KS 2D", melds=("4H 5H 6H", "QC QD QH"))
DRAWING = position("8H TH KS 2D", pile="9H 3D 5S QD", phase=Phase.DRAW)


def after(glance: Glance, gesture: Gesture) -> Glance:
    response = respond(glance, gesture)
    assert response.act is None
    return replace(glance, local=response.local)


def carrying(hand: HandState, *cards: str, selected: str = "") -> Glance:
    glance = glance_at(hand, selected=selected)
    return after(glance, PickUpHand(card(cards[0])))


# --- picking up ----------------------------------------------------------------------------------


def test_a_selected_card_takes_the_whole_selection_along() -> None:
    glance = carrying(PLAYING, "7D", selected="7H 7C 7D")
    assert glance.local.carried == CarriedCards(parse_cards("7H 7C 7D"))


def test_a_card_that_is_not_selected_comes_alone() -> None:
    glance = carrying(PLAYING, "KS", selected="7C 7D")
    assert glance.local.carried == CarriedCards((card("KS"),))
    assert glance.local.selected == parse_cards("7C 7D"), "the selection stays as it was"


def test_a_bracket_takes_its_meld_along() -> None:
    glance = after(glance_at(PLAYING, local=LocalTable(sort=SortMode.MELDS)), PickUpMeld(0))
    assert glance.local.carried == CarriedCards(parse_cards("7H 7C 7D"))


def test_an_update_takes_only_what_is_gone() -> None:
    local = LocalTable(carried=CarriedCards(parse_cards("7C 7D")))
    left = settled(local, parse_cards("7D KS"), ())
    assert left.carried == CarriedCards(parse_cards("7D"))
    assert settled(local, parse_cards("KS"), ()).carried is None
    from_pile = LocalTable(carried=CarriedPile(card("QD")))
    assert settled(from_pile, (), parse_cards("QD")).carried == from_pile.carried
    assert settled(from_pile, (), ()).carried is None


# --- places --------------------------------------------------------------------------------------


def test_places_for_a_card_that_fits_a_meld_and_may_be_discarded() -> None:
    model = table_model(carrying(PLAYING, "7H"))
    assert [tray.target for tray in model.melds] == [True, False]
    assert model.melds[0].badge == "+7"
    assert model.melds[0].ghosts == (Ghost(card("7H"), 3),)
    assert model.drops == Drops(Drop("Discard 7♥"), Drop("Lay ready for a meld", fits=False))


def test_places_for_a_meld() -> None:
    model = table_model(carrying(PLAYING, "7D", selected="7C 7D 7H"))
    assert model.drops == Drops(cloth=Drop("Meld +21"))


def test_ghosts_stand_at_both_ends_and_close_a_group() -> None:
    hand = position("3H 7H QS KS 2D", melds=("4H 5H 6H", "QC QD QH"))
    run = table_model(carrying(hand, "3H", selected="3H 7H")).melds[0]
    assert run.ghosts == (Ghost(card("3H"), -1), Ghost(card("7H"), 3))
    group = table_model(carrying(hand, "QS")).melds[1]
    assert group.ghosts == (Ghost(card("QS"), 3),)


def test_there_is_no_place_while_others_play_or_an_answer_is_awaited() -> None:
    theirs = replace(PLAYING, turn=replace(PLAYING.turn, seat=1))
    glance = after(glance_at(theirs), PickUpHand(card("7H")))
    assert table_model(glance).drops == Drops()


def test_a_required_card_shuts_the_pile() -> None:
    hand = position("7C 7D 7H KS", melds=("4H 5H 6H",))
    hand = replace(hand, turn=replace(hand.turn, required=card("7H")))
    assert table_model(carrying(hand, "KS")).drops == Drops(
        cloth=Drop("Lay ready for a meld", fits=False)
    )


def test_a_pile_card_in_the_air_shows_its_bill_and_the_hand_as_its_place() -> None:
    model = table_model(after(glance_at(DRAWING), PickUpPile(card("9H"))))
    assert model.bill is not None
    assert model.drops == Drops(hand=Drop("Take 4 cards"))
    top = table_model(after(glance_at(DRAWING), PickUpPile(card("QD"))))
    assert top.drops == Drops(hand=Drop("Take Q♦"))


def test_a_stock_card_in_the_air_has_the_hand_as_its_place() -> None:
    model = table_model(after(glance_at(DRAWING), PickUpStock()))
    assert model.drops == Drops(hand=Drop("Draw from the stock"))


# --- drops ---------------------------------------------------------------------------------------


def test_a_drop_on_the_pile_discards_at_once() -> None:
    glance = carrying(PLAYING, "KS", selected="7C 7D")
    assert respond(glance, DropOnPile(card("KS"))).act == acts.Discard(card("KS"))


def test_going_out_by_a_drop_is_asked_about_once() -> None:
    glance = carrying(position("KS"), "KS")
    first = respond(glance, DropOnPile(card("KS")))
    assert first.act is None
    assert first.local.armed == acts.Discard(card("KS"))
    again = after(replace(glance, local=first.local), PickUpHand(card("KS")))
    assert respond(again, DropOnPile(card("KS"))).act == acts.Discard(card("KS"))


def test_a_drop_on_a_meld_lays_all_carried_cards_off() -> None:
    glance = carrying(PLAYING, "8H", selected="7H 8H")
    act = respond(glance, DropOnMeld(card("8H"), MeldId(1))).act
    assert act == acts.Lay(parse_cards("7H 8H"), 1)


def test_a_drop_of_a_meld_on_the_cloth_melds() -> None:
    glance = carrying(PLAYING, "7C", selected="7C 7D 7H")
    assert respond(glance, DropOnCloth(card("7C"))).act == acts.Meld(parse_cards("7H 7C 7D"))


def test_cards_dropped_one_after_the_other_become_a_meld() -> None:
    glance = glance_at(PLAYING)
    for text in ("7C", "7D"):
        glance = after(after(glance, PickUpHand(card(text))), DropOnCloth(card(text)))
    assert glance.local.selected == parse_cards("7C 7D")
    third = respond(after(glance, PickUpHand(card("7H"))), DropOnCloth(card("7H")))
    assert third.act == acts.Meld(parse_cards("7H 7C 7D"))


@pytest.mark.parametrize(("ready", "last"), [("KS", "2D"), ("7C 7D", "KS")])
def test_cards_that_make_no_meld_explain_themselves(ready: str, last: str) -> None:
    glance = carrying(PLAYING, last, selected=ready)
    response = respond(glance, DropOnCloth(card(last)))
    assert response.act is None
    assert response.local.complaint is not None
    assert response.local.complaint.code == Code.NOT_A_MELD
    assert response.local.selected == parse_cards(ready)


def test_a_drop_before_the_draw_says_so() -> None:
    response = respond(carrying(DRAWING, "KS"), DropOnCloth(card("KS")))
    assert response.local.complaint is not None
    assert response.local.complaint.code == Code.MUST_DRAW_FIRST


def test_draws_by_hand() -> None:
    stock = after(glance_at(DRAWING), PickUpStock())
    assert respond(stock, DropInHand()).act == acts.Stock()
    deep = after(glance_at(DRAWING), PickUpPile(card("9H")))
    assert respond(deep, DropInHand()).act == acts.Take(card("9H"))


def test_a_group_of_cards_moves_together_within_the_hand() -> None:
    glance = carrying(PLAYING, "7D", selected="7C 7D")
    moved = respond(glance, MoveInHand(card("7D"), 0)).local
    assert moved.order[:2] == parse_cards("7C 7D")
    assert moved.sort is SortMode.OWN
    assert moved.carried is None


def test_whatever_ends_a_dragging_empties_the_pointer() -> None:
    for gesture in (LetDown(), DropOnPile(card("KS")), DropOnCloth(card("KS")), DropInHand()):
        assert respond(carrying(PLAYING, "KS"), gesture).local.carried is None
