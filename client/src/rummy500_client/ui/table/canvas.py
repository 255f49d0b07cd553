"""The view on the scene: turns the mouse into gestures.

A press and release on the same target within ten px is a click. What moves further is dragged, if
it can be: it hangs on the pointer until it is let go, and is reported where that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from rummy500_client.layout.pile import pointed_index
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.carrying import CARRIABLE, Carrying
from rummy500_client.ui.table.painted import Painted
from rummy500_client.ui.table.pieces import TrayItem
from rummy500_client.ui.table.scene import TableScene
from rummy500_client.ui.table.targets import Kind, Spot, Target


CLICK_REACH: Final = 10
"""A press that moves less than this many px is a click."""

HOVER_MS: Final = 120
"""How long the pointer rests on a pile card before the draw is previewed."""


@dataclass(slots=True)
class _Press:
    """A button that is down: what it is on, and where it went down."""

    target: Target | None
    bare: bool
    at: QPoint
    grip: QPointF
    over: bool = False
    """The press means nothing any more: it moved, or its dragging was broken off."""


class TableCanvas(QGraphicsView):
    """Shows the scene and reports gestures; knows nothing of their meaning."""

    pressed = Signal(object)
    background_pressed = Signal()
    broken_off = Signal()
    """Another button went down while something was dragged."""
    pile_hovered = Signal(int)
    picked_up = Signal(object)
    dropped = Signal(object, object)
    """What was dragged, as a target, and the place where it was let go."""

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
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setMouseTracking(True)
        self.setStyleSheet("QGraphicsView { border: none; background: transparent; }")
        self._press: _Press | None = None
        self._last: Target | None = None
        self.carrying = Carrying(scene)
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
            if self.carrying.active:
                self.broken_off.emit()
            return
        at = event.position().toPoint()
        scene_at = self.mapToScene(at)
        target, bare = self.target_at(scene_at)
        item = self.table.item_of(target) if target is not None else None
        grip = item.pos() - scene_at if item is not None else QPointF()
        self._press = _Press(target, bare, at, grip)
        self._last = target
        if isinstance(item, Painted) and not isinstance(item, TrayItem):
            item.press(on=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is held, or light up what the pointer is on."""
        at = event.position().toPoint()
        press = self._press
        if press is None:
            self._point(self.mapToScene(at))
        elif self.carrying.active:
            self.carrying.move(self.mapToScene(at))
        elif not press.over:
            away = at - press.at
            if away.x() ** 2 + away.y() ** 2 >= CLICK_REACH**2:
                self._begin_dragging(press, self.mapToScene(at))

    def _begin_dragging(self, press: _Press, at: QPointF) -> None:
        """Take up what the press is on; what cannot be taken answers like a press."""
        press.over = True
        self._raise_button(press)
        target = press.target
        if target is None or target.kind not in CARRIABLE:
            return
        if not self._may_be_drawn(target):
            self.pressed.emit(target)
        elif self.carrying.begin(target, press.grip, at):
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self._hover_timer.stop()
            self._told = self._pointed = -1
            self.picked_up.emit(target)

    def _may_be_drawn(self, target: Target) -> bool:
        """Return whether stock or pile give what is pulled at; a card of the hand always comes."""
        match target.kind:
            case Kind.STOCK:
                plan = self.table.plan
                return plan is not None and plan.stock_gives
            case Kind.PILE:
                item = self.table.item_of(target)
                return isinstance(item, CardItem) and item.look.marks.can_take
            case _:
                return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Report a click, or where what was dragged is let go."""
        if event.button() != Qt.MouseButton.LeftButton or self._press is None:
            return
        press, self._press = self._press, None
        self._raise_button(press)
        at = self.mapToScene(event.position().toPoint())
        if self.carrying.active:
            self._drop(at)
            return
        if press.over:
            return
        target, bare = self.target_at(at)
        if press.target is not None and target == press.target:
            self.pressed.emit(target)
        elif press.bare and bare:
            self.background_pressed.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second press of a quick pair for a press, if it is on what the first was on.

        Else it would hit what the first one has brought there, which nobody has seen yet.
        """
        target, bare = self.target_at(self.mapToScene(event.position().toPoint()))
        if target == self._last and not (bare and self._last is not None):
            self.mousePressEvent(event)

    def _raise_button(self, press: _Press) -> None:
        pressed = self.table.item_of(press.target) if press.target is not None else None
        if isinstance(pressed, Painted):
            pressed.press(on=False)

    def _drop(self, at: QPointF) -> None:
        self.carrying.move(at)
        source, place = self.carrying.source, self.carrying.place()
        if source is not None and source.kind is Kind.STOCK and place.spot is Spot.HAND:
            self.table.drawn_from = at
        self.carrying.end()
        self.viewport().unsetCursor()
        self.dropped.emit(source, place)

    def cancel_dragging(self) -> bool:
        """Let what is dragged go back; return whether anything was."""
        if self._press is not None:
            self._press.over = True
        if not self.carrying.active:
            return False
        self.carrying.end()
        self.viewport().unsetCursor()
        return True

    def after_update(self) -> bool:
        """Follow a new picture; return False if it has taken all that was dragged."""
        if self.carrying.after_update():
            return True
        if self._press is not None:
            self._press.over = True
        self.viewport().unsetCursor()
        return False

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
