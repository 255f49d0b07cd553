"""The table page: the view of the table, the results over it, and gestures out of its signals."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from rummy500.engine.cards import Card
from rummy500.engine.ids import MeldId
from rummy500_client.presenters.buttons import MUTE, SETTINGS
from rummy500_client.presenters.gesture_model import (
    DropInHand,
    DropOnCloth,
    DropOnMeld,
    DropOnPile,
    Gesture,
    LetDown,
    LetGo,
    MoveInHand,
    PickSort,
    PickUp,
    PickUpHand,
    PickUpMeld,
    PickUpPile,
    PickUpStock,
    PointAtPile,
    PressBracket,
    PressButton,
    PressHand,
    PressMeld,
    PressPile,
    PressStock,
)
from rummy500_client.presenters.help import HELP
from rummy500_client.presenters.result_model import HandResult, MatchResult
from rummy500_client.presenters.strip import MENU
from rummy500_client.presenters.table_model import Button, TableModel
from rummy500_client.ui.looks import Looks
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import Intents
from rummy500_client.ui.result_sheet import ResultSheet
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


class TablePage(QWidget):
    """Shows the table. Reports gestures, keys, and the intents of the result and of the menu."""

    gesture = Signal(object)
    key_pressed = Signal(str)
    intent = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = TableView(theme, self)
        self.result = ResultSheet(theme, self)
        self._menu_items: tuple[Button, ...] = ()
        self._menu = QMenu(self)
        self._intents = Intents(self)
        self._intents.told.connect(self.intent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.setFocusProxy(self.view)
        self._connect()

    def _connect(self) -> None:
        view = self.view
        view.stock_pressed.connect(self._on_stock)
        view.pile_pressed.connect(self._on_pile)
        view.pile_hovered.connect(self._on_pile_hovered)
        view.hand_pressed.connect(self._on_hand)
        view.hand_moved.connect(self._on_moved)
        view.hand_dropped_on_meld.connect(self._on_dropped_on_meld)
        view.hand_dropped_on_pile.connect(self._on_dropped_on_pile)
        view.hand_dropped_on_cloth.connect(self._on_dropped_on_cloth)
        view.picked_up.connect(self._on_picked_up)
        view.drawn_by_hand.connect(self._on_drawn_by_hand)
        view.let_down.connect(self._on_let_down)
        view.bracket_pressed.connect(self._on_bracket)
        view.meld_pressed.connect(self._on_meld)
        view.button_pressed.connect(self._on_button)
        view.sort_pressed.connect(self._on_sort)
        view.tool_pressed.connect(self._on_tool)
        view.background_pressed.connect(self._on_background)
        view.key_pressed.connect(self.key_pressed)
        self.result.intent.connect(self.intent)

    def show_model(self, model: TableModel, menu: tuple[Button, ...]) -> None:
        """Show the table, with what its menu offers."""
        self._menu_items = menu
        self.view.set_model(model)

    def set_looks(self, looks: Looks) -> None:
        """Look and move otherwise from now on."""
        self.view.set_theme(looks.theme)
        self.view.set_card_scale(looks.card_scale)
        self.view.set_motion(looks.motion)
        self.view.set_still(still=looks.still)
        self.result.set_theme(looks.theme)
        self.result.set_motion(0.0 if looks.still else looks.motion)

    def show_result(self, model: HandResult | MatchResult | None) -> None:
        """Show a result over the table, or none."""
        if model is not None:
            if not self.result.isVisible():
                self.view.cancel_dragging()
                self._forget_focus()
            self.result.show_model(model)
        elif self.result.isVisible():
            self.result.hide()
            self.view.setFocus()

    def _forget_focus(self) -> None:
        """Let a sheet that appears anew begin at its gold button, not where the last one ended."""
        focused = self.result.focusWidget()
        if focused is not None:
            focused.clearFocus()

    # --- signals to gestures ---------------------------------------------------------------------

    def _tell(self, gesture: Gesture) -> None:
        self.gesture.emit(gesture)

    def _on_stock(self) -> None:
        self._tell(PressStock())

    def _on_pile(self, index: int) -> None:
        card = self._pile_card(index)
        if card is not None:
            self._tell(PressPile(card))

    def _on_pile_hovered(self, index: int) -> None:
        self._tell(PointAtPile(self._pile_card(index)))

    def _pile_card(self, index: int) -> Card | None:
        """Return the card at a place of the pile that is shown."""
        model = self.view.model
        pile = () if model is None else model.pile
        return pile[index].card if 0 <= index < len(pile) else None

    def _on_hand(self, card: int) -> None:
        self._tell(PressHand(Card(card)))

    def _on_moved(self, card: int, index: int) -> None:
        self._tell(MoveInHand(Card(card), index))

    def _on_dropped_on_meld(self, card: int, meld: int) -> None:
        self._tell(DropOnMeld(Card(card), MeldId(meld)))

    def _on_dropped_on_pile(self, card: int) -> None:
        self._tell(DropOnPile(Card(card)))

    def _on_dropped_on_cloth(self, card: int) -> None:
        self._tell(DropOnCloth(Card(card)))

    def _on_picked_up(self, target: Target) -> None:
        gesture = self._picked_up(target)
        if gesture is not None:
            self._tell(gesture)

    def _picked_up(self, target: Target) -> PickUp | None:
        match target.kind:
            case Kind.HAND:
                return PickUpHand(Card(target.number))
            case Kind.BRACKET:
                return PickUpMeld(target.number)
            case Kind.STOCK:
                return PickUpStock()
            case Kind.PILE:
                card = self._pile_card(target.number)
                return None if card is None else PickUpPile(card)
            case _:
                return None

    def _on_drawn_by_hand(self) -> None:
        self._tell(DropInHand())

    def _on_let_down(self) -> None:
        self._tell(LetDown())

    def _on_bracket(self, index: int) -> None:
        self._tell(PressBracket(index))

    def _on_meld(self, meld: int) -> None:
        self._tell(PressMeld(MeldId(meld)))

    def _on_button(self, intent: str) -> None:
        self._tell(PressButton(intent))

    def _on_sort(self, mode: str) -> None:
        self._tell(PickSort(mode))

    def _on_background(self) -> None:
        self._tell(LetGo())

    def _on_tool(self, tool: str) -> None:
        if tool == MENU:
            self.open_menu()
        elif tool in {HELP, MUTE, SETTINGS}:
            self.intent.emit(tool)

    # --- the menu --------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu of the table below its button."""
        self._menu.clear()
        for item in self._menu_items:
            action = QAction(item.text, self._menu)
            action.setData(item.intent)
            action.setProperty("intent", item.intent)
            self._menu.addAction(self._intents.wire(action))
        self._menu.popup(self.mapToGlobal(QPoint(12, 56)))
