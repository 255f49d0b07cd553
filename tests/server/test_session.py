"""One connection over a socket that is a double: greeting, tables, answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.fakes import StillClock, settle
from tests.server.greeting import code, hello, session, welcomed
from tests.server.house import FrailStore
from tests.support.log_watch import LogWatch

from rummy500.protocol.commands import (
    CreateTable,
    JoinTable,
    ListTables,
    Ping,
    Resume,
    Start,
)
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import (
    Accepted,
    Refused,
    SatDown,
    TableNews,
    TablesListed,
)
from rummy500.protocol.version import PROTOCOL_VERSION
from rummy500_server.net.session import House
from rummy500_server.store.ports import Ban


async def test_who_comes_with_his_token_is_who_he_was(rooms: House) -> None:
    async with session(rooms) as first:
        before = await welcomed(first)
    async with session(rooms) as second:
        after = await welcomed(second, "Ana Maria", before.token)
    assert after.player == before.player
    assert (before.name, after.name) == ("Ana", "Ana Maria")
    assert (after.protocol, after.tables) == (PROTOCOL_VERSION, ())


async def test_names_are_cleaned_and_the_unreadable_refused(rooms: House) -> None:
    async with session(rooms) as socket:
        socket.say(hello(1, "\u202e\u200b"))
        assert code(await socket.hear()) == ErrorCode.NAME_INVALID
        assert (await welcomed(socket, "  Ana\u200b ")).name == "Ana"


async def test_a_token_of_nobody_is_refused_and_one_may_try_without(rooms: House) -> None:
    async with session(rooms) as socket:
        nobody = "nobody.secret"
        socket.say(hello(1, token=nobody))
        assert code(await socket.hear()) == ErrorCode.TOKEN_UNKNOWN
        await welcomed(socket)
        socket.say(hello(9))
        assert code(await socket.hear()) == ErrorCode.ALREADY_GREETED


async def test_another_version_hears_ours_and_is_closed(rooms: House) -> None:
    async with session(rooms) as socket:
        socket.say(hello(3, protocol=2))
        refused = await socket.hear()
        assert isinstance(refused, Refused)
        assert (refused.ref, refused.params["protocol"]) == (3, PROTOCOL_VERSION)
        assert await socket.fate() == (4002, "version")


async def test_who_does_not_greet_is_closed(rooms: House) -> None:
    async with session(replace(rooms, hello_limit=0.01)) as socket:
        assert await socket.fate() == (1008, "hello_late")


async def test_before_the_greeting_nothing_else_is_done(rooms: House) -> None:
    async with session(rooms) as socket:
        for command in (ListTables(ref=1), Ping(ref=2), CreateTable(ref=3, name="", seats=2)):
            socket.say(command)
            assert code(await socket.hear()) == ErrorCode.HELLO_FIRST


async def test_tables_are_made_listed_joined_and_resumed(rooms: House) -> None:
    async with session(rooms) as ana, session(rooms) as beto:
        await welcomed(ana)
        await welcomed(beto, "Beto")
        ana.say(CreateTable(ref=5, name="Mesa", seats=2))
        made = await ana.hear()
        assert isinstance(made, Accepted)
        assert isinstance(made.result, SatDown)
        table = made.result.table
        assert isinstance(await ana.hear(), TableNews)
        beto.say(ListTables(ref=6))
        listed = await beto.hear()
        assert isinstance(listed, Accepted)
        assert isinstance(listed.result, TablesListed)
        assert [(row.table, row.name) for row in listed.result.tables] == [(table, "Mesa")]
        beto.say(JoinTable(ref=7, table=table))
        assert await beto.hear() == Accepted(7, 2, SatDown(table, 1))
        beto.say(Resume(ref=8, table=table))
        assert isinstance(await beto.hear(), TableNews)
        assert await beto.hear() == Accepted(8, 2, SatDown(table, 1))
        ana.say(CreateTable(ref=5, name="Mesa", seats=2))
        assert isinstance(await ana.hear(), TableNews)
        assert await ana.hear() == made


async def test_a_private_table_is_found_by_its_code_alone(rooms: House) -> None:
    async with session(rooms) as ana, session(rooms) as beto:
        await welcomed(ana)
        await welcomed(beto, "Beto")
        ana.say(CreateTable(ref=5, name="", seats=2, private=True))
        await ana.hear()
        news = await ana.hear()
        assert isinstance(news, TableNews)
        beto.say(ListTables(ref=1))
        listed = await beto.hear()
        assert getattr(getattr(listed, "result", None), "tables", None) == ()
        for wrong in (
            JoinTable(ref=2, table=news.table),
            JoinTable(ref=3, code="AAAAAA"),
            JoinTable(ref=4),
        ):
            beto.say(wrong)
            assert code(await beto.hear()) == ErrorCode.NO_SUCH_TABLE
        beto.say(JoinTable(ref=5, code=f" {news.now.code.lower()} "))
        assert isinstance(await beto.hear(), Accepted)


async def test_codes_can_not_be_guessed(rooms: House, clock: StillClock) -> None:
    async with session(rooms) as ana, session(rooms) as beto:
        await welcomed(ana)
        await welcomed(beto, "Beto")
        ana.say(CreateTable(ref=5, name="", seats=2, private=True))
        await ana.hear()
        news = await ana.hear()
        assert isinstance(news, TableNews)
        for ref in range(1, 7):
            beto.say(JoinTable(ref=ref, code="AAAAAA"))
            assert code(await beto.hear()) == ErrorCode.NO_SUCH_TABLE
        right = JoinTable(ref=7, code=news.now.code)
        beto.say(right)
        assert await beto.hear() == Refused(7, ErrorCode.TOO_MANY_TRIES, {"seconds": 1})
        await clock.move(1)
        beto.say(right)
        assert isinstance(await beto.hear(), Accepted)


async def test_who_is_banned_is_told_for_how_long(rooms: House, clock: StillClock) -> None:
    async with session(rooms) as socket:
        known = await welcomed(socket)
    store = rooms.bans._store
    await store.ban(Ban(f"player:{known.player}", clock.wall() + 150_000, "rude"))
    await rooms.bans.refresh()
    async with session(rooms) as socket:
        socket.say(hello(token=known.token))
        assert await socket.hear() == Refused(1, ErrorCode.BANNED, {"minutes": 3})
        assert await socket.fate() == (4003, "kicked")
    async with session(rooms) as socket:
        await welcomed(socket, "Somebody else")
    await clock.move(150)
    async with session(rooms) as socket:
        await welcomed(socket, token=known.token)


async def test_a_visit_is_noted_once_a_day(
    rooms: House, clock: StillClock, store: FrailStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with session(rooms) as socket:
        known = await welcomed(socket)
    noted: list[str] = []

    async def touch(player: str) -> None:
        noted.append(player)

    monkeypatch.setattr(store, "touch", touch)
    for _ in range(3):
        async with session(rooms) as socket:
            await welcomed(socket, token=known.token)
    assert noted == [known.player]
    await clock.move(86_400)
    async with session(rooms) as socket:
        await welcomed(socket, token=known.token)
    assert noted == [known.player] * 2


@pytest.mark.parametrize(
    ("wishes", "params"),
    [
        ({"preset": "poker"}, {"option": "preset", "value": "poker"}),
        ({"options": {"deep_draw": "maybe"}}, {"option": "deep_draw", "value": "maybe"}),
        ({"options": {"hand_size": "13"}, "seats": 4}, {"option": "hand_size", "value": "13"}),
        ({"computers": ("genius",)}, {"option": "level", "value": "genius"}),
        ({"computers": ("easy", "easy")}, {"option": "computers", "value": "2"}),
        ({"options": {"turn_seconds": "5"}}, {"option": "turn_seconds", "value": "5"}),
        ({"options": {"daily": "on"}, "seats": 3}, {"option": "players", "value": "3"}),
    ],
)
async def test_wishes_that_cannot_be_kept_are_refused_by_name(
    rooms: House, wishes: dict[str, object], params: dict[str, str]
) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        fields = {"ref": 5, "name": "", "seats": 2, **wishes}
        socket.say(CreateTable(**fields))  # type: ignore[arg-type] - by name
        assert await socket.hear() == Refused(5, ErrorCode.OPTION_INVALID, params)


async def test_nobody_sits_at_tables_without_end(rooms: House) -> None:
    async with session(replace(rooms, credit_factor=9)) as socket:
        await welcomed(socket)
        codes = []
        for ref in range(10, 20):
            socket.say(CreateTable(ref=ref, name="", seats=2))
            answer = await socket.hear()
            codes.append(getattr(answer, "code", "ok"))
            if isinstance(answer, Accepted):
                await socket.hear()
        assert codes == ["ok"] * 8 + [ErrorCode.SERVER_FULL] * 2


async def test_a_match_that_was_left_alone_makes_room_for_another(rooms: House) -> None:
    """Who plays against the computer and closes the window each time is never told to stop."""
    token, made = "", []
    for ref in range(10, 22):
        async with session(rooms) as socket:
            welcome = await welcomed(socket, token=token)
            token = welcome.token
            socket.say(CreateTable(ref=ref, name="", seats=2, computers=("easy",)))
            answer = await socket.hear()
            assert isinstance(answer, Accepted)
            assert isinstance(answer.result, SatDown)
            made.append(answer.result.table)
            await socket.hear()
            socket.say(Start(ref=ref + 100, table=made[-1]))
            assert isinstance(await socket.hear(), Accepted)
        await settle()
    assert await rooms.lobby.tables_of(welcome.player) == tuple(made[-8:])


async def test_when_the_store_is_away_one_may_try_again(
    rooms: House, store: FrailStore, expect_log: LogWatch
) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        await store.close()
        for command in (ListTables(ref=2), CreateTable(ref=3, name="", seats=2)):
            socket.say(command)
            assert code(await socket.hear()) == ErrorCode.TRY_AGAIN
    async with session(rooms) as socket:
        socket.say(hello())
        assert code(await socket.hear()) == ErrorCode.TRY_AGAIN


async def test_commands_are_taken_in_order(rooms: House) -> None:
    """T34."""
    async with session(rooms) as socket:
        await welcomed(socket)
        socket.say(CreateTable(ref=2, name="", seats=2, computers=("easy",)))
        made = await socket.hear()
        table = getattr(getattr(made, "result", None), "table", "")
        await socket.hear()
        for ref in range(3, 20):
            socket.say(Start(ref=ref, table=table) if ref == 10 else Ping(ref=ref))
        answers = []
        while len(answers) < 17:
            update = await socket.hear()
            if isinstance(update, (Accepted, Refused)):
                answers.append(update.ref)
        pings = [ref for ref in answers if ref != 10]
        assert pings == sorted(pings)
