"""Under which address others reach a server that listens at every address of this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final


EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - to know them, not to use them
_FAR_AWAY: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has (RFC 5737, RFC 3849): nothing is ever sent there."""
_PORT: Final = 9


def own_address(family: socket.AddressFamily) -> str:
    """Return the address from which this machine would speak to others; empty if to nobody.

    A datagram socket that is connected sends nothing: the system only chooses the way.
    """
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_FAR_AWAY[family], _PORT))
        return str(probe.getsockname()[0])
    return ""


def reached_at(
    host: str, port: int, own: Callable[[socket.AddressFamily], str] = own_address
) -> str:
    """Return what others enter to come here; empty if only this machine can.

    ``host`` is where the server listens. A name is returned as it is.
    """
    if host in EVERYWHERE:
        host = own(socket.AF_INET) or own(socket.AF_INET6)
    try:
        address = ip_address(host)
    except ValueError:
        return "" if host in {"", "localhost"} else f"{host}:{port}"
    if address.is_loopback or address.is_unspecified:
        return ""
    return f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}"  # noqa: PLR2004
