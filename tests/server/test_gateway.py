"""The door of a real server: who gets in, what is bounded, and what is shown on which port."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.fakes import ChancePlayer
from tests.server.player import Player, players
from tests.support.log_watch import LogWatch
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from rummy500.protocol import commands
from rummy500.protocol.codec import encode
from rummy500.protocol.updates import Accepted
from rummy500.protocol.version import PROTOCOL_VERSION, SUBPROTOCOL
from rummy500_server.app import Server
from rummy500_server.config import Settings
from rummy500_server.net import outbox
from rummy500_server.store.memory import MemoryStore


@asynccontextmanager
async def server(data: Path, **settings: Any) -> AsyncIterator[Server]:
    fixed: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "data": data, "store": "memory:"}
    wanted = Settings(pause=0, seed=7, **{**fixed, **settings})
    async with Server(wanted, bots=ChancePlayer()) as made:
        yield made


def url(made: Server) -> str:
    return f"ws://127.0.0.1:{made.port}"


def dial(made: Server, **headers: str) -> connect:
    return connect(
        url(made),
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers=headers,
        compression=None,
        proxy=None,
    )


async def get(port: int, path: str, *headers: str) -> tuple[int, str]:
    """Ask for a page as the simplest of programs does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = (f"GET {path} HTTP/1.1", "Host: x", *headers, "", "")
    writer.write("\r\n".join(lines).encode())
    async with asyncio.timeout(5):
        answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


async def fate(socket: Any) -> tuple[int, str]:
    """Read to the end, and return code and reason of the close."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(5):
            while True:
                await socket.recv()
    return socket.close_code, socket.close_reason


# --- who gets in ----------------------------------------------------------------------------------


async def test_one_address_behind_the_proxy_does_not_keep_others_out(tmp_path: Path) -> None:
    async with server(tmp_path, trusted_proxies="127.0.0.0/8", most_per_address=2) as made:
        here = [await dial(made, **{"X-Forwarded-For": "198.51.100.7"}) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await dial(made, **{"X-Forwarded-For": "198.51.100.7"})
        assert refused.value.response.status_code == 429
        here.append(await dial(made, **{"X-Forwarded-For": "198.51.100.8"}))
        await here[0].close()
        here.append(await dial(made, **{"X-Forwarded-For": "198.51.100.7"}))
        for socket in here:
            await socket.close()


async def test_a_full_server_says_so_and_is_well_again(tmp_path: Path) -> None:
    async with server(tmp_path, most_connections=2) as made:
        here = [await dial(made) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await dial(made)
        assert refused.value.response.status_code == 503
        for socket in here:
            await socket.close()
        async with players(url(made), "Ana", "Beto"):
            pass


async def test_who_does_not_even_ask_is_let_go(tmp_path: Path) -> None:
    async with server(tmp_path, hello_seconds=0.05) as made:
        reader, writer = await asyncio.open_connection("127.0.0.1", made.port)
        async with asyncio.timeout(5):
            assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()
        async with dial(made) as socket:
            assert await fate(socket) == (1008, "hello_late")


# --- what is bounded ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "reasons"),
    [
        (b"\x00" * 5000, {(1009, "too_big")}),
        (b"\x00" * 70_000, {(1009, "frame with 70000 bytes exceeds limit of 65536 bytes")}),
        (b"\x91" * 4000 + b"\x01", {(1002, "violation")}),
        (b"\x81\xa3cmd" + b"\x91" * 40 + b"\x01", {(1002, "violation")}),
        ("text", {(1002, "violation")}),
    ],
)
async def test_what_no_honest_client_sends_closes(
    tmp_path: Path, frame: bytes | str, reasons: set[tuple[int, str]]
) -> None:
    async with server(tmp_path) as made, dial(made) as socket:
        await socket.send(frame)
        assert await fate(socket) in reasons
        async with players(url(made), "Ana"):
            pass


async def test_a_flood_of_pings_is_cut(tmp_path: Path) -> None:
    async with server(tmp_path) as made, dial(made) as socket:
        for _ in range(300):
            await socket.ping()
        code, _ = await fate(socket)
        assert code == 1006


async def test_who_gives_no_sign_of_life_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"_TICK": 0.02, "ELSEWHERE": 12, "FRESH": 0.0}.items():
        monkeypatch.setattr(f"rummy500_server.net.pinger.{name}", value)
    async with (
        server(tmp_path, unlimited_rate=True) as made,
        dial(made) as silent,
        players(url(made), "Ana") as (ana,),
    ):
        # Whoever reads answers pings by himself, so this one may not read.
        silent.transport.pause_reading()
        async with asyncio.timeout(10):
            while made._gateway.connections > 1:  # nobody tells when somebody else is cut
                assert isinstance(await ana.do(commands.Ping), Accepted)
                await asyncio.sleep(0.01)
        silent.transport.resume_reading()
        assert await fate(silent) == (1006, "")


async def test_who_does_not_read_is_cut_and_comes_back_to_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T41: nobody else at the table has noticed."""
    monkeypatch.setattr(outbox, "MOST_BYTES", 30_000)
    async with (
        server(tmp_path, unlimited_rate=True) as made,
        players(url(made), "Ana", "Beto") as (ana, beto),
    ):
        sat = await ana.sit(commands.CreateTable, name="", seats=2)
        await beto.sit(commands.JoinTable, table=sat.table)
        await ana.do(commands.Start, table=sat.table)

        deaf = await connect(
            url(made),
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_queue=1,
            ping_interval=None,
            proxy=None,
        )
        name = {"name": "Beto", "token": beto.token}
        hello = commands.Hello(ref=1, protocol=PROTOCOL_VERSION, program="test", **name)
        await deaf.send(encode(hello))
        await deaf.send(encode(commands.Resume(ref=2, table=sat.table)))
        assert await beto.gone() == (4001, "superseded")
        deaf.transport.pause_reading()
        here = [s for s in made._gateway.sessions() if s.player == beto.player]
        (slow,) = [session for session in here if session._outbox.ending is None]
        told = 0
        while not slow._outbox.overrun:  # first the system's own buffers fill
            told += 1
            assert told < 5000
            slow.tell(b"x" * 20_000)
            assert isinstance(await ana.do(commands.Ping), Accepted)
        deaf.transport.resume_reading()
        assert (await fate(deaf))[1] in {"slow_reader", ""}

        again = await Player("Beto", url(made)).connect()
        again.token = beto.token
        assert (await again.greet()).tables == (sat.table,)
        assert (await again.sit(commands.Resume, table=sat.table)).seat == 1
        assert again.news[sat.table].now.hand == ana.news[sat.table].now.hand
        await again.close()


