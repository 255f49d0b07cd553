"""What people do to a table without meaning to: double clicks, resizing, opening and closing."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.client.little_table import glance_at, position
from tests.shots import samples
from tests.ui.desk import open_desk, seated

from rummy500.engine.actions import DrawStock
from rummy500.engine.state import HandState, Phase
from rummy500.protocol.commands import Play
from rummy500_client.presenters.table import table_model
from rummy500_client.ui.pages.table_page import TablePage
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.painted import Painted
from rummy500_client.ui.table.proxies import Proxy
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


LEFT = Qt.MouseButton.LeftButton
DRAWING = position("8H TH KS 2D", pile="9H 3D 5S QD", phase=Phase.DRAW)
PLAYING = position("7C 7D 7H 8H KS 2D", melds=("4H 5H 6H", "QC QD QH"))
SIZES = ((1024, 640), (1366, 768), (3840, 2160), (1280, 800), (1920, 1080), (1024, 2160))


def shown(qtbot: QtBot, size: tuple[int, int] = (1280, 800)) -> TableView:
    view = TableView()
    qtbot.addWidget(view)
    view.set_motion(0)
    view.resize(*size)
    view.show()
    return view


def buttons(view: TableView) -> dict[str, QRect]:
    model = view.model
    assert model is not None
    return {
        b.intent: view.rect_of(Target(Kind.BUTTON, name=b.intent)) for b in model.status.buttons
    }


# --- double clicks -------------------------------------------------------------------------------


async def test_a_double_click_on_the_stock_draws_once(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(DRAWING))
    await it.shown()
    view = it.window.table.view
    spot = view.rect_of(Target(Kind.STOCK)).center()
    QTest.mouseClick(view.canvas.viewport(), LEFT, pos=spot)
    QTest.mouseDClick(view.canvas.viewport(), LEFT, pos=spot)
    await it.shown()

    plays = [c for c in it.wires.sent if isinstance(c, Play)]
    assert len(plays) == 1


async def test_a_second_press_does_not_hit_what_the_first_one_brought(qtbot: QtBot) -> None:
    """The draw goes and the buttons of the play phase come under the pointer."""
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(DRAWING))
    await it.shown()
    view = it.window.table.view
    spot = view.rect_of(Target(Kind.BUTTON, name="draw")).center()
    QTest.mouseClick(view.canvas.viewport(), LEFT, pos=spot)
    it.bridge.session.told(table.play(DrawStock()))
    await it.shown()
    QTest.mouseDClick(view.canvas.viewport(), LEFT, pos=spot)
    await it.shown()

    assert view.model is not None
    assert view.model.toast is None
    assert it.bridge.session.local.armed is None


async def test_twenty_double_clicks_leave_the_model_as_the_server_has_it(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(PLAYING))
    await it.shown()
    view = it.window.table.view
    view.set_motion(1)
    dice = Random(7)
    port = view.canvas.viewport()
    for _ in range(20):
        at = QPoint(dice.randrange(port.width()), dice.randrange(port.height()))
        QTest.mouseClick(port, LEFT, pos=at)
        QTest.mouseDClick(port, LEFT, pos=at)
    it.bridge.session.told(table.news())
    await it.shown()
    view.scene.mover.finish()
    plan = view.scene.plan
    assert plan is not None
    for planned in plan.cards:
        if planned.target.kind is not Kind.MELD:
            item = view.scene.item_of(planned.target)
            assert isinstance(item, CardItem)
            assert item.pos() == planned.pose.at
    view.set_motion(0)


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
async def test_other_buttons_play_nothing(qtbot: QtBot, button: Qt.MouseButton) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(DRAWING))
    await it.shown()
    view = it.window.table.view
    count = len(it.wires.sent)
    for kind in (Kind.STOCK, Kind.PILE):
        spot = view.rect_of(Target(kind, 3 if kind is Kind.PILE else -1)).center()
        QTest.mouseClick(view.canvas.viewport(), button, pos=spot)
        QTest.mouseDClick(view.canvas.viewport(), button, pos=spot)
    await it.shown()

    assert len(it.wires.sent) == count


# --- places of buttons ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("discard", ["KS", "TH"])
def test_no_draw_ever_stands_where_the_discard_was(
    qtbot: QtBot, size: tuple[int, int], language: str, discard: str
) -> None:
    """After an undo the phases change under the pointer; a draw cannot be taken back."""

    def model(hand: HandState, selected: str = "") -> object:
        return table_model(glance_at(hand, selected=selected, language=language))

    view = shown(qtbot, size)
    play = position(f"{discard} 2D 5S", melds=("4H 5H 6H",))
    view.set_model(model(play, discard))  # type: ignore[arg-type]
    risky = buttons(view)["discard"]
    for pile, stock in (("TH QD", "3C 4C"), ("TD", "3C"), ("2C 3C", "")):
        draw = position("8H KS", pile=pile, stock=stock, phase=Phase.DRAW)
        view.set_model(model(draw))  # type: ignore[arg-type]
        placed = buttons(view)
        for intent in ("draw", "end"):
            assert intent not in placed or not placed[intent].intersects(risky)


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [20, 30])
def test_many_cards_can_be_selected_one_by_one(qtbot: QtBot, count: int) -> None:
    view = shown(qtbot, (1366, 768))
    names = [f"{rank}{suit}" for suit in "SHCD" for rank in "A23456789TJQK"][:count]
    model = table_model(glance_at(position(" ".join(names), pile="KD")))
    view.set_model(model)
    hit: list[int] = []
    view.hand_pressed.connect(hit.append)
    for held in model.hand:
        rect = view.rect_of(Target(Kind.HAND, held.card))
        assert rect.width() >= 14
        QTest.mouseClick(view.canvas.viewport(), LEFT, pos=rect.center())
        chosen = replace(model, hand=tuple(replace(c, selected=c == held) for c in model.hand))
        view.set_model(chosen)

    assert hit == [held.card for held in model.hand]


def test_a_storm_of_sizes_ends_with_everything_in_its_place(qtbot: QtBot) -> None:
    view = shown(qtbot)
    view.set_motion(1)
    models = [samples.twelve_melds(), samples.hand_of_25(), samples.pile_of_30()]
    dice = Random(3)
    for k in range(60):
        view.resize(*dice.choice(SIZES))
        if k % 3 == 0:
            view.set_model(models[k % len(models)])
        if k % 5 == 0:
            QCoreApplication.sendPostedEvents()
    for size in SIZES:
        view.resize(*size)
        view.scene.mover.finish()
        plan = view.scene.plan
        assert plan is not None
        for planned in plan.cards:
            assert -1 <= planned.pose.at.x() <= size[0] + 1
            assert -1 <= planned.pose.at.y() <= size[1] + 1
            item = view.scene.item_of(planned.target)
            if isinstance(item, CardItem):
                assert item.pos() == planned.pose.at
    view.set_motion(0)


def test_a_resize_in_mid_deal_leaves_every_card_where_the_new_size_wants_it(qtbot: QtBot) -> None:
    view = shown(qtbot)
    view.set_motion(1)
    model = replace(table_model(glance_at(DRAWING)), dealt="1")
    view.set_model(model)
    assert view.scene.mover.running
    view.scene.mover.seek(100.0)
    view.resize(1024, 640)
    view.scene.mover.finish()
    for held in model.hand:
        target = Target(Kind.HAND, held.card)
        item = view.scene.item_of(target)
        assert item is not None
        assert item.isVisible()
        assert item.pos() == view.scene.rest_of(target).at
    view.set_motion(0)


# --- opening and closing -------------------------------------------------------------------------


def alive(kinds: tuple[type, ...]) -> int:
    gc.collect()
    return sum(isinstance(one, kinds) for one in gc.get_objects())


def resident() -> int:
    """Return the resident memory in pages; 0 where the system does not tell."""
    table = Path("/proc/self/statm")
    return int(table.read_text().split()[1]) if table.exists() else 0


def close_down(widget: QWidget) -> None:
    widget.close()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)


@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
def test_two_hundred_tables_opened_and_closed_leave_nothing_behind() -> None:
    kinds = (CardItem, Painted, Proxy, TableView, TablePage)
    models = (samples.twelve_melds(), samples.hand_of_20(), samples.two_seats_draw())

    def cycle(times: int) -> None:
        for k in range(times):
            page = TablePage(Theme())
            page.view.set_motion(1)
            page.resize(1024, 640)
            page.show_model(models[k % 3], ())
            page.show()
            page.show_model(models[(k + 1) % 3], ())
            close_down(page)

    cycle(20)
    items, memory = alive(kinds), resident()
    cycle(200)

    assert alive(kinds) <= items
    assert resident() <= memory * 1.05 + 500


@pytest.mark.slow
async def test_sheets_over_the_table_opened_and_closed_leave_nothing_behind(qtbot: QtBot) -> None:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(PLAYING))
    await it.shown()

    async def cycle(times: int) -> None:
        for _ in range(times):
            for key in (Qt.Key.Key_F1, Qt.Key.Key_Escape):
                QTest.keyClick(QApplication.focusWidget() or it.window.table.view, key)
                await it.shown()

    await cycle(10)
    widgets = len(it.window.findChildren(QWidget))
    memory = resident()
    await cycle(200)

    assert len(it.window.findChildren(QWidget)) <= widgets
    assert resident() <= memory * 1.05 + 500
    assert it.window.table.view.isVisible()
