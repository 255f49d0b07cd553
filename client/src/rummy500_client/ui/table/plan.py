"""From the view model to what lies where: a plan that the scene only has to carry out.

Heights (z) from the cloth up: trays 1, melds 2, stock 3, pile 5, bar 18, hand 20, bill 40, the
viewer's plate and the sort box 60, toast 70, focus ring 200.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF

from rummy500_client.layout.boxes import ASPECT, Box
from rummy500_client.layout.hand import hand_card_width, hand_spots
from rummy500_client.layout.zones import Zones
from rummy500_client.presenters.table_model import HandBracket, Place, TableModel, Toast
from rummy500_client.ui.table.bar import BarItem, ButtonItem, hidden_words, place_bar
from rummy500_client.ui.table.cards import HELD, RAISED, CardLook, Marks
from rummy500_client.ui.table.motion import Pose
from rummy500_client.ui.table.painted import Style
from rummy500_client.ui.table.pieces import (
    BracketItem,
    InlayItem,
    PillItem,
    ToastItem,
    pill_width,
    toast_size,
)
from rummy500_client.ui.table.plan_middle import plan_coach, plan_drops, plan_melds, plan_pile
from rummy500_client.ui.table.plan_model import CardPlan, PartPlan, Plan, Reach, Said
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
    plan_pile(plan, model)
    plan_melds(plan, model)
    in_the_way = model.bill is not None or model.drops is not None or toast is not None
    if model.coach is not None and not in_the_way:
        plan_coach(plan, model.coach)
    plan_drops(plan, model)
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
        None: names.seats,
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


def plate_of_mover(plan: Plan, before: TableModel) -> Box | None:
    """Return the plate of the seat whose play this was, unless it was the viewer's."""
    for seat in before.seats:
        if seat.to_move and seat.place is not Place.YOU:
            return plate_box(plan.zones, seat.place)
    return None


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
        held = model.hand[bracket.start : bracket.stop]
        plan.bracketed.append(frozenset(c.card for c in held))
        if not inside or all(c.selected for c in held):  # its points stand on the button now
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


def _bar(plan: Plan, model: TableModel) -> None:
    box = plan.zones.bar
    sentence, buttons = place_bar(model.status, box, plan.style)
    untold = hidden_words(sentence, plan.style)
    plan.parts.append(PartPlan("bar", BarItem, box, sentence, 18, tooltip=untold))
    status = model.status
    spoken = status.accessible or ". ".join(s for s in (status.headline, status.second) if s)
    plan.said.append(Said("bar", spoken, box, Area.ACTIONS))
    for button, face, where in buttons:
        target = Target(Kind.BUTTON, name=button.intent)
        key, tip = f"button:{button.intent}", button.tooltip or ("" if face.text else button.text)
        plan.parts.append(PartPlan(key, ButtonItem, where, face, 19, target, tip))
        plan.reach.append(Reach(target, button.accessible or button.text, button.why))


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
        plan.reach.append(
            Reach(target, tool.accessible, checkable=tool.checkable, checked=tool.checked)
        )


def _toast(plan: Plan, toast: Toast) -> None:
    bar, t = plan.zones.bar, plan.style.t
    sheet, wide, high = toast_size(toast.head, toast.reason, plan.style, bar.w)
    box = Box(bar.centre_x - wide / 2, bar.y - high - 8 * t, wide, high)
    plan.add("toast", ToastItem, box, sheet, 70)
