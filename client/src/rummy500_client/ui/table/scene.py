"""The scene of the table: keeps its items from picture to picture and changes what differs.

Cards are kept by card, so that a card which goes from the hand to a meld is one item that travels.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from rummy500.engine.cards import Card
from rummy500_client.layout.boxes import Box
from rummy500_client.layout.zones import zones
from rummy500_client.presenters.table_model import Place as SeatPlace, SeatPlate, TableModel, Toast
from rummy500_client.ui.paint.tokens import Theme
from rummy500_client.ui.table.cards import CardItem, CardLook, FocusRing
from rummy500_client.ui.table.choreography import (
    FLYING,
    Deal,
    Passage,
    deal_ways,
    faded,
    grown_trays,
    off_to,
    risen,
    source_of,
    ways,
)
from rummy500_client.ui.table.cloth import ClothLight, Light
from rummy500_client.ui.table.drops import ChipItem, chip_size
from rummy500_client.ui.table.hints import Hints
from rummy500_client.ui.table.motion import (
    FLY_MS,
    MELD_MS,
    REFUSE_MS,
    STAGGER_MS,
    Move,
    Mover,
    Pose,
    pose_of,
    set_pose,
)
from rummy500_client.ui.table.painted import AnyPainted, Painted, Style, tip
from rummy500_client.ui.table.plan import plan_table, plate_box, plate_of_mover
from rummy500_client.ui.table.plan_model import CardPlan, Plan
from rummy500_client.ui.table.targets import Kind, Place, Target


_MANY = 30
"""So many changed cards are another hand, not a play: nothing travels then but the deal."""
_SWAY = 6.0
_FOCUS_Z = 200.0
_CHIP_Z = 65.0


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
        self.cloth = ClothLight(self)
        self._motion, self._still = 1.0, False
        self.plan: Plan | None = None
        self._model: TableModel | None = None
        self._setup: Setup | None = None
        self._cards: dict[tuple[Card, int], CardItem] = {}
        self._parts: dict[str, AnyPainted] = {}
        self._ring = FocusRing()
        self._ring.setZValue(_FOCUS_Z)
        self.addItem(self._ring)
        self._by_target: dict[Target, CardItem | AnyPainted] = {}
        self._passing: list[QGraphicsItem] = []
        """What is shown only while something moves: cards on their way out, chips."""
        self._dealt = ""
        self.held: set[CardItem] = set()
        """Cards on the pointer: no picture moves them, as long as they lie where they lay."""
        self.drawn_from: QPointF | None = None
        """Where a card of the stock was let go by hand: the card drawn comes from there."""
        self._hints = Hints(self)

    def set_motion(self, factor: float) -> None:
        """Scale all times: 1 normal, 0.5 fast, 0 off."""
        self._motion = factor
        self._set_factors()

    def set_still(self, *, still: bool) -> None:
        """Let nothing travel: what is elsewhere fades in at its place, the lamp jumps."""
        self._still = still
        self._set_factors()

    def _set_factors(self) -> None:
        self.mover.factor = self._motion
        self.cloth.mover.factor = 0.0 if self._still else self._motion

    def show_model(self, model: TableModel, setup: Setup, toast: Toast | None) -> None:
        """Show another picture. Whatever still travels arrives at once, if a card moves again."""
        moving = self._setup == setup and self._model is not None
        before = self._model
        wide, high = setup.size
        where = zones(wide, high, max(2, len(model.seats)), setup.card_scale, len(model.pile))
        plan = plan_table(model, where, Style(setup.theme, where.u, where.t), toast)
        refused = moving and before is not None and before.toast != toast and toast is not None
        same = moving and self.plan is not None and plan.cards == self.plan.cards and not refused
        self.setSceneRect(QRectF(0, 0, wide, high))
        light = Light(setup.size, setup.theme, setup.dpr, model.lamp)
        plates = [p for k, p in self._parts.items() if k == "bar" or k.startswith("seat:")]
        self.cloth.show(light, plates, moving=moving)
        self._hints.clear()
        if same:  # a clock, a word: what moves goes on moving
            self._show_parts(plan)
            self.plan, self._model = plan, model
            return
        self.mover.break_off()
        self._by_target = {}
        fresh = self._show_parts(plan)
        moves = self._show_cards(plan, model, moving=moving)
        if moving and before is not None:
            moves += self._beside_the_cards(plan, model, before, fresh)
            moves += self._shaken(plan, toast if refused else None)
        self.plan, self._model, self._setup = plan, model, setup
        self.drawn_from = None
        self.mover.run(moves)

    def _beside_the_cards(
        self, plan: Plan, model: TableModel, before: TableModel, fresh: list[str]
    ) -> list[Move]:
        """Return what moves with the cards: backs, new trays, points."""
        if self._still:
            return []
        drawn = self._drawn_unseen(model, before, plan)
        return [*drawn, *self._grown(plan, fresh), *self._gained(plan, model, before)]

    def show_drop(self, place: Place) -> None:
        """Show what a drop at a place would do."""
        self._hints.show(place, self.plan, self._staying())
        for key, part in self._parts.items():
            part.hover(on=self._hints.lit(key, part))

    def _staying(self) -> list[CardItem]:
        """Return the cards of the hand that are not on the pointer, in their order."""
        cards = self.plan.cards if self.plan is not None and self.held else []
        hand = [self._by_target.get(c.target) for c in cards if c.target.kind is Kind.HAND]
        return [i for i in hand if isinstance(i, CardItem) and i not in self.held]

    def planned(self, item: CardItem) -> CardPlan | None:
        """Return where a card lies once nothing travels."""
        cards = self.plan.cards if self.plan is not None else []
        return next((card for card in cards if card.target == item.target), None)

    def show_seats(self, seats: tuple[SeatPlate, ...]) -> None:
        """Show other plates and nothing else: what travels goes on travelling."""
        for seat in seats:
            part = self._parts.get(f"seat:{seat.place}")
            if part is not None:
                part.show_value(part.style, part.box, seat)

    def item_of(self, target: Target) -> CardItem | AnyPainted | None:
        """Return the item that stands for a target: the tray for a meld."""
        return self._by_target.get(target)

    def target_at(self, at: QPointF) -> tuple[Target | None, bool]:
        """Return what a press at ``at`` means, and whether bare cloth is there."""
        for item in self.items(at):
            if isinstance(item, (CardItem, Painted)) and item not in self.held:
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

    # -- parts -----------------------------------------------------------------------------

    def _show_parts(self, plan: Plan) -> list[str]:
        """Make, change and remove parts; return the keys of the new ones."""
        seen, fresh = set(), []
        for part in plan.parts:
            seen.add(part.key)
            item = self._parts.get(part.key)
            if item is None:
                item = part.kind(plan.style, part.box, part.content)
                self._parts[part.key] = item
                self.addItem(item)
                fresh.append(part.key)
            else:
                item.show_value(plan.style, part.box, part.content)
            item.setZValue(part.z)
            item.target = part.target
            item.setToolTip(tip(part.tooltip))
            if part.target is not None:
                self._by_target[part.target] = item
        gone = [self._parts.pop(key) for key in [k for k in self._parts if k not in seen]]
        for item in gone:
            self.removeItem(item)
        if gone:
            self._by_target = {t: i for t, i in self._by_target.items() if i not in gone}
        return fresh

    def _grown(self, plan: Plan, fresh: list[str]) -> list[Move]:
        """Let new trays come first, and strips and the marks of the last play at the end."""
        items: list[tuple[QGraphicsItem, int]] = []
        for key in fresh:
            if key.startswith("last:"):
                items.append((self._parts[key], FLY_MS))
            if not key.startswith("meld:"):
                continue
            late = ":strip:" in key or ":ace:" in key or ":last:" in key
            order = int(key.rsplit(":", 1)[1]) if late else 0
            items.append((self._parts[key], MELD_MS + order * STAGGER_MS if late else 0))
        return grown_trays(items)

    def _gained(self, plan: Plan, model: TableModel, before: TableModel) -> list[Move]:
        """Let the points of the last play rise from its meld."""
        known = {tray.meld_id: tray.gain for tray in before.melds}
        moves = []
        for tray in model.melds:
            cell = self._by_target.get(Target(Kind.MELD, tray.meld_id))
            if not tray.gain or known.get(tray.meld_id) == tray.gain or cell is None:
                continue
            wide, high = chip_size(tray.gain, plan.style)
            area = cell.sceneBoundingRect()
            box = Box(area.center().x() - wide / 2, area.top() + high * 0.4, wide, high)
            chip = ChipItem(plan.style, box, tray.gain)
            chip.setZValue(_CHIP_Z)
            move = risen(chip, high * 0.8)
            moves.append(self._passing_by(chip, move))
        return moves

    def _passing_by(self, item: QGraphicsItem, move: Move) -> Move:
        """Show an item for the time of its move."""
        self.addItem(item)
        self._passing.append(item)
        return replace(move, then=lambda: self._forget(item))

    def _forget(self, item: QGraphicsItem) -> None:
        if item in self._passing:
            self._passing.remove(item)
            self.removeItem(item)

    # -- cards -----------------------------------------------------------------------------

    def _show_cards(self, plan: Plan, model: TableModel, *, moving: bool) -> list[Move]:
        count: Counter[Card] = Counter()
        wanted: dict[tuple[Card, int], CardPlan] = {}
        for card in plan.cards:
            wanted[card.card, count[card.card]] = card
            count[card.card] += 1
        before = self._model
        gone = [key for key in self._cards if key not in wanted]
        dealing = model.dealt not in ("", self._dealt)
        still = not moving or len(gone) > _MANY or before is None
        plate = None if still or before is None else plate_of_mover(plan, before)
        leaving = [self._cards.pop(key) for key in gone]
        moves = self._taken_away(leaving, None if dealing else plate)
        passages = []
        for key, card in wanted.items():
            passage = self._passage(key, card, plan, plate)
            if passage is not None:
                passages.append(passage)
        if model.dealt:
            self._dealt = model.dealt
        if dealing and not self._still:
            return moves + self._deal(plan, model, passages)
        if still:
            for passage in passages:
                set_pose(passage.item, passage.to.pose)
                passage.item.setZValue(passage.to.z)
            return moves
        return moves + (faded(passages) if self._still else ways(passages))

    def _passage(
        self, key: tuple[Card, int], card: CardPlan, plan: Plan, plate: Box | None
    ) -> Passage | None:
        """Return the way of a card, or None for one that stays where it is or is held."""
        item = self._cards.get(key)
        came = None if item is None or item.target is None else item.target.kind
        if item is None:
            item = self._cards[key] = CardItem(card.look)
            self.addItem(item)
            start = source_of(card, plan, plate) or card.pose
            if card.target.kind is Kind.HAND and self.drawn_from is not None:
                start = Pose(self.drawn_from)
        else:
            start = pose_of(item)
            if item.look.width != card.look.width:
                grown = item.look.width / card.look.width
                start = replace(start, scale=start.scale * grown)
        item.show_look(card.look)
        item.setToolTip(tip(card.tooltip))
        item.target, item.seen = card.target, card.seen
        if card.target.kind is not Kind.MELD:
            self._by_target[card.target] = item
        if item in self.held:
            if came is card.target.kind:
                return None
            self.held.discard(item)
        if start == card.pose and came is card.target.kind:
            item.setZValue(card.z)
            return None
        return Passage(item, start, card, came)

    def _taken_away(self, items: list[CardItem], to: Box | None) -> list[Move]:
        """Remove cards that are nowhere any more; those of the pile go to who took them."""
        moves = []
        for item in items:
            self.held.discard(item)
            from_pile = item.target is not None and item.target.kind is Kind.PILE
            self.removeItem(item)
            if to is None or not from_pile or self._still:
                continue
            item.target, item.seen = None, None
            item.setZValue(FLYING)
            moves.append(self._passing_by(item, off_to(item, pose_of(item), to)))
        return moves

    def _deal(self, plan: Plan, model: TableModel, passages: list[Passage]) -> list[Move]:
        """Deal: the viewer's cards open, the others' as backs that go to their plates."""
        deal = Deal(len(model.hand), len(model.seats))
        for passage in passages:
            set_pose(passage.item, passage.to.pose)
        moves = deal_ways(passages, deal, plan.stock)
        start = Pose(QPointF(plan.stock.centre_x, plan.stock.centre_y))
        others = [s for s in model.seats if s.place is not SeatPlace.YOU]
        for seat, other in enumerate(others):
            plate = plate_box(plan.zones, other.place)
            for round_ in range(deal.rounds if plate is not None else 0):
                item = self._back(plan)
                way = off_to(item, start, plate or plan.stock, 1 + deal.delay(round_, seat))
                moves.append(self._passing_by(item, way))
        return moves

    def _back(self, plan: Plan) -> CardItem:
        item = CardItem(CardLook(None, plan.zones.pile_w, plan.style.theme.deck))
        item.setZValue(FLYING)
        return item

    def _drawn_unseen(self, model: TableModel, before: TableModel, plan: Plan) -> list[Move]:
        """Show a back that goes from the stock to whoever drew it, if that was not the viewer."""
        plate = plate_of_mover(plan, before)
        if plate is None or model.stock.count != before.stock.count - 1:
            return []
        item = self._back(plan)
        at = QPointF(plan.stock.centre_x, plan.stock.centre_y)
        return [self._passing_by(item, off_to(item, Pose(at), plate))]

    def _shaken(self, plan: Plan, toast: Toast | None) -> list[Move]:
        """Shake the card that was refused, if it stays where it is."""
        if toast is None or toast.refused is None or self._still:
            return []
        target = Target(Kind.HAND, toast.refused)
        item = self.item_of(target)
        pose = next((c.pose for c in plan.cards if c.target == target), None)
        if item is None or pose is None or pose_of(item) != pose:
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
