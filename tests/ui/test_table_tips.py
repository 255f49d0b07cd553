"""What hovering tells: who placed what, why a card cannot be taken; and names are only names."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot
from tests.client.little_table import glance_at, position

from rummy500.engine.state import Phase
from rummy500_client.presenters.table import table_model
from rummy500_client.ui.table.painted import tip
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


DRAWING = position("8H TH KS 2D", pile="9H 3D 5S QD", melds=("5C 5D 5H",), phase=Phase.DRAW)


def shown(qtbot: QtBot) -> TableView:
    view = TableView()
    qtbot.addWidget(view)
    view.set_motion(0)
    view.resize(1280, 800)
    view.set_model(table_model(glance_at(DRAWING)))
    view.show()
    return view


def told_at(view: TableView, target: Target) -> str:
    """The tooltip that Qt would show in the middle of a target."""
    at = view.canvas.mapToScene(view.rect_of(target).center())
    return next((item.toolTip() for item in view.scene.items(at) if item.toolTip()), "")


def test_a_meld_tells_who_placed_what(qtbot: QtBot) -> None:
    assert "Group of 5s. Bruno 5♣ 5♦ 5♥. 15 points." in told_at(shown(qtbot), Target(Kind.MELD, 1))


def test_a_card_of_no_use_tells_why(qtbot: QtBot) -> None:
    view = shown(qtbot)
    assert "3♦ is of no use to you now" in told_at(view, Target(Kind.PILE, 1))
    assert told_at(view, Target(Kind.PILE, 0)) == ""
    assert told_at(view, Target(Kind.PILE, 3)) == ""


def test_a_turn_that_is_told_in_part_is_told_in_full_below_the_pointer(qtbot: QtBot) -> None:
    view = shown(qtbot)
    model = view.model
    assert model is not None

    def told(second: str) -> str:
        view.set_model(replace(model, status=replace(model.status, second=second)))
        assert view.scene.plan is not None
        bar = view.scene.plan.zones.bar
        at = QPointF(bar.x + 40, bar.y + bar.h / 2)
        return next((item.toolTip() for item in view.scene.items(at) if item.toolTip()), "")

    assert told("Rita: draws from the stock, discards 2♥") == ""
    long = "Rita: takes 5 cards, down to 9♥, " + "melds 8♥ 9♥ 10♥ +27, " * 6 + "discards J♣"
    assert "discards J♣" in told(long)


def test_markup_in_a_name_stays_what_it_is(qtbot: QtBot) -> None:
    view = shown(qtbot)
    model = view.model
    assert model is not None
    name = "<img src=x><b>Eve</b>"
    view.set_model(replace(model, melds=(replace(model.melds[0], tooltip=name),)))
    told = told_at(view, Target(Kind.MELD, 1))
    assert "<img" not in told
    assert "&lt;img src=x&gt;" in told
    assert told.startswith("<qt>"), "so that it is read as what was escaped"
    assert tip("") == ""
