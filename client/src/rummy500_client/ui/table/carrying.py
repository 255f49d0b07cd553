"""What hangs on the pointer: cards that are being dragged, and where they could be let go."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF

from rummy500.engine.cards import Card
from rummy500_client.layout.boxes import Box
from rummy500_client.layout.hand import drop_index
from rummy500_client.ui.table.cards import RAISED, CardItem, CardLook
from rummy500_client.ui.table.motion import RETURN_MS, Move, pose_of
from rummy500_client.ui.table.plan_model import CardPlan, Plan
from rummy500_client.ui.table.scene import TableScene
from rummy500_client.ui.table.targets import NOWHERE, Kind, Place, Spot, Target


CARRIABLE: Final = (Kind.HAND, Kind.BRACKET, Kind.STOCK, Kind.PILE)
_CARRIED_Z: Final = 150.0
_FAN: Final = 0.3
"""How far apart carried cards hang, in card widths."""
_WIDEST: Final = 3.0
"""However many there are, they hang no farther apart in all."""


class Carrying:
    """The cards on the pointer. Holds no meaning: it moves items and names places."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._items: list[tuple[CardItem, QPointF]] = []
        self._made: CardItem | None = None
        self._at = QPointF()
        self.source: Target | None = None

    @property
    def active(self) -> bool:
        """Return whether something hangs on the pointer."""
        return self.source is not None

    @property
    def items(self) -> list[CardItem]:
        """Return the cards on the pointer."""
        return [item for item, _ in self._items]

    def begin(self, source: Target, grip: QPointF, at: QPointF) -> bool:
        """Take up what a target stands for; return whether there is anything to take.

        ``grip`` leads from the pointer to the middle of the card that is held.
        """
        plan = self._scene.plan
        if plan is None or source.kind not in CARRIABLE:
            return False
        self._scene.mover.finish()  # from now on the pointer alone moves what is taken up
        from_stock = source.kind is Kind.STOCK
        items = self._from_stock(plan) if from_stock else self._lying(plan, source)
        if not items:
            return False
        held = self._scene.item_of(source)
        middle = items.index(held) if isinstance(held, CardItem) and held in items else 0
        wide = items[0].look.width
        step = min(_FAN * wide, _WIDEST * wide / len(items))
        self._items = [
            (item, grip + QPointF((k - middle) * step, 0)) for k, item in enumerate(items)
        ]
        self.source = source
        self._scene.held.update(items)
        self.move(at)
        return True

    def _from_stock(self, plan: Plan) -> list[CardItem]:
        look = CardLook(None, plan.zones.pile_w, plan.style.theme.deck, RAISED)
        self._made = CardItem(look)
        self._scene.addItem(self._made)
        return [self._made]

    def _lying(self, plan: Plan, source: Target) -> list[CardItem]:
        """Return the items of the cards that a target takes along, in their order."""
        chosen = [card for card in plan.cards if goes_along(card, source, plan)]
        items = [self._scene.item_of(card.target) for card in chosen]
        return [item for item in items if isinstance(item, CardItem)]

    def move(self, at: QPointF) -> None:
        """Bring everything to the pointer, without easing."""
        self._at = at
        for k, (item, offset) in enumerate(self._items):
            item.setZValue(_CARRIED_Z + k * 0.01)
            item.setRotation(0)
            item.setPos(at + offset)
        self._scene.show_drop(self.place())

    def place(self) -> Place:
        """Return where a drop would go now."""
        plan, source = self._scene.plan, self.source
        if plan is None or source is None:
            return NOWHERE
        zones = plan.zones
        if source.kind in (Kind.STOCK, Kind.PILE):
            return Place(Spot.HAND) if self._at.y() > zones.bar.y else NOWHERE
        if self._at.y() > zones.bar.bottom:
            return Place(Spot.HAND, self._index(plan))
        target, _bare = self._scene.target_at(self._at)
        if target is not None and target.kind is Kind.MELD:
            return Place(Spot.MELD, target.number)
        if _within(zones.pile, self._at) or (
            target is not None and target.kind in (Kind.PILE, Kind.STOCK)
        ):
            return Place(Spot.PILE)
        return Place(Spot.CLOTH) if _within(zones.melds, self._at) else NOWHERE

    def _index(self, plan: Plan) -> int:
        carried = {item.look.card for item in self.items}
        hand: list[Card] = [c.card for c in plan.cards if c.target.kind is Kind.HAND]
        away = {k for k, card in enumerate(hand) if card in carried}
        return drop_index(self._held_at().x(), plan.hand, away)

    def _held_at(self) -> QPointF:
        """Return where the middle of the card under the pointer is."""
        nearest = min(self._items, key=lambda pair: abs(pair[1].x()))
        return self._at + nearest[1]

    def after_update(self) -> bool:
        """Follow a new picture; return False if nothing that is carried is there any more.

        Cards that have gone elsewhere are on their way already; the others stay on the pointer.
        """
        if self.source is None:
            return True
        self._items = [pair for pair in self._items if pair[0] in self._scene.held]
        if not self._items:
            self._forget()
            return False
        self.move(self._at)
        return True

    def end(self) -> None:
        """Let go: what no new picture fetches flies back to where it lay."""
        if self.source is None:
            return
        self._scene.held.difference_update(self.items)
        back: list[Move] = []
        for item, _ in self._items:
            if item is self._made:
                continue
            rest = self._scene.planned(item)
            if rest is not None:
                back.append(Move(item, pose_of(item), rest.pose, rest.z, RETURN_MS, yields=True))
        self._forget()
        self._scene.mover.run(back)

    def _forget(self) -> None:
        if self._made is not None:
            self._scene.held.discard(self._made)
            self._scene.removeItem(self._made)
            self._made = None
        self._items = []
        self.source = None
        self._scene.show_drop(NOWHERE)


def goes_along(card: CardPlan, source: Target, plan: Plan) -> bool:
    """Return whether a card hangs on the pointer when ``source`` is taken up."""
    target = card.target
    match source.kind:
        case Kind.PILE:
            return target.kind is Kind.PILE and target.number >= source.number
        case Kind.BRACKET:
            return target.kind is Kind.HAND and card.card in plan.bracketed[source.number]
        case _:
            if target.kind is not Kind.HAND:
                return False
            together = any(c.target == source and c.look.marks.selected for c in plan.cards)
            return target == source or (together and card.look.marks.selected)


def _within(box: Box, at: QPointF) -> bool:
    return box.x <= at.x() <= box.right and box.y <= at.y() <= box.bottom
