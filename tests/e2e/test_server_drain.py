"""A server that is told to end: everybody is told, nothing is lost, and it ends in time."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from tests.server.player import players
from tests.server.process import server_process

from rummy500.protocol import commands


pytestmark = pytest.mark.e2e

LIMIT = 5.0
"""Seconds in which a server ends, whatever it does."""
STUCK = """
import asyncio, sys, threading
from rummy500_server.__main__ import main
from rummy500_server.store.sqlite import SqliteStore

async def hang(*_):
    print("stuck", flush=True)
    await asyncio.to_thread(threading.Event().wait)

def stall(*_):
    print("stuck", flush=True)
    threading.Event().wait()

setattr(SqliteStore, sys.argv.pop(1), globals()[sys.argv.pop(1)])
sys.exit(main())
"""


async def test_everybody_is_told_and_finds_the_match_again(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server, players(server.url, "Ana", "Beto") as people:
        ana, beto = people
        made = await ana.sit(commands.CreateTable, name="", seats=2)
        await beto.sit(commands.JoinTable, table=made.table)
        await ana.do(commands.Start, table=made.table)
        await beto.until(lambda: beto.news[made.table].seq == ana.news[made.table].seq)
        before = {person.name: person.news[made.table].own for person in people}
        began = time.monotonic()
        assert await server.ask_to_end(signal.SIGTERM) == 0
        assert time.monotonic() - began < LIMIT
        for person in people:
            assert await person.gone() == (1001, "going_away")
        await server.start()
        for person in people:
            person.url = server.url
            await person.connect()
            await person.greet()
            assert person.tables == (made.table,)
            await person.sit(commands.Resume, table=made.table)
            assert person.news[made.table].own == before[person.name]


async def test_those_who_do_not_listen_do_not_delay_the_end(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server, players(server.url, "Ana", "Eva") as (ana, eva):
        made = await ana.sit(commands.CreateTable, name="", seats=2, computers=("easy",))
        await ana.do(commands.Start, table=made.table)
        assert eva._socket is not None
        eva._socket.transport.pause_reading()
        _, silent = await asyncio.open_connection("127.0.0.1", server.port)
        began = time.monotonic()
        assert await server.ask_to_end(signal.SIGTERM) == 0
        assert time.monotonic() - began < LIMIT
        assert await ana.gone() == (1001, "going_away")
        eva._socket.transport.resume_reading()
        silent.close()
        await silent.wait_closed()


@pytest.mark.parametrize(
    ("what", "how", "said"),
    [
        ("close", "hang", "listening"),  # the last thing a server does
        ("bans", "hang", "stuck"),  # one of the first
        ("bans", "stall", "stuck"),  # and so that not even the loop turns
    ],
)
async def test_what_does_not_let_go_is_left_behind(
    tmp_path: Path, what: str, how: str, said: str
) -> None:
    """A disk that hangs must not keep a server that was told to end."""
    options = ("--port", "0", "--announce-json", "--data", str(tmp_path))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", STUCK, what, how, *options), stdout=PIPE, stderr=PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        async with asyncio.timeout(4 * LIMIT):
            assert said in (await process.stdout.readline()).decode()
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert await process.wait() == 5
        assert time.monotonic() - began < LIMIT + 0.5
        assert "ended_by_force" in (await process.stderr.read()).decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
