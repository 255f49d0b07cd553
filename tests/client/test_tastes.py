"""What two of the settings change at the table: the second press, and the hints in the hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.client.little_table import LittleTable, position
from tests.client.wires import Wires, connect

from rummy500.engine.notation import parse_card, parse_cards
from rummy500.protocol import acts
from rummy500.protocol.commands import Play
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.gesture_model import PressButton
from rummy500_client.presenters.session import Session
from rummy500_client.presenters.status import DISCARD, MELD
from rummy500_client.presenters.table import table_model
from rummy500_client.settings import Settings
from rummy500_client.state.arrange import SortMode


def session_at(hand: str, settings: Settings) -> tuple[Session, Wires]:
    session = Session(settings, words_for("en"), keep=lambda _: None, changed=lambda: None)
    wires = Wires()
    session.network = wires
    session.play_now()
    connect(session)
    table = LittleTable()
    session.told(table.deal())
    session.told(table.put(position(hand)))
    return session, wires


def plays(wires: Wires) -> list[acts.AnyAct]:
    return [command.act for command in wires.sent if isinstance(command, Play)]


@pytest.mark.parametrize("confirm", [True, False])
def test_a_discard_takes_as_many_presses_as_the_settings_say(confirm: bool) -> None:  # noqa: FBT001
    session, wires = session_at("7C KS 2D", Settings(confirm=confirm))
    session.set_local(replace(session.local, selected=parse_cards("KS")))
    session.gesture(PressButton(DISCARD))
    assert bool(plays(wires)) is not confirm

    session.gesture(PressButton(DISCARD))
    assert plays(wires)[0] == acts.Discard(parse_card("KS"))


def test_what_ends_the_hand_asks_in_any_case() -> None:
    session, wires = session_at("QS KS AS", Settings(confirm=False))
    session.set_local(replace(session.local, selected=parse_cards("QS KS AS")))
    session.gesture(PressButton(MELD))
    assert plays(wires) == []

    session.gesture(PressButton(MELD))
    assert len(plays(wires)) == 1


def brackets(settings: Settings, sort: SortMode) -> int:
    session, _ = session_at("5H 6H 7H KS 2D", settings)
    session.set_local(replace(session.local, sort=sort))
    glance = session.glance()
    assert glance is not None
    return len(table_model(glance).brackets)


def test_hints_point_out_melds_in_every_order() -> None:
    assert brackets(Settings(hints=True), SortMode.SUIT) == 1
    assert brackets(Settings(hints=False), SortMode.SUIT) == 0
    assert brackets(Settings(hints=False), SortMode.MELDS) == 1
