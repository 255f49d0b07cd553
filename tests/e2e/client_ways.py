"""Players who have only one way to play: dragging, or the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from tests.e2e.client_player import Player

from rummy500.engine.actions import (
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
)
from rummy500.engine.cards import Card
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import check_layoff
from rummy500_client.layout.boxes import Box
from rummy500_client.presenters.status import END
from rummy500_client.ui.table.targets import Area, Kind, Target


LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key


class Dragger(Player):
    """Plays with the button held down: no card is ever clicked."""

    async def perform(self, action: Action) -> None:
        """Make a play by dragging; only ending the hand has no card to drag."""
        match action:
            case DrawStock():
                await self.drag(Target(Kind.STOCK), self._own_cards)
            case TakePile(card=card):
                place = self.hand.pile.index(card)
                self.deep_draws += place < len(self.hand.pile) - 1
                await self.drag(Target(Kind.PILE, place), self._own_cards)
            case MeldCards(cards=cards):
                await self._meld(cards)
            case LayOff(cards=cards, meld=meld):
                await self._lay_off(set(cards), meld)
            case DiscardCard(card=card):
                await self._until_done(Target(Kind.HAND, card), self._pile)
            case Decline():
                await self._twice_if_asked(Target(Kind.BUTTON, name=END))
            case _:
                raise AssertionError(action)

    async def drag(self, source: Target, where: Callable[[], QPoint]) -> None:
        """Press on something, move in steps to a place, and let go."""
        port = self.view.canvas.viewport()
        start = self.spot(source)
        QTest.mousePress(port, LEFT, pos=start)
        end = where()
        for part in (0.2, 0.5, 0.8, 1.0):
            way = end - start
            at = start + QPoint(round(way.x() * part), round(way.y() * part))
            QTest.mouseMove(port, at)
            await asyncio.sleep(0)
        assert self.view.canvas.carrying.active, f"{source} cannot be dragged"
        await self.until(lambda: self._shown().drops is not None)
        QTest.mouseRelease(port, LEFT, pos=where())
        await asyncio.sleep(0)

    async def _until_done(self, source: Target, where: Callable[[], QPoint]) -> None:
        """Drag, and once more if going out is asked about."""
        await self.drag(source, where)
        if self.session.local.armed is not None:
            await self.until(lambda: self._shown().drops is None)
            await self.drag(source, where)

    async def _meld(self, cards: tuple[Card, ...]) -> None:
        """Lay three cards ready one by one, which melds them; lay the others off on them."""
        known = {meld.id for meld in self.hand.melds}
        for card in cards[:3]:
            await self._until_done(Target(Kind.HAND, card), self._cloth)
            await self.until(lambda: self._shown().drops is None)
        await self.until(lambda: any(m.id not in known for m in self.hand.melds))
        await self.until(lambda: self.settled() or self.hand.end is not None)
        fresh = next(m.id for m in self.hand.melds if m.id not in known)
        await self._lay_off(set(cards[3:]), fresh)
        self.melds += 1

    async def _lay_off(self, left: set[Card], meld: int) -> None:
        """Lay cards off one by one, those first that fit now."""
        while left and self.hand.end is None:
            fits = [c for c in sorted(left) if self._fits(c, meld)]
            assert fits, (left, meld)
            left.discard(fits[0])
            seq = self.glance.table.seq
            await self._until_done(Target(Kind.HAND, fits[0]), lambda: self._tray(meld))
            await self.until(lambda seq=seq: self.glance.table.seq > seq)
            await self.until(lambda: self.settled() or self.hand.end is not None)
            self.lay_offs += 1

    def _fits(self, card: Card, meld: int) -> bool:
        on = next(m.id for m in self.hand.melds if m.id == meld)
        return not isinstance(check_layoff(self.hand, LayOff((card,), on)), Refusal)

    # --- places ----------------------------------------------------------------------------------

    def _zone(self, name: str) -> Box:
        plan = self.view.scene.plan
        assert plan is not None
        box = getattr(plan.zones, name)
        assert isinstance(box, Box)
        return box

    def _own_cards(self) -> QPoint:
        box = self._zone("hand")
        return QPoint(round(box.centre_x), round(box.centre_y))

    def _pile(self) -> QPoint:
        box = self._zone("pile")
        return QPoint(round(box.centre_x + 60), round(box.centre_y))

    def _tray(self, meld: int) -> QPoint:
        return self.view.rect_of(Target(Kind.MELD, meld)).center()

    def _cloth(self) -> QPoint:
        """Return a bare spot of the middle."""
        box = self._zone("melds")
        canvas = self.view.canvas
        for y in (0.97, 0.03, 0.5):
            for x in (0.02, 0.98, 0.3, 0.7, 0.5):
                at = QPoint(round(box.x + x * box.w), round(box.y + y * box.h))
                if canvas.target_at(canvas.mapToScene(at))[0] is None:
                    return at
        message = "there is no bare cloth"
        raise AssertionError(message)


class Typist(Player):
    """Plays with the keyboard alone: the mouse is never touched."""

    async def perform(self, action: Action) -> None:
        """Make a play by keys."""
        match action:
            case DrawStock():
                self.key(Key.Key_S)
            case TakePile(card=card) if card == self.hand.pile[-1]:
                self.key(Key.Key_T)
            case TakePile(card=card):
                await self._dig(self.hand.pile.index(card))
            case MeldCards(cards=cards):
                await self._select(cards)
                await self._keys_if_asked(Key.Key_M)
                self.melds += 1
            case LayOff(cards=cards, meld=meld):
                await self._select(cards)
                await self._lay_off(meld)
                self.lay_offs += 1
            case DiscardCard(card=card):
                await self._select((card,))
                await self._keys_if_asked(Key.Key_D)
            case Decline():
                await self._keys_if_asked(Key.Key_E)
            case _:
                raise AssertionError(action)

    def key(self, key: Qt.Key) -> None:
        """Press a key where the focus is."""
        QTest.keyClick(QApplication.focusWidget() or self.view, key)

    def press(self, widget: QWidget) -> None:
        """Press a button by the keyboard."""
        assert widget.isVisible()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(widget, Key.Key_Space)

    async def _go_to(self, area: Area, steps: int) -> None:
        """Go to a target of an area by Tab and arrows."""
        for _ in Area:
            focused = self.view.proxies.focused
            if focused is not None and focused.area is area:
                break
            self.key(Key.Key_Tab)
        self.key(Key.Key_Home)
        for _ in range(steps):
            self.key(Key.Key_Right)
        await asyncio.sleep(0)

    async def _select(self, cards: tuple[Card, ...]) -> None:
        wanted = set(cards)
        self.view.setFocus()
        shown = [held.card for held in self._shown().hand]
        for place, card in enumerate(shown):
            if (card in self.session.local.selected) != (card in wanted):
                await self._go_to(Area.HAND, place)
                self.key(Key.Key_Space)
        assert set(self.session.local.selected) == wanted
        await self.until(lambda: {c.card for c in self._shown().hand if c.selected} == wanted)

    async def _dig(self, place: int) -> None:
        self.view.setFocus()
        await self._go_to(Area.PILE, place + 1)
        await self.until(lambda: self._shown().bill is not None)
        self.key(Key.Key_Space)
        await asyncio.sleep(0)
        self.key(Key.Key_Space)
        self.deep_draws += 1

    async def _lay_off(self, meld: int) -> None:
        targets = [tray for tray in self._shown().melds if tray.target]
        assert any(tray.meld_id == meld for tray in targets)
        if len(targets) == 1:
            await self._keys_if_asked(Key.Key_L)
            return
        number = next(k for k, tray in enumerate(targets) if tray.meld_id == meld)
        await self._keys_if_asked(Qt.Key(Key.Key_1 + number))

    async def _keys_if_asked(self, key: Qt.Key) -> None:
        headline = self._shown().status.headline
        self.key(key)
        if self.session.local.armed is not None:
            await self.until(lambda: self._shown().status.headline != headline)
            self.key(key)
