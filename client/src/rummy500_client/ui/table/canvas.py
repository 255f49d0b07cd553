"""The view on the scene: turns the mouse into gestures.

A press and release on the same target within ten px is a click. A hand card that moves further is
dragged: it follows the pointer and is reported where it is let go.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from rummy500_client.layout.hand import drop_index
from rummy500_client.layout.pile import pointed_index
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.motion import Move, Pose, pose_of
from rummy500_client.ui.table.painted import Painted
from rummy500_client.ui.table.pieces import TrayItem
from rummy500_client.ui.table.scene import TableScene
from rummy500_client.ui.table.targets import Kind, Target


CLICK_REACH: Final = 10
"""A press that moves less than this many px is a click."""

HOVER_MS: Final = 120
"""How long the pointer rests on a pile card before the draw is previewed."""

_RETURN_MS: Final = 180
_DRAG_Z: Final = 150.0


@dataclass(slots=True)
class _Press:
    """A button that is down: what it is on, where it went down, and the card it drags."""

    target: Target | None
    bare: bool
    at: QPoint
    grip: QPointF
    dragged: CardItem | None = None
    cancelled: bool = False


class TableCanvas(QGraphicsView):
    """Shows the scene and reports gestures; knows nothing of their meaning."""

    pressed = Signal(object)
    background_pressed = Signal()
    pile_hovered = Signal(int)
    hand_moved = Signal(int, int)
    hand_dropped = Signal(int, object)

    def __init__(self, scene: TableScene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = scene
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setMouseTracking(True)
        self.setStyleSheet("QGraphicsView { border: none; background: transparent; }")
        self._press: _Press | None = None
        self._told = -1
        self._pointed = -1
        self._hover_timer = QTimer(self)
        self._hover_timer.setSingleShot(True)
        self._hover_timer.setInterval(HOVER_MS)
        self._hover_timer.timeout.connect(self._tell_pile)

    def set_hover_delay(self, ms: int) -> None:
        """Set how long the pointer rests on a pile card before it is reported."""
        self._hover_timer.setInterval(ms)

    def target_at(self, at: QPointF) -> tuple[Target | None, bool]:
        """Return the target at a scene point and whether bare cloth is there.

        While a draw is previewed, points in the pile are read so that the preview stays put.
        """
        target, bare = self.table.target_at(at)
        plan = self.table.plan
        on_pile = target.kind is Kind.PILE if target is not None else bare
        if on_pile and plan is not None and plan.split is not None:
            index = pointed_index(at.x(), at.y(), plan.pile_at_rest, plan.zones.pile_w, plan.split)
            if index >= 0:
                return Target(Kind.PILE, index), False
        return target, bare

    # -- mouse -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note what the button went down on."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        at = event.position().toPoint()
        scene_at = self.mapToScene(at)
        target, bare = self.target_at(scene_at)
        item = self.table.item_of(target) if target is not None else None
        grip = item.pos() - scene_at if item is not None else QPointF()
        self._press = _Press(target, bare, at, grip)
        if isinstance(item, Painted) and not isinstance(item, TrayItem):
            item.press(on=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the card that is held, or light up what the pointer is on."""
        at = event.position().toPoint()
        if self._press is None:
            self._point(self.mapToScene(at))
            return
        press = self._press
        if press.dragged is None:
            if press.cancelled or (at - press.at).manhattanLength() < CLICK_REACH:
                return
            item = self.table.item_of(press.target) if press.target is not None else None
            if press.target is None or press.target.kind is not Kind.HAND:
                press.cancelled = True
                return
            if isinstance(item, CardItem):
                press.dragged = item
        if press.dragged is not None:
            press.dragged.setZValue(_DRAG_Z)
            press.dragged.setRotation(0)
            press.dragged.setPos(self.mapToScene(at) + press.grip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Report a click, or where a dragged card was let go."""
        if event.button() != Qt.MouseButton.LeftButton or self._press is None:
            return
        press, self._press = self._press, None
        pressed = self.table.item_of(press.target) if press.target is not None else None
        if isinstance(pressed, Painted):
            pressed.press(on=False)
        at = self.mapToScene(event.position().toPoint())
        if press.dragged is not None and press.target is not None:
            self._drop(press.dragged, press.target.number, at)
            return
        if press.cancelled:
            return
        target, bare = self.target_at(at)
        if press.target is not None and target == press.target:
            self.pressed.emit(target)
        elif press.bare and bare:
            self.background_pressed.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second press of a quick pair for an ordinary press."""
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Keep the table still."""
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys to the table around."""
        event.ignore()

    def leaveEvent(self, _event: QEvent) -> None:
        """Let go of hints when the pointer leaves."""
        self.table.hover(None)
        self._set_pointed(-1)

    def _drop(self, item: CardItem, card: int, at: QPointF) -> None:
        plan = self.table.plan
        if plan is None:
            return
        before = item.pos()
        index = next((k for k, c in enumerate(self._hand_cards()) if c == card), -1)
        middle = at.y() + (item.pos().y() - at.y())
        if middle > plan.zones.bar.bottom and index >= 0:
            new = drop_index(item.pos().x(), plan.hand, index)
            if new != index:
                self.hand_moved.emit(card, new)
        else:
            item.setVisible(False)
            target, _bare = self.table.target_at(at)
            item.setVisible(True)
            if target is not None and target.kind in (Kind.MELD, Kind.PILE, Kind.STOCK):
                self.hand_dropped.emit(card, target)
        if item.pos() == before and item.scene() is not None:
            self._return(item, card)

    def _hand_cards(self) -> list[int]:
        plan = self.table.plan
        if plan is None:
            return []
        return [c.card for c in plan.cards if c.target.kind is Kind.HAND]

    def _return(self, item: CardItem, card: int) -> None:
        """Bring a card back to its place, if no new picture did."""
        plan = self.table.plan
        if plan is None:
            return
        for planned in plan.cards:
            if planned.target == Target(Kind.HAND, card):
                start: Pose = pose_of(item)
                move = Move(item, start, planned.pose, planned.z, _RETURN_MS)
                self.table.mover.run([move])

    # -- pointing --------------------------------------------------------------------------

    def _point(self, at: QPointF) -> None:
        target, _bare = self.target_at(at)
        item = self.table.item_of(target) if target is not None else None
        self.table.hover(item)
        shape = Qt.CursorShape.ArrowCursor
        if target is not None:
            shape = Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)
        on_pile = target is not None and target.kind is Kind.PILE
        self._set_pointed(target.number if on_pile and target is not None else -1)

    def _set_pointed(self, index: int) -> None:
        self._pointed = index
        if index == self._told:
            self._hover_timer.stop()
            return
        previewing = self.table.plan is not None and self.table.plan.split is not None
        if index < 0 or previewing or self._hover_timer.interval() == 0:
            self._tell_pile()
        else:
            self._hover_timer.start()

    def _tell_pile(self) -> None:
        self._hover_timer.stop()
        if self._pointed != self._told:
            self._told = self._pointed
            self.pile_hovered.emit(self._told)
