"""From the view model to what lies where: a plan that the scene only has to carry out.

Heights (z) from the cloth up: trays 1, melds 2, stock 3, pile 5, bar 18, hand 20, bill 40, the
viewer's plate and the sort box 60, toast 70, focus ring 200.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF

from rummy500.engine.cards import Card
from rummy500_client.layout.boxes import ASPECT, Box, Spot
from rummy500_client.layout.hand import hand_card_width, hand_spots
from rummy500_client.layout.melds import PAD, meld_grid
from rummy500_client.layout.pile import pile_room, pile_spots, stock_box
from rummy500_client.layout.zones import Zones
from rummy500_client.presenters.table_model import HandBracket, Place, TableModel, Toast
from rummy500_client.ui.table.bar import BarItem, ButtonItem, place_bar
from rummy500_client.ui.table.cards import HELD, RAISED, REST, CardLook, Marks
from rummy500_client.ui.table.motion import Pose
from rummy500_client.ui.table.painted import AnyPainted, Style
from rummy500_client.ui.table.pieces import (
    AceTabItem,
    BillItem,
    BillSheet,
    BracketItem,
    FitBadgeItem,
    InlayItem,
    LastPlayItem,
    PillItem,
    StockItem,
    StripItem,
    ToastItem,
    TrayItem,
    ace_tab_width,
    bill_size,
    pill_width,
    toast_size,
)
from rummy500_client.ui.table.plates import PlateItem
from rummy500_client.ui.table.targets import Area, Kind, Target
from rummy500_client.ui.table.tools import (
    SortItem,
    SortTitleItem,
    StripText,
    StripTextItem,
    ToolItem,
    place_sort,
    place_strip,
)


_SELECTED_LIFT = 0.13
_REQUIRED_LIFT = 0.10
_TAKE_LIFT = 0.05


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A card: its look, its place, its height and what a press on it means.

    ``seen`` is the width and height of its upper left part that no other card covers.
    """

    card: Card
    look: CardLook
    pose: Pose
    z: float
    target: Target
    seen: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PartPlan:
    """Anything else: the class of its item, its box and its value. ``key`` tells parts apart."""

    key: str
    kind: type[AnyPainted]
    box: Box
    content: object
    z: float
    target: Target | None = None
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """A target with what a screen reader says, in the order of the arrow keys."""

    target: Target
    accessible: str
    checkable: bool = False
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """Something that nobody presses but that a screen reader can read: a plate, the sentence."""

    key: str
    text: str
    box: Box


@dataclass(slots=True)
class Plan:
    """Everything that lies on the table, and the measures that gestures need."""

    zones: Zones
    style: Style
    cards: list[CardPlan] = field(default_factory=list)
    parts: list[PartPlan] = field(default_factory=list)
    reach: list[Reach] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    areas: dict[Area, str] = field(default_factory=dict)
    hand: list[Spot] = field(default_factory=list)
    pile_at_rest: list[Spot] = field(default_factory=list)
    split: int | None = None
    stock: Box = field(default_factory=lambda: Box(0, 0, 0, 0))

    def add(self, key: str, kind: type[AnyPainted], box: Box, content: object, z: float) -> None:
        """Put a part that nobody presses."""
        self.parts.append(PartPlan(key, kind, box, content, z))


def plan_table(model: TableModel, zones: Zones, style: Style, toast: Toast | None) -> Plan:
    """Return the plan of a whole picture; ``toast`` is what still shows of refusals."""
    plan = Plan(zones, style)
    z, u = zones, style.u
    grow = 4 * u
    inlay = Box(
        z.melds.x - grow,
        z.pile.y - grow,
        z.melds.w + 2 * grow,
        z.melds.bottom - z.pile.y + 2 * grow,
    )
    plan.add("inlay", InlayItem, inlay, None, -5)
    _seats(plan, model)
    _hand(plan, model)
    _pile(plan, model)
    _melds(plan, model)
    _bar(plan, model)
    _sort(plan, model)
    _strip(plan, model)
    names = model.areas
    plan.areas = {
        Area.HAND: names.hand,
        Area.PILE: names.stock_and_pile,
        Area.MELDS: names.melds,
        Area.ACTIONS: names.actions,
        Area.SORT: names.sort,
        Area.TOOLS: names.tools,
    }
    if toast is not None:
        _toast(plan, toast)
    return plan


def plate_box(zones: Zones, place: Place) -> Box | None:
    """Return the box of a seat's plate."""
    return {
        Place.YOU: zones.me,
        Place.LEFT: zones.left,
        Place.TOP: zones.top,
        Place.RIGHT: zones.right,
    }[place]


def _seats(plan: Plan, model: TableModel) -> None:
    for seat in model.seats:
        box = plate_box(plan.zones, seat.place)
        if box is not None:
            z = 60 if seat.place is Place.YOU else 2
            plan.parts.append(
                PartPlan(f"seat:{seat.place}", PlateItem, box, seat, z, tooltip=seat.accessible)
            )
            plan.said.append(Said(f"seat:{seat.place}", seat.accessible, box))


