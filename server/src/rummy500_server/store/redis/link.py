"""The way to Redis, wherever it is: sends many commands at once, opens subscriptions.

Nothing is sent twice here. Who asked learns that a connection broke, and decides what that means.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, Protocol

from redis.asyncio import Redis, RedisCluster, Sentinel
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    ClusterDownError,
    ConnectionError as LinkBrokenError,
    RedisClusterException,
    RedisError,
)

from rummy500_server.store.redis.address import Access, Address, Cluster, Sentinels, Single
from rummy500_server.store.redis.line import Exchange, Line, Word, Words, open_line


LINK_ERRORS: Final = (RedisError, RedisClusterException, OSError)
"""What ``send`` raises."""
_CONNECT_LIMIT: Final = 0.5
"""Seconds to reach a server: less than anybody waits, so that there is a second try."""


_KEYS_AT_ONCE: Final = 500
_LOST: Final = (LinkBrokenError, ClusterDownError)


class Link(Protocol):
    """The way to Redis."""

    async def send(self, commands: Sequence[Words]) -> list[Any]:
        """Send commands in one go and return the replies; a refusal is among them as an exception.

        Raises:
            RedisError, OSError: there is no connection, or it broke: nobody knows what was done.

        """
        ...

    async def each_server(self, *words: Word) -> list[Any]:
        """Ask every server that takes writes, and return what each says."""
        ...

    def names(self, pattern: str) -> AsyncIterator[bytes]:
        """Yield the keys that fit a pattern, wherever they are; one may come twice."""
        ...

    async def subscription(self, hear: Callable[[Any], None]) -> Line:
        """Return a new line for a subscription, to nothing yet; ``hear`` is told what comes.

        Raises:
            RedisError, OSError: there is no connection.

        """
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


class ServerLink:
    """The way to one server: always the same one, or whichever the sentinels call the master."""

    def __init__(self, client: Redis, guides: Sequence[Redis] = ()) -> None:
        self._client = client
        self._guides = guides
        self._exchange = Exchange()

    async def send(self, commands: Sequence[Words]) -> list[Any]:
        """Send commands; whoever sends waits for the replies before the next ones."""
        return await self._exchange.send(self._client, commands)

    async def each_server(self, *words: Word) -> list[Any]:
        """Ask the server."""
        return [await self._client.execute_command(*words)]  # type: ignore[no-untyped-call]  # theirs

    def names(self, pattern: str) -> AsyncIterator[bytes]:
        """Yield the keys that fit a pattern."""
        return self._client.scan_iter(match=pattern, count=_KEYS_AT_ONCE)

    async def subscription(self, hear: Callable[[Any], None]) -> Line:
        """Return a new line."""
        return await open_line(self._client, hear)

    async def close(self) -> None:
        """Close all connections."""
        await self._exchange.close()
        for client in (self._client, *self._guides):
            await client.aclose()


class ClusterLink:
    """The way to a cluster."""

    def __init__(self, client: RedisCluster, access: Access) -> None:
        self._client = client
        self._access = access
        self._ears: list[Redis] = []

    async def send(self, commands: Sequence[Words]) -> list[Any]:
        """Send each command to where its keys are, one pipeline for each server."""
        pipe = self._client.pipeline()
        for words in commands:
            pipe.execute_command(*words)
        replies: list[Any] = await pipe.execute(raise_on_error=False)
        if any(isinstance(reply, _LOST) for reply in replies):
            await self._client.aclose()  # it asks anew who serves what
        return replies

    async def each_server(self, *words: Word) -> list[Any]:
        """Ask every server of the cluster that takes writes."""
        await self._client.initialize()
        primaries = self._client.get_primaries()
        return [await self._client.execute_command(*words, target_nodes=p) for p in primaries]

    def names(self, pattern: str) -> AsyncIterator[bytes]:
        """Yield the keys that fit a pattern."""
        return self._client.scan_iter(match=pattern, count=_KEYS_AT_ONCE)

    async def subscription(self, hear: Callable[[Any], None]) -> Line:
        """Return a new line to any server: all of them hear what one is told."""
        await self._close_ears()
        await self._client.initialize()
        node = self._client.get_random_primary_node()
        self._ears.append(_client(str(node.host), int(node.port), 0, self._access))
        return await open_line(self._ears[-1], hear)

    async def close(self) -> None:
        """Close all connections."""
        await self._close_ears()
        await self._client.aclose()

    async def _close_ears(self) -> None:
        while self._ears:
            await self._ears.pop().aclose()


def open_link(address: Address) -> Link:
    """Return the way to an address. Nothing is connected before something is sent."""
    match address:
        case Single():
            return ServerLink(_client(*address.place, address.db, address.access))
        case Sentinels():
            access = address.access
            sentinel = Sentinel(address.sentinels, **_how(None))  # type: ignore[no-untyped-call]  # theirs
            master = sentinel.master_for(address.name, db=address.db, **_how(access))
            return ServerLink(master, sentinel.sentinels)
        case Cluster():
            seeds = [ClusterNode(*place) for place in address.seeds]
            client = RedisCluster(startup_nodes=seeds, **_how(address.access))
            return ClusterLink(client, address.access)


def _client(host: str, port: int, db: int, access: Access) -> Redis:
    return Redis(host=host, port=port, db=db, **_how(access))


def _how(access: Access | None) -> dict[str, Any]:
    """Return how to connect. There is no second try here, and no time-out but for connecting."""
    how: dict[str, Any] = {
        "protocol": 2,
        "retry": Retry(NoBackoff(), 0),
        "socket_timeout": None,
        "socket_connect_timeout": _CONNECT_LIMIT,
    }
    if access is not None:
        how |= {"username": access.username or None, "password": access.password or None}
        if access.tls:
            how["ssl"] = True
    return how
