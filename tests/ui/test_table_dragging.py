"""Dragging in the window: what follows the pointer, what lights up, and what interrupts it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, position
from tests.client.wires import connect, refuse
from tests.ui.desk import Desk, open_desk, seated

from rummy500.engine.actions import DiscardCard, DrawStock
from rummy500.engine.notation import parse_card as card, parse_cards
from rummy500.engine.state import Phase
from rummy500.protocol import acts
from rummy500.protocol.commands import Play
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import CarriedCards
from rummy500_client.state.model import Away, ConnectionChanged
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


LEFT = Qt.MouseButton.LeftButton
PLAYING = position("7C 7D 7H 8H KS 2D", melds=("4H 5H 6H", "QC QD QH"))
DRAWING = position("8H TH KS 2D", pile="9H 3D 5S QD", phase=Phase.DRAW)


def hand(text: str) -> Target:
    return Target(Kind.HAND, card(text))


class Mouse:
    """A mouse on the table of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.at = QPoint()

    @property
    def view(self) -> TableView:
        return self.desk.window.table.view

    def press(self, target: Target) -> None:
        spot = self.view.rect_of(target).topLeft() + QPoint(12, 30)
        self.at = spot
        QTest.mousePress(self.view.canvas.viewport(), LEFT, pos=spot)

    async def to(self, at: QPoint) -> None:
        for part in (0.3, 0.7, 1.0):
            way = QPoint(round((at.x() - self.at.x()) * part), round((at.y() - self.at.y()) * part))
            QTest.mouseMove(self.view.canvas.viewport(), self.at + way)
        self.at = at
        await self.desk.shown()

    async def over(self, target: Target) -> None:
        await self.to(self.view.rect_of(target).center())

    async def over_the_cloth(self) -> None:
        plan = self.view.scene.plan
        assert plan is not None
        await self.to(QPoint(round(plan.zones.melds.x + 8), round(plan.zones.melds.bottom - 8)))

    async def release(self) -> None:
        QTest.mouseRelease(self.view.canvas.viewport(), LEFT, pos=self.at)
        await self.desk.shown()

    def item(self, target: Target) -> CardItem:
        found = self.view.scene.item_of(target)
        assert isinstance(found, CardItem)
        return found

    def part(self, key: str) -> object:
        return self.view.scene._parts.get(key)


async def playing(
    qtbot: QtBot, position_: object = PLAYING, selected: str = ""
) -> tuple[Desk, LittleTable, Mouse]:
    it = open_desk(qtbot)
    table = await seated(it)
    it.bridge.session.told(table.put(position_))  # type: ignore[arg-type]
    local = replace(it.bridge.session.local, selected=parse_cards(selected))
    it.bridge.session.set_local(local)
    await it.shown()
    return it, table, Mouse(it)


def sent(it: Desk) -> acts.AnyAct:
    play = it.wires.sent[-1]
    assert isinstance(play, Play)
    return play.act


async def test_the_whole_selection_follows_the_pointer(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot, selected="7C 7D 7H")
    mouse.press(hand("7D"))
    await mouse.to(QPoint(640, 400))
    assert it.bridge.session.local.carried == CarriedCards(parse_cards("7H 7C 7D"))
    places = [mouse.item(hand(text)).pos() for text in ("7H", "7C", "7D")]
    assert all(abs(at.y() - places[0].y()) < 1 for at in places)
    assert [at.x() for at in places] == sorted(at.x() for at in places)
    assert mouse.item(hand("KS")).pos() == mouse.view.scene.rest_of(hand("KS")).at


async def test_places_light_up_and_go_dark_again(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot)
    mouse.press(hand("7H"))
    await mouse.over(Target(Kind.MELD, 1))
    assert mouse.part("drop:pile") is not None
    assert mouse.part("meld:1:fit") is not None
    assert mouse.part("meld:2:fit") is None
    assert len(mouse.view.scene._hints._ghosts) == 1
    QTest.keyClick(mouse.view, Qt.Key.Key_Escape)
    await it.shown()
    assert mouse.part("drop:pile") is None
    assert mouse.part("meld:1:fit") is None
    assert not mouse.view.scene._hints._ghosts
    assert it.bridge.session.local.carried is None
    assert mouse.item(hand("7H")).pos() == mouse.view.scene.rest_of(hand("7H")).at
    await mouse.release()
    assert it.bridge.session.local.selected == (), "the release after Escape is no click"


