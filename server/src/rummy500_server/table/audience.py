"""The connections through which people look at a table: at most one for each person."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rummy500.engine.ids import Seat
from rummy500.protocol.errors import CloseReason
from rummy500.protocol.tables import TimesNow
from rummy500_server.store.records import AnyFact
from rummy500_server.table import news
from rummy500_server.table.ports import Viewer
from rummy500_server.table.state import Person, TableState


class Connection(NamedTuple):
    """One person's connection to one table."""

    viewer: Viewer
    seat: Seat
    since: bytes
    """Mark of the entry by which it came: while the seat shows it, it is the right one.

    Empty: that entry is lost, and another one is on its way.
    """


class Audience:
    """Who is told what happens at a table."""

    def __init__(self, times: Callable[[TableState], TimesNow | None]) -> None:
        """Begin without anybody; ``times`` says what runs at this moment."""
        self._times = times
        self._connections: dict[str, Connection] = {}
        self._gazette = news.Gazette()

    def connection_of(self, viewer: Viewer) -> Connection | None:
        """Return a viewer's connection, unless another one of the same person replaced it."""
        found = self._connections.get(viewer.player)
        return found if found is not None and found.viewer is viewer else None

    def has(self, player: str) -> bool:
        """Return whether a person is connected here."""
        return player in self._connections

    @property
    def seats(self) -> dict[Seat, bytes]:
        """Return the seats for which somebody is connected, with the mark of each coming."""
        return {connection.seat: connection.since for connection in self._connections.values()}

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

    def forget(self, player: str) -> None:
        """Tell a person nothing more of the table."""
        self._connections.pop(player, None)

    def drop_replaced(self, state: TableState) -> None:
        """Close connections whose seat is now connected somewhere else, or another's.

        One that is only called away stays: it says that it is here.
        """
        for player, connection in list(self._connections.items()):
            holder = state.seats[connection.seat]
            if isinstance(holder, Person) and holder.player == player:
                stands = connection.since in {b"", holder.since}
                if stands or not holder.here:
                    continue
            del self._connections[player]
            connection.viewer.end(CloseReason.SUPERSEDED)

    def rewind(self) -> None:
        """Note that the entries by which the connections came may be lost."""
        for player, connection in self._connections.items():
            self._connections[player] = connection._replace(since=b"")

    def reattach(self, state: TableState, own: str) -> None:
        """Let connections stand that the journal shows here now."""
        for player, connection in self._connections.items():
            holder = state.seats[connection.seat]
            if isinstance(holder, Person) and (holder.player, holder.node) == (player, own):
                self._connections[player] = connection._replace(since=holder.since)

    def tell(self, state: TableState, facts: tuple[AnyFact, ...], *, rewound: bool = False) -> None:
        """Tell everybody what has happened and how the table is now.

        ``rewound``: what was told last has never been, for the store has lost it.
        """
        if not self._connections:
            return
        bulletin = self._gazette.issue(state, facts, self._times(state), rewound=rewound)
        for connection in self._connections.values():
            connection.viewer.tell(bulletin.for_seat(connection.seat))

    def show(self, state: TableState, viewer: Viewer, seat: Seat, *, rewound: bool = False) -> None:
        """Tell one person how the table is."""
        bulletin = self._gazette.issue(state, (), self._times(state), rewound=rewound)
        viewer.tell(bulletin.for_seat(seat))

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
