"""Where somebody comes from: what counts as one address, and whom to believe about it.

A household, a school or a machine has one IPv4 address, or one /64 of IPv6 in which it can call
itself whatever it likes. Behind a proxy everybody comes from the proxy, which tells in a header
where it was asked from; only proxies that the settings name are believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final


Network = IPv4Network | IPv6Network
_Address = IPv4Address | IPv6Address

NOWHERE: Final = ""
"""This very machine, or an address that can't be told: it is not counted."""
_HOUSEHOLD: Final = 64
"""Bits that a provider gives to one customer at least."""


def networks(text: str) -> tuple[Network, ...]:
    """Return the networks of a list with commas; a single address is one of itself.

    Raises:
        ValueError: a part is neither.

    """
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def household(host: str) -> str:
    """Return what counts as one address: the name under which somebody's share is kept."""
    address = _read(host)
    if address is None or address.is_loopback:
        return NOWHERE
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, _HOUSEHOLD), strict=False))


def is_one_of(host: str, trusted: Iterable[Network]) -> bool:
    """Return whether a host is among networks."""
    address = _read(host)
    return address is not None and any(address in network for network in trusted)


def asked_from(peer: str, forwarded: Iterable[str], trusted: tuple[Network, ...]) -> str:
    """Return the host that asked: the last one in the chain that is no trusted proxy.

    ``forwarded`` are the values of ``X-Forwarded-For``, in order. Whatever stands before that host
    is hearsay. Somebody who writes nonsense there counts as the proxy that passed it on.
    """
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    host = peer
    while hops and is_one_of(host, trusted):
        hop = _bare(hops.pop())
        if _read(hop) is None:
            break
        host = hop
    return host


def _read(host: str) -> _Address | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return address if mapped is None else mapped


def _bare(hop: str) -> str:
    """Return a host without a port: ``192.0.2.1:80``, ``[2001:db8::1]:80``, and both without."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    host, colon, _ = hop.partition(":")
    return host if colon and "." in host else hop
