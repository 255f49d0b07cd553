"""A few plain HTTP pages on a port of their own, for those who run the server.

They stand apart from the players' port: what they show is nobody else's business, and behind a
proxy on the same machine every request would seem to come from that machine.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from rummy500_server.net.quiet import library_log


class Page(NamedTuple):
    """What is shown."""

    text: str
    status: HTTPStatus = HTTPStatus.OK
    kind: str = "text/plain; charset=utf-8"


Pages = Mapping[str, Callable[[], Awaitable[Page]]]
"""By path."""


class PagesPort:
    """The port."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._server: Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Begin to listen and return the port.

        Raises:
            OSError: the port can't be had.

        """
        self._server = await serve(
            _nobody,
            host,
            port,
            process_request=self._show,
            server_header=None,
            logger=library_log(),
        )
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Show nothing any more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _show(self, connection: ServerConnection, request: Request) -> Response:
        make = self._pages.get(request.path.partition("?")[0])
        if make is None:
            return connection.respond(HTTPStatus.NOT_FOUND, "no such page\n")
        page = await make()
        response = connection.respond(page.status, page.text)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = page.kind
        return response


async def _nobody(connection: ServerConnection) -> None:
    """Never called: each request is answered with a page."""
    await connection.close()
