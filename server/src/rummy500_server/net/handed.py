"""Connections that another process has accepted and hands over: a worker's way to its people."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Final

import structlog


log = structlog.get_logger(__name__)

_AT_ONCE: Final = 64


class HandedDoor:
    """Takes what comes over a channel, as a server of the loop takes what comes to its port.

    It has as much of such a server as the socket library asks of one.
    """

    sockets: tuple[socket.socket, ...] = ()
    """It listens at none."""

    def __init__(self, channel: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Begin. ``protocol`` makes what serves a connection."""
        self._channel = channel
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._admitting: set[asyncio.Task[None]] = set()
        self._open = True
        channel.settimeout(0)
        self._loop.add_reader(channel, self._take)

    def is_serving(self) -> bool:
        """Return whether connections are taken."""
        return self._open

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop."""
        return self._loop

    def close(self) -> None:
        """Take no more; those that are on the way already are told so like everybody else."""
        if self._open:
            self._take()
        if self._open:
            self._shut()

    async def wait_closed(self) -> None:
        """Wait for those that are being let in."""
        if self._admitting:
            await asyncio.wait(self._admitting)

    def _shut(self) -> None:
        self._open = False
        self._loop.remove_reader(self._channel)
        self._channel.close()

    def _take(self) -> None:
        try:
            for _ in range(_AT_ONCE):
                said, files, _, _ = socket.recv_fds(self._channel, 1, 1)
                for file in files:
                    task = self._loop.create_task(self._admit(socket.socket(fileno=file)))
                    self._admitting.add(task)
                    task.add_done_callback(self._admitting.discard)
                if not said:  # whoever deals them out is gone
                    self._shut()
                    return
        except BlockingIOError:
            return

    async def _admit(self, made: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, made)
        except OSError as error:
            log.info("not_admitted", error=str(error))
            made.close()