def _hand(plan: Plan, model: TableModel) -> None:
    box, count = plan.zones.hand, len(model.hand)
    w = hand_card_width(count, box, plan.zones.hand_w)
    gaps = [k for k, c in enumerate(model.hand) if c.gap_before and k]
    plan.hand = hand_spots(count, box, w, gaps)
    for k, (held, spot) in enumerate(zip(model.hand, plan.hand, strict=True)):
        share = _SELECTED_LIFT if held.selected else _REQUIRED_LIFT if held.required else 0.0
        rise, turn = share * w * ASPECT, math.radians(spot.angle)
        at = QPointF(spot.x + rise * math.sin(turn), spot.y - rise * math.cos(turn))
        marks = Marks(selected=held.selected, required=held.required, just_drawn=held.just_drawn)
        look = CardLook(held.card, w, plan.style.theme.deck, RAISED if rise else HELD, marks)
        target = Target(Kind.HAND, held.card)
        pose, z = Pose(at, spot.angle), 20 + k * 0.01
        after = plan.hand[k + 1].x - spot.x if k + 1 < count else w
        seen = (min(w, after), w * ASPECT)
        plan.cards.append(CardPlan(held.card, look, pose, z, target, seen))
        plan.reach.append(Reach(target, held.accessible, checkable=True, checked=held.selected))
    _brackets(plan, model, w)


def _brackets(plan: Plan, model: TableModel, w: float) -> None:
    t, spots = plan.style.t, plan.hand
    for k, bracket in enumerate(model.brackets):
        inside = spots[bracket.start : bracket.stop]
        if not inside:
            continue
        after = spots[bracket.stop].x if bracket.stop < len(spots) else inside[-1].x + w
        right = min(inside[-1].x + w / 2, after - w / 2 - 3)
        left = inside[0].x - w / 2
        top = min(s.y for s in inside) - w * ASPECT / 2
        box = Box(left, top - 25 * t, max(right - left, 40 * t), 24 * t)
        target = Target(Kind.BRACKET, k)
        plan.parts.append(PartPlan(f"bracket:{k}", BracketItem, box, bracket, 19.5, target))
        pill = _pill_box(plan, model, bracket, box, w)
        plan.parts.append(PartPlan(f"pill:{k}", PillItem, pill, bracket.text, 30, target))
        plan.reach.append(Reach(target, bracket.accessible))


def _pill_box(plan: Plan, model: TableModel, bracket: HandBracket, line: Box, w: float) -> Box:
    """Return where the points stand on their bracket: not over the index of a lifted card."""
    wide = pill_width(bracket.text, plan.style)
    indices = [
        (spot.x - w / 2 - 0.1 * w, spot.x - w / 2 + 0.3 * w)
        for card, spot in zip(model.hand, plan.hand, strict=True)
        if card.selected or card.required
    ]
    choices = (line.x + 10, line.centre_x - wide / 2, line.right - wide - 4, line.x + 10)
    free = (x for x in choices if all(x + wide < a or x > b for a, b in indices))
    return Box(next(free, choices[0]), line.y, wide, line.h)


def _pile(plan: Plan, model: TableModel) -> None:
    zones, style = plan.zones, plan.style
    w, u, count = zones.pile_w, style.u, len(model.pile)
    h = w * ASPECT
    plan.stock = stock_box(zones.pile, w, u, count)
    target = Target(Kind.STOCK)
    plan.parts.append(PartPlan("stock", StockItem, plan.stock, model.stock, 3, target))
    plan.reach.append(Reach(target, model.stock.accessible))
    room = pile_room(zones.pile, w, u, count)
    split = next((k for k, c in enumerate(model.pile) if c.lifted), None)
    plan.split = split
    plan.pile_at_rest = pile_spots(count, room, w)
    spots = pile_spots(count, room, w, split)
    for k, (lying, spot) in enumerate(zip(model.pile, spots, strict=True)):
        marks = Marks(can_take=lying.can_take, target=lying.target, veiled=lying.veiled)
        level = RAISED if lying.lifted else REST
        up = _TAKE_LIFT * h if lying.can_take and split is None else 0.0
        look = CardLook(lying.card, w, style.theme.deck, level, marks)
        at, z, target = QPointF(spot.x, spot.y - up), 5 + k * 0.01, Target(Kind.PILE, k)
        seen = w
        if k + 1 < count and spots[k + 1].row == spot.row:
            seen = min(w, plan.pile_at_rest[k + 1].x - plan.pile_at_rest[k].x)
        free = h * 0.45 if spot.row < spots[-1].row else h
        plan.cards.append(CardPlan(lying.card, look, Pose(at), z, target, (seen, free)))
        plan.reach.append(Reach(target, lying.accessible))
        if lying.last_play:
            mark = Box(spot.x - w / 2, spot.y - up - h / 2, seen, free)
            plan.add(f"last:pile:{k}", LastPlayItem, mark, w, 6.5)
    if split is not None and model.bill is not None:
        _bill(plan, model, spots, split)


