"""Where a drop goes: each meld all over its tray, the pile, the bare cloth, in every size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot
from tests.shots import samples

from rummy500_client.presenters.table_model import TableModel
from rummy500_client.ui.table.targets import Kind, Place, Spot, Target
from rummy500_client.ui.table.view import TableView


SIZES = ((1024, 640), (1366, 768), (1920, 1080), (3840, 2160))


def carrying(qtbot: QtBot, model: TableModel, size: tuple[int, int]) -> TableView:
    view = TableView()
    qtbot.addWidget(view)
    view.set_motion(0)
    view.resize(*size)
    view.set_model(model)
    view.show()
    card = Target(Kind.HAND, model.hand[0].card)
    item = view.scene.item_of(card)
    assert item is not None
    assert view.canvas.carrying.begin(card, QPointF(), item.pos())
    return view


def place(view: TableView, at: QPointF) -> Place:
    view.canvas.carrying.move(at)
    return view.canvas.carrying.place()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", [samples.twelve_melds, samples.sixteen_melds])
def test_a_tray_takes_a_drop_at_its_middle_and_its_inner_corners(
    qtbot: QtBot, make: object, size: tuple[int, int]
) -> None:
    assert callable(make)
    view = carrying(qtbot, make(), size)
    model = view.model
    assert model is not None
    for tray in model.melds:
        item = view.scene.item_of(Target(Kind.MELD, tray.meld_id))
        assert item is not None
        area = item.mapToScene(item.outline()[0]).boundingRect().adjusted(4, 4, -4, -4)
        spots = (
            area.center(),
            area.topLeft(),
            area.topRight(),
            area.bottomLeft(),
            area.bottomRight(),
        )
        for spot in spots:
            assert place(view, spot) == Place(Spot.MELD, tray.meld_id)


@pytest.mark.parametrize("size", SIZES)
def test_pile_cloth_and_hand_are_places_too(qtbot: QtBot, size: tuple[int, int]) -> None:
    view = carrying(qtbot, samples.two_seats_draw(), size)
    plan = view.scene.plan
    assert plan is not None
    zones = plan.zones
    assert place(view, QPointF(zones.pile.centre_x, zones.pile.centre_y)).spot is Spot.PILE
    assert place(view, QPointF(zones.melds.x + 6, zones.melds.bottom - 6)).spot is Spot.CLOTH
    assert place(view, QPointF(zones.bar.centre_x, zones.bar.centre_y)).spot is Spot.NOWHERE
    assert place(view, QPointF(zones.strip.x + 4, 4)).spot is Spot.NOWHERE
    left, right = QPointF(zones.hand.x, size[1] - 20), QPointF(zones.hand.right, size[1] - 20)
    assert place(view, left) == Place(Spot.HAND, 0)
    model = view.model
    assert model is not None
    assert place(view, right) == Place(Spot.HAND, len(model.hand) - 1)


def test_a_carried_pile_of_forty_hangs_close_together(qtbot: QtBot) -> None:
    view = TableView()
    qtbot.addWidget(view)
    view.set_motion(0)
    view.resize(1280, 800)
    view.set_model(samples.pile_of_40())
    view.show()
    assert view.canvas.carrying.begin(Target(Kind.PILE, 0), QPointF(), QPointF(400, 400))
    items = view.canvas.carrying.items
    assert len(items) == 40
    wide = items[-1].pos().x() - items[0].pos().x()
    assert 0 < wide <= 3 * items[0].look.width
