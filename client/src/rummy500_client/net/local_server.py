"""The server on this computer: the real one, as a process of its own.

It is told to end with its parent: it reads its standard input and leaves when that closes, which
the system does for us even if this program is killed. When the server dies instead, it is started
again with the same folder, and the link resumes as from any fallen server.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rummy500_client.net.address import Address


LOOPBACK: Final = "127.0.0.1"
_LOG: Final = "server.log"
_OWN_WORDS: Final = "rummy500-server:"
"""With this the server begins a line in which it says why it cannot run."""
_START_LIMIT: Final = 20.0
"""Seconds until the server must have told its port."""
_STOP_LIMIT: Final = 1.2
"""Seconds that the server has to leave by itself."""
_MAX_DEATHS: Final = 5
"""So many deaths in a row, each soon after the start, and we give up."""
_REFUSALS: Final = (2, 3, 4)
"""Exit codes with which the server says that it cannot run so; another try would change nothing."""
_STORE_BUSY: Final = 3
_LONG_LIFE: Final = 10.0
"""A server that lived so many seconds starts the count of deaths anew."""


class LocalServerError(RuntimeError):
    """The server on this computer does not start; the text is what it said last."""


BUSY: Final = "busy"
"""What is told when another server uses the folder already."""


def server_command() -> tuple[str, ...]:
    """Return the command that starts the server: the module, or this very program when frozen."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "--serve")
    return (sys.executable, "-m", "rummy500_server")


class LocalServer:
    """Keeps one server running on this computer."""

    def __init__(self, folder: Path, command: Sequence[str] | None = None) -> None:
        self._folder = folder
        self._command = tuple(server_command() if command is None else command)
        self._process: Process | None = None
        self._spawning: asyncio.Task[Process] | None = None
        """A process that is being made; not left alone even if we are told to stop meanwhile."""
        self._keeper: asyncio.Task[None] | None = None
        self._up = asyncio.Event()
        self._port = 0
        self._failure = ""

    @property
    def address(self) -> Address:
        """Return where the server listens now; it may change when it had to be started again."""
        return Address(LOOPBACK, self._port)

    @property
    def pid(self) -> int | None:
        """Return the process id of the running server."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the server and wait until it listens. Does nothing when it runs.

        Raises:
            LocalServerError: it does not start.

        """
        if self._keeper is None or self._keeper.done():
            self._failure = ""
            self._keeper = asyncio.create_task(self._keep(), name="local server")
        await self.ready()

    async def ready(self) -> None:
        """Wait until the server listens.

        Raises:
            LocalServerError: it does not start.

        """
        if self._keeper is None:
            raise LocalServerError(self._failure)
        waiting = asyncio.ensure_future(self._up.wait())
        try:
            await asyncio.wait({waiting, self._keeper}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if not self._up.is_set():
            raise LocalServerError(self._failure)

    async def given_up(self) -> str:
        """Wait until the server is not started again any more, and return why."""
        if self._keeper is not None:
            await asyncio.wait({self._keeper})
        return self._failure

    async def stop(self) -> None:
        """End the server: close its input, wait a little, then insist."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
            self._keeper = None
        process = self._process
        if self._spawning is not None:
            (made,) = await asyncio.gather(self._spawning, return_exceptions=True)
            process = made if isinstance(made, Process) else None
        self._process = self._spawning = None
        if process is None:
            return
        try:
            async with asyncio.timeout(_STOP_LIMIT):
                await _ended(process)
        except TimeoutError:
            _kill(process)
            await _ended(process)

    # --- keeping it alive ------------------------------------------------------------------------

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        deaths = 0
        while deaths < _MAX_DEATHS:
            born = loop.time()
            await self._run_once()
            code = None if self._process is None else self._process.returncode
            if code in _REFUSALS:
                self._failure = BUSY if code == _STORE_BUSY else self._failure
                return
            deaths = 1 if loop.time() - born > _LONG_LIFE else deaths + 1
            await asyncio.sleep(0.1 * deaths)

    async def _run_once(self) -> None:
        """Run the server until it ends."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._spawning = asyncio.create_task(self._spawn())
        try:
            self._process = await asyncio.shield(self._spawning)
        except OSError as error:
            self._failure = str(error)
            self._spawning = None
            return
        self._spawning = None
        try:
            async with asyncio.timeout(_START_LIMIT):
                self._port = await _announced_port(self._process)
            self._up.set()
        except (TimeoutError, ValueError):
            self._failure = self._last_words()
            _kill(self._process)
        await _drained(self._process)
        self._up.clear()
        await _ended(self._process)

    def _last_words(self) -> str:
        """Return the last line that the server wrote about itself."""
        try:
            lines = (self._folder / _LOG).read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            lines = []
        said = [line for line in lines if line.startswith(_OWN_WORDS)] or lines
        last = next((line for line in reversed(said) if line.strip()), "it says nothing")
        return last.removeprefix(_OWN_WORDS).strip()

    async def _spawn(self) -> Process:
        arguments = ("--host", LOOPBACK, "--port", "0", "--announce-json", "--end-with-parent")
        with (self._folder / _LOG).open("ab") as errors:
            return await asyncio.create_subprocess_exec(
                *self._command,
                *arguments,
                "--data",
                os.fspath(self._folder),
                stdin=PIPE,
                stdout=PIPE,
                stderr=errors,
                start_new_session=True,
            )


async def _announced_port(process: Process) -> int:
    """Read the line that tells the port.

    Raises:
        ValueError: the server ended or said something else.

    """
    if process.stdout is None:
        msg = "the server has no output"
        raise ValueError(msg)
    line = await process.stdout.readline()
    match json.loads(line or b"null"):
        case {"port": int(port)}:
            return port
        case _:
            msg = f"the server said {line[:200]!r}"
            raise ValueError(msg)


async def _drained(process: Process) -> None:
    """Read away what the server writes, so that it never waits for us, until it ends."""
    if process.stdout is not None:
        while await process.stdout.read(65536):
            pass
    await process.wait()


async def _ended(process: Process) -> None:
    """Close the input of the server, which tells it to end, and wait until all of it is gone."""
    if process.stdin is not None:
        process.stdin.close()
    await _drained(process)
    if process.stdin is not None:
        with suppress(ConnectionError):
            await process.stdin.wait_closed()


def _kill(process: Process) -> None:
    """End a process by force.

    Not by the process's own method where there is a choice: that polls first, and takes the end
    of a process that has just died away from the loop, which then warns of an unknown child.
    """
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.kill(process.pid, signal.SIGKILL)
