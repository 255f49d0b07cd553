"""What the pointer brings to light while something is dragged: ghosts, a gap, a lit place."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsScene

from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.painted import AnyPainted
from rummy500_client.ui.table.plan_model import Plan
from rummy500_client.ui.table.targets import NOWHERE, Kind, Place, Spot


_GHOST: Final = 0.45
_GHOST_Z: Final = 7.0
_GAP: Final = 0.24
"""How far the cards next to the gap make way, in card widths."""
_NEAR: Final = 4
"""So many cards on each side make way, the farther ones less."""
_ZONES: Final = {Spot.PILE: "drop:pile", Spot.CLOTH: "drop:cloth", Spot.HAND: "drop:hand"}


class Hints:
    """The hints for one place at a time."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._scene = scene
        self._place = NOWHERE
        self._ghosts: list[CardItem] = []
        self._aside: list[tuple[CardItem, QPointF]] = []

    def show(self, place: Place, plan: Plan | None, hand: list[CardItem]) -> None:
        """Show what belongs to a place, if it is another one than before.

        ``hand`` are the cards that stay in the hand, in their order.
        """
        if place == self._place:
            return
        self.clear()
        self._place = place
        if plan is None:
            return
        if place.spot is Spot.MELD:
            self._show_ghosts(place.number, plan)
        elif place.spot is Spot.HAND and place.number >= 0:
            self._make_way(place.number, hand)

    def clear(self) -> None:
        """Take everything away."""
        self._place = NOWHERE
        for item in self._ghosts:
            self._scene.removeItem(item)
        for item, home in self._aside:
            item.setPos(home)
        self._ghosts, self._aside = [], []

    def lit(self, key: str, part: AnyPainted) -> bool:
        """Return whether a part belongs to the place under the pointer."""
        if self._place.spot is Spot.MELD:
            target = part.target
            return (
                target is not None
                and target.kind is Kind.MELD
                and target.number == self._place.number
            )
        zone = _ZONES.get(self._place.spot)
        return zone is not None and key.removesuffix(":label") == zone

    def _show_ghosts(self, meld: int, plan: Plan) -> None:
        for k, ghost in enumerate(plan.ghosts.get(meld, [])):
            item = CardItem(ghost.look)
            item.setOpacity(_GHOST)
            item.setZValue(_GHOST_Z + k * 0.01)
            item.setPos(ghost.at)
            self._scene.addItem(item)
            self._ghosts.append(item)

    def _make_way(self, index: int, hand: list[CardItem]) -> None:
        """Open a gap where the carried cards would slip in."""
        for k, item in enumerate(hand):
            after = k >= index
            off = k - index if after else index - 1 - k
            if off < _NEAR:  # the ends of a full row have nowhere to go
                way = _GAP * item.look.width * (1 - off / _NEAR)
                self._aside.append((item, item.pos()))
                item.setPos(item.pos() + QPointF(way if after else -way, 0))
