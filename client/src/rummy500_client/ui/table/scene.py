"""The scene of the table: keeps its items from picture to picture and changes what differs.

Cards are kept by card, so that a card which goes from the hand to a meld is one item that travels.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene

from rummy500.engine.cards import Card
from rummy500_client.layout.boxes import Box
from rummy500_client.layout.zones import zones
from rummy500_client.presenters.table_model import Place, TableModel, Toast
from rummy500_client.ui.paint.felt import felt_pixmap
from rummy500_client.ui.paint.tokens import Theme
from rummy500_client.ui.table.cards import CardItem, CardLook, FocusRing
from rummy500_client.ui.table.motion import (
    FLY_MS,
    LAMP_MS,
    LIFT_MS,
    REFUSE_MS,
    STAGGER_MS,
    Move,
    Mover,
    Pose,
    pose_of,
    set_pose,
)
from rummy500_client.ui.table.painted import AnyPainted, Painted, Style
from rummy500_client.ui.table.plan import CardPlan, Plan, plan_table, plate_box
from rummy500_client.ui.table.targets import Kind, Target


_MANY = 30
"""So many changed cards are another hand, not a play: nothing travels then but the deal."""
_FLYING = 100.0
_SWAY = 6.0
_FOCUS_Z = 200.0


@dataclass(frozen=True, slots=True)
class Setup:
    """What a picture depends on besides the model."""

    size: tuple[int, int]
    theme: Theme
    card_scale: float = 1.0
    dpr: float = 1.0


class TableScene(QGraphicsScene):
    """All items of the table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mover = Mover(self)
        self.lamp_mover = Mover(self)
        self._motion, self._still = 1.0, False
        self.plan: Plan | None = None
        self._model: TableModel | None = None
        self._setup: Setup | None = None
        self._cards: dict[tuple[Card, int], CardItem] = {}
        self._parts: dict[str, AnyPainted] = {}
        self._felt, self._felt_over = QGraphicsPixmapItem(), QGraphicsPixmapItem()
        self._ring = FocusRing()
        for item, z in ((self._felt, -11.0), (self._felt_over, -10.0), (self._ring, _FOCUS_Z)):
            item.setZValue(z)
            self.addItem(item)
        self._felt_over.setOpacity(0)
        self._by_target: dict[Target, CardItem | AnyPainted] = {}
        self._leaving: list[CardItem] = []

    def set_motion(self, factor: float) -> None:
        """Scale all times: 1 normal, 0.5 fast, 0 off."""
        self._motion = factor
        self._set_factors()

    def set_still(self, *, still: bool) -> None:
        """Let nothing travel, whatever the factor is."""
        self._still = still
        self._set_factors()

    def _set_factors(self) -> None:
        factor = 0.0 if self._still else self._motion
        self.mover.factor = factor
        self.lamp_mover.factor = factor

    def show_model(self, model: TableModel, setup: Setup, toast: Toast | None) -> None:
        """Show another picture. Whatever still travels arrives at once."""
        self.mover.finish()
        moving = self._setup == setup and self._model is not None
        before, old_plan = self._model, self.plan
        wide, high = setup.size
        where = zones(wide, high, max(2, len(model.seats)), setup.card_scale, len(model.pile))
        plan = plan_table(model, where, Style(setup.theme, where.u, where.t), toast)
        self.setSceneRect(QRectF(0, 0, wide, high))
        self._light(model, setup, moving=moving)
        self._by_target.clear()
        self._show_parts(plan)
        moves = self._show_cards(plan, before, old_plan if moving else None)
        if moving and old_plan is not None and before is not None:
            moves += self._drawn_unseen(model, before, plan)
            moves += self._shaken(plan, toast if before.toast != toast else None)
        self.plan, self._model, self._setup = plan, model, setup
        self.mover.run(moves)

    def item_of(self, target: Target) -> CardItem | AnyPainted | None:
        """Return the item that stands for a target: the tray for a meld."""
        return self._by_target.get(target)

    def target_at(self, at: QPointF) -> tuple[Target | None, bool]:
        """Return what a press at ``at`` means, and whether bare cloth is there."""
        for item in self.items(at):
            if isinstance(item, (CardItem, Painted)):
                if item.target is not None:
                    return item.target, False
                if isinstance(item, Painted) and item.BLOCKS:
                    return None, False
        return None, True

    def rest_of(self, target: Target) -> Pose:
        """Return where a target is once nothing travels; the origin if there is no such target."""
        for card in self.plan.cards if self.plan is not None else ():
            if card.target == target and target.kind is not Kind.MELD:
                return card.pose
        item = self.item_of(target)
        return pose_of(item) if item is not None else Pose(QPointF())

    def focus(self, target: Target | None) -> None:
        """Put the focus ring where a target comes to rest, or take it away."""
        item = self.item_of(target) if target is not None else None
        if target is None or item is None:
            self._ring.setVisible(False)
            return
        area, radius = item.outline()
        grow = item.look.width * 0.065 if isinstance(item, CardItem) else 4.0
        pose = self.rest_of(target)
        self._ring.setPos(pose.at)
        self._ring.setRotation(pose.angle)
        self._ring.put_round(area, radius, max(4.0, grow))

    # -- the cloth -------------------------------------------------------------------------

    def _light(self, model: TableModel, setup: Setup, *, moving: bool) -> None:
        wide, high = setup.size
        spots = {
            Place.YOU: (wide / 2, high * 0.98),
            Place.TOP: (wide / 2, 20.0),
            Place.LEFT: (40.0, high * 0.36),
            Place.RIGHT: (wide - 40.0, high * 0.36),
        }
        spot = spots[model.lamp] if model.lamp is not None else None
        if moving and self._model is not None and self._model.lamp == model.lamp:
            return
        self.lamp_mover.finish()
        pixmap = felt_pixmap(setup.size, setup.theme, spot, setup.dpr)
        if not moving:
            self._felt.setPixmap(pixmap)
            return
        self._felt_over.setPixmap(pixmap)
        unseen, seen = Pose(QPointF(), opacity=0.0), Pose(QPointF())
        move = Move(self._felt_over, unseen, seen, -10, LAMP_MS, then=self._settle_light)
        self.lamp_mover.run([move])

    def _settle_light(self) -> None:
        self._felt.setPixmap(self._felt_over.pixmap())
        self._felt_over.setOpacity(0)

    # -- parts -----------------------------------------------------------------------------

    def _show_parts(self, plan: Plan) -> None:
        seen = set()
        for part in plan.parts:
            seen.add(part.key)
            item = self._parts.get(part.key)
            if item is None:
                item = part.kind(plan.style, part.box, part.content)
                self._parts[part.key] = item
                self.addItem(item)
            else:
                item.show_value(plan.style, part.box, part.content)
            item.setZValue(part.z)
            item.target = part.target
            item.setToolTip(part.tooltip)
            if part.target is not None:
                self._by_target[part.target] = item
        for key in [k for k in self._parts if k not in seen]:
            self.removeItem(self._parts.pop(key))

    # -- cards -----------------------------------------------------------------------------

    def _show_cards(
        self, plan: Plan, before: TableModel | None, old_plan: Plan | None
    ) -> list[Move]:
        count: Counter[Card] = Counter()
        wanted: dict[tuple[Card, int], CardPlan] = {}
        for card in plan.cards:
            wanted[card.card, count[card.card]] = card
            count[card.card] += 1
        moves: list[Move] = []
        gone = [key for key in self._cards if key not in wanted]
        new = sum(1 for key in wanted if key not in self._cards)
        still = old_plan is None or len(gone) > _MANY or before is None
        source = None if still or before is None else _plate_of_mover(plan, before)
        for key in gone:
            self._take_away(self._cards.pop(key), source, moves)
        dealt = 0
        for key, card in wanted.items():
            item = self._cards.get(key)
            if item is None:
                item = self._new_card(card, plan, source, still=still)
                self._cards[key] = item
                dealt += 1
            self._send(item, card, moves, delay=dealt * STAGGER_MS if new > 1 else 0, still=still)
            item.target, item.seen = card.target, card.seen
            if card.target.kind is not Kind.MELD:
                self._by_target[card.target] = item
        return moves

    def _new_card(self, card: CardPlan, plan: Plan, source: Box | None, *, still: bool) -> CardItem:
        """Make the item of a card that was not in sight, where it comes from."""
        item = CardItem(card.look)
        item.setZValue(card.z)
        self.addItem(item)
        origin = plan.stock if card.target.kind is Kind.HAND else source
        if still or origin is None:
            set_pose(item, card.pose)
        else:
            set_pose(item, Pose(QPointF(origin.centre_x, origin.centre_y), scale=0.6))
        return item

    def _send(
        self, item: CardItem, card: CardPlan, moves: list[Move], *, delay: int, still: bool
    ) -> None:
        width = item.look.width
        start = pose_of(item)
        item.show_look(card.look)
        if still or (start == card.pose and width == card.look.width):
            set_pose(item, card.pose)
            item.setZValue(card.z)
            return
        travels = item.target is None or item.target.kind is not card.target.kind
        if not travels:
            item.setZValue(card.z)
            set_pose(item, card.pose)
            resized = replace(start, scale=width / card.look.width)
            moves.append(Move(item, resized, card.pose, card.z, LIFT_MS))
            return
        item.setZValue(card.z + _FLYING)
        set_pose(item, card.pose)
        resized = replace(start, scale=start.scale * width / card.look.width)
        moves.append(Move(item, resized, card.pose, card.z, FLY_MS, delay))

    def _take_away(self, item: CardItem, to: Box | None, moves: list[Move]) -> None:
        if to is None or item.target is None or item.target.kind is not Kind.PILE:
            self.removeItem(item)
            return
        self._fly_off(item, pose_of(item), to, moves)

    def _fly_off(self, item: CardItem, start: Pose, to: Box, moves: list[Move]) -> None:
        """Send a card to a plate, where it disappears."""
        self._leaving.append(item)
        item.target, item.seen = None, None
        end = Pose(QPointF(to.centre_x, to.centre_y), scale=0.4, opacity=0.0)
        moves.append(Move(item, start, end, _FLYING, then=lambda: self._forget(item)))

    def _forget(self, item: CardItem) -> None:
        if item in self._leaving:
            self._leaving.remove(item)
            self.removeItem(item)

    def _drawn_unseen(self, model: TableModel, before: TableModel, plan: Plan) -> list[Move]:
        """Show a back that goes from the stock to whoever drew it, if that was not the viewer."""
        plate = _plate_of_mover(plan, before)
        if plate is None or model.stock.count != before.stock.count - 1:
            return []
        moves: list[Move] = []
        item = CardItem(CardLook(None, plan.zones.pile_w, plan.style.theme.deck))
        item.setZValue(_FLYING)
        self.addItem(item)
        at = QPointF(plan.stock.centre_x, plan.stock.centre_y)
        self._fly_off(item, Pose(at), plate, moves)
        return moves

    def _shaken(self, plan: Plan, toast: Toast | None) -> list[Move]:
        """Shake the card that was refused, if it stays where it is."""
        if toast is None or toast.refused is None:
            return []
        target = Target(Kind.HAND, toast.refused)
        item = self.item_of(target)
        pose = next((c.pose for c in plan.cards if c.target == target), None)
        if item is None or pose is None:
            return []
        sway = _SWAY * plan.style.u
        return [Move(item, pose, pose, item.zValue(), REFUSE_MS, sway=sway)]

    def hover(self, item: QGraphicsItem | None) -> None:
        """Light up the part under the pointer, and no other."""
        for part in self._parts.values():
            if part.hovered and part is not item:
                part.hover(on=False)
        if isinstance(item, Painted):
            item.hover(on=True)


def _plate_of_mover(plan: Plan, before: TableModel) -> Box | None:
    """Return the plate of the seat whose play this was, unless it was the viewer's."""
    for seat in before.seats:
        if seat.to_move and seat.place is not Place.YOU:
            return plate_box(plan.zones, seat.place)
    return None