def _bill(plan: Plan, model: TableModel, spots: list[Spot], split: int) -> None:
    if model.bill is None:
        return
    zones, u, w = plan.zones, plan.style.u, plan.zones.pile_w
    wide, high = bill_size(model.bill, plan.style)
    left = min(s.x for s in spots[split:]) - w / 2
    right = max(s.x for s in spots[split:]) + w / 2
    foot = max(s.y for s in spots[split:]) + w * ASPECT / 2 + 9 * u
    room = zones.melds
    x = min(max((left + right) / 2 - wide / 2, room.x), room.right - wide)
    y = foot + 14 * u
    sheet = BillSheet(model.bill, left - x, right - x, y - foot)
    plan.add("bill", BillItem, Box(x, y, wide, high), sheet, 40)


def _melds(plan: Plan, model: TableModel) -> None:
    zones, style = plan.zones, plan.style
    u, t = style.u, style.t
    grid = meld_grid([len(m.cards) for m in model.melds], zones.melds, zones.meld_w, u)
    w, h, pad = grid.w, grid.w * ASPECT, PAD * u
    for meld, cell in zip(model.melds, grid.cells, strict=True):
        target = Target(Kind.MELD, meld.meld_id)
        key = f"meld:{meld.meld_id}"
        plan.parts.append(PartPlan(key, TrayItem, cell, meld.target, 1, target, meld.tooltip))
        plan.reach.append(Reach(target, meld.accessible))
        for k, placed in enumerate(meld.cards):
            x, y = cell.x + pad + k * grid.step, cell.y + pad
            last = k == len(meld.cards) - 1
            seen = w if last else grid.step
            look = CardLook(placed.card, w, style.theme.deck)
            pose, z = Pose(QPointF(x + w / 2, y + h / 2)), 2 + k * 0.01
            plan.cards.append(CardPlan(placed.card, look, pose, z, target, (seen, h)))
            strip = Box(x, y + h + 3 * u, seen - (0 if last else 2), 8 * u)
            plan.add(f"{key}:strip:{k}", StripItem, strip, placed.owner, 1.6)
            if placed.ace:
                tab = Box(x + 0.02 * w, y + 0.36 * h, ace_tab_width(placed.ace, style), 16 * t)
                plan.add(f"{key}:ace:{k}", AceTabItem, tab, placed.ace, 3)
            if placed.last_play:
                mark = Box(x, y, seen, h)
                plan.add(f"{key}:last:{k}", LastPlayItem, mark, w, 2.9)
        if meld.target:
            d = 24 * t
            badge = Box(cell.right - 3 - d / 2, cell.y + 3 - d / 2, d, d)
            plan.add(f"{key}:fit", FitBadgeItem, badge, meld.badge, 6)


def _bar(plan: Plan, model: TableModel) -> None:
    box = plan.zones.bar
    sentence, buttons = place_bar(model.status, box, plan.style)
    plan.add("bar", BarItem, box, sentence, 18)
    spoken = ". ".join(s for s in (model.status.headline, model.status.second) if s)
    plan.said.append(Said("bar", spoken, box))
    for button, face, where in buttons:
        target = Target(Kind.BUTTON, name=button.intent)
        key, tip = f"button:{button.intent}", button.tooltip or ("" if face.text else button.text)
        plan.parts.append(PartPlan(key, ButtonItem, where, face, 19, target, tip))
        plan.reach.append(Reach(target, button.accessible or button.text))


def _sort(plan: Plan, model: TableModel) -> None:
    title, rows = place_sort(model.sort, plan.zones.sort, plan.style)
    plan.add("sort", SortTitleItem, title, model.sort.title, 60)
    for mode, box in rows:
        target = Target(Kind.SORT, name=mode.mode)
        plan.parts.append(PartPlan(f"sort:{mode.mode}", SortItem, box, mode, 60, target))
        plan.reach.append(
            Reach(target, mode.accessible or mode.text, checkable=True, checked=mode.active)
        )


def _strip(plan: Plan, model: TableModel) -> None:
    text, tools = place_strip(model.strip, plan.zones.strip, plan.style, top_plate=plan.zones.top)
    words = StripText(model.strip.name, model.strip.sub)
    plan.add("strip", StripTextItem, text, words, 1)
    for tool, box in tools:
        target = Target(Kind.TOOL, name=tool.tool)
        tip = tool.tooltip or tool.accessible
        plan.parts.append(PartPlan(f"tool:{tool.tool}", ToolItem, box, tool, 2, target, tip))
        plan.reach.append(Reach(target, tool.accessible))


def _toast(plan: Plan, toast: Toast) -> None:
    bar, t = plan.zones.bar, plan.style.t
    sheet, wide, high = toast_size(toast.head, toast.reason, plan.style, bar.w)
    box = Box(bar.centre_x - wide / 2, bar.y - high - 8 * t, wide, high)
    plan.add("toast", ToastItem, box, sheet, 70)
