"""Open a WebSocket to a server, and say in one word why it cannot be done."""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException
from websockets.typing import Subprotocol

from rummy500.protocol.limits import MAX_UPDATE_BYTES
from rummy500.protocol.version import SUBPROTOCOL
from rummy500_client.net.address import Address
from rummy500_client.net.news import Fault
from rummy500_client.net.resolve import addresses_of


_PATIENCE_EACH: Final = 2.0
"""Seconds for each address of a host but the last."""
_CLOSE_LIMIT: Final = 0.5
"""A server that does not answer our goodbye is not waited for."""


class NoConnectionError(Exception):
    """There is no connection, or no longer."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail


async def dial(address: Address) -> ClientConnection:
    """Return an open WebSocket that speaks our subprotocol.

    Our own pings replace those of the library, so that silence is noticed in one place only.
    Compression stays off: the frames are small, and a deflated bomb cannot come in. Addresses are
    tried one after the other, not in a race: Python 3.11 leaks the socket of a cancelled race.

    Raises:
        NoConnectionError: with the reason.

    """
    try:
        hosts = await addresses_of(address.host, address.port)
        for host in hosts[:-1]:
            with suppress(OSError, WebSocketException, EOFError, TimeoutError):
                async with asyncio.timeout(_PATIENCE_EACH):
                    return await _ours(await _opened(address, host))
        opened = await _opened(address, hosts[-1])
    except (OSError, WebSocketException, EOFError) as error:
        raise NoConnectionError(_fault_of(error), str(error)) from error
    return await _ours(opened)


async def _opened(address: Address, host: str) -> ClientConnection:
    return await connect(
        address.url,
        host=host,
        port=address.port,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        max_size=MAX_UPDATE_BYTES,
        open_timeout=None,
        close_timeout=_CLOSE_LIMIT,
        ping_interval=None,
        proxy=None,
        user_agent_header=None,
    )


async def _ours(opened: ClientConnection) -> ClientConnection:
    """Return the connection if the other end chose our subprotocol."""
    if opened.subprotocol != SUBPROTOCOL:
        await opened.close()
        raise NoConnectionError(Fault.NOT_OURS, "the server did not choose our subprotocol")
    return opened


def _fault_of(error: Exception) -> Fault:
    match error:
        case socket.gaierror():
            return Fault.ADDRESS_UNKNOWN
        case ssl.SSLCertVerificationError():
            return Fault.INSECURE
        case ssl.SSLError() | InvalidHandshake() | EOFError():
            return Fault.NOT_OURS
        case ConnectionRefusedError():
            return Fault.NOBODY_THERE
        case asyncio.TimeoutError():
            return Fault.TIMED_OUT
        case InvalidURI():
            return Fault.ADDRESS_UNKNOWN
        case OSError() if str(error).startswith("Multiple exceptions"):
            return Fault.NOBODY_THERE if "Connect call failed" in str(error) else Fault.UNREACHABLE
        case _:
            return Fault.UNREACHABLE