@pytest.mark.parametrize(
    ("own", "over", "act"),
    [
        ("7H", Target(Kind.MELD, 1), acts.Lay(parse_cards("7H"), 1)),
        ("KS", Target(Kind.PILE, 0), acts.Discard(card("KS"))),
    ],
)
async def test_a_drop_plays(qtbot: QtBot, own: str, over: Target, act: acts.AnyAct) -> None:
    it, _, mouse = await playing(qtbot)
    mouse.press(hand(own))
    await mouse.over(over)
    await mouse.release()
    assert sent(it) == act
    model = mouse.view.model
    assert model is not None
    assert card(own) not in [c.card for c in model.hand], "shown before the server has answered"


async def test_a_meld_is_dropped_on_the_cloth(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot, selected="7C 7D 7H")
    mouse.press(hand("7C"))
    await mouse.over_the_cloth()
    await mouse.release()
    assert sent(it) == acts.Meld(parse_cards("7H 7C 7D"))


async def test_a_meld_is_dragged_by_its_bracket(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot)
    it.bridge.session.set_local(replace(it.bridge.session.local, sort=SortMode.MELDS))
    await it.shown()
    bracket = mouse.view.rect_of(Target(Kind.BRACKET, 0)).center()
    mouse.at = bracket
    QTest.mousePress(mouse.view.canvas.viewport(), LEFT, pos=bracket)
    await mouse.over_the_cloth()
    await mouse.release()
    assert sent(it) == acts.Meld(parse_cards("7H 7C 7D"))


async def test_stock_and_pile_are_drawn_by_hand(qtbot: QtBot) -> None:
    it, table, mouse = await playing(qtbot, DRAWING)
    mouse.press(Target(Kind.PILE, 0))
    await mouse.to(QPoint(640, 500))
    model = mouse.view.model
    assert model is not None
    assert model.bill is not None
    await mouse.to(QPoint(640, 720))
    await mouse.release()
    assert sent(it) == acts.Take(card("9H"))
    it.bridge.session.told(table.put(DRAWING))
    refuse(it.bridge.session, it.wires.sent[-1], "STALE")
    await it.shown()
    mouse.press(Target(Kind.STOCK))
    await mouse.to(QPoint(640, 720))
    await mouse.release()
    assert sent(it) == acts.Stock()


async def test_a_pile_card_of_no_use_explains_itself_when_pulled_at(qtbot: QtBot) -> None:
    _, _, mouse = await playing(qtbot, DRAWING)
    mouse.press(Target(Kind.PILE, 1))
    await mouse.to(QPoint(640, 720))
    await mouse.release()
    model = mouse.view.model
    assert model is not None
    assert model.toast is not None
    assert model.toast.head == "3♦ is of no use to you now"
    assert not mouse.view.canvas.carrying.active


async def test_a_drop_elsewhere_flies_back_without_a_word(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot)
    mouse.view.set_motion(1)
    count = len(it.wires.sent)
    mouse.press(hand("KS"))
    await mouse.to(QPoint(60, 300))
    await mouse.release()
    mouse.view.scene.mover.finish()
    mouse.view.set_motion(0)
    mouse.view.resize(1281, 800)
    assert mouse.item(hand("KS")).pos() == mouse.view.scene.rest_of(hand("KS")).at
    assert len(it.wires.sent) == count
    assert mouse.view.model is not None
    assert mouse.view.model.toast is None


async def test_a_drop_in_the_hand_is_the_own_order(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot, selected="7C 7D")
    first = mouse.view.rect_of(hand("KS")).center()
    mouse.press(hand("7D"))
    await mouse.to(QPoint(first.x() - 60, first.y()))
    await mouse.release()
    local = it.bridge.session.local
    assert local.sort is SortMode.OWN
    assert local.order[:2] == parse_cards("7C 7D")
    assert set(local.selected) == set(parse_cards("7C 7D"))


async def test_a_card_let_go_where_it_was_keeps_the_sorting(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot)
    mouse.press(hand("8H"))
    await mouse.to(mouse.at + QPoint(14, 3))
    await mouse.release()
    assert it.bridge.session.local.sort is SortMode.SUIT


# --- interruptions -------------------------------------------------------------------------------


async def test_an_update_never_drops_the_card_and_judges_the_places_anew(qtbot: QtBot) -> None:
    it, table, mouse = await playing(qtbot)
    mouse.press(hand("7H"))
    await mouse.to(QPoint(640, 400))
    at = mouse.item(hand("7H")).pos()
    it.bridge.session.told(table.put(position("7H KS 2D", melds=("QC QD QH",))))
    await it.shown()
    assert mouse.item(hand("7H")).pos() == at
    assert mouse.part("meld:1:fit") is None, "what fitted is gone"
    it.bridge.session.told(table.put(PLAYING))
    await it.shown()
    assert mouse.item(hand("7H")).pos() == at
    assert mouse.part("meld:1:fit") is not None
    await mouse.over(Target(Kind.MELD, 1))
    await mouse.release()
    assert sent(it) == acts.Lay(parse_cards("7H"), 1)


