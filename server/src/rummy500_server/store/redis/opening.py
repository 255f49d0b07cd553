"""From the text of a setting to the store in Redis."""

from __future__ import annotations

from rummy500_server.clock import Clock
from rummy500_server.store.ports import StoreError
from rummy500_server.store.redis.address import AddressError, parse_address
from rummy500_server.store.redis.store import RedisStore


def open_redis(text: str, clock: Clock) -> RedisStore:
    """Return the store at an address; it is not connected before ``open``.

    Raises:
        StoreError: the address says of no Redis where it is.

    """
    try:
        return RedisStore(parse_address(text), clock)
    except AddressError as error:
        msg = f"the address of the store: {error}"
        raise StoreError(msg) from error
