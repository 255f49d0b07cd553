"""Plays at a real window with the mouse: every play is made of clicks on cards and buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from rummy500.engine.actions import (
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
)
from rummy500.engine.cards import Card, card_set
from rummy500.engine.legal import legal_actions
from rummy500.engine.scoring import cards_value
from rummy500.engine.state import Phase
from rummy500.engine.views import HandView
from rummy500_client.app import Program
from rummy500_client.presenters.bill import Prospect, prospect
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.status import DISCARD, END, MELD
from rummy500_client.presenters.table_model import TableModel
from rummy500_client.state.local import ResultShown
from rummy500_client.state.model import Online
from rummy500_client.ui.table.targets import Kind, Target


class Player:
    """Two hands and a mouse."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.session = program.bridge.session
        self._changed = asyncio.Event()
        program.bridge.changed.connect(self._changed.set)
        self.view = program.window.table.view
        self.view.set_motion(0)
        self.deep_draws = self.lay_offs = self.melds = self.hands = 0

    # --- waiting and clicking --------------------------------------------------------------------

    async def until(self, test: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until something holds; it is asked after every change of what is shown."""
        async with asyncio.timeout(seconds):
            while not test():
                self._changed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await self._changed.wait()

    def press(self, widget: QWidget) -> None:
        """Click on a widget."""
        assert widget.isVisible()
        assert widget.isEnabled()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def press_intent(self, parent: QWidget, intent: str) -> None:
        """Click on the visible button that carries an intent."""
        buttons = visible_buttons(parent, intent)
        assert buttons, f"no button {intent}"
        self.press(buttons[-1])

    async def click(self, target: Target) -> None:
        """Click on something on the table, where nothing else covers it."""
        canvas = self.view.canvas
        QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=self.spot(target))
        await asyncio.sleep(0)

    def spot(self, target: Target) -> QPoint:
        """Return where something can be pressed."""
        box = self.view.rect_of(target)
        assert not box.isEmpty(), f"{target} is not shown"
        canvas = self.view.canvas
        for y in (0.5, 0.3, 0.15, 0.7, 0.9):
            for x in (0.5, 0.12, 0.06, 0.25, 0.9):
                spot = box.topLeft() + QPoint(round(x * box.width()), round(y * box.height()))
                if canvas.target_at(canvas.mapToScene(spot))[0] == target:
                    return spot
        message = f"{target} cannot be clicked"
        raise AssertionError(message)

    # --- looking ---------------------------------------------------------------------------------

    @property
    def glance(self) -> Glance:
        glance = self.session.glance()
        assert glance is not None
        return glance

    @property
    def hand(self) -> HandView:
        view = self.glance.view
        assert view is not None
        return view

    def settled(self) -> bool:
        """Return whether it is for us to do something."""
        glance = self.session.glance()
        if glance is None or glance.view is None or glance.waits:
            return False
        if not isinstance(self.session.state.connection, Online):
            return False
        if glance.view.end is not None:
            return glance.local.result is not ResultShown.NOT_YET
        shown = self.view.model
        if shown is None or tuple(held.card for held in shown.hand) != glance.hand:
            return False  # the window shows it in the next turn of the loop
        return glance.my_turn and self.program.window.table.isVisible()

    # --- playing ---------------------------------------------------------------------------------

    async def start_match(self, seats: int) -> None:
        """Choose the seats and press the gold tile."""
        home = self.program.window.home
        answers = [b for b in home.findChildren(QToolButton) if b.property("value") == str(seats)]
        self.press(answers[0])
        await self.until(lambda: self.session.settings.seats == seats)
        await self.until(lambda: bool(visible_buttons(home, "play")))
        self.press_intent(home, "play")
        await self.until(self.settled, 30)

    async def play_match(self) -> None:
        """Play until the match is won by somebody and its result is shown."""
        while self.glance.now.winners is None:
            await self.play_hand()
            if self.glance.now.winners is None:
                number = self.glance.now.number
                self.press_intent(self.program.window.table.result, "next_hand")
                await self.until(lambda n=number: self.glance.now.number > n)
                await self.until(self.settled)
        self.press_intent(self.program.window.table.result, "match_result")
        await self.until(lambda: self.session.local.result is ResultShown.MATCH)

    async def play_hand(self) -> None:
        """Play until the hand is over and its result is shown."""
        while self.hand.end is None:
            await self.play_once()
        await self.until(lambda: self.session.local.result is ResultShown.HAND)
        await self.until(self.program.window.table.result.isVisible)
        self.hands += 1

    async def play_once(self) -> None:
        """Make one play and wait until it is for us again."""
        seq = self.glance.table.seq
        await self.perform(self.choose())
        await self.until(lambda: self.glance.table.seq > seq)
        await self.until(self.settled)

    def choose(self) -> Action:
        """Return a play: dig where it pays, table what can be tabled, discard what is dear."""
        view = self.hand
        actions = legal_actions(view)
        if view.turn.phase is Phase.DRAW:
            return _draw(view, actions)
        melds = [a for a in actions if isinstance(a, MeldCards) and a.ace is None]
        lays = [a for a in actions if isinstance(a, LayOff) and a.ace is None]
        required = view.turn.required
        if required is not None:
            tabling = [a for a in (*melds, *lays) if required in a.cards]
            return max(tabling, key=lambda a: cards_value(card_set(a.cards), view.options))
        for plays in (melds, lays):
            if plays:
                return max(plays, key=lambda a: cards_value(card_set(a.cards), view.options))
        discards = [a for a in actions if isinstance(a, DiscardCard)]
        return max(discards, key=lambda a: (cards_value(card_set((a.card,)), view.options), a.card))

    async def perform(self, action: Action) -> None:
        """Make a play with clicks."""
        match action:
            case DrawStock():
                await self.click(Target(Kind.STOCK))
            case TakePile(card=card):
                await self._take(card)
            case MeldCards(cards=cards):
                await self._select(cards)
                await self._twice_if_asked(Target(Kind.BUTTON, name=MELD))
                self.melds += 1
            case LayOff(cards=cards, meld=meld):
                await self._select(cards)
                assert any(t.target and t.meld_id == meld for t in self._shown().melds)
                await self._twice_if_asked(Target(Kind.MELD, meld))
                self.lay_offs += 1
            case DiscardCard(card=card):
                await self._select((card,))
                await self._twice_if_asked(Target(Kind.BUTTON, name=DISCARD))
            case Decline():
                await self._twice_if_asked(Target(Kind.BUTTON, name=END))
            case _:
                raise AssertionError(action)

    def _shown(self) -> TableModel:
        model = self.view.model
        assert model is not None
        return model

    async def _take(self, card: Card) -> None:
        place = self.hand.pile.index(card)
        await self.click(Target(Kind.PILE, place))
        if place < len(self.hand.pile) - 1:
            await self.until(lambda: self._shown().bill is not None)
            await self.click(Target(Kind.PILE, place))
            self.deep_draws += 1

    async def _select(self, cards: tuple[Card, ...]) -> None:
        wanted = set(cards)
        for card in (*self.session.local.selected, *cards):
            if (card in self.session.local.selected) != (card in wanted):
                await self.click(Target(Kind.HAND, card))
        assert set(self.session.local.selected) == wanted
        await self.until(lambda: {c.card for c in self._shown().hand if c.selected} == wanted)

    async def _twice_if_asked(self, target: Target) -> None:
        headline = self._shown().status.headline
        await self.click(target)
        if self.session.local.armed is not None:
            await self.until(lambda: self._shown().status.headline != headline)
            await self.click(target)


def visible_buttons(parent: QWidget, intent: str) -> list[QPushButton]:
    """Return the buttons that one can see and that carry an intent."""
    return [
        button
        for button in parent.findChildren(QPushButton)
        if button.property("intent") == intent and button.isVisible()
    ]


def _draw(view: HandView, actions: list[Action]) -> Action:
    """Dig where at least twenty points reach the table and outweigh what stays."""
    deep = [a.card for a in actions if isinstance(a, TakePile) and a.card != view.pile[-1]]
    best = max((prospect(view, card) for card in deep), key=_worth, default=None)
    if best is not None and best.points >= 20 and _worth(best) > 0:
        return TakePile(best.taken[0])
    return next(a for a in actions if isinstance(a, DrawStock | Decline))


def _worth(found: Prospect) -> int:
    return 2 * found.points - found.burden
