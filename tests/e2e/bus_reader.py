"""A screen reader in another process: what an AT-SPI bus tells of a program, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from jeepney import DBusAddress, MatchRule, MessageType, Properties, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusRouter, Proxy, open_dbus_router
from tests.e2e.blind_player import Thing


ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
REGISTRY = "org.a11y.atspi.Registry"
ROOT = "/org/a11y/atspi/accessible/root"
ROLES = {"text": "entry", "push button": "button"}
LEAVES = {"button", "check box", "label", "entry", "radio button", "slider"}
CHECKED, PRESSED, SHOWING = 4, 20, 25
"""Bits of the states, as AT-SPI numbers them."""

Place = tuple[str, str]
"""The name of a program on the bus, and the path of one of its things."""


class BusReader:
    """Reads the only program on the bus."""

    def __init__(self, router: DBusRouter) -> None:
        self._router = router
        self.heard: list[str] = []
        self._said = asyncio.Event()

    # --- asking ----------------------------------------------------------------------------------

    async def _ask(self, place: Place, interface: str, method: str, *more: Any) -> Any:
        name, path = place
        message = new_method_call(DBusAddress(path, name, interface), method, *more)
        return _answer(await self._router.send_and_get_reply(message))

    async def _property(self, place: Place, name: str) -> str:
        address = DBusAddress(place[1], place[0], ACCESSIBLE)
        reply = await self._router.send_and_get_reply(Properties(address).get(name))
        return str(_answer(reply)[1])

    async def window(self) -> Place:
        """Wait for the program and return its window."""
        registry = (REGISTRY, ROOT)
        while True:
            programs = await self._ask(registry, ACCESSIBLE, "GetChildren")
            if programs:
                windows = await self._ask(tuple(programs[0]), ACCESSIBLE, "GetChildren")
                if windows:
                    return tuple(windows[0])
            await self.change()

    # --- a screen --------------------------------------------------------------------------------

    async def things(self) -> list[Thing]:
        """Return all that is shown, in the order of the tree."""
        return await self._below(await self.window(), ())

    async def _below(self, place: Place, within: tuple[str, ...]) -> list[Thing]:
        try:
            role, states, name, why = await asyncio.gather(
                self._ask(place, ACCESSIBLE, "GetRoleName"),
                self._ask(place, ACCESSIBLE, "GetState"),
                self._property(place, "Name"),
                self._property(place, "Description"),
            )
            if not _has(states, SHOWING):
                return []
            kind = ROLES.get(role, role)
            found = [Thing(kind, name, why, _has(states, CHECKED), within, place)]
            if kind in LEAVES:
                return found
            children = await self._ask(place, ACCESSIBLE, "GetChildren")
        except GoneError:
            return []  # while we looked
        inside = (*within, name) if name else within
        parts = await asyncio.gather(*(self._below(tuple(each), inside) for each in children))
        return [*found, *(thing for part in parts for thing in part)]

    async def press(self, thing: Thing) -> None:
        """Do the first action of a thing, as screen readers do."""
        place = thing.handle
        assert isinstance(place, tuple)
        while _has(await self._ask(place, ACCESSIBLE, "GetState"), PRESSED):
            await self.change()
        assert await self._ask(place, ACTION, "DoAction", "i", (0,))

    async def change(self) -> None:
        """Wait until something has been said, or for a moment."""
        self._said.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                await self._said.wait()

    async def ask_for_announcements(self) -> MatchRule:
        """Let announcements be sent here; return what they are known by."""
        rule = MatchRule(
            type="signal", interface="org.a11y.atspi.Event.Object", member="Announcement"
        )
        await Proxy(message_bus, self._router).AddMatch(rule)
        registry = (REGISTRY, "/org/a11y/atspi/registry")
        event = ("Object:Announcement",)
        async with asyncio.timeout(20):
            while True:
                try:
                    async with asyncio.timeout(3):
                        await self._ask(registry, REGISTRY, "RegisterEvent", "s", event)
                except (GoneError, TimeoutError):
                    await self.change()  # a registry that starts may fall once before it stands
                else:
                    return rule

    async def listen(self, signals: asyncio.Queue[Any]) -> None:
        """Write down what is announced, for as long as this runs."""
        while True:
            message = await signals.get()
            self.heard.append(str(message.body[3][1]))
            self._said.set()


class GoneError(Exception):
    """The thing that was asked about is not there any more."""


def _answer(reply: Any) -> Any:
    if reply.header.message_type is MessageType.error:
        raise GoneError(reply.body)
    return reply.body[0] if reply.body else None


def _has(states: list[int], bit: int) -> bool:
    return bool(states[bit // 32] >> bit % 32 & 1)


@asynccontextmanager
async def bus_reader(session_bus: str) -> AsyncIterator[BusReader]:
    """Ask the session bus where screen readers listen, and listen there."""
    async with open_dbus_router(session_bus) as session:
        launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        async with asyncio.timeout(20):
            reply = await session.send_and_get_reply(new_method_call(launcher, "GetAddress"))
        address = str(_answer(reply))
    async with open_dbus_router(address) as router:
        reader = BusReader(router)
        rule = await reader.ask_for_announcements()
        with router.filter(rule, bufsize=100) as signals:
            listening = asyncio.create_task(reader.listen(signals))
            try:
                yield reader
            finally:
                listening.cancel()
                with suppress(asyncio.CancelledError):
                    await listening
