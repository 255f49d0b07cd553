"""Carries out orders at one node.

An order has two sides: what must be done once, in what all nodes share, and what each node does
with its own connections. The node that was asked does the first, before and after all do the
second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import assert_never

import structlog

from rummy500.protocol.errors import CloseReason
from rummy500_server.clock import Clock
from rummy500_server.lobby.bans import MINUTE_MS, Bans, person, place
from rummy500_server.lobby.lobby import Lobby
from rummy500_server.net.gateway import Gateway
from rummy500_server.net.session import Session
from rummy500_server.ops import orders
from rummy500_server.ops.census import STATUSES
from rummy500_server.store.ports import Ban, BanStore, StoreError
from rummy500_server.table.state import Person, TableState


log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a warden watches over."""

    node: str
    lobby: Lobby
    gateway: Gateway
    store: BanStore
    bans: Bans
    clock: Clock
    drain: Callable[[], None]
    """Called when this node is to end."""


class Warden:
    """The warden of one node."""

    def __init__(self, grounds: Grounds) -> None:
        self._grounds = grounds
        self.node = grounds.node

    async def prepare(self, order: orders.AnyOrder) -> int:
        """Do what must be done once before the nodes do theirs; return to how many things.

        Raises:
            StoreError: the store can't be reached.

        """
        store = self._grounds.store
        match order:
            case orders.BanPerson():
                await store.ban(self._ban(person(order.player), order))
            case orders.BanAddress():
                await store.ban(self._ban(place(order.address), order))
            case orders.Lift():
                known = {ban.subject for ban in await store.bans()}
                await store.lift(order.subject)
                return int(order.subject in known)
            case orders.List() | orders.Kick() | orders.CloseTable() | orders.Drain():
                pass
            case _:
                assert_never(order)
        return 0

    async def finish(self, order: orders.AnyOrder) -> int:
        """Do what must be done once after the nodes have done theirs; return to how many things.

        Seats are taken away from somebody only when his connections are gone: otherwise he would
        hear of that first, and take it for something else.

        Raises:
            StoreError: the store can't be reached.

        """
        lobby = self._grounds.lobby
        match order:
            case orders.Kick() | orders.BanPerson():
                return await lobby.remove(order.player)
            case orders.CloseTable():
                return await lobby.close_table(order.table)
            case orders.List() | orders.BanAddress() | orders.Lift() | orders.Drain():
                return 0
            case _:
                assert_never(order)

    async def obey(self, order: bytes) -> bytes:
        """Do this node's part of an order that has come on whatever way, and return the report."""
        return orders.write(await self._report(orders.read_order(order)))

    async def _report(self, order: orders.AnyOrder) -> orders.AnyReport:
        try:
            return await self._here(order)
        except StoreError as error:
            log.warning("order_failed", order=type(order).__name__, error=str(error))
            return orders.Failed(self._grounds.node, "the store is away")

    async def _here(self, order: orders.AnyOrder) -> orders.AnyReport:
        node, bans = self._grounds.node, self._grounds.bans
        match order:
            case orders.List():
                return self._list()
            case orders.Kick():
                return orders.Done(node, self._end(lambda s: s.player == order.player))
            case orders.BanPerson() | orders.BanAddress():
                await bans.refresh()
                return orders.Done(node, self.enforce())
            case orders.Lift():
                await bans.refresh()
                return orders.Done(node, 0)
            case orders.CloseTable():
                return orders.Done(node, 0)
            case orders.Drain():
                mine = order.node in {"", node}
                if mine:
                    self._grounds.drain()
                return orders.Done(node, int(mine))
            case _:
                assert_never(order)

    def enforce(self) -> int:
        """End the connections of those who are banned, and return how many."""
        bans = self._grounds.bans
        if not bans.all():
            return 0
        return self._end(lambda s: bans.minutes_left(s.player, s.origin.address) > 0)

    def _ban(self, subject: str, order: orders.BanPerson | orders.BanAddress) -> Ban:
        until = self._grounds.clock.wall() + order.minutes * MINUTE_MS
        return Ban(subject, until, order.reason)

    def _end(self, wanted: Callable[[Session], bool]) -> int:
        """End connections and return how many."""
        ended = [session for session in self._grounds.gateway.sessions() if wanted(session)]
        for session in ended:
            session.end(CloseReason.KICKED)
        return len(ended)

    def _list(self) -> orders.Listed:
        grounds = self._grounds
        wall = grounds.clock.wall()
        bans = (
            orders.BanLine(ban.subject, ceil((ban.until - wall) / MINUTE_MS), ban.reason)
            for ban in grounds.bans.all()
        )
        tables = tuple(map(_table_line, grounds.lobby.awake()))
        return orders.Listed(grounds.node, tuple(self._guests()), tables, tuple(bans))

    def _guests(self) -> Iterator[orders.GuestLine]:
        now = self._grounds.clock.now()
        sessions = sorted(self._grounds.gateway.sessions(), key=lambda session: session.since)
        for session in sessions:
            seconds = int(now - session.since)
            name, address, _ = session.origin
            yield orders.GuestLine(name, session.player, session.name, address, seconds)


def _table_line(state: TableState) -> orders.TableLine:
    people = tuple(_shown(person) for _, person in state.people())
    status = STATUSES[state.stage]
    return orders.TableLine(state.table, status, bool(state.code), people, state.computers)


def _shown(someone: Person) -> str:
    shown = f"{someone.name} {someone.player}"
    return shown if someone.here else f"({shown})"