async def test_a_card_that_is_played_in_mid_drag_leaves_the_pointer(qtbot: QtBot) -> None:
    """The time ran out, and the card was discarded for us."""
    it, table, mouse = await playing(qtbot)
    mouse.press(hand("KS"))
    await mouse.to(QPoint(640, 400))
    it.bridge.session.told(table.play(DiscardCard(card("KS"))))
    await it.shown()
    assert not mouse.view.canvas.carrying.active
    assert it.bridge.session.local.carried is None
    top = mouse.item(Target(Kind.PILE, 1))
    assert top.look.card == card("KS")
    assert top.pos() == mouse.view.scene.rest_of(Target(Kind.PILE, 1)).at
    await mouse.release()
    assert it.bridge.session.local.selected == ()


async def test_a_reconnect_in_mid_drag_keeps_the_card_on_the_pointer(qtbot: QtBot) -> None:
    it, table, mouse = await playing(qtbot)
    mouse.press(hand("KS"))
    await mouse.to(QPoint(640, 400))
    it.bridge.session.change(ConnectionChanged(Away(1, 0.5, "dropped")))
    await it.shown()
    connect(it.bridge.session, "t1")
    it.bridge.session.told(table.news())
    await it.shown()
    assert mouse.view.canvas.carrying.active
    await mouse.over(Target(Kind.PILE, 0))
    await mouse.release()
    assert sent(it) == acts.Discard(card("KS"))


async def test_a_resize_in_mid_drag_keeps_the_card_on_the_pointer(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot)
    mouse.press(hand("KS"))
    await mouse.to(QPoint(500, 380))
    for size in ((1024, 640), (1920, 1080), (1280, 800)):
        it.window.resize(*size)
        await it.shown()
        assert mouse.view.canvas.carrying.active
    await mouse.over(Target(Kind.PILE, 0))
    await mouse.release()
    assert sent(it) == acts.Discard(card("KS"))


async def test_the_other_button_breaks_a_dragging_off(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot)
    mouse.press(hand("KS"))
    await mouse.over(Target(Kind.PILE, 0))
    QTest.mousePress(mouse.view.canvas.viewport(), Qt.MouseButton.RightButton, pos=mouse.at)
    await it.shown()
    assert it.bridge.session.local.carried is None
    count = len(it.wires.sent)
    await mouse.release()
    assert len(it.wires.sent) == count


async def test_the_next_stock_card_comes_from_where_the_back_was_let_go(qtbot: QtBot) -> None:
    it, table, mouse = await playing(qtbot, DRAWING)
    mouse.view.set_motion(1)
    mouse.press(Target(Kind.STOCK))
    await mouse.to(QPoint(700, 720))
    await mouse.release()
    it.bridge.session.told(table.play(DrawStock()))
    await it.shown()
    drawn = mouse.item(hand("3C"))
    assert abs(drawn.pos().x() - 700) < 120
    mouse.view.scene.mover.finish()
    mouse.view.set_motion(0)


async def test_what_is_taken_up_on_its_way_hangs_on_the_pointer_alone(qtbot: QtBot) -> None:
    _, _, mouse = await playing(qtbot)
    mouse.view.set_motion(1)
    mouse.press(hand("KS"))
    await mouse.to(QPoint(60, 300))
    await mouse.release()
    assert mouse.view.scene.mover.running, "it flies back"
    other = mouse.item(hand("8H"))
    mouse.press(hand("8H"))
    await mouse.to(QPoint(640, 400))
    assert not mouse.view.scene.mover.running
    assert mouse.item(hand("KS")).pos() == mouse.view.scene.rest_of(hand("KS")).at
    assert abs(other.pos().x() - 640) < other.look.width
    await mouse.release()
    mouse.view.set_motion(0)


async def test_a_result_over_the_table_ends_a_dragging(qtbot: QtBot) -> None:
    it, table, mouse = await playing(qtbot, position("KS 2D"))
    mouse.press(hand("2D"))
    await mouse.to(QPoint(640, 400))
    other = position("KS")
    it.bridge.session.told(table.put(other))
    it.bridge.session.told(table.play(DiscardCard(card("KS"))))
    it.wires.pass_time()
    await it.shown()
    assert it.window.table.result.isVisible()
    assert not mouse.view.canvas.carrying.active
    await mouse.release()


async def test_leaving_the_page_ends_a_dragging(qtbot: QtBot) -> None:
    it, _, mouse = await playing(qtbot)
    mouse.press(hand("KS"))
    await mouse.to(QPoint(640, 400))
    it.bridge.session.go_home()
    await it.shown()
    assert not mouse.view.canvas.carrying.active
    QTest.mouseRelease(mouse.view.canvas.viewport(), LEFT, pos=mouse.at)
