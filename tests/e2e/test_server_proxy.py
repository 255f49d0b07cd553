"""The proxy of the compose file before two real servers on one real Redis."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import ssl
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.e2e.meeting import together
from tests.house.tree import ROOT
from tests.server.player import Player
from tests.server.process import ServerProcess, server_process
from tests.support.redis_server import RedisProcess, free_ports

from rummy500.protocol import commands
from rummy500_server.ops import orders
from rummy500_server.ops.command import ask


CADDY = shutil.which("caddy")
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.redis,
    pytest.mark.skipif(CADDY is None, reason="no caddy on the PATH; dev.py installs it when root"),
]


@asynccontextmanager
async def proxy(
    folder: Path, servers: list[ServerProcess], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[str]:
    """Run the proxy, and yield the address at which players find it."""
    port, plain, health = free_ports(3)
    process = await asyncio.create_subprocess_exec(
        *(str(CADDY), "run", "--adapter", "caddyfile"),
        *("--config", str(ROOT / "server" / "Caddyfile")),
        stdout=DEVNULL,
        stderr=DEVNULL,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "RUMMY500_SITE": f"https://localhost:{port}",
            "RUMMY500_NODES": " ".join(f"127.0.0.1:{server.port}" for server in servers),
            "RUMMY500_HTTP_PORT": str(plain),
            "RUMMY500_PROXY_HEALTH_PORT": str(health),
        },
    )
    try:
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
        async with asyncio.timeout(20):
            while "ready" not in await page(port, root):
                assert process.returncode is None
                await asyncio.sleep(0.05)
        yield f"wss://localhost:{port}"
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def house(
    redis: RedisProcess, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[ServerProcess, ServerProcess, str]]:
    """Yield two servers and the address of the proxy before them."""
    options = ("--store", redis.url, "--trusted-proxies", "127.0.0.1,::1")
    async with (
        server_process(folder / "one", *options) as one,
        server_process(folder / "two", *options) as two,
        proxy(folder, [one, two], monkeypatch) as url,
    ):
        yield one, two, url


async def page(port: int, root: Path) -> str:
    """Return what the proxy shows under /readyz, over TLS, or nothing."""
    try:
        trust = ssl.create_default_context(cafile=str(root))
        reader, writer = await asyncio.open_connection("localhost", port, ssl=trust)
    except (OSError, ssl.SSLError):
        return ""
    writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    return answer.decode()


def where(servers: list[ServerProcess], player: str) -> ServerProcess:
    """Return the server at which somebody is; each of them can tell about both."""
    for report in ask(servers[0].data, "test", orders.List()).reports:
        assert isinstance(report, orders.Listed)
        if player in {guest.player for guest in report.guests}:
            return next(server for server in servers if node_of(server) == report.node)
    msg = f"{player} is nowhere"
    raise AssertionError(msg)


def node_of(server: ServerProcess) -> str:
    key = server.data / "admin.json"
    return str(json.loads(key.read_text(encoding="utf-8"))["node"]) if key.exists() else ""


async def test_players_pass_a_server_that_is_drained_and_play_on_at_the_other(
    redis: RedisProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(redis, tmp_path, monkeypatch) as (one, two, url):
        ana = await Player("Ana", url).connect()
        await ana.greet()
        made = await ana.sit(commands.CreateTable, name="", seats=2, computers=("easy",))
        await ana.do(commands.Start, table=made.table)
        await ana.until(lambda: ana.my_turn(made.table))
        before = ana.news[made.table]
        first = await asyncio.to_thread(where, [one, two], ana.player)

        assert await first.ask_to_end(signal.SIGTERM) == 0
        assert await ana.gone() == (1001, "going_away")
        async with asyncio.timeout(5):
            await ana.connect()
            await ana.greet()
            assert ana.tables == (made.table,)
            await ana.sit(commands.Resume, table=made.table)
        assert ana.news[made.table].own == before.own
        rest = [server for server in (one, two) if server is not first]
        assert await asyncio.to_thread(where, rest, ana.player) is rest[0]
        await ana.play(made.table, ana.legal(made.table)[0])
        await ana.close()


async def test_people_of_a_table_come_together_behind_the_proxy(
    redis: RedisProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(redis, tmp_path, monkeypatch) as (one, two, url):
        people = await together(url, words=8)
        places = [await asyncio.to_thread(where, [one, two], p.player) for p in people]
        assert len({server.port for server in places}) == 1
        for person in people:
            await person.close()
