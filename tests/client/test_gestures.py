"""What a gesture at the table leads to: an act for the server, or the rule that forbids it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.client.little_table import LittleTable, glance_at, position

from rummy500.engine.actions import DrawStock, TakePile
from rummy500.engine.cards import Card
from rummy500.engine.decide import decide
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.legal import legal_actions, legal_takes
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.engine.refusals import Code, Refusal
from rummy500.engine.rules import check_take
from rummy500.engine.state import HandState, Phase
from rummy500.engine.views import view_for
from rummy500.protocol import acts
from rummy500.protocol.commands import Play
from rummy500_client.presenters.gesture_model import (
    DropOnMeld,
    Gesture,
    LetGo,
    MoveInHand,
    PickNextMeld,
    PickSort,
    PointAtPile,
    PressBracket,
    PressButton,
    PressHand,
    PressMeld,
    PressPile,
    PressStock,
)
from rummy500_client.presenters.gestures import respond
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.keys import Say, answer_key
from rummy500_client.presenters.moves import Response
from rummy500_client.presenters.table import table_model
from rummy500_client.presenters.table_model import Look
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import LocalTable


def card(text: str) -> Card:
    return parse_card(text)


def complaint(response: Response) -> str:
    assert response.act is None
    assert response.local.complaint is not None
    return response.local.complaint.code


def again(glance: Glance, response: Response) -> Glance:
    return replace(glance, local=response.local)


def taken(hand: HandState, text: str) -> HandState:
    """Return the position after a draw from the pile."""
    events = decide(hand, Seat(0), TakePile(card(text)))
    assert not isinstance(events, Refusal), events
    for event in events:
        hand = evolve(hand, event)
    return hand


# --- drawing -------------------------------------------------------------------------------------


DRAWING = position("8H TH KS 2D", pile="9H 3D 5S QD", phase=Phase.DRAW)


def test_a_press_on_the_stock_draws() -> None:
    assert respond(glance_at(DRAWING), PressStock()).act == acts.Stock()


def test_a_press_on_the_top_card_takes_it() -> None:
    assert respond(glance_at(DRAWING), PressPile(card("QD"))).act == acts.Take(card("QD"))


def test_a_deep_card_is_previewed_by_the_first_press_and_taken_by_the_second() -> None:
    glance = glance_at(DRAWING)
    first = respond(glance, PressPile(card("9H")))
    assert first.act is None
    model = table_model(again(glance, first))
    assert model.bill is not None
    assert model.bill.title == "Take 4 cards"
    assert [c.lifted for c in model.pile] == [True] * 4
    gold = next(b for b in model.status.buttons if b.look is Look.GOLD)
    assert (gold.intent, gold.text, gold.room) == ("take", "Press again", "Take 4 cards")
    second = respond(again(glance, first), PressPile(card("9H")))
    assert second.act == acts.Take(card("9H"))
    by_button = respond(again(glance, first), PressButton("take"))
    assert by_button.act == acts.Take(card("9H"))


def test_pointing_previews_and_leaving_lets_go() -> None:
    glance = glance_at(DRAWING)
    pointed = again(glance, respond(glance, PointAtPile(card("9H"))))
    assert table_model(pointed).bill is not None
    left = again(glance, respond(pointed, PointAtPile(None)))
    assert table_model(left).bill is None
    on_useless = again(glance, respond(glance, PointAtPile(card("3D"))))
    assert table_model(on_useless).bill is None


def test_a_card_that_cannot_be_used_explains_itself() -> None:
    glance = glance_at(DRAWING)
    response = respond(glance, PressPile(card("3D")))
    assert complaint(response) == Code.DEEP_DRAW_UNUSABLE
    toast = table_model(again(glance, response)).toast
    assert toast is not None
    assert toast.head == "3♦ is of no use to you now"


@pytest.mark.parametrize("seed", range(30))
def test_pile_cards_are_highlighted_exactly_where_a_draw_is_accepted(seed: int) -> None:
    table = LittleTable()
    table.deal(seed)
    for _ in range(12):
        view = view_for(table.hand, Seat(0))
        glance = glance_at(table.hand)
        marked = {c.card for c in table_model(glance).pile if c.can_take}
        if table.hand.turn.seat == 0 and table.hand.turn.phase is Phase.DRAW:
            accepted = {c for c in view.pile if not isinstance(check_take(view, c), Refusal)}
            assert marked == accepted == set(legal_takes(view))
        else:
            assert not marked
        table.play(legal_actions(table.hand)[-1])
        if table.hand.end is not None:
            break


def test_an_empty_stock_offers_to_end_the_hand() -> None:
    glance = glance_at(position("8H TH KS", stock="", phase=Phase.DRAW))
    buttons = table_model(glance).status.buttons
    assert [b.intent for b in buttons] == ["end", "take"]
    first = respond(glance, PressButton("end"))
    assert first.act is None
    assert table_model(again(glance, first)).status.headline == "Press again to end the hand"
    assert respond(again(glance, first), PressButton("end")).act == acts.DeclinePile()
    assert complaint(respond(glance, PressStock())) == Code.STOCK_EMPTY


# --- melding -------------------------------------------------------------------------------------


PLAYING = position("7C 7D 7H 8H KS AS", melds=("4H 5H 6H", "8C 8D 8S"))


def test_selecting_goes_on_and_off() -> None:
    glance = glance_at(PLAYING)
    one = again(glance, respond(glance, PressHand(card("7C"))))
    assert one.local.selected == (card("7C"),)
    none = respond(one, PressHand(card("7C")))
    assert none.local.selected == ()


def test_the_meld_button_melds_with_its_points() -> None:
    glance = glance_at(PLAYING, selected="7H 7C 7D")
    model = table_model(glance)
    meld = next(b for b in model.status.buttons if b.intent == "meld")
    assert (meld.text, meld.look) == ("Meld +21", Look.GOLD)
    assert respond(glance, PressButton("meld")).act == acts.Meld(parse_cards("7H 7C 7D"))


def test_what_is_no_meld_explains_itself() -> None:
    glance = glance_at(PLAYING, selected="KS AS 7H")
    assert complaint(respond(glance, PressButton("meld"))) == Code.NOT_A_MELD
    few = glance_at(PLAYING, selected="KS")
    assert complaint(respond(few, PressButton("meld"))) == Code.TOO_FEW_CARDS


def test_melds_where_the_selection_fits_have_a_gold_ring() -> None:
    glance = glance_at(PLAYING, selected="7H")
    assert [tray.target for tray in table_model(glance).melds] == [True, False]
    both = glance_at(PLAYING, selected="8H")
    assert [tray.target for tray in table_model(both).melds] == [False, True]
    bridge = glance_at(PLAYING, selected="8H 7H")
    assert [tray.target for tray in table_model(bridge).melds] == [True, False]
    assert respond(bridge, PressButton("lay")).act == acts.Lay(parse_cards("7H 8H"), 1)


def test_a_press_on_a_meld_lays_off_there() -> None:
    glance = glance_at(PLAYING, selected="7H")
    assert respond(glance, PressMeld(MeldId(1))).act == acts.Lay((card("7H"),), 1)
    wrong = respond(glance, PressMeld(MeldId(2)))
    assert complaint(wrong) == Code.LAYOFF_INVALID


def test_a_drop_on_a_meld_lays_off_the_card_or_the_selection() -> None:
    glance = glance_at(PLAYING)
    assert respond(glance, DropOnMeld(card("7H"), MeldId(1))).act == acts.Lay((card("7H"),), 1)
    two = glance_at(PLAYING, selected="7H 8H")
    assert respond(two, DropOnMeld(card("8H"), MeldId(1))).act == acts.Lay(parse_cards("7H 8H"), 1)


def test_several_places_are_asked_about() -> None:
    hand = position("7H KS QS", melds=("4H 5H 6H", "7C 7D 7S"))
    glance = glance_at(hand, selected="7H")
    asked = respond(glance, PressButton("lay"))
    assert asked.act is None
    model = table_model(again(glance, asked))
    assert model.status.headline == "Choose where to lay off 7♥"
    assert [tray.badge for tray in model.melds] == ["1", "2"]
    answer = answer_key(again(glance, asked), "2")
    assert answer == PressMeld(MeldId(2))
    assert isinstance(answer, PressMeld)
    assert respond(again(glance, asked), answer).act == acts.Lay((card("7H"),), 2)


# --- discarding and going out --------------------------------------------------------------------


def test_a_discard_needs_a_second_press() -> None:
    glance = glance_at(PLAYING, selected="KS")
    first = respond(glance, PressButton("discard"))
    assert first.act is None
    assert table_model(again(glance, first)).status.headline == "Press again to discard K♠"
    assert respond(again(glance, first), PressButton("discard")).act == acts.Discard(card("KS"))


def test_another_selection_disarms() -> None:
    glance = glance_at(PLAYING, selected="KS")
    first = again(glance, respond(glance, PressButton("discard")))
    other = respond(first, PressHand(card("AS")))
    assert other.local.armed is None


@pytest.mark.parametrize(
    ("own", "selected", "intent"),
    [("7C 7D 7H", "7C 7D 7H", "meld"), ("7H", "7H", "lay"), ("KS", "KS", "discard")],
)
def test_a_play_that_empties_the_hand_asks_once(own: str, selected: str, intent: str) -> None:
    glance = glance_at(position(own, melds=("4H 5H 6H",)), selected=selected)
    first = respond(glance, PressButton(intent))
    assert first.act is None
    headline = table_model(again(glance, first)).status.headline
    assert headline == "Press again to go out: it cannot be undone"
    assert respond(again(glance, first), PressButton(intent)).act is not None


def test_the_required_card_comes_first() -> None:
    hand = taken(position("8H TH KS 2D", pile="9H QD", phase=Phase.DRAW), "9H")
    glance = glance_at(hand, selected="KS")
    model = table_model(glance)
    assert model.status.headline == "Your turn: put 9♥ on the table"
    assert [c.card for c in model.hand if c.required] == [card("9H")]
    response = respond(glance, PressButton("discard"))
    assert complaint(response) == Code.REQUIRED_CARD_PENDING
    toast = table_model(again(glance, response)).toast
    assert toast is not None
    assert toast.head == "9♥ first, then discard"
    assert toast.refused == card("KS")


def test_the_taken_top_does_not_go_back() -> None:
    hand = taken(position("8H KS", pile="9H QD", phase=Phase.DRAW), "QD")
    glance = glance_at(hand, selected="QD")
    response = respond(glance, PressButton("discard"))
    assert complaint(response) == Code.CANNOT_DISCARD_TAKEN_TOP


def test_undo_is_dashed_where_it_is_barred() -> None:
    glance = glance_at(PLAYING)
    undo = next(b for b in table_model(glance).status.buttons if b.intent == "undo")
    assert undo.look is Look.DASHED
    assert complaint(respond(glance, PressButton("undo"))) == Code.UNDO_BLOCKED
    hand = taken(position("8H KS", pile="9H QD", phase=Phase.DRAW), "QD")
    assert respond(glance_at(hand), PressButton("undo")).act == acts.TakeBack()


# --- waiting -------------------------------------------------------------------------------------


def test_out_of_turn_nothing_is_sent_but_selecting_goes_on() -> None:
    hand = replace(PLAYING, turn=replace(PLAYING.turn, seat=Seat(1)))
    glance = glance_at(hand, selected="7C 7D 7H")
    assert table_model(glance).status.buttons == ()
    for gesture in (PressStock(), PressPile(card("2C")), PressMeld(MeldId(1))):
        assert complaint(respond(glance, gesture)) == Code.NOT_YOUR_TURN
    assert respond(glance, PressHand(card("KS"))).local.selected[-1] == card("KS")


def test_while_an_answer_is_on_its_way_nothing_is_sent() -> None:
    glance = glance_at(DRAWING)
    waiting = replace(glance.table, pending=Play(ref=3, table="t1", act=acts.Stock()))
    busy = replace(glance, table=waiting)
    assert respond(busy, PressStock()) == Response(busy.local)


# --- the order of the hand -----------------------------------------------------------------------


def test_sorting_and_the_own_order() -> None:
    glance = glance_at(PLAYING)
    assert [c.card for c in table_model(glance).hand] == list(parse_cards("AS KS 7H 8H 7C 7D"))
    rank = again(glance, respond(glance, PickSort("rank")))
    assert rank.local.sort is SortMode.RANK
    own = respond(glance, MoveInHand(card("AS"), 5))
    assert own.local.sort is SortMode.OWN
    assert own.local.order[-1] == card("AS")


def test_melds_in_the_hand_have_brackets_that_select_them() -> None:
    glance = glance_at(PLAYING, local=LocalTable(sort=SortMode.MELDS))
    model = table_model(glance)
    assert [b.text for b in model.brackets] == ["+21"]
    chosen = respond(glance, PressBracket(0))
    assert set(chosen.local.selected) == set(parse_cards("7C 7D 7H"))


def test_a_button_that_waits_for_its_second_press_says_so_and_stays_where_it_is() -> None:
    glance = glance_at(PLAYING, selected="KS")
    before = table_model(glance).status.buttons[-1]
    armed = table_model(again(glance, respond(glance, PressButton("discard")))).status.buttons[-1]
    assert (armed.text, armed.room) == ("Press again", before.text)
    assert armed.accessible == before.accessible == "Discard king of spades"
    assert not before.room


def test_letting_go_works_in_steps() -> None:
    glance = glance_at(PLAYING, selected="KS")
    armed = again(glance, respond(glance, PressButton("discard")))
    once = again(armed, respond(armed, LetGo()))
    assert once.local.armed is None
    assert once.local.selected == (card("KS"),)
    assert respond(once, LetGo()).local.selected == ()


# --- keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "gesture"),
    [
        ("S", PressStock()),
        ("T", PressPile(card("QD"))),
        ("M", PressButton("meld")),
        ("D", PressButton("discard")),
        ("Ctrl+Z", PressButton("undo")),
        ("F3", PickSort("rank")),
        ("Esc", LetGo()),
        ("N", Say("There is no meld in your hand")),
        ("Q", None),
        ("7", None),
    ],
)
def test_keys(key: str, gesture: Gesture | Say | None) -> None:
    assert answer_key(glance_at(DRAWING), key) == gesture


def test_n_selects_one_meld_of_the_hand_after_the_other() -> None:
    """Also those whose cards do not stand side by side."""
    glance = glance_at(position("7C 7D 7H 2S 3S 4S KD"))
    chosen = []
    for _ in range(3):
        gesture = answer_key(glance, "N")
        assert gesture == PickNextMeld()
        glance = again(glance, respond(glance, PickNextMeld()))
        chosen.append(set(glance.local.selected))
    assert chosen[0] == chosen[2]
    assert {frozenset(one) for one in chosen} == {
        frozenset(parse_cards("7C 7D 7H")),
        frozenset(parse_cards("2S 3S 4S")),
    }


def test_w_says_what_to_do_now() -> None:
    assert answer_key(glance_at(DRAWING), "W") == Say("Your turn: draw a card")


# --- options that limit play ---------------------------------------------------------------------


def test_only_legal_takes_are_offered_where_deep_draws_are_off() -> None:
    options = replace(RUMMY500, deep_draw=False)
    hand = position("8H TH KS", pile="9H QD", phase=Phase.DRAW, options=options)
    response = respond(glance_at(hand), PressPile(card("9H")))
    assert complaint(response) == Code.DEEP_DRAW_DISABLED


def test_drawing_once_is_enough() -> None:
    glance = glance_at(position("8H TH KS"))
    assert complaint(respond(glance, PressStock())) == Code.ALREADY_DREW
    assert DrawStock() not in legal_actions(view_for(PLAYING, Seat(0)))
