"""Takes connections at the port and hands each one, unread, to a worker.

The system could deal them out by itself (``SO_REUSEPORT``). It does not know who belongs together:
people who come with the same word belong to the same worker (``lobby.places``). The word stands in
the first line of the request, which is looked at and left for the worker to read.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator, Sequence
from typing import Final

import structlog

from rummy500_server.lobby.places import word_in


log = structlog.get_logger(__name__)

_HEAD: Final = 2048
"""Bytes of a request that are looked at."""
_PATIENCE: Final = 1.0
"""Seconds that somebody has to say something before a worker gets him as he is,"""
_MOST_WAITING: Final = 256
"""and how many may be waited for at once."""
_AT_ONCE: Final = 64
_PAUSE: Final = 0.5
"""Seconds before connections are taken again when the system gives no more."""
_WORDS: Final = 1 << 16
"""Words of which it is remembered where they lead."""


class Dealer:
    """Deals connections out among workers."""

    def __init__(self, listening: Sequence[socket.socket]) -> None:
        """Begin with sockets that listen, and without any worker."""
        self._listening = tuple(listening)
        self._channels: dict[int, socket.socket] = {}
        """By worker, the way to it."""
        self._dealt: dict[int, int] = {}
        """By worker, how many connections it was given: whoever comes anew goes where fewer are."""
        self._words: dict[str, int] = {}
        self._waiting: dict[socket.socket, asyncio.TimerHandle] = {}

    def channel_for(self, worker: int) -> socket.socket:
        """Return the worker's end of a new channel; the caller closes it when the worker has it."""
        self.lose(worker)
        ours, theirs = socket.socketpair()
        ours.settimeout(0)
        self._channels[worker] = ours
        self._dealt.setdefault(worker, max(self._dealt.values(), default=0))
        return theirs

    def lose(self, worker: int) -> None:
        """Give nothing more to a worker."""
        channel = self._channels.pop(worker, None)
        if channel is not None:
            channel.close()

    def begin(self) -> None:
        """Take connections."""
        loop = asyncio.get_running_loop()
        for listening in self._listening:
            loop.add_reader(listening, self._accept, listening)

    def end(self) -> None:
        """Take no more."""
        self._rest()
        for waiting in tuple(self._waiting):
            self._forget(waiting)
            waiting.close()
        for worker in tuple(self._channels):
            self.lose(worker)

    def _rest(self) -> None:
        loop = asyncio.get_running_loop()
        for listening in self._listening:
            loop.remove_reader(listening)

    def _accept(self, listening: socket.socket) -> None:
        try:
            for _ in range(_AT_ONCE):
                made, _ = listening.accept()
                made.settimeout(0)
                self._look(made)
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:  # most likely too many files are open
            log.warning("not_accepted", error=str(error))
            self._rest()
            asyncio.get_running_loop().call_later(_PAUSE, self._again)

    def _again(self) -> None:
        if self._channels:
            self.begin()

    def _look(self, made: socket.socket) -> None:
        """Deal a connection out by what it says, or wait for that."""
        try:
            head = made.recv(_HEAD, socket.MSG_PEEK)
        except BlockingIOError:
            self._wait(made)
            return
        except OSError:
            head = b""
        if head:
            self._deal(made, _word_of(head))
        else:
            made.close()  # hung up already

    def _wait(self, made: socket.socket) -> None:
        if len(self._waiting) >= _MOST_WAITING:
            self._deal(made, "")
            return
        loop = asyncio.get_running_loop()
        self._waiting[made] = loop.call_later(_PATIENCE, self._has_waited, made, "")
        loop.add_reader(made, self._speaks, made)

    def _speaks(self, made: socket.socket) -> None:
        self._forget(made)
        self._look(made)

    def _has_waited(self, made: socket.socket, word: str) -> None:
        self._forget(made)
        self._deal(made, word)

    def _forget(self, made: socket.socket) -> None:
        self._waiting.pop(made).cancel()
        asyncio.get_running_loop().remove_reader(made)

    def _deal(self, made: socket.socket, word: str) -> None:
        """Give a connection to a worker that takes it."""
        with made:
            for worker in self._candidates(word):
                with contextlib.suppress(OSError):  # it has fallen, or is far behind
                    socket.send_fds(self._channels[worker], [b"."], [made.fileno()])
                    self._note(worker, word)
                    return
        log.warning("nobody_takes_it")

    def _candidates(self, word: str) -> Iterator[int]:
        known = self._words.get(word)
        if known in self._channels:
            yield known
        yield from sorted(self._channels, key=self._dealt.__getitem__)

    def _note(self, worker: int, word: str) -> None:
        self._dealt[worker] += 1
        if word:
            self._words.pop(word, None)
            self._words[word] = worker
            if len(self._words) > _WORDS:
                del self._words[next(iter(self._words))]


def _word_of(head: bytes) -> str:
    _, _, rest = head.partition(b"\r\n")[0].partition(b" ")
    return word_in(rest.partition(b" ")[0].decode("latin-1"))
