"""From what a person types to the address of a server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from ipaddress import AddressValueError, IPv6Address
from typing import Final
from urllib.parse import SplitResult, quote, urlsplit


DEFAULT_PORT: Final = 8500
_LAST_PORT: Final = 65535


class AddressFault(StrEnum):
    """What is wrong with an address."""

    EMPTY = "empty"
    SCHEME = "scheme"
    HOST = "host"
    PORT = "port"


class AddressError(ValueError):
    """An address that names no server."""

    def __init__(self, fault: AddressFault, text: str) -> None:
        super().__init__(f"{fault}: {text!r}")
        self.fault = fault
        self.text = text


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    port: int
    secure: bool = False
    path: str = "/"

    @property
    def url(self) -> str:
        """Return the address as a WebSocket URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme = "wss" if self.secure else "ws"
        return f"{scheme}://{host}:{self.port}{self.path}"

    def by(self, word: str) -> Address:
        """Return the same address for whoever comes with a word (``docs/protocol.md``)."""
        return replace(self, path=f"{self.path}?at={quote(word, safe='')}")


def parse_address(text: str) -> Address:
    """Read ``host``, ``host:port``, ``[IPv6]:port`` or a ``ws://`` or ``wss://`` URL.

    Raises:
        AddressError: saying which part does not fit.

    """
    plain = text.strip()
    if not plain:
        raise AddressError(AddressFault.EMPTY, text)
    if "://" not in plain:
        if _is_bare_ipv6(plain):
            return Address(plain, DEFAULT_PORT)
        plain = f"ws://{plain}"
    try:
        parts = urlsplit(plain)
    except ValueError:
        raise AddressError(AddressFault.HOST, text) from None
    if parts.scheme not in {"ws", "wss"}:
        raise AddressError(AddressFault.SCHEME, text)
    host = parts.hostname or ""
    if not host or parts.username is not None or any(c.isspace() or c in "<>\"'" for c in host):
        raise AddressError(AddressFault.HOST, text)
    secure = parts.scheme == "wss"
    path = parts.path or "/"
    return Address(host, _port(parts, text, secure=secure), secure, path)


def _port(parts: SplitResult, text: str, *, secure: bool) -> int:
    try:
        port = parts.port
    except ValueError:
        raise AddressError(AddressFault.PORT, text) from None
    if port is None:
        return 443 if secure else DEFAULT_PORT
    if not 1 <= port <= _LAST_PORT:
        raise AddressError(AddressFault.PORT, text)
    return port


def _is_bare_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return True
