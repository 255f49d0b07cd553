"""Cards that travel: nothing waits for them, and what points at them knows their goal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from tests.client.little_table import LittleTable, glance_at, position, words
from tests.shots import samples

from rummy500.engine.actions import DrawStock, MeldCards, TakePile, Undo
from rummy500.engine.ids import Seat
from rummy500.engine.legal import legal_discards
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.state import Phase
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.table import table_model
from rummy500_client.presenters.table_model import TableModel
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.drops import ChipItem
from rummy500_client.ui.table.motion import FADE_MS, MELD_MS
from rummy500_client.ui.table.pieces import StripItem
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


# --- rhythm --------------------------------------------------------------------------------------


def total(view: TableView) -> int:
    """For how many ms what has just begun lasts, at normal speed."""
    return max(move.total for move in view.scene.mover._moves)


def table(qtbot: QtBot, glance: Glance) -> TableView:
    view = TableView()
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show()
    view.set_model(table_model(glance))
    return view


def test_a_deal_goes_round_in_less_than_a_second_and_a_bit(qtbot: QtBot) -> None:
    game = LittleTable(4)
    state = reduce(ClientState(), game.deal(3))
    assert state.table is not None
    view = table(qtbot, look(state.table, LocalTable(), words()))

    assert 900 <= total(view) <= 1200
    mine = [i for i in cards_on(view) if i.target is not None and i.target.kind is Kind.HAND]
    assert not any(i.isVisible() for i in mine), "nothing lies there before it is dealt"
    view.scene.mover.seek(500.0)
    assert 0 < sum(i.isVisible() for i in mine) < len(mine)
    view.scene.mover.finish()
    assert all(i.isVisible() for i in mine)
    assert len(cards_on(view)) == len(mine) + 1, "the others' backs are gone, the upcard lies there"


def test_a_hand_is_dealt_once(qtbot: QtBot) -> None:
    view = table(qtbot, glance_at(position("8H TH KS 2D", pile="9H", phase=Phase.DRAW)))
    view.scene.mover.finish()
    model = view.model
    assert model is not None
    view.set_model(replace(model, status=replace(model.status, second="Something")))

    assert not view.scene.mover.running


def test_a_hand_is_not_dealt_again_when_its_first_play_is_taken_back(qtbot: QtBot) -> None:
    game = LittleTable()
    state = reduce(ClientState(), game.deal(3))

    def picture() -> TableModel:
        assert state.table is not None
        return table_model(look(state.table, LocalTable(), words()))

    view = TableView()
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show()
    if game.hand.turn.seat != 0:
        state = reduce(state, game.play(DrawStock()))
        state = reduce(state, game.play(next(iter(legal_discards(game.hand)))))
    view.set_model(picture())
    view.scene.mover.finish()
    state = reduce(state, game.play(TakePile(game.hand.pile[-1])))
    view.set_model(picture())
    state = reduce(state, game.play(Undo()))
    view.set_model(picture())

    assert all(not move.hidden for move in view.scene.mover._moves)
    view.scene.mover.finish()


def test_the_same_hand_of_another_match_is_dealt_too(qtbot: QtBot) -> None:
    view = TableView()
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show()
    for seed in (3, 4):
        state = reduce(ClientState(), LittleTable().deal(seed))
        assert state.table is not None
        view.set_model(table_model(look(state.table, LocalTable(), words())))
        assert any(move.hidden for move in view.scene.mover._moves)
        view.scene.mover.finish()


def test_a_word_or_a_clock_does_not_cut_what_moves(view: TableView) -> None:
    model = samples.hand_of_20()
    view.set_motion(1)
    view.set_model(select(model, 2))
    later = select(model, 2)
    view.set_model(replace(later, status=replace(later.status, second="Anything")))

    assert view.scene.mover.running


def test_cards_of_a_meld_leave_one_after_the_other_and_its_strips_come_last(
    qtbot: QtBot,
) -> None:
    before = position("7C 7D 7H KS 2D")
    view = table(qtbot, glance_at(before))
    view.scene.mover.finish()
    game = LittleTable()
    game.put(before)
    game.play(MeldCards(parse_cards("7C 7D 7H")))
    view.set_model(table_model(glance_at(game.hand)))

    landing = sorted(
        (m.delay, m.duration) for m in view.scene.mover._moves if isinstance(m.item, CardItem)
    )
    assert [pair for pair in landing if pair[1] == MELD_MS] == [(0, 320), (40, 320), (80, 320)]
    strips = [m.delay for m in view.scene.mover._moves if isinstance(m.item, StripItem)]
    assert strips
    assert min(strips) >= MELD_MS
    view.scene.mover.finish()


def test_a_deep_draw_gathers_flies_and_spreads(qtbot: QtBot) -> None:
    before = position("8H TH KS 2D", pile="9H 3D 5S QD", phase=Phase.DRAW)
    view = table(qtbot, glance_at(before))
    view.scene.mover.finish()
    game = LittleTable()
    game.put(before)
    game.play(TakePile(parse_card("9H")))
    view.set_model(table_model(glance_at(game.hand)))

    flying = [m for m in view.scene.mover._moves if m.via]
    assert len(flying) == 4
    assert {tuple(leg.ms for leg in m.legs) for m in flying} == {(120, 260, 160)}
    view.scene.mover.seek(250.0)
    heights = {round(m.item.pos().y()) for m in flying}
    assert len(heights) == 1, "as one"
    view.scene.mover.finish()


@pytest.mark.parametrize("factor", [0.5, 1.6])
def test_the_speed_scales_all_times(view: TableView, factor: float) -> None:
    view.set_motion(factor)
    view.set_model(select(samples.hand_of_20(), 2))

    assert view.scene.mover._clock.duration() == round(120 * factor)
    view.scene.mover.finish()


def test_without_motion_everything_is_there_at_once(view: TableView) -> None:
    view.set_motion(0)
    view.set_model(select(samples.hand_of_20(), 2))

    assert not view.scene.mover.running


def test_with_less_motion_nothing_travels_but_what_is_new_fades_in(qtbot: QtBot) -> None:
    before = position("7C 7D 7H KS 2D")
    view = table(qtbot, glance_at(before))
    view.scene.mover.finish()
    view.set_still(still=True)
    game = LittleTable()
    game.put(before)
    game.play(MeldCards(parse_cards("7C 7D 7H")))
    view.set_model(table_model(glance_at(game.hand)))

    assert view.scene.mover.running
    for move in view.scene.mover._moves:
        assert move.start.at == move.end.at
        assert move.total <= FADE_MS
    assert not view.scene.cloth.mover.running
    view.scene.mover.finish()


def test_points_rise_from_the_meld_that_brought_them(qtbot: QtBot) -> None:
    game = LittleTable()
    state = reduce(ClientState(), game.put(position("7C 7D 7H KS 2D")))
    assert state.table is not None
    view = table(qtbot, look(state.table, LocalTable(), words()))
    view.scene.mover.finish()
    state = reduce(state, game.play(MeldCards(parse_cards("7C 7D 7H"))))
    assert state.table is not None
    view.set_model(table_model(look(state.table, LocalTable(), words())))

    chips = [item for item in view.scene.items() if isinstance(item, ChipItem)]
    assert [chip.content for chip in chips] == ["+21"]
    view.scene.mover.finish()
    assert not [item for item in view.scene.items() if isinstance(item, ChipItem)]


def test_plates_and_bar_go_over_with_the_lamp(qtbot: QtBot) -> None:
    game = LittleTable()
    view = table(qtbot, glance_at(position("7C KS 2D")))
    view.scene.mover.finish()
    parts = len(view.scene.items())
    mine = position("7C KS 2D")
    game.put(replace(mine, turn=replace(mine.turn, seat=Seat(1))))
    state = reduce(ClientState(), game.news())
    assert state.table is not None
    view.set_model(table_model(look(state.table, LocalTable(), words())))

    fading = [m for m in view.scene.cloth.mover._moves if m.end.opacity == 0.0]
    assert len(fading) == 3, "two plates and the bar"
    view.scene.cloth.mover.finish()
    view.scene.mover.finish()
    assert len(view.scene.items()) <= parts
