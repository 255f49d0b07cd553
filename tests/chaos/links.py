"""A link between two programs that can be cut, held up and slowed down."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from rummy500_server.clock import Clock


HOST: Final = "127.0.0.1"
_PIECE: Final = 65536


@dataclass(eq=False)
class _Line:
    """One connection through the link."""

    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def cut(self) -> None:
        """Break it off at both ends, without a word."""
        for writer in self.writers:
            with suppress(OSError, RuntimeError):
                writer.transport.abort()


class Link:
    """Listens on a port of its own and passes everything on to another one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.port = 0
        """Where it listens."""
        self.target = 0
        """Where it leads. While that is 0 nobody gets through."""
        self.delay = 0.0
        """Seconds that each piece is held."""
        self._open = asyncio.Event()
        self._open.set()
        self._lines: set[_Line] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cut everything, and listen no more."""
        self.cut()
        self.release()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def cut(self) -> None:
        """Cut all connections that there are."""
        for line in tuple(self._lines):
            line.cut()

    def hold(self) -> None:
        """Let nothing through, and let nobody know: half-open, as after a cable was pulled."""
        self._open.clear()

    def release(self) -> None:
        """Let everything through again."""
        self._open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = _Line([writer])
        self._lines.add(line)
        try:
            await self._open.wait()
            there, back = await asyncio.open_connection(HOST, self.target)
            line.writers.append(back)
            passing = [
                asyncio.create_task(self._pass(reader, back)),
                asyncio.create_task(self._pass(there, writer)),
            ]
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
            for task in passing:
                task.cancel()
            await asyncio.gather(*passing, return_exceptions=True)
        except OSError:
            pass  # nobody is there: whoever connects is cut off, as at a port without a listener
        finally:
            line.cut()
            self._lines.discard(line)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(_PIECE):
                if self.delay:
                    await self._clock.sleep(self.delay)
                await self._open.wait()
                writer.write(data)
                await writer.drain()