# --- what is shown --------------------------------------------------------------------------------


async def test_health_is_shown_to_all_and_numbers_to_none(tmp_path: Path) -> None:
    async with server(tmp_path) as made:
        assert await get(made.port, "/healthz") == (200, "ok\n")
        assert await get(made.port, "/readyz") == (200, "ready\n")
        assert (await get(made.port, "/metrics"))[0] == 426
        assert made.ops_port == -1


async def test_a_server_whose_store_is_away_is_alive_but_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: LogWatch
) -> None:
    monkeypatch.setattr("rummy500_server.ops.health._FRESH", 0.0)
    async with server(tmp_path, ops_port=0) as made:
        assert isinstance(made.store, MemoryStore)
        made.store._closed = True
        for port in (made.port, made.ops_port):
            assert await get(port, "/healthz") == (200, "ok\n")
            assert await get(port, "/readyz") == (503, "store away\n")
        made.store._closed = False
        assert await get(made.port, "/readyz") == (200, "ready\n")


async def test_many_questions_cost_the_store_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    recall = MemoryStore.recall

    async def counted(store: MemoryStore, player: str) -> Any:
        asked.append(player)
        return await recall(store, player)

    monkeypatch.setattr(MemoryStore, "recall", counted)
    async with server(tmp_path) as made:
        shown = await asyncio.gather(*(get(made.port, "/readyz") for _ in range(20)))
    assert set(shown) == {(200, "ready\n")}
    assert len(asked) == 1


async def test_numbers_tell_what_goes_on(tmp_path: Path) -> None:
    async with server(tmp_path, ops_port=0, unlimited_rate=True) as made:
        async with players(url(made), "Ana") as (ana,):
            table = (
                await ana.sit(commands.CreateTable, name="", seats=2, computers=("easy",))
            ).table
            await ana.do(commands.Start, table=table)
            await ana.do(commands.Start, table=table)  # refused: it runs
            while not ana.my_turn(table):
                await ana.until(lambda: ana.my_turn(table))
            action = ana.legal(table)[0]
            await ana.play(table, action)
            status, page = await get(made.ops_port, "/metrics")
        assert status == 200
        numbers = dict(line.rsplit(" ", 1) for line in page.splitlines() if line[:1] not in "#")
        for name, number in {
            'rummy500_tables{status="playing"}': 1,
            'rummy500_seats{holder="person"}': 1,
            'rummy500_seats{holder="computer"}': 1,
            "rummy500_connections": 1,
            "rummy500_sessions": 1,
            'rummy500_commands_total{family="greeting",result="accepted"}': 1,
            'rummy500_commands_total{family="lobby",result="accepted"}': 1,
            'rummy500_commands_total{family="game",result="refused"}': 1,
            'rummy500_store_errors_total{what="append"}': 0,
        }.items():
            assert float(numbers.get(name, 0)) == number, name
        game = float(numbers['rummy500_commands_total{family="game",result="accepted"}'])
        assert game == float(numbers['rummy500_command_seconds_count{family="game"}']) - 1 == 2
        assert float(numbers["rummy500_commit_seconds_count"]) >= 2
        assert float(numbers["rummy500_news_wait_seconds_count"]) >= 3
        assert (await get(made.ops_port, "/"))[0] == 404
        assert (await get(made.ops_port, "/readyz"))[0] == 200
