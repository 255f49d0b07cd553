"""The table as one widget: feed it a model, listen to its signals.

``set_model`` shows a :class:`~rummy500_client.presenters.table_model.TableModel`; nothing else
changes what is shown, but for the log (which the view opens and closes by itself) and toasts
(which go by themselves after a while).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from rummy500_client.layout.zones import DOCK_WIDTH, MIN_SIZE, drawer_span, log_width, units
from rummy500_client.presenters.table_model import Look, SeatPlate, TableModel, Toast
from rummy500_client.ui.paint.fonts import load_fonts
from rummy500_client.ui.paint.tokens import Theme
from rummy500_client.ui.table.canvas import TableCanvas
from rummy500_client.ui.table.carrying import goes_along
from rummy500_client.ui.table.log_panel import LogPanel
from rummy500_client.ui.table.proxies import Proxies
from rummy500_client.ui.table.scene import Setup, TableScene
from rummy500_client.ui.table.targets import Area, Kind, Place, Spot, Target


LOG_TOOL: Final = "log"
_TOAST_MS: Final = 4000
_LETTER_MS: Final = 60
_MODIFIERS: Final = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_Meta,
    Qt.Key.Key_AltGr,
)


class TableView(QWidget):
    """The whole table: cloth, cards, plates, bar, strip and log.

    Signals report gestures and carry no meaning: a press on a button is ``button_pressed`` with
    its intent, whether or not the play is possible. ``key_pressed`` gives the name of a key as
    ``QKeySequence`` writes it ("D", "Ctrl+Z", "Esc", "F2", "3") if the table itself has no use for
    it; Tab, arrows, Home, End, Space and Enter are used here, and Ctrl with an arrow moves the
    focused hand card.
    """

    stock_pressed = Signal()
    pile_pressed = Signal(int)
    pile_hovered = Signal(int)
    hand_pressed = Signal(int)
    hand_moved = Signal(int, int)
    hand_dropped_on_meld = Signal(int, int)
    hand_dropped_on_pile = Signal(int)
    hand_dropped_on_cloth = Signal(int)
    picked_up = Signal(object)
    """A dragging began: the target, of the hand, the stock, the pile or a bracket."""
    drawn_by_hand = Signal()
    """What was dragged from stock or pile was let go at the viewer's own cards."""
    let_down = Signal()
    """A dragging ended without a meaning."""
    bracket_pressed = Signal(int)
    meld_pressed = Signal(int)
    button_pressed = Signal(str)
    sort_pressed = Signal(str)
    tool_pressed = Signal(str)
    background_pressed = Signal()
    key_pressed = Signal(str)

    def __init__(self, theme: Theme | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        load_fonts()
        self._theme = theme or Theme()
        self._scale = 1.0
        self._model: TableModel | None = None
        self._toast: Toast | None = None
        self._log_wish: bool | None = None
        self._by_keys = False
        self._focused_pile = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(*MIN_SIZE)
        self.scene = TableScene(self)
        self.canvas = TableCanvas(self.scene, self)
        self.log = LogPanel(self)
        self.proxies = Proxies(self.canvas.viewport(), self.log.focusProxy())
        self._toast_timer = QTimer(self)
        self._toast_timer.setSingleShot(True)
        self._toast_timer.timeout.connect(self._end_toast)
        self.canvas.pressed.connect(self._on_mouse)
        self.canvas.background_pressed.connect(self.background_pressed)
        self.canvas.pile_hovered.connect(self.pile_hovered)
        self.canvas.picked_up.connect(self._on_picked_up)
        self.canvas.dropped.connect(self._on_drop)
        self.canvas.broken_off.connect(self.cancel_dragging)
        self.proxies.activated.connect(self._activate)
        self.proxies.focus_changed.connect(self._on_focus)

    # -- what is shown ---------------------------------------------------------------------

    @property
    def model(self) -> TableModel | None:
        """Return what is shown."""
        return self._model

    def set_model(self, model: TableModel) -> None:
        """Show another picture of the table; cards travel from where they were."""
        if model.toast != (self._model.toast if self._model else None):
            self._begin_toast(model.toast)
        self._model = model
        self.setAccessibleName(f"{model.strip.name}, {model.strip.sub}")
        self._show()

    def set_seats(self, seats: tuple[SeatPlate, ...]) -> None:
        """Show other plates: a clock has gone on."""
        if self._model is not None:
            self._model = replace(self._model, seats=seats)
            self.scene.show_seats(seats)

    def set_theme(self, theme: Theme) -> None:
        """Change colours, cloth or deck."""
        if theme != self._theme:
            self._theme = theme
            self._show()

    def set_card_scale(self, scale: float) -> None:
        """Change the size of the cards, 0.8 to 2."""
        if scale != self._scale:
            self._scale = scale
            self._show()

    def set_motion(self, factor: float) -> None:
        """Scale the time of movements: 1 normal, 0.5 fast, 1.6 slow, 0 off."""
        self.scene.set_motion(factor)

    def set_still(self, *, still: bool) -> None:
        """Let nothing travel, whatever the factor of motion is."""
        self.scene.set_still(still=still)

    def set_hover_delay(self, ms: int) -> None:
        """Set how long the pointer rests on a pile card before ``pile_hovered`` is sent."""
        self.canvas.set_hover_delay(ms)

    @property
    def log_shown(self) -> bool:
        """Return whether the log is open; wide windows open it unless it was closed."""
        return self.width() >= DOCK_WIDTH if self._log_wish is None else self._log_wish

    def toggle_log(self) -> None:
        """Open or close the log."""
        self._log_wish = not self.log_shown
        self._show()

    def gold_intent(self) -> str:
        """Return the intent of the gold button, or an empty text."""
        buttons = self._model.status.buttons if self._model else ()
        return next((b.intent for b in buttons if b.look is Look.GOLD), "")

    def rect_of(self, target: Target) -> QRect:
        """Return where a target is, in the coordinates of the canvas' viewport."""
        item = self.scene.item_of(target)
        if item is None:
            return QRect()
        area, _radius = item.outline()
        return self.canvas.mapFromScene(item.mapToScene(area)).boundingRect()

    def _show(self) -> None:
        wide, high = self.width(), self.height()
        docked = self.log_shown and wide >= DOCK_WIDTH
        panel = round(log_width(high))
        room = wide - panel if docked else wide
        self.canvas.setGeometry(0, 0, room, high)
        t = units(room, high)[1]
        self.log.set_look(self._theme, t)
        # a drawer leaves the tools of the strip, the bar with its buttons and the hand free
        top, foot = (0, high) if docked else drawer_span(room, high, self._scale)
        self.log.setGeometry(wide - panel, top, panel, foot - top)
        self.log.setVisible(self.log_shown)
        self.log.raise_()
        if self._model is None:
            return
        self.log.set_log(self._model.log)
        setup = Setup((room, high), self._theme, self._scale, self.devicePixelRatioF())
        self.scene.show_model(self._with_log_mark(self._model), setup, self._toast)
        plan = self.scene.plan
        if plan is not None:
            self.proxies.sync(plan, self._rect_at_rest)
            if not self.canvas.after_update():
                self.let_down.emit()
            self.scene.focus(self.proxies.focused if self._by_keys else None)

    def _rect_at_rest(self, target: Target) -> QRect:
        """Return where a target will be once nothing travels."""
        item = self.scene.item_of(target)
        if item is None:
            return QRect()
        area, _radius = item.outline()
        pose = self.scene.rest_of(target)
        move = QTransform.fromTranslate(pose.at.x(), pose.at.y()).rotate(pose.angle)
        return self.canvas.mapFromScene(move.mapRect(area)).boundingRect()

    def _with_log_mark(self, model: TableModel) -> TableModel:
        tools = tuple(
            replace(tool, checked=self.log_shown) if tool.tool == LOG_TOOL else tool
            for tool in model.strip.tools
        )
        return replace(model, strip=replace(model.strip, tools=tools))

    def _begin_toast(self, toast: Toast | None) -> None:
        self._toast = toast
        self._toast_timer.stop()
        if toast is not None:
            letters = len(toast.head) + len(toast.reason)
            self._toast_timer.start(_TOAST_MS + _LETTER_MS * letters)

    def _end_toast(self) -> None:
        self._toast = None
        self._show()

    # -- gestures --------------------------------------------------------------------------

    def _on_mouse(self, target: Target) -> None:
        self._by_keys = False
        self.scene.focus(None)
        self._activate(target)

    def _activate(self, target: Target) -> None:
        match target.kind:
            case Kind.HAND:
                self.hand_pressed.emit(target.number)
            case Kind.BRACKET:
                self.bracket_pressed.emit(target.number)
            case Kind.STOCK:
                self.stock_pressed.emit()
            case Kind.PILE:
                self.pile_pressed.emit(target.number)
            case Kind.MELD:
                self.meld_pressed.emit(target.number)
            case Kind.BUTTON:
                self.button_pressed.emit(target.name)
            case Kind.SORT:
                self.sort_pressed.emit(target.name)
            case Kind.TOOL:
                if target.name == LOG_TOOL:
                    self.toggle_log()
                self.tool_pressed.emit(target.name)

    def _on_picked_up(self, target: Target) -> None:
        self._by_keys = False
        self.scene.focus(None)
        self.picked_up.emit(target)

    def _on_drop(self, source: Target, place: Place) -> None:
        card = self._carried_card(source)
        match place.spot:
            case Spot.HAND if source.kind in (Kind.STOCK, Kind.PILE):
                self.drawn_by_hand.emit()
            case Spot.HAND if self._changes_the_order(source, place.number):
                self.hand_moved.emit(card, place.number)
            case Spot.MELD:
                self.hand_dropped_on_meld.emit(card, place.number)
            case Spot.PILE:
                self.hand_dropped_on_pile.emit(card)
            case Spot.CLOTH:
                self.hand_dropped_on_cloth.emit(card)
            case _:
                self.let_down.emit()

    def _carried(self, source: Target) -> list[int]:
        """Return the cards of the hand that were taken up at a target, in their order."""
        plan = self.scene.plan
        cards = () if plan is None else plan.cards
        return [c.card for c in cards if plan is not None and goes_along(c, source, plan)]

    def _carried_card(self, source: Target) -> int:
        if source.kind is Kind.HAND:
            return source.number
        return next(iter(self._carried(source)), -1)

    def _changes_the_order(self, source: Target, index: int) -> bool:
        carried = self._carried(source)
        order = self._hand_cards()
        rest = [card for card in order if card not in carried]
        return [*rest[:index], *carried, *rest[index:]] != order

    def _hand_cards(self) -> list[int]:
        plan = self.scene.plan
        cards = [] if plan is None else plan.cards
        return [c.card for c in cards if c.target.kind is Kind.HAND]

    def cancel_dragging(self) -> bool:
        """Let what is dragged go back where it lay; return whether anything was dragged."""
        dragged = self.canvas.cancel_dragging()
        if dragged:
            self.let_down.emit()
        return dragged

    def _on_focus(self, target: Target | None) -> None:
        self._by_keys = target is not None
        self.scene.focus(target)
        pile = target.number if target is not None and target.kind is Kind.PILE else -1
        if pile != self._focused_pile:
            self._focused_pile = pile
            self.pile_hovered.emit(pile)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Use the keys of the table itself and report all others by name."""
        key = event.key()
        if key in _MODIFIERS or event.isAutoRepeat():
            event.ignore()
            return
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_Escape and self.cancel_dragging():
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            intent = self.gold_intent()
            if intent:
                self.button_pressed.emit(intent)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            if control:
                self._move_focused(-1 if key == Qt.Key.Key_Left else 1)
            else:
                self.proxies.focus_area(Area.HAND)
        elif self._is_for_the_log(event):
            self.toggle_log()
        else:
            name = QKeySequence(event.keyCombination()).toString(
                QKeySequence.SequenceFormat.PortableText
            )
            self.key_pressed.emit(name)

    def _is_for_the_log(self, event: QKeyEvent) -> bool:
        """Return whether a key opens or closes the log; Esc closes a drawer, the topmost thing."""
        if event.key() == Qt.Key.Key_Escape:
            return self.log_shown and self.width() < DOCK_WIDTH
        return event.key() == Qt.Key.Key_G and not event.modifiers()

    def _move_focused(self, by: int) -> None:
        target, plan = self.proxies.focused, self.scene.plan
        if target is None or target.kind is not Kind.HAND or plan is None:
            return
        cards = self._hand_cards()
        new = cards.index(target.number) + by
        if 0 <= new < len(cards):
            self.hand_moved.emit(target.number, new)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of everything: nobody sees where it would be dropped."""
        super().hideEvent(event)
        self.cancel_dragging()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the table out anew."""
        super().resizeEvent(event)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a move to a screen with other pixels."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._show()
        elif event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.cancel_dragging()
