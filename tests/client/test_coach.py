"""Advice for a first hand: what to do at each moment, until a meld lies there or a hand ends."""

from __future__ import annotations

from dataclasses import replace

from tests.client.little_table import LittleTable, glance_at, position

from rummy500.engine.actions import MeldCards
from rummy500.engine.ids import Seat
from rummy500.engine.notation import parse_cards
from rummy500.engine.state import HandState, Phase
from rummy500_client.presenters.coach import coach_of
from rummy500_client.presenters.glance import Tastes
from rummy500_client.presenters.memory import with_experience
from rummy500_client.settings import Settings
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce


def advice(hand: HandState, *, newcomer: bool = True) -> str:
    glance = replace(glance_at(hand), tastes=Tastes(newcomer=newcomer))
    coach = coach_of(glance)
    return "" if coach is None else " ".join(coach.lines)


def test_each_moment_has_its_advice() -> None:
    drawing = position("8H TH KS", phase=Phase.DRAW)
    assert advice(drawing).startswith("Draw: press the stock")
    playing = advice(position("8H TH KS"))
    assert "are a meld" in playing
    assert "discard" in playing
    waiting = replace(drawing, turn=replace(drawing.turn, seat=Seat(1)))
    assert advice(waiting).startswith("Others are playing")


def test_no_advice_over_a_meld_or_for_whoever_knows_the_game() -> None:
    assert not advice(position("8H TH KS", melds=("7S 7C 7D",)))
    assert not advice(position("8H TH KS"), newcomer=False)


def test_whoever_has_seen_the_end_of_a_hand_needs_no_more_advice() -> None:
    table = LittleTable()
    state = reduce(ClientState(), table.put(position("QS KS AS")))
    settings = Settings()
    assert with_experience(settings, state.table) is settings
    state = reduce(state, table.play(MeldCards(parse_cards("QS KS AS"))))
    known = with_experience(settings, state.table)
    assert not known.newcomer
    assert with_experience(known, state.table) is known
