"""What people read at the table: refusals that teach, the bill, the log, status, results."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.client.little_table import LittleTable, glance_at, position, words

from rummy500.engine.actions import (
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
)
from rummy500.engine.cards import PACK, card_set
from rummy500.engine.decide import decide
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.notation import hand as cards_of, parse_card, parse_cards
from rummy500.engine.options import RUMMY500, AceMode
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import check_discard, check_layoff, check_meld, check_take
from rummy500.engine.state import HandState, Phase
from rummy500.engine.views import view_for
from rummy500.protocol.happenings import Person
from rummy500.protocol.translate import action_to_wire
from rummy500_client.presenters.bill import bill_of, prospect
from rummy500_client.presenters.errors import explain
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.match_results import match_result
from rummy500_client.presenters.refusals import Explanation
from rummy500_client.presenters.result_model import Check
from rummy500_client.presenters.results import deal_data, hand_result
from rummy500_client.presenters.table import table_model
from rummy500_client.presenters.table_model import Look, Place
from rummy500_client.state.arrange import SortMode, best_melds, kept, moved, ordered
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce


# --- refusals ------------------------------------------------------------------------------------


def judged(hand: HandState, action: Action) -> Refusal:
    view = view_for(hand, Seat(0))
    match action:
        case MeldCards():
            verdict: object = check_meld(view, action)
        case LayOff():
            verdict = check_layoff(view, action)
        case DiscardCard():
            verdict = check_discard(view, action)
        case TakePile():
            verdict = check_take(view, action.card)
        case _:
            raise AssertionError(action)
    assert isinstance(verdict, Refusal)
    return verdict


def told(hand: HandState, action: Action, language: str = "en") -> Explanation:
    refusal = judged(hand, action)
    glance = glance_at(hand, language=language)
    act = action_to_wire(action)
    return explain(refusal.code, dict(refusal.params), words(language), act=act, glance=glance)


def melding(cards: str) -> Explanation:
    return told(position(cards + " 4D"), MeldCards(parse_cards(cards)))


@pytest.mark.parametrize(
    ("cards", "head", "reason"),
    [
        (
            "KS AS 2S",
            "K♠ A♠ 2♠ is not a run",
            "The ace stands at the beginning or at the end, never in the middle.",
        ),
        (
            "QS KS AS 2S",
            "Q♠ K♠ A♠ 2♠ is not a run",
            "The ace stands at the beginning or at the end, never in the middle.",
        ),
        ("5H 6H 8H", "5♥ 6♥ 8♥ is not a run", "A run has no gaps: 7♥ would be missing."),
        ("JC KC AC", "A♣ J♣ K♣ is not a run", "A run has no gaps: Q♣ would be missing."),
        (
            "2C 7C QC",
            "2♣ 7♣ Q♣ is not a run",
            "The cards of a run follow each other without a gap.",
        ),
        (
            "7C 7D 8H",
            "8♥ 7♣ 7♦ is not a meld",
            "A group has one rank in different suits; a run has one suit in a row.",
        ),
    ],
)
def test_what_is_wrong_with_no_meld(cards: str, head: str, reason: str) -> None:
    explained = melding(cards)
    assert (explained.head, explained.reason) == (head, reason)


def test_an_ace_at_an_end_that_the_table_does_not_allow() -> None:
    options = replace(RUMMY500, ace_mode=AceMode.LOW)
    explained = told(position("QS KS AS 4D", options=options), MeldCards(parse_cards("QS KS AS")))
    assert explained.reason == "At this table the ace does not stand at that end."


TABLE = position("7H 9S KC 2D", melds=("4H 5H 6H", "QC QD QS"))


def test_what_would_fit_a_run_and_a_group() -> None:
    run = told(TABLE, LayOff(parse_cards("9S"), MeldId(1)))
    assert run.head == "9♠ does not fit there"
    assert run.reason == "Run of hearts, 4 to 6: 3♥ 7♥ would fit."
    group = told(TABLE, LayOff(parse_cards("9S"), MeldId(2)))
    assert group.reason == "A group of queens takes only Q♥."


def test_a_complete_group_says_so() -> None:
    full = position("7H 9S", melds=("QC QD QH QS",))
    assert told(full, LayOff(parse_cards("9S"), MeldId(1))).reason == "This meld is complete."


def test_words_of_the_design_in_spanish() -> None:
    hand = position("8H TH KS 2D", pile="9H QD", phase=Phase.DRAW)
    top = after(hand, TakePile(parse_card("QD")))
    back = told(top, DiscardCard(parse_card("QD")), "es")
    assert back.head == "Q♦ no puede volver al descarte"
    assert back.reason == "La acabas de tomar de ahí; guárdala o juégala."
    deep = after(hand, TakePile(parse_card("9H")))
    first = told(deep, DiscardCard(parse_card("KS")), "es")
    assert first.head == "9♥ primero, después descarta"
    reason = "La tomaste de dentro del descarte: combínala o añádela en este turno."
    assert first.reason == reason


def after(hand: HandState, action: Action) -> HandState:
    events = decide(hand, hand.turn.seat, action)
    assert not isinstance(events, Refusal), events
    for event in events:
        hand = evolve(hand, event)
    return hand


def test_stranding_the_required_card_names_it() -> None:
    hand = position("8H TH 8C 8D 2D", pile="9H QD", phase=Phase.DRAW)
    deep = after(hand, TakePile(parse_card("9H")))
    explained = told(deep, MeldCards(parse_cards("8C 8D 8H")))
    assert explained.head == "Keep the cards that 9♥ needs"


def test_the_card_of_a_refusal_is_told_for_the_shake() -> None:
    explained = told(TABLE, LayOff(parse_cards("9S"), MeldId(1)))
    assert explained.card == parse_card("9S")
    assert melding("7C 7D 8H").card is None


# --- the bill ------------------------------------------------------------------------------------


def test_the_bill_of_the_design() -> None:
    hand = position("KS 7H 8H 2C JC", pile="5C 9H 2D 6S TH KC", phase=Phase.DRAW)
    found = prospect(view_for(hand, Seat(0)), parse_card("9H"))
    assert len(found.taken) == 5
    assert (found.tabled, found.points) == (4, 34)
    assert set(found.company) == set(parse_cards("7H 8H TH"))
    bill = bill_of(found, words("es"))
    assert bill.title == "Tomar 5 cartas"
    assert [(line.text, line.amount) for line in bill.lines] == [
        ("A la mesa ya: 4 cartas", "+34"),
        ("Se quedan en tu mano: 6", "\u221240"),
        ("Obligatoria: 9♥, con 7♥ 8♥ 10♥", ""),
    ]


def test_a_bridge_counts_as_a_use() -> None:
    hand = position("7C KS", pile="8C 2D", melds=("4C 5C 6C",), phase=Phase.DRAW)
    found = prospect(view_for(hand, Seat(0)), parse_card("8C"))
    assert (found.tabled, found.points) == (2, 15)
    assert found.company == parse_cards("7C")


def test_what_fits_after_the_melds_is_counted_too() -> None:
    hand = position("7H 8H QS", pile="9H TH", melds=("QC QD QH",), phase=Phase.DRAW)
    found = prospect(view_for(hand, Seat(0)), parse_card("9H"))
    assert (found.tabled, found.kept, found.burden) == (5, 0, 0)


# --- the hand ------------------------------------------------------------------------------------


def test_the_best_melds_share_no_card_and_count_the_most() -> None:
    melds = best_melds(cards_of("7C 7D 7H 8H 9H TH"), RUMMY500)
    assert set(melds) == {card_set(parse_cards("7C 7D 7H")), card_set(parse_cards("8H 9H TH"))}
    run = best_melds(cards_of("7H 8H 9H TH JH QH"), RUMMY500)
    assert run == (cards_of("7H 8H 9H TH JH QH"),)


def test_a_hand_of_forty_five_cards_is_sorted_at_once() -> None:
    cards = tuple(card for card in PACK if card % 8)
    assert len(cards) == 45
    shown = ordered(cards, SortMode.MELDS, (), RUMMY500)
    assert sorted(shown) == list(cards)


def test_the_own_order_keeps_and_new_cards_come_last() -> None:
    order = parse_cards("KS 2C 9H")
    assert kept(order, parse_cards("2C 9H 5D 4D")) == parse_cards("2C 9H 4D 5D")
    assert moved(order, parse_cards("KS"), 2) == parse_cards("2C 9H KS")
    assert moved(order, parse_cards("9H"), -3) == parse_cards("9H KS 2C")


def test_a_high_ace_lies_after_the_king() -> None:
    shown = ordered(parse_cards("AS QS KS 2D"), SortMode.MELDS, (), RUMMY500)
    assert shown == parse_cards("QS KS AS 2D")


# --- the table -----------------------------------------------------------------------------------


def seen(table: LittleTable, language: str = "en", local: LocalTable | None = None) -> Glance:
    state = reduce(ClientState(), table.news())
    assert state.table is not None
    return look(state.table, local or LocalTable(), words(language))


@pytest.mark.parametrize(
    ("players", "places"),
    [
        (2, [Place.YOU, Place.TOP]),
        (3, [Place.YOU, Place.LEFT, Place.RIGHT]),
        (4, [Place.YOU, Place.LEFT, Place.TOP, Place.RIGHT]),
    ],
)
def test_others_follow_clockwise_from_the_left(players: int, places: list[Place]) -> None:
    table = LittleTable(players)
    table.deal()
    model = table_model(seen(table))
    assert [seat.place for seat in model.seats] == places
    assert [seat.mark for seat in model.seats] == list(range(players))
    assert model.seats[0].name == "You"


def test_the_status_says_who_plays_and_what_was_done() -> None:
    table = LittleTable()
    state = reduce(ClientState(), table.deal())
    for action in (DrawStock(), DiscardCard(table.hand.stock[0])):
        state = reduce(state, table.play(action))
    assert state.table is not None
    model = table_model(look(state.table, LocalTable(), words("es")))
    assert model.status.headline == "Juega Bruno"
    assert model.status.buttons == ()
    state = reduce(state, table.play(DrawStock()))
    state = reduce(state, table.play(DiscardCard(table.hand.drawn or table.hand.pile[0])))
    assert state.table is not None
    model = table_model(look(state.table, LocalTable(), words("es")))
    assert model.status.second.startswith("Bruno: roba del mazo, descarta ")
    assert model.log.groups[-1].lines[0] == "Roba del mazo"
    assert model.pile[-1].last_play


def test_somebody_who_is_away_is_shown_so() -> None:
    table = LittleTable()
    table.deal()
    table.play(DrawStock())
    table.play(DiscardCard(table.hand.drawn or table.hand.pile[0]))
    table.seats = (table.seats[0], Person("Bruno", here=False))
    model = table_model(seen(table, "es"))
    assert model.seats[1].away_text == "Ausente"
    assert model.status.headline == "Bruno está ausente"


def test_names_are_shown_as_they_are() -> None:
    table = LittleTable()
    table.deal()
    table.seats = (table.seats[0], Person("<b>{name}</b>", here=True))
    assert table_model(seen(table)).seats[1].name == "<b>{name}</b>"


# --- results -------------------------------------------------------------------------------------


def ended(table: LittleTable) -> ClientState:
    """Let the viewer go out at once with a run, the other holding three court cards."""
    state = reduce(ClientState(), table.deal())
    hand = replace(position("QS KS AS"), seed=table.hand.seed, dealer=table.hand.dealer)
    table.match = table.match._replace(hand=hand)
    state = reduce(state, table.news())
    return reduce(state, table.play(MeldCards(parse_cards("QS KS AS"))))


def test_the_arithmetic_of_a_hand() -> None:
    state = ended(LittleTable())
    assert state.table is not None
    result = hand_result(look(state.table, LocalTable(), words("es")))
    assert result is not None
    assert result.title == "Has cerrado la ronda"
    mine, theirs = result.rows
    assert (mine.table, mine.held, mine.net, mine.total) == ("+35", "0", "+35", "35")
    assert mine.sum_text == "0 + 35"
    assert (theirs.held, theirs.net, theirs.total) == ("\u221230", "\u221230", "\u221230")
    assert theirs.sum_text == "0 \u2212 30"
    assert theirs.cards == parse_cards("JC QC KC")
    assert mine.note == "cerró, 1 combinación"
    assert [series.totals for series in result.chart.series] == [(0, 35), (0, -30)]
    assert [button.text for button in result.right] == ["Siguiente ronda"]
    assert result.verification.check is Check.VERIFIED


def test_who_is_ready_waits_for_the_others() -> None:
    table = LittleTable()
    ended(table)
    table.ready = (0,)
    table.seats = (table.seats[0], Person("Bruno", here=True))
    result = hand_result(seen(table, "es"))
    assert result is not None
    assert result.right[0].look is Look.DASHED
    assert [mark.text for mark in result.ready] == ["Bruno mira los resultados"]


def test_the_result_of_a_match() -> None:
    table = LittleTable(options=replace(RUMMY500, target_score=30))
    state = ended(table)
    assert state.table is not None
    glance = look(state.table, LocalTable(), words("es"))
    hand = hand_result(glance)
    assert hand is not None
    assert [button.intent for button in hand.right] == ["match_result"]
    result = match_result(glance)
    assert result is not None
    assert result.title == "Ganas la partida"
    assert result.sub == "35 puntos tras 1 ronda, 65 más que Bruno"
    assert [placing.place for placing in result.placings] == ["1.", "2."]
    assert result.verification.head == "1 reparto verificado"
    assert [fact.title for fact in result.facts] == ["Mejor ronda", "Quien más cerró"]
    assert [button.text for button in result.right] == ["Revancha"]
    assert "commit" in deal_data(glance)


def test_while_a_hand_is_played_there_is_no_result() -> None:
    table = LittleTable()
    table.deal()
    assert hand_result(seen(table)) is None
    assert match_result(seen(table)) is None


def test_a_declined_pile_ends_the_hand_for_all() -> None:
    table = LittleTable()
    table.put(position("QS KS AS", stock="", phase=Phase.DRAW))
    table.play(Decline())
    result = hand_result(seen(table))
    assert result is not None
    assert result.title == "The stock is used up"
