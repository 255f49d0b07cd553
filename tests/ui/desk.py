"""A window against a network that only remembers what it was asked, and a mouse for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from tests.client.little_table import LittleTable
from tests.client.wires import Wires, accept, connect

from rummy500.protocol.happenings import Nobody, Person
from rummy500.protocol.tables import TableRow
from rummy500.protocol.updates import TablesListed
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.wishes import Pauses
from rummy500_client.settings import Settings
from rummy500_client.ui.bridge import Bridge
from rummy500_client.ui.desktop import Desktop
from rummy500_client.ui.main_window import MainWindow
from rummy500_client.ui.table.targets import Target


LEFT = Qt.MouseButton.LeftButton


@dataclass
class Desk:
    """A window, its bridge, and the network behind it."""

    window: MainWindow
    bridge: Bridge
    wires: Wires
    kept: list[Settings]
    closed: asyncio.Event
    heard: list[str]
    """What a screen reader was told to say, one text for each time."""

    async def shown(self) -> None:
        """Wait until what the session holds is shown."""
        done = asyncio.Event()
        self.bridge.changed.connect(done.set, Qt.ConnectionType.SingleShotConnection)
        self.bridge.session.set_local(self.bridge.session.local)
        await asyncio.wait_for(done.wait(), 5)
        await asyncio.sleep(0)
        await self.spoken()

    async def until(self, test: Callable[[], bool]) -> None:
        """Wait until something holds; a press of a screen reader takes a moment."""
        while not test():
            await self.shown()

    async def spoken(self) -> None:
        """Wait until what is to be said has been said."""
        announcer = self.window.announcer
        if announcer.is_due:
            done = asyncio.Event()
            announcer.said.connect(done.set, Qt.ConnectionType.SingleShotConnection)
            await asyncio.wait_for(done.wait(), 5)

    async def press(self, parent: QWidget, intent: str) -> None:
        """Click on the button with an intent."""
        found = [b for b in parent.findChildren(QPushButton) if b.property("intent") == intent]
        visible = [b for b in found if b.isVisible()]
        assert visible, [b.property("intent") for b in parent.findChildren(QPushButton)]
        QTest.mouseClick(visible[-1], LEFT)
        await self.shown()

    async def choose(self, parent: QWidget, value: str) -> None:
        """Click on an answer."""
        found = [b for b in parent.findChildren(QToolButton) if b.property("value") == value]
        QTest.mouseClick(next(b for b in found if b.isVisible()), LEFT)
        await self.shown()

    async def click(self, target: Target) -> None:
        """Click on something on the table."""
        view = self.window.table.view
        spot = view.rect_of(target).topLeft()
        spot.setX(spot.x() + 12)
        spot.setY(spot.y() + 30)
        QTest.mouseClick(view.canvas.viewport(), LEFT, pos=spot)
        await self.shown()


class Keeper(Protocol):
    """Closes what it was given; in tests this is ``qtbot``."""

    def addWidget(self, widget: QWidget) -> None:  # noqa: N802 - its name there
        """Take a widget."""
        ...


def open_desk(
    qtbot: Keeper,
    settings: Settings | None = None,
    language: str = "en",
    desktop: Desktop | None = None,
) -> Desk:
    """Open a window whose network only remembers."""
    kept: list[Settings] = []
    bridge = Bridge(
        settings or Settings(name="Ana"), words_for(language), kept.append, Pauses(0, 0, 0, 0)
    )
    wires = Wires()
    bridge.session.network = wires
    closed = asyncio.Event()
    window = MainWindow(bridge, closed.set, desktop or Desktop())
    qtbot.addWidget(window)
    window.table.view.set_motion(0)
    window.table.result.set_motion(0)
    window.table.view.set_hover_delay(0)
    heard: list[str] = []
    window.announcer.said.connect(heard.append)
    window.show()
    return Desk(window, bridge, wires, kept, closed, heard)


async def seated(desk: Desk, *, solo: bool = True) -> LittleTable:
    """Lead to a table with a hand."""
    if solo:
        desk.bridge.session.play_now()
    else:
        desk.bridge.session.reach("example.org")
    connect(desk.bridge.session)
    table = LittleTable()
    desk.bridge.session.told(table.deal())
    await desk.shown()
    return table


ROW = TableRow("t5", "<b>Mesa</b>", "rummy500", {}, (Person("Bo", here=True), Nobody()), False)  # noqa: FBT003


async def lobby(it: Desk) -> None:
    it.bridge.session.reach("example.org")
    connect(it.bridge.session)
    accept(it.bridge.session, it.wires.sent[-1], TablesListed((ROW,)))
    await it.shown()


def texts(widget: QWidget) -> str:
    """All that its visible labels say."""
    return " ".join(one.text() for one in widget.findChildren(QLabel) if one.isVisible())
