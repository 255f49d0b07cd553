"""From the name of a host to its addresses, without ever holding up the end of the program.

The system's look-up cannot be cancelled, and the loop's own threads are waited for at the end. So
the look-up runs in a thread that nobody waits for.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread


async def addresses_of(host: str, port: int) -> tuple[str, ...]:
    """Return the addresses of a host, in the order in which they are to be tried.

    Raises:
        OSError: there is no such host.

    """
    with suppress(ValueError):
        return (str(ip_address(host)),)
    loop = asyncio.get_running_loop()
    found: asyncio.Future[tuple[str, ...]] = loop.create_future()

    def look_up() -> None:
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answer: tuple[str, ...] | OSError = tuple(
                dict.fromkeys(str(info[4][0]) for info in infos)
            )
        except OSError as error:
            answer = error
        with suppress(RuntimeError):  # the loop is closed: nobody asks any more
            loop.call_soon_threadsafe(tell, answer)

    def tell(answer: tuple[str, ...] | OSError) -> None:
        if found.done():
            return
        if isinstance(answer, OSError):
            found.set_exception(answer)
        else:
            found.set_result(answer)

    Thread(target=look_up, name=f"look up {host}", daemon=True).start()
    return await found
