"""What the table says of a deep draw that is pointed at and not yet pressed."""

from __future__ import annotations

from dataclasses import replace

from tests.client.little_table import glance_at, position

from rummy500.engine.notation import parse_card
from rummy500.engine.state import Phase
from rummy500.protocol import acts
from rummy500_client.presenters.gesture_model import PointAtPile, PressButton
from rummy500_client.presenters.gestures import respond
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.table import table_model


DRAWING = position("8H TH KS 2D", pile="9H 3D 5S QD", phase=Phase.DRAW)


def pointing_at(glance: Glance, text: str) -> Glance:
    return replace(glance, local=respond(glance, PointAtPile(parse_card(text))).local)


def test_the_button_says_what_it_does_when_the_pointer_gets_there() -> None:
    """Whoever only points at a deep card and goes to the button has left the card on the way."""
    glance = glance_at(DRAWING)
    pointed = pointing_at(glance, "9H")
    told = [b.text for b in table_model(pointed).status.buttons if b.intent == "take"]
    assert told == ["Take Q♦"]
    assert respond(pointed, PressButton("take")).act == acts.Take(parse_card("QD"))


def test_no_other_card_speaks_over_the_bill() -> None:
    """The part below the card that is pointed at lies where the pointer is, once it has split."""
    glance = glance_at(DRAWING)
    useless = {c.card: c.tooltip for c in table_model(glance).pile if not c.can_take}
    assert useless
    assert all(useless.values())
    pointed = pointing_at(glance, "9H")
    assert [c.tooltip for c in table_model(pointed).pile] == [""] * len(table_model(pointed).pile)
    assert all(c.why for c in table_model(pointed).pile if not c.can_take)
