"""One connection to Redis, without what the library does around each command.

The library finds the server, signs in and speaks TLS; then the connection is taken over from it.
A command that goes alone through its pipeline costs a node four times as much time as through here,
and the fewer tables move at a node, the more of them go alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from hiredis import Reader, pack_command
from redis.asyncio import Redis
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError as LinkBrokenError,
    MasterDownError,
    NoScriptError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)


Word = bytes | str | int
Words = tuple[Word, ...]

_pack: Final = cast("Callable[[Words], bytes]", pack_command)
"""Its own types know tuples of one word only."""
_NOTHING: Final = object()
"""What the reader returns when there is no whole reply yet."""
_REFUSALS: Final[dict[str, type[Exception]]] = {
    "CLUSTERDOWN": ClusterDownError,
    "LOADING": BusyLoadingError,
    "MASTERDOWN": MasterDownError,
    "NOSCRIPT": NoScriptError,
    "READONLY": ReadOnlyError,
    "TRYAGAIN": TryAgainError,
}
"""By the first word of a refusal; all others are of one kind."""


class Line(asyncio.Protocol):
    """A connection that stands. What comes on it is heard at once, in order."""

    def __init__(self, client: Redis, connection: Any, hear: Callable[[Any], None]) -> None:
        """Take a connection over."""
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when it is lost or closed."""
        self.heard = asyncio.get_running_loop().time()
        """When something came, by the clock of the loop."""
        self._client = client
        self._connection = connection
        self._hear = hear
        self._reader = Reader(replyError=_refusal, notEnoughData=_NOTHING)
        transport = connection._writer.transport  # noqa: SLF001 - the library has no door for this
        self._transport = cast("asyncio.Transport", transport)
        self._before = cast("asyncio.Protocol", transport.get_protocol())
        self._transport.set_protocol(self)

    def say(self, *commands: Words) -> None:
        """Send commands; what is said into a line that breaks off is lost, and ``gone`` is done."""
        if not self._transport.is_closing():
            self._transport.write(b"".join(map(_pack, commands)))

    def cut(self) -> None:
        """Break it off at once."""
        self._transport.abort()

    async def close(self) -> None:
        """Let go of it."""
        self.cut()
        await self._connection.disconnect()
        await self._client.connection_pool.release(self._connection)

    # --- as a protocol of the loop ---------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Hear replies, and whatever is told without being asked for."""
        self.heard = asyncio.get_running_loop().time()
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not _NOTHING:
            self._hear(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end, and let the library note it."""
        self._before.connection_lost(exc)
        if not self.gone.done():
            self.gone.set_result(None)


async def open_line(client: Redis, hear: Callable[[Any], None]) -> Line:
    """Return a connection to the server of a client. ``hear`` is called with each reply.

    Raises:
        RedisError, OSError: there is no connection.

    """
    connection = await client.connection_pool.get_connection()  # type: ignore[no-untyped-call]  # theirs
    return Line(client, connection, hear)


class Exchange:
    """A line on which groups of commands go, and their replies come, one group after the other."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._replies: list[Any] = []
        self._wanted = 0
        self._whole: asyncio.Future[list[Any]] | None = None

    async def send(self, client: Redis, commands: Sequence[Words]) -> list[Any]:
        """Send a group and return the replies; a refusal is among them as an exception.

        Raises:
            RedisError, OSError: there is no connection, or it broke: nobody knows what was done.

        """
        line = self._line
        if line is None or line.gone.done():
            await self.close()
            line = self._line = await open_line(client, self._take)
            line.gone.add_done_callback(self._break)
        self._wanted = len(commands)
        self._whole = asyncio.get_running_loop().create_future()
        try:
            line.say(*commands)
            replies = await self._whole
        except BaseException:  # what still comes belongs to nobody
            await self.close()
            raise
        if any(isinstance(reply, ReadOnlyError) for reply in replies):
            await self.close()  # no master any more: the next connection goes to the one there is
        return replies

    async def close(self) -> None:
        """Let go of the line."""
        line, self._line = self._line, None
        self._whole = None
        self._replies = []
        if line is not None:
            line.gone.remove_done_callback(self._break)
            await line.close()

    def _take(self, reply: Any) -> None:
        self._replies.append(reply)
        whole = self._whole
        if len(self._replies) == self._wanted and whole is not None and not whole.done():
            replies, self._replies = self._replies, []
            whole.set_result(replies)

    def _break(self, _: asyncio.Future[None]) -> None:
        if self._whole is not None and not self._whole.done():
            self._whole.set_exception(LinkBrokenError("Redis has closed the connection"))


def _refusal(text: str) -> Exception:
    return _REFUSALS.get(text.partition(" ")[0], ResponseError)(text)
