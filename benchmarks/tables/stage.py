"""Starts what ``tables_vs_peers.py`` and ``scale_out.py`` measure, and ends it again."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple


HERE: Final = Path(__file__).parent
SERVER_CORE: Final = 0
OTHER_CORE: Final = 1
_LIMIT: Final = 300


class Running(NamedTuple):
    """A server that listens."""

    port: int
    pid: int


def pinned(core: int, command: Sequence[str]) -> list[str]:
    """Return a command that stays on one core, where that can be had."""
    taskset = shutil.which("taskset")
    cores = os.cpu_count() or 1
    return [taskset, "-c", str(core), *command] if taskset and core < cores else [*command]


def free_port() -> int:
    """Return a port of this machine that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def ours(
    python: str, store: str, *options: str, core: int | None = SERVER_CORE
) -> Iterator[Running]:
    """Run our server, on one core or, with None, on any.

    An empty store is SQLite in a folder that is thrown away.
    """
    with tempfile.TemporaryDirectory() as data:
        command = [python, "-m", "rummy500_server", "--port", "0", "--announce-json"]
        command += ["--data", data, "--log-level", "warning", "--unlimited-rate", *options]
        if store:
            command += ["--store", store]
        placed = command if core is None else pinned(core, command)
        with _process(placed) as (process, line):
            yield Running(json.loads(line)["port"], process.pid)


@contextmanager
def peer(folder: Path, program: str, *arguments: str) -> Iterator[Running]:
    """Run a server of node from a folder where its packages are."""
    shutil.copy(HERE / program, folder)
    port = free_port()
    command = pinned(SERVER_CORE, ["node", program, str(port), *arguments])
    with _process(command, folder) as (process, _):
        yield Running(port, process.pid)


@contextmanager
def redis(*, durable: bool = True) -> Iterator[int]:
    """Run a Redis that writes everything down each second, or nothing at all; yield its port."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        msg = "neither redis-server nor valkey-server is on the PATH"
        raise FileNotFoundError(msg)
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", data]
        command += [
            "--save",
            "",
            "--appendonly",
            "yes" if durable else "no",
            "--appendfsync",
            "everysec",
        ]
        with _process(pinned(OTHER_CORE, command), ready="Ready to accept connections"):
            yield port


@contextmanager
def _process(
    command: list[str], folder: Path | None = None, ready: str = ""
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a program; it is there when it has written a line, or the one with ``ready`` in it."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        while ready not in line:
            if not line:
                msg = f"{command[-1]} did not start"
                raise RuntimeError(msg)
            line = process.stdout.readline()
        yield process, line
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()
        process.stdout.close()


def install(folder: Path) -> None:
    """Install the peers' packages, unless they are there."""
    if (folder / "node_modules").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", folder)
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True
    )


def load(server: Running, *options: str) -> dict[str, Any]:
    """Play at our server, and return the report."""
    return load_at(f"ws://127.0.0.1:{server.port}", (server.pid,), *options)


def load_at(url: str, pids: Sequence[int], *options: str) -> dict[str, Any]:
    """Play at an address behind which our servers are, and return the report."""
    command = [sys.executable, "-m", "rummy500_server.load", "--url", url]
    return _report([*command, "--server-pid", *map(str, pids), *options])


def guests(dialect: str, server: Running, tables: int, rate: float, seconds: float) -> Any:
    """Play at a peer, and return the report."""
    command = [sys.executable, "-m", "benchmarks.tables.guests", dialect, str(server.port)]
    warm_up = 3.0  # node compiles what it does often
    return _report([*command, *map(str, (server.pid, tables, rate, seconds, warm_up))])


def _report(command: list[str]) -> dict[str, Any]:
    time.sleep(0.5)  # what came before has ended
    done = subprocess.run(
        pinned(OTHER_CORE, command), stdout=subprocess.PIPE, timeout=_LIMIT, check=False
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report
