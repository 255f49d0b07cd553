"""Plays are shown at once, exactly as they will be told, and taken back when they are refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import msgspec
import pytest
from tests.client.little_table import LittleTable, position
from tests.client.wires import Wires, accept, connect, refuse

from rummy500.engine.actions import (
    Action,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.decide import decide
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.notation import parse_card as card, parse_cards
from rummy500.engine.refusals import Refusal
from rummy500.engine.state import HandState
from rummy500.engine.views import HandView, view_for
from rummy500.protocol.commands import Play
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import TableNews
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.gesture_model import DropOnPile, PressButton, PressHand
from rummy500_client.presenters.session import Session
from rummy500_client.presenters.table import table_model
from rummy500_client.settings import Settings
from rummy500_client.state.foresee import view_after
from rummy500_client.state.model import Away, ConnectionChanged


def truth(hand: HandState, action: Action) -> HandView:
    events = decide(hand, hand.turn.seat, action)
    assert not isinstance(events, Refusal)
    seat = hand.turn.seat
    for event in events:
        hand = evolve(hand, event)
    return view_for(hand, seat)


def some_play(hand: HandState, rng: Random) -> Action:
    actions = [a for a in legal_actions(hand) if not isinstance(a, Undo)]
    tabling = [a for a in actions if isinstance(a, MeldCards | LayOff)]
    taking = [a for a in actions if isinstance(a, TakePile)]
    return rng.choice(tabling or (taking if rng.random() < 0.5 else []) or actions)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_foreseen_is_what_comes(seed: int) -> None:
    """Over whole random hands without undoing, which would spend ids of melds unseen."""
    rng = Random(seed)
    table = LittleTable(2 + seed % 3)
    table.deal(seed)
    plays = 0
    while table.hand.end is None:
        hand = table.hand
        action = some_play(hand, rng)
        told = truth(hand, action)
        if isinstance(action, TakePile | MeldCards | LayOff | DiscardCard) and told.end is None:
            seen = view_after(view_for(hand, hand.turn.seat), action)
            plays += 1
            assert replace(seen, idle=0, melded=()) == replace(told, idle=0, melded=())
            assert set(seen.melded) == set(told.melded)
        table.play(action)
    assert plays > 5


def test_what_is_not_known_is_not_guessed() -> None:
    view = view_for(position("7C 7D 7H KS"), Seat(0))
    assert view_after(view, DrawStock()) is view
    assert view_after(view, DiscardCard(card("2S"))) is view
    assert view_after(view, LayOff(parse_cards("7C"), MeldId(9))) is view


# --- in a session --------------------------------------------------------------------------------


def at_the_table(hand: HandState) -> tuple[Session, Wires, LittleTable]:
    session = Session(
        Settings(name="Ana"), words_for("en"), keep=lambda _: None, changed=lambda: None
    )
    wires = Wires()
    session.network = wires
    session.play_now()
    connect(session)
    table = LittleTable()
    session.told(table.deal())
    session.told(table.put(hand))
    return session, wires, table


def hand_of(session: Session) -> list[int]:
    glance = session.glance()
    assert glance is not None
    return [c.card for c in table_model(glance).hand]


def test_a_discard_leaves_the_hand_at_once_and_stays_away() -> None:
    session, wires, table = at_the_table(position("7C 7D KS"))
    session.gesture(DropOnPile(card("KS")))
    play = wires.sent[-1]
    assert isinstance(play, Play)
    assert card("KS") not in hand_of(session), "before any answer"
    news = table.play(DiscardCard(card("KS")))
    accept(session, play, seq=news.seq)
    assert card("KS") not in hand_of(session), "between the answer and the news"
    session.told(news)
    assert card("KS") not in hand_of(session)
    assert session.state.table is not None
    assert session.state.table.ahead is None


def test_a_refused_play_comes_back_with_the_reason_and_its_selection() -> None:
    session, wires, _ = at_the_table(position("7C 7D 7H KS"))
    for text in ("7C", "7D", "7H"):
        session.gesture(PressHand(card(text)))
    session.gesture(PressButton("meld"))
    assert hand_of(session) == [card("KS")]
    refuse(session, wires.sent[-1], ErrorCode.STALE)
    assert set(hand_of(session)) == set(parse_cards("7C 7D 7H KS"))
    glance = session.glance()
    assert glance is not None
    toast = table_model(glance).toast
    assert toast is not None
    assert toast.head == "Look again"
    assert set(glance.local.selected) == set(parse_cards("7C 7D 7H"))


def test_nothing_else_is_sent_while_a_play_is_ahead() -> None:
    session, wires, table = at_the_table(position("7C 7D KS"))
    session.gesture(DropOnPile(card("KS")))
    count = len(wires.sent)
    session.gesture(DropOnPile(card("7C")))
    news = table.play(DiscardCard(card("KS")))
    accept(session, wires.sent[-1], seq=news.seq)
    session.gesture(DropOnPile(card("7C")))
    assert len(wires.sent) == count


def test_news_that_holds_the_play_already_does_it_no_second_time() -> None:
    """After a broken connection the news may come before the answer."""
    session, wires, table = at_the_table(position("7C 7D 7H KS 2D"))
    for text in ("7C", "7D", "7H"):
        session.gesture(PressHand(card(text)))
    session.gesture(PressButton("meld"))
    session.change(ConnectionChanged(Away(1, 0.5, "dropped")))
    connect(session, "t1")
    news = silently_melded(table)
    session.told(news)
    glance = session.glance()
    assert glance is not None
    assert len(table_model(glance).melds) == 1
    accept(session, wires.sent[-1], seq=news.seq)
    assert session.state.table is not None
    assert session.state.table.ahead is None


def silently_melded(table: LittleTable) -> TableNews:
    """Meld, and tell only how the table is then."""
    news = table.play(MeldCards(parse_cards("7C 7D 7H")))
    return msgspec.structs.replace(news, happened=())


def test_without_a_connection_the_card_stays_and_says_why() -> None:
    session, wires, _ = at_the_table(position("7C 7D KS"))
    session.change(ConnectionChanged(Away(1, 0.5, "dropped")))
    count = len(wires.sent)
    session.gesture(DropOnPile(card("KS")))
    assert len(wires.sent) == count
    assert card("KS") in hand_of(session)
    glance = session.glance()
    assert glance is not None
    toast = table_model(glance).toast
    assert toast is not None
    assert toast.head == "No connection to the table"


def test_an_answer_that_is_long_in_coming_is_waited_for_visibly() -> None:
    """Also after a discard, when others are shown to be on turn."""
    session, wires, _ = at_the_table(position("7C 7D KS"))
    session.gesture(DropOnPile(card("KS")))
    wires.pass_time()
    glance = session.glance()
    assert glance is not None
    assert table_model(glance).status.second == "Sent; the server has not answered yet"
