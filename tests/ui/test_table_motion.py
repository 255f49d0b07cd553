"""Cards that travel: nothing waits for them, and what points at them knows their goal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from tests.shots import samples

from rummy500_client.presenters.table_model import TableModel
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


@pytest.fixture
def view(qtbot: QtBot) -> TableView:
    made = TableView()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.set_model(samples.hand_of_20())
    made.show()
    return made


def select(model: TableModel, index: int) -> TableModel:
    hand = list(model.hand)
    hand[index] = replace(hand[index], selected=True)
    return replace(model, hand=tuple(hand))


def cards_on(view: TableView) -> list[CardItem]:
    return [item for item in view.scene.items() if isinstance(item, CardItem)]


def test_the_focus_ring_and_the_proxy_are_where_a_lifted_card_will_be(view: TableView) -> None:
    model = samples.hand_of_20()
    target = Target(Kind.HAND, model.hand[2].card)
    view.set_motion(1)
    view.set_model(select(model, 2))
    assert view.scene.mover.running
    view.scene.focus(target)
    proxy = view.proxies.proxy(target)
    assert proxy is not None
    on_the_way = proxy.geometry()
    goal = view.scene.rest_of(target)

    view.scene.mover.finish()

    assert view.rect_of(target).center() == on_the_way.center()
    item = view.scene.item_of(target)
    assert item is not None
    assert item.pos() == goal.at


def test_a_new_picture_ends_what_travels(view: TableView) -> None:
    model = samples.hand_of_20()
    view.set_motion(1)
    view.set_model(select(model, 2))
    view.set_model(model)
    view.scene.mover.finish()
    moved = [(i.pos(), i.rotation(), i.scale()) for i in cards_on(view)]

    view.set_motion(0)
    view.set_model(model)

    assert [(i.pos(), i.rotation(), i.scale()) for i in cards_on(view)] == moved


def test_a_card_may_be_pressed_while_others_travel(view: TableView, qtbot: QtBot) -> None:
    model = samples.hand_of_20()
    view.set_motion(1)
    view.set_model(select(model, 19))
    first = Target(Kind.HAND, model.hand[0].card)

    with qtbot.waitSignal(view.hand_pressed) as seen:
        at = view.rect_of(first).topLeft() + QPoint(12, 40)
        qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert seen.args == [model.hand[0].card]


def test_no_card_stays_behind_when_the_picture_changes_altogether(view: TableView) -> None:
    view.set_motion(1)
    for make in (samples.twelve_melds, samples.pile_of_30, samples.two_seats_draw):
        view.set_model(make())
    view.scene.mover.finish()
    model = samples.two_seats_draw()

    shown = len(model.hand) + len(model.pile) + sum(len(m.cards) for m in model.melds)

    assert len(cards_on(view)) == shown
