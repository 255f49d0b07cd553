"""The connections through which people look at a table: at most one for each person."""

from __future__ import annotations

from typing import NamedTuple

from rummy500.engine.ids import Seat
from rummy500.protocol.errors import CloseReason
from rummy500_server.store.records import AnyFact
from rummy500_server.table import news
from rummy500_server.table.ports import Viewer
from rummy500_server.table.state import Person, TableState


class Connection(NamedTuple):
    """One person's connection to one table."""

    viewer: Viewer
    seat: Seat
    since: bytes
    """Mark of the entry by which it came: while the seat shows it, it is the right one."""


class Audience:
    """Who is told what happens at a table."""

    def __init__(self) -> None:
        self._connections: dict[str, Connection] = {}

    def connection_of(self, viewer: Viewer) -> Connection | None:
        """Return a viewer's connection, unless another one of the same person replaced it."""
        found = self._connections.get(viewer.player)
        return found if found is not None and found.viewer is viewer else None

    def has(self, player: str) -> bool:
        """Return whether a person is connected here."""
        return player in self._connections

    def attach(self, state: TableState, viewer: Viewer, seat: Seat) -> None:
        """Let a connection speak for a seat; the one before it is closed."""
        holder = state.seats[seat]
        since = holder.since if isinstance(holder, Person) else b""
        before = self._connections.get(viewer.player)
        self._connections[viewer.player] = Connection(viewer, seat, since)
        if before is not None and before.viewer is not viewer:
            before.viewer.end(CloseReason.SUPERSEDED)

    def detach(self, viewer: Viewer) -> None:
        """Tell this connection nothing more of the table."""
        if self.connection_of(viewer) is not None:
            del self._connections[viewer.player]

    def drop_replaced(self, state: TableState) -> None:
        """Close connections whose seat is now connected somewhere else."""
        for player, connection in list(self._connections.items()):
            holder = state.seats[connection.seat]
            if not isinstance(holder, Person) or holder.since != connection.since:
                del self._connections[player]
                connection.viewer.end(CloseReason.SUPERSEDED)

    def tell(self, state: TableState, facts: tuple[AnyFact, ...]) -> None:
        """Tell everybody what has happened and how the table is now."""
        if not self._connections:
            return
        bulletin = news.Bulletin(state, facts)
        for connection in self._connections.values():
            connection.viewer.tell(bulletin.for_seat(connection.seat))

    def tell_end(self, table: str) -> None:
        """Tell everybody that the table is no more, and let go of them."""
        frame = news.closed(table)
        for connection in self._connections.values():
            connection.viewer.tell(frame)
        self._connections.clear()

    def dismiss(self, reason: CloseReason) -> None:
        """Close all connections."""
        connections = list(self._connections.values())
        self._connections.clear()
        for connection in connections:
            connection.viewer.end(reason)
