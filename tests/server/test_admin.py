"""Orders of those who run the server: through the real channel, to a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from stat import S_IMODE
from typing import Any

import pytest
from tests.server.fakes import ChancePlayer
from tests.server.player import Player, players
from tests.support.log_watch import LogWatch

from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.happenings import Computer
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.app import Server
from rummy500_server.config import Settings
from rummy500_server.lobby.bans import person
from rummy500_server.ops.command import main
from rummy500_server.store.ports import Ban, StoreError


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        host="127.0.0.1",
        port=0,
        data=tmp_path / "data",
        pause=0,
        seed=3,
        trusted_proxies="127.0.0.1",
        unlimited_rate=True,
    )


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Server]:
    async with Server(settings, bots=ChancePlayer()) as made:
        yield made


class Admin:
    """The command, in a thread: it waits for the server, which runs on this loop."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._data = data
        self._capsys = capsys
        self.said = ""
        self.complained = ""

    async def __call__(self, *words: str) -> int:
        line = ("--data", str(self._data), "--who", "the boss", *words)
        code = await asyncio.to_thread(main, line)
        self.said, self.complained = self._capsys.readouterr()
        return code

    def orders(self) -> list[dict[str, Any]]:
        """Return what the log of orders says."""
        text = (self._data / "admin.log").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def admin(settings: Settings, capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(settings.data, capsys)


def url(server: Server) -> str:
    return f"ws://127.0.0.1:{server.port}"


async def a_match(ana: Player, beto: Player) -> str:
    made = await ana.sit(commands.CreateTable, name="Mesa", seats=2)
    await beto.sit(commands.JoinTable, table=made.table)
    await ana.do(commands.Start, table=made.table)
    return made.table


async def turned_away(server: Server, token: str) -> Refused:
    """Greet with a token and return why that was refused."""
    person = await Player("Beto", url(server)).connect()
    hello = commands.Hello(ref=1, protocol=1, program="test", name="Beto", token=token)
    refused = await person.answer(await person.send(hello))
    assert await person.gone() == (4003, "kicked")
    await person.close()
    assert isinstance(refused, Refused)
    return refused


async def test_the_list_shows_who_and_what_is_there(server: Server, admin: Admin) -> None:
    async with players(url(server), "Ana", "Beto") as (ana, beto):
        table = await a_match(ana, beto)
        await ana.sit(commands.CreateTable, name="", seats=3, private=True, computers=("easy",))
        assert await admin("list") == 0
        for text in (ana.player, beto.player, table, "playing", "private", "this machine"):
            assert text in admin.said
        assert ana.token not in admin.said
        assert await admin("--json", "list") == 0
        (report,) = json.loads(admin.said)["reports"]
        assert [guest["name"] for guest in report["guests"]] == ["Ana", "Beto"]
        assert {row["status"] for row in report["tables"]} == {"playing", "waiting"}
    assert not (admin._data / "admin.log").exists()


async def test_who_is_kicked_loses_connection_and_seat_and_others_play_on(
    server: Server, admin: Admin
) -> None:
    async with players(url(server), "Ana", "Beto") as (ana, beto):
        table = await a_match(ana, beto)
        before = ana.news[table].own
        assert await admin("kick", beto.player) == 0
        assert await beto.gone() == (4003, "kicked")
        await ana.until(lambda: isinstance(ana.news[table].now.seats[1], Computer))
        assert ana.news[table].own == before
        again = await Player("Beto", url(server)).connect()
        again.token = beto.token
        assert (await again.greet()).tables == ()
        await again.close()
        assert await admin("kick", "nobody") == 1
    assert [(order["who"], order["order"]) for order in admin.orders()] == [
        ("the boss", "kick")
    ] * 2


async def test_a_ban_ends_at_its_time_holds_over_a_restart_and_can_be_lifted(
    settings: Settings, admin: Admin
) -> None:
    async with Server(settings, bots=ChancePlayer()) as server:
        async with players(url(server), "Ana", "Beto") as (ana, beto):
            await a_match(ana, beto)
            assert await admin("ban", beto.player, "--minutes", "90", "--reason", "rude") == 0
            assert await beto.gone() == (4003, "kicked")
        refused = await turned_away(server, beto.token)
        assert (refused.code, refused.params) == (ErrorCode.BANNED, {"minutes": 90})
    async with Server(settings, bots=ChancePlayer()) as server:
        assert (await turned_away(server, beto.token)).code == ErrorCode.BANNED
        assert await admin("list") == 0
        assert f"player:{beto.player}  90 min  rude" in admin.said
        assert await admin("unban", beto.player) == 0
        assert await admin("unban", beto.player) == 1
        back = await Player("Beto", url(server)).connect()
        back.token = beto.token
        await back.greet()
        await back.close()


async def test_where_a_ban_is_evaded_the_address_is_banned(server: Server, admin: Admin) -> None:
    async with players(url(server), "Ana") as (ana,):
        (session,) = server._gateway.sessions()
        session.origin = session.origin._replace(address="2001:db8:1:2::/64")
        assert await admin("ban-address", "2001:db8:1:2::99", "--minutes", "5") == 0
        assert await ana.gone() == (4003, "kicked")
        assert server._bans.minutes_left("new", "2001:db8:1:2::/64") == 5
        assert server._bans.minutes_left("new", "2001:db8:1:3::/64") == 0


async def test_a_ban_of_which_nobody_told_us_is_enforced_all_the_same(
    server: Server,
) -> None:
    async with players(url(server), "Ana", "Beto") as (ana, beto):
        await server.store.ban(Ban(person(beto.player), 10**14, ""))
        await server._bans.refresh()
        assert server._warden.enforce() == 1
        assert await beto.gone() == (4003, "kicked")
        assert isinstance(await ana.do(commands.Ping), Accepted)


async def test_where_nothing_can_be_written_people_play_without_orders(
    tmp_path: Path, expect_log: LogWatch
) -> None:
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")
    settings = Settings(host="127.0.0.1", port=0, data=tmp_path / "data", store="memory:", seed=1)
    async with Server(settings, bots=ChancePlayer()) as server, players(url(server), "Ana"):
        assert "no_orders_taken" in expect_log.messages[0]


async def test_a_table_is_closed_whatever_is_played_there(server: Server, admin: Admin) -> None:
    async with players(url(server), "Ana", "Beto") as (ana, beto):
        table = await a_match(ana, beto)
        assert await admin("close", table) == 0
        for person in (ana, beto):
            await person.until(lambda who=person: table in who.closed)  # type: ignore[misc]
        assert await admin("close", table) == 1
        assert await admin("close", "nonsense") == 1


async def test_drain_ends_the_server_in_order(server: Server, admin: Admin) -> None:
    assert await admin("drain", "another node") == 1
    assert not server.ending.is_set()
    assert await admin("drain") == 0
    assert server.ending.is_set()


async def test_without_the_key_nothing_is_ordered(
    server: Server, settings: Settings, admin: Admin, expect_log: LogWatch
) -> None:
    path = settings.data / "admin.json"
    assert S_IMODE(path.stat().st_mode) == 0o600
    key = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**key, "token": "guessed"}), encoding="utf-8")
    assert await admin("drain") == 1
    assert "wrong token" in admin.complained
    assert not server.ending.is_set()

    reader, writer = await asyncio.open_connection("127.0.0.1", key["port"])
    writer.write(b"drain, please\n")
    assert b"no order" in await reader.readline()
    writer.close()
    await writer.wait_closed()
    assert "order_without_key" in expect_log.messages[0]


