"""What a session asks of a socket, and how a socket is told to end.

SocketClosedError   the other end is gone
"""

from __future__ import annotations

from typing import Final, Protocol

from rummy500.protocol.errors import CloseReason


class SocketClosedError(ConnectionError):
    """The connection is closed."""


class Socket(Protocol):
    """One WebSocket."""

    async def receive(self) -> str | bytes:
        """Return the next message.

        Raises:
            SocketClosedError: there will be none.

        """
        ...

    def push(self, frame: bytes) -> bool:
        """Send a message without waiting; return False if the other end is behind.

        What is pushed in one turn of the loop goes in one write at its end.

        A message to a connection that is closed is lost, as one on its way would be.
        """
        ...

    async def send(self, frame: bytes) -> None:
        """Send a message; returns when the other end takes it in, more or less.

        Raises:
            SocketClosedError: it can't be sent any more.

        """
        ...

    async def close(self, code: int, reason: str) -> None:
        """Close the connection, with or without the other end's help."""
        ...


CLOSE_CODES: Final[dict[CloseReason, int]] = {
    CloseReason.VIOLATION: 1002,
    CloseReason.TOO_BIG: 1009,
    CloseReason.SLOW_READER: 1008,
    CloseReason.SUPERSEDED: 4001,
    CloseReason.VERSION: 4002,
    CloseReason.HELLO_LATE: 1008,
    CloseReason.GOING_AWAY: 1001,
    CloseReason.KICKED: 4003,
    CloseReason.FLOOD: 1008,
    CloseReason.FAULT: 1011,
}
"""The code of the close frame; the reason says more and is what clients go by."""
