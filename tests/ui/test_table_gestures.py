"""The mouse on the table: every card that can be seen can be hit, and says which it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot
from tests.shots import samples
from tests.shots.build import Sample, card, cards
from tests.shots.words import EN

from rummy500.engine.cards import PACK
from rummy500_client.presenters.table_model import Look, TableModel, Toast
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


LEFT = Qt.MouseButton.LeftButton
Show = Callable[..., TableView]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def make(model: TableModel, size: tuple[int, int] = (1280, 800)) -> TableView:
        view = TableView()
        qtbot.addWidget(view)
        view.set_motion(0)
        view.set_hover_delay(0)
        view.resize(*size)
        view.set_model(model)
        view.show()
        return view

    return make


def row_of(count: int) -> TableModel:
    names = " ".join("A23456789TJQK"[c % 13] + "CDHS"[c // 13] for c in PACK[:count])
    seats = (("You", 0, count), ("Maja", 0, 5), ("Bo", 0, 5), ("Al", 0, 5))
    return Sample(EN, seats, turn=0, hand=names, pile="KS", stock=3).model()


def index_corner(item: CardItem) -> QPointF:
    """The upper left of a card, which no neighbour covers."""
    area = item.area
    return item.mapToScene(QPointF(area.x() + area.width() * 0.1, area.y() + area.height() * 0.2))


def click_at(qtbot: QtBot, view: TableView, at: QPointF) -> None:
    qtbot.mouseClick(view.canvas.viewport(), LEFT, pos=view.canvas.mapFromScene(at))


def item(view: TableView, target: Target) -> CardItem:
    found = view.scene.item_of(target)
    assert isinstance(found, CardItem)
    return found


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("count", [1, 2, 7, 13, 14, 20, 30, 45])
def test_each_hand_card_is_hit_at_its_index(
    qtbot: QtBot, show: Show, count: int, size: tuple[int, int]
) -> None:
    view = show(row_of(count), size)
    hit: list[int] = []
    view.hand_pressed.connect(hit.append)

    for c in PACK[:count]:
        click_at(qtbot, view, index_corner(item(view, Target(Kind.HAND, c))))

    assert hit == list(PACK[:count])


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
@pytest.mark.parametrize("make", [samples.pile_of_25, samples.two_seats_draw])
def test_each_pile_card_is_hit_at_its_index(
    qtbot: QtBot, show: Show, make: Callable[[], TableModel], size: tuple[int, int]
) -> None:
    model = make()
    view = show(model, size)
    hit: list[int] = []
    view.pile_pressed.connect(hit.append)

    for k in range(len(model.pile)):
        click_at(qtbot, view, index_corner(item(view, Target(Kind.PILE, k))))

    assert hit == list(range(len(model.pile)))


def test_each_card_of_a_meld_stands_for_the_meld(qtbot: QtBot, show: Show) -> None:
    model = samples.twelve_melds()
    view = show(model, (1024, 640))
    hit: list[int] = []
    view.meld_pressed.connect(hit.append)
    plan = view.scene.plan
    assert plan is not None

    melded = [c for c in plan.cards if c.target.kind is Kind.MELD]
    for planned in melded:
        w = planned.look.width
        corner = planned.pose.at + QPointF(-w * 0.42, -w * 0.5)
        click_at(qtbot, view, corner)

    assert hit == [c.target.number for c in melded]
    assert sorted(set(hit)) == list(range(12))


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_buttons_sorts_tools_and_the_stock_answer(
    qtbot: QtBot, show: Show, size: tuple[int, int]
) -> None:
    model = samples.hand_of_20()
    view = show(model, size)
    said: list[str] = []
    view.button_pressed.connect(said.append)
    view.sort_pressed.connect(said.append)
    view.tool_pressed.connect(said.append)
    view.stock_pressed.connect(lambda: said.append("stock"))
    wanted = [Target(Kind.BUTTON, name=b.intent) for b in model.status.buttons]
    wanted += [Target(Kind.SORT, name=m.mode) for m in model.sort.modes]
    wanted += [Target(Kind.TOOL, name=t) for t in ("menu", "settings", "help")]
    wanted.append(Target(Kind.STOCK))

    for target in wanted:
        qtbot.mouseClick(view.canvas.viewport(), LEFT, pos=view.rect_of(target).center())

    assert said == [t.name or "stock" for t in wanted]
    assert Look.DASHED in {b.look for b in model.status.buttons}, "also what can't be done answers"


def test_bare_cloth_is_the_background_and_a_plate_is_not(qtbot: QtBot, show: Show) -> None:
    view = show(samples.two_seats_draw())
    times: list[bool] = []
    view.background_pressed.connect(lambda: times.append(True))
    plan = view.scene.plan
    assert plan is not None

    click_at(qtbot, view, QPointF(plan.zones.me.centre_x, plan.zones.me.centre_y))
    assert not times
    click_at(qtbot, view, QPointF(plan.zones.melds.x + 20, plan.zones.melds.bottom - 10))
    assert times == [True]


def drag(qtbot: QtBot, view: TableView, start: QPointF, end: QPointF) -> None:
    port, canvas = view.canvas.viewport(), view.canvas
    a, b = canvas.mapFromScene(start), canvas.mapFromScene(end)
    qtbot.mousePress(port, LEFT, pos=a)
    for part in (0.3, 0.6, 1.0):
        qtbot.mouseMove(port, a + QPoint(*(round(v * part) for v in (b - a).toTuple())))
    qtbot.mouseRelease(port, LEFT, pos=b)


def test_a_small_move_is_still_a_click(qtbot: QtBot, show: Show) -> None:
    view = show(row_of(10))
    hit: list[int] = []
    moved: list[int] = []
    view.hand_pressed.connect(hit.append)
    view.hand_moved.connect(lambda c, _k: moved.append(c))
    corner = index_corner(item(view, Target(Kind.HAND, PACK[4])))

    drag(qtbot, view, corner, corner + QPointF(4, 3))

    assert hit == [PACK[4]]
    assert not moved


def test_a_dragged_card_tells_its_new_place_and_comes_back(qtbot: QtBot, show: Show) -> None:
    view = show(row_of(10))
    moved: list[tuple[int, int]] = []
    view.hand_moved.connect(lambda c, k: moved.append((c, k)))
    dragged, other = (item(view, Target(Kind.HAND, PACK[k])) for k in (1, 7))
    home, start = dragged.pos(), index_corner(dragged)

    drag(qtbot, view, start, start + QPointF(other.pos().x() - home.x() + 5, 0))

    assert moved == [(PACK[1], 7)]
    assert dragged.pos() == home, "no new picture came, so the card went back"


def test_a_card_can_be_dropped_on_a_meld_and_on_the_pile(qtbot: QtBot, show: Show) -> None:
    view = show(samples.twelve_melds())
    on_meld: list[tuple[int, int]] = []
    on_pile: list[int] = []
    view.hand_dropped_on_meld.connect(lambda c, m: on_meld.append((c, m)))
    view.hand_dropped_on_pile.connect(on_pile.append)
    seven = item(view, Target(Kind.HAND, card("7H")))
    tray = view.rect_of(Target(Kind.MELD, 1)).center()

    drag(qtbot, view, index_corner(seven), QPointF(tray))
    assert on_meld == [(card("7H"), 1)]

    top = item(view, Target(Kind.PILE, 2))
    drag(qtbot, view, index_corner(seven), top.pos())
    assert on_pile == [card("7H")]


def test_pointing_at_the_pile_is_told_once_and_let_go(qtbot: QtBot, show: Show) -> None:
    view = show(samples.two_seats_draw())
    told: list[int] = []
    view.pile_hovered.connect(told.append)
    port = view.canvas.viewport()

    for k in (3, 3, 5):
        at = view.canvas.mapFromScene(index_corner(item(view, Target(Kind.PILE, k))))
        qtbot.mouseMove(port, at)
        qtbot.mouseMove(port, at + QPoint(1, 1))
    qtbot.mouseMove(port, QPoint(640, 500))

    assert told == [3, 5, -1]


def test_a_preview_does_not_run_away_from_the_pointer(qtbot: QtBot, show: Show) -> None:
    """Where the previewed card rested is now a gap; it still means that card."""
    model = samples.pile_of_30()
    view = show(model)
    plan = view.scene.plan
    assert plan is not None
    rest = plan.pile_at_rest[21]
    w = plan.zones.pile_w
    where_it_rested = QPointF(rest.x - w * 0.4, rest.y)

    assert view.canvas.target_at(where_it_rested)[0] == Target(Kind.PILE, 21)
    lifted = index_corner(item(view, Target(Kind.PILE, 25)))
    assert view.canvas.target_at(lifted)[0] == Target(Kind.PILE, 25)
    veiled = index_corner(item(view, Target(Kind.PILE, 4)))
    assert view.canvas.target_at(veiled)[0] == Target(Kind.PILE, 4)


def test_the_gap_before_a_wholly_lifted_pile_means_its_deepest_card(show: Show) -> None:
    """All is lifted, so bare cloth is left where the card rested; a press there still takes it."""
    model = samples.pile_of_30()
    view = show(replace(model, pile=tuple(replace(c, lifted=True) for c in model.pile)))
    plan = view.scene.plan
    assert plan is not None
    rest, w = plan.pile_at_rest[0], plan.zones.pile_w
    where_it_rested = QPointF(rest.x - w * 0.4, rest.y)
    assert view.scene.target_at(where_it_rested)[0] is None
    assert view.canvas.target_at(where_it_rested)[0] == Target(Kind.PILE, 0)
    assert view.canvas.target_at(QPointF(rest.x - w * 0.8, rest.y))[0] != Target(Kind.PILE, 0)


def test_a_bracket_over_a_meld_in_the_hand_answers(qtbot: QtBot, show: Show) -> None:
    view = show(samples.hand_of_25(), (1366, 768))
    hit: list[int] = []
    view.bracket_pressed.connect(hit.append)

    for k in range(4):
        qtbot.mouseClick(
            view.canvas.viewport(), LEFT, pos=view.rect_of(Target(Kind.BRACKET, k)).center()
        )

    assert hit == [0, 1, 2, 3]


def test_a_toast_keeps_presses_from_what_it_covers_and_goes(qtbot: QtBot, show: Show) -> None:
    model = replace(samples.twelve_melds(), toast=Toast("No", "Because of a rule."))
    view = show(model)
    hit: list[int] = []
    view.meld_pressed.connect(hit.append)
    plan = view.scene.plan
    assert plan is not None
    box = next(p.box for p in plan.parts if p.key == "toast")

    click_at(qtbot, view, QPointF(box.centre_x, box.centre_y))

    assert not hit
    view.set_model(replace(model, toast=None))
    assert all(p.key != "toast" for p in view.scene.plan.parts)


def test_cards_are_kept_when_they_change_place(show: Show) -> None:
    view = show(samples.twelve_melds())
    seven = item(view, Target(Kind.HAND, card("7H")))
    model = samples.twelve_melds()
    hand = tuple(c for c in model.hand if c.card != card("7H"))
    meld = model.melds[1]
    grown = replace(meld, cards=(*meld.cards, replace(meld.cards[0], card=card("7H"))))
    view.set_model(replace(model, hand=hand, melds=(model.melds[0], grown, *model.melds[2:])))

    assert seven.target == Target(Kind.MELD, 1)
    assert seven.scene() is view.scene


def test_movement_ends_at_once_when_the_next_picture_comes(qtbot: QtBot, show: Show) -> None:
    model = samples.twelve_melds()
    view = show(model)
    view.set_motion(1)
    lifted = replace(model, hand=tuple(replace(c, selected=not c.selected) for c in model.hand))
    view.set_model(lifted)
    assert view.scene.mover.running
    view.set_motion(0)
    view.set_model(model)

    assert not view.scene.mover.running
    plan = view.scene.plan
    assert plan is not None
    for planned in plan.cards:
        if planned.target.kind is Kind.HAND:
            assert item(view, planned.target).pos() == planned.pose.at


def test_an_opponent_who_draws_leaves_no_card_behind(show: Show) -> None:
    model = samples.four_seats_wait()
    view = show(model)
    cards_before = sum(isinstance(i, CardItem) for i in view.scene.items())
    stock = replace(model.stock, count=5, count_text="5")
    view.set_model(replace(model, stock=stock))

    assert sum(isinstance(i, CardItem) for i in view.scene.items()) == cards_before
    view.set_model(replace(model, stock=stock, pile=model.pile[:3]))
    assert sum(isinstance(i, CardItem) for i in view.scene.items()) == cards_before - 4


def test_sample_names_are_cards() -> None:
    assert cards("AC KS") == [0, 51]


@pytest.mark.parametrize(
    "make",
    [samples.hand_of_25, samples.pile_of_30, samples.four_seats_wait, samples.hand_of_20],
)
def test_the_middle_of_what_is_seen_of_a_target_hits_it(
    show: Show, make: Callable[[], TableModel]
) -> None:
    """So a screen reader's rectangle, and a test, can aim at the middle of it."""
    view = show(make(), (1366, 768))
    plan = view.scene.plan
    assert plan is not None

    for reach in plan.reach:
        at = view.canvas.mapToScene(view.rect_of(reach.target).center())
        assert view.canvas.target_at(at)[0] == reach.target


def test_a_refused_card_shakes_where_it_is(show: Show) -> None:
    model = samples.twelve_melds()
    view = show(model)
    seven = item(view, Target(Kind.HAND, card("7H")))
    home = seven.pos()
    view.set_motion(1)
    view.set_model(replace(model, toast=Toast("No", "Why", 1, card("7H"))))
    assert view.scene.mover.running
    view.scene.mover.finish()

    assert seven.pos() == home