async def test_when_the_store_is_away_the_order_is_not_done(
    server: Server, admin: Admin, monkeypatch: pytest.MonkeyPatch, expect_log: LogWatch
) -> None:
    async def away(*_: object) -> None:
        msg = "away"
        raise StoreError(msg)

    monkeypatch.setattr(server.store, "ban", away)
    assert await admin("ban", "beto", "--minutes", "5") == 1
    assert "the store is away" in admin.complained
    assert admin.orders()[0]["told"]["error"] == "the store is away"
    assert "order_failed" in expect_log.messages[0]


async def test_without_a_server_the_command_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = Admin(tmp_path, capsys)
    assert await admin("list") == 3
    assert "--data" in admin.complained
    (tmp_path / "admin.json").write_text('{"port": 9, "token": "x", "pid": 1}', encoding="utf-8")
    assert await admin("list") == 3
    assert "does not answer" in admin.complained
    (tmp_path / "admin.json").write_text("nonsense", encoding="utf-8")
    assert await admin("list") == 3


async def test_the_key_goes_with_the_server(settings: Settings) -> None:
    async with Server(settings, bots=ChancePlayer()):
        assert (settings.data / "admin.json").exists()
    assert not (settings.data / "admin.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["ban", "x", "--minutes", "0"],
        ["ban", "x", "--minutes", "soon"],
        ["ban", "x"],
        ["ban-address", "127.0.0.1", "--minutes", "5"],
        ["ban-address", "next door", "--minutes", "5"],
        ["kick"],
        [],
    ],
)
def test_wrong_usage_is_told_before_anything_is_asked(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert "usage: rummy500-admin" in capsys.readouterr().err


def test_the_command_has_help_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("--help", "--version"):
        with pytest.raises(SystemExit) as caught:
            main([word])
        assert caught.value.code == 0
    said = capsys.readouterr().out
    assert "rummy500-admin drain" in said
    assert "rummy500-admin 0." in said
