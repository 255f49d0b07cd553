"""The middle of the table: stock, pile, melds, and the places for what is being dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from rummy500_client.layout.boxes import ASPECT, Box, Spot
from rummy500_client.layout.melds import PAD, meld_grid
from rummy500_client.layout.pile import pile_room, pile_spots, stock_box
from rummy500_client.presenters.table_model import Coach, Drop, TableModel
from rummy500_client.ui.table.cards import RAISED, REST, CardLook, Marks
from rummy500_client.ui.table.coach import CoachItem, coach_box
from rummy500_client.ui.table.drops import DropLabelItem, DropZoneItem, drop_label_width
from rummy500_client.ui.table.motion import Pose
from rummy500_client.ui.table.pieces import (
    AceTabItem,
    BillItem,
    BillSheet,
    FitBadgeItem,
    LastPlayItem,
    PileSlotItem,
    StockItem,
    StripItem,
    TrayItem,
    ace_tab_width,
    badge_width,
    bill_size,
)
from rummy500_client.ui.table.plan_model import CardPlan, GhostPlan, PartPlan, Plan, Reach, Said
from rummy500_client.ui.table.targets import Area, Kind, Target


_TAKE_LIFT = 0.05


def plan_pile(plan: Plan, model: TableModel) -> None:
    """Put stock, pile and the bill of a preview."""
    zones, style = plan.zones, plan.style
    w, u, count = zones.pile_w, style.u, len(model.pile)
    h = w * ASPECT
    _stock(plan, model)
    room = pile_room(zones.pile, w, u, count)
    if not count:
        _slot(plan, pile_spots(1, room, w)[0])
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
        card = CardPlan(lying.card, look, Pose(at), z, target, (seen, free), lying.tooltip)
        plan.cards.append(card)
        plan.reach.append(Reach(target, lying.accessible, lying.why))
        if lying.last_play:
            mark = Box(spot.x - w / 2, spot.y - up - h / 2, seen, free)
            plan.add(f"last:pile:{k}", LastPlayItem, mark, w, 6.5)
    if split is not None and model.bill is not None:
        _bill(plan, model, spots, split)


def _slot(plan: Plan, spot: Spot) -> None:
    w = plan.zones.pile_w
    h = w * ASPECT
    plan.add("pile:slot", PileSlotItem, Box(spot.x - w / 2, spot.y - h / 2, w, h), None, 1)


def _stock(plan: Plan, model: TableModel) -> None:
    zones = plan.zones
    plan.stock = stock_box(zones.pile, zones.pile_w, plan.style.u, len(model.pile))
    plan.stock_gives = model.stock.can_draw
    target = Target(Kind.STOCK)
    plan.parts.append(PartPlan("stock", StockItem, plan.stock, model.stock, 3, target))
    plan.reach.append(Reach(target, model.stock.accessible))


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


def plan_melds(plan: Plan, model: TableModel) -> None:
    """Put the trays with their cards, strips and badges."""
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
            card = CardPlan(placed.card, look, pose, z, target, (seen, h), meld.tooltip)
            plan.cards.append(card)
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
            wide = badge_width(meld.badge, d, style)
            badge = Box(cell.right - 3 + d / 2 - wide, cell.y + 3 - d / 2, wide, d)
            plan.add(f"{key}:fit", FitBadgeItem, badge, meld.badge, 6)
        plan.ghosts[meld.meld_id] = [
            GhostPlan(
                CardLook(ghost.card, w, style.theme.deck, RAISED),
                QPointF(cell.x + pad + ghost.slot * grid.step + w / 2, cell.y + pad + h / 2),
            )
            for ghost in meld.ghosts
        ]


def plan_coach(plan: Plan, coach: Coach) -> None:
    """Put the advice for a first hand where the melds will lie."""
    box = coach_box(coach, plan.zones.melds, plan.style)
    plan.add("coach", CoachItem, box, coach, 0.8)
    plan.said.append(Said("coach", ". ".join((coach.head, *coach.lines)), box, Area.MELDS))


def plan_drops(plan: Plan, model: TableModel) -> None:
    """Put the places where what is being dragged may be let go."""
    drops, zones, u = model.drops, plan.zones, plan.style.u
    if drops is None:
        return
    if drops.pile is not None:
        w, h = zones.pile_w, zones.pile_w * ASPECT
        room = pile_room(zones.pile, w, u, len(model.pile))
        spot = pile_spots(len(model.pile) + 1, room, w)[-1]
        box = Box(spot.x - w / 2, spot.y - h / 2, w, h)
        _drop(plan, "pile", drops.pile, box, 6.8)
    if drops.cloth is not None:
        m = zones.melds
        inset = 3 * u
        box = Box(m.x + inset, m.y + inset, m.w - 2 * inset, m.h - 2 * inset)
        _drop(plan, "cloth", drops.cloth, box, 0.5)
    if drops.hand is not None:
        _drop(plan, "hand", drops.hand, zones.hand, 59)


def _drop(plan: Plan, name: str, drop: Drop, box: Box, z: float) -> None:
    """Put the outline of a place, and the words at its foot."""
    plan.add(f"drop:{name}", DropZoneItem, box, drop.fits, z)
    wide, high = drop_label_width(drop.text, plan.style), 30 * plan.style.t
    y = (box.y if name == "hand" else box.bottom) - high / 2
    label = Box(box.centre_x - wide / 2, y, wide, high)
    plan.add(f"drop:{name}:label", DropLabelItem, label, drop, 61)
