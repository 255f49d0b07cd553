"""The keeper of the server on this computer, with small stand-ins for the server."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from rummy500_client.net.local_server import BUSY, LocalServer, LocalServerError


GOOD = """
import json, os, sys
print(json.dumps({"event": "listening", "port": os.getpid() % 60000 + 1, "pid": os.getpid()}))
sys.stdout.flush()
sys.stdin.read()
"""
BAD = """
import sys
sys.stderr.write("rummy500-server: no such option\\n'--help' tells what can be set\\n")
sys.exit(2)
"""
IN_USE = "import sys; sys.stderr.write('the store is in use\\n'); sys.exit(3)"
STRANGE = "print('hello'); import sys; sys.stdout.flush(); sys.stdin.read()"
DEAF = """
import json, signal, time
print(json.dumps({"port": 7}), flush=True)
while True:
    time.sleep(60)
"""


def keeper(folder: Path, program: str) -> LocalServer:
    return LocalServer(folder, (sys.executable, "-c", program))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_it_starts_tells_its_port_and_stops(tmp_path: Path) -> None:
    server = keeper(tmp_path / "new" / "folder", GOOD)
    await server.start()
    assert server.address.host == "127.0.0.1"
    pid = server.pid
    assert pid is not None
    assert server.address.port == pid % 60000 + 1
    await server.start()
    assert server.pid == pid
    await server.stop()
    assert not alive(pid)


async def test_a_killed_server_is_started_again(tmp_path: Path) -> None:
    server = keeper(tmp_path, GOOD)
    await server.start()
    first = server.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    while server.pid in {first, None}:  # noqa: ASYNC110 - a process sends no event
        await asyncio.sleep(0.01)
    await server.ready()
    assert server.address.port == (server.pid or 0) % 60000 + 1
    await server.stop()


async def test_a_refusal_is_told_in_the_words_of_the_server(tmp_path: Path) -> None:
    server = keeper(tmp_path, BAD)
    with pytest.raises(LocalServerError, match="no such option"):
        await server.start()
    assert await server.given_up() == "no such option"
    await server.stop()


async def test_a_folder_in_use_is_told_as_such(tmp_path: Path) -> None:
    server = keeper(tmp_path, IN_USE)
    with pytest.raises(LocalServerError, match=BUSY):
        await server.start()
    await server.stop()


async def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    server = LocalServer(tmp_path, ("/no/such/program",))
    with pytest.raises(LocalServerError, match="/no/such/program"):
        await server.start()


async def test_a_program_that_says_something_else_is_ended(tmp_path: Path) -> None:
    server = keeper(tmp_path, STRANGE)
    with pytest.raises(LocalServerError):
        await server.start()
    assert server.pid is None or not alive(server.pid)


async def test_a_server_that_does_not_listen_is_made_to_end(tmp_path: Path) -> None:
    server = keeper(tmp_path, DEAF)
    await server.start()
    pid = server.pid
    assert pid is not None
    await server.stop()
    assert not alive(pid)


async def test_stopping_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    server = keeper(tmp_path, GOOD)
    starting = asyncio.create_task(server.start())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await server.stop()
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    assert server.pid is None
