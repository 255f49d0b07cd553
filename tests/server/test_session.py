"""One connection over a socket that is a double: greeting, limits, closing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import msgpack
import pytest
from tests.server.fakes import FakeSocket, StillClock, settle
from tests.server.house import FrailStore, House as Node
from tests.support.log_watch import LogWatch

from rummy500.protocol.commands import (
    CreateTable,
    Hello,
    JoinTable,
    ListTables,
    Ping,
    Resume,
    Start,
)
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.updates import (
    Accepted,
    AnyUpdate,
    Refused,
    SatDown,
    TableNews,
    TablesListed,
    Welcomed,
)
from rummy500.protocol.version import PROTOCOL_VERSION
from rummy500_server.lobby.bans import Bans
from rummy500_server.lobby.guesses import Guesses
from rummy500_server.lobby.identity import People
from rummy500_server.net.meter import NoMeter
from rummy500_server.net.outbox import MOST_BYTES, MOST_FRAMES, Outbox
from rummy500_server.net.ratelimit import Credits, Family
from rummy500_server.net.session import House, Session
from rummy500_server.store.ports import Ban
from rummy500_server.table.ports import SeededDice


@pytest.fixture
def rooms(store: FrailStore, clock: StillClock, house: Node) -> House:
    return House(
        people=People(store, SeededDice(1), clock),
        lobby=house.lobby,
        clock=clock,
        bans=Bans(store, clock),
        guesses=Guesses(clock),
        hello_limit=10.0,
    )


@asynccontextmanager
async def session(rooms: House) -> AsyncIterator[FakeSocket]:
    socket = FakeSocket()
    served = asyncio.create_task(Session(rooms, socket).run())
    try:
        yield socket
    finally:
        socket.hang_up()
        async with asyncio.timeout(5):
            await served


def hello(ref: int = 1, name: str = "Ana", token: str = "", protocol: int = 1) -> Hello:
    return Hello(ref=ref, protocol=protocol, program="test", name=name, token=token)


async def welcomed(socket: FakeSocket, name: str = "Ana", token: str = "") -> Welcomed:
    socket.say(hello(name=name, token=token))
    answer = await socket.hear()
    assert isinstance(answer, Accepted)
    assert isinstance(answer.result, Welcomed)
    return answer.result


def code(update: AnyUpdate) -> str:
    assert isinstance(update, Refused)
    return update.code


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


# --- limits ---------------------------------------------------------------------------------------


async def test_too_many_of_a_kind_are_told_to_come_again(rooms: House, clock: StillClock) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        for ref in range(1, 15):
            socket.say(ListTables(ref=ref))
        codes = [getattr(await socket.hear(), "code", "ok") for _ in range(14)]
        assert codes == ["ok"] * 12 + [ErrorCode.TRY_AGAIN] * 2
        socket.say(Ping(ref=20))
        assert isinstance(await socket.hear(), Accepted)
        await clock.move(1)
        socket.say(ListTables(ref=21))
        assert isinstance(await socket.hear(), Accepted)


async def test_a_flood_is_closed(rooms: House) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        for ref in range(1, 500):
            socket.say(Ping(ref=ref))
        assert await socket.fate() == (1008, "flood")


def test_credits_come_back_up_to_the_burst() -> None:
    credit = Credits(0.0)
    family = Family.LOBBY
    assert sum(credit.allows(family, 0.0) for _ in range(99)) == family.value.burst
    assert sum(credit.allows(family, 2.0) for _ in range(99)) == 2 * family.value.per_second
    assert sum(credit.allows(family, 9e9) for _ in range(99)) == family.value.burst
    assert credit.allows(Family.GAME, 2.0)


async def test_who_does_not_read_is_cut_and_the_server_goes_on(rooms: House) -> None:
    """T41."""
    socket = FakeSocket()
    one = Session(rooms, socket)
    served = asyncio.create_task(one.run())
    await welcomed(socket)
    socket.open_gate.clear()
    for _ in range(MOST_FRAMES + 2):
        one.tell(b"news")
        await asyncio.sleep(0)
    assert await socket.fate() == (1008, "slow_reader")
    async with asyncio.timeout(5):
        await served
    one.tell(b"more news")


def behind() -> FakeSocket:
    """Return a socket whose other end does not read."""
    socket = FakeSocket()
    socket.open_gate.clear()
    return socket


async def test_an_outbox_is_bounded_in_bytes_too(clock: StillClock) -> None:
    outbox = Outbox(behind(), clock, NoMeter())
    outbox.put(b"x" * MOST_BYTES)
    assert not outbox.overrun
    outbox.put(b"x")
    assert outbox.overrun
    await outbox.drop()


async def test_what_can_be_sent_at_once_waits_for_no_task(clock: StillClock) -> None:
    socket = FakeSocket()
    outbox = Outbox(socket, clock, NoMeter())
    outbox.put(b"1")
    assert list(socket.sent) == [b"1"]


async def test_what_waits_stays_in_order(clock: StillClock) -> None:
    """What comes when the other end reads again must not overtake what waits."""
    socket = behind()
    outbox = Outbox(socket, clock, NoMeter())
    outbox.put(b"1")
    socket.open_gate.set()
    outbox.put(b"2")
    await settle()
    outbox.put(b"3")
    assert list(socket.sent) == [b"1", b"2", b"3"]


async def test_what_was_said_before_the_end_is_sent_before_it(clock: StillClock) -> None:
    socket = behind()
    outbox = Outbox(socket, clock, NoMeter())
    outbox.put(b"1")
    outbox.end(CloseReason.KICKED)
    outbox.put(b"too late")
    socket.open_gate.set()
    await outbox.flush(1)
    assert (list(socket.sent), socket.closed) == ([b"1"], (4003, "kicked"))


async def test_a_connection_that_broke_takes_nothing_more(clock: StillClock) -> None:
    socket = behind()
    outbox = Outbox(socket, clock, NoMeter())
    for _ in range(MOST_FRAMES):
        outbox.put(b"1")
    assert outbox.crowded
    await socket.close(1006, "")
    await outbox.flush(1)
    outbox.put(b"2")
    assert (list(socket.sent), outbox.crowded, outbox.overrun) == ([], False, False)


async def test_who_does_not_read_his_answers_is_not_asked_for_more(rooms: House) -> None:
    socket = FakeSocket()
    served = asyncio.create_task(Session(replace(rooms, credit_factor=9), socket).run())
    await welcomed(socket)
    socket.open_gate.clear()
    for ref in range(1, 400):
        socket.say(Ping(ref=ref))
    await settle()
    waiting = socket.incoming.qsize()
    assert waiting > 200
    socket.open_gate.set()
    heard = {getattr(await socket.hear(), "ref", 0) for _ in range(399)}
    assert heard == set(range(1, 400))
    socket.hang_up()
    await served


@pytest.mark.parametrize("frame", ["text", b"\xc1", b"\x00" * 5000])
async def test_a_frame_that_is_none_closes(rooms: House, frame: bytes | str) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        socket.say(frame)
        assert await socket.fate() in {(1002, "violation"), (1009, "too_big")}


async def test_a_fault_of_ours_closes_the_connection_only(
    rooms: House, monkeypatch: pytest.MonkeyPatch, expect_log: LogWatch
) -> None:
    async with session(rooms) as socket:
        await welcomed(socket)
        monkeypatch.setattr(rooms.lobby, "open_tables", lambda: 1 / 0)
        socket.say(ListTables(ref=1))
        assert await socket.fate() == (1011, "fault")
        assert "session_fault" in expect_log.messages[0]


async def test_unknown_commands_are_refused_by_ref(rooms: House) -> None:
    """S6: unknown fields too."""
    async with session(rooms) as socket:
        await welcomed(socket)
        socket.say(msgpack.packb({"cmd": "fly", "ref": 5}))
        assert await socket.hear() == Refused(5, ErrorCode.BAD_COMMAND)
        socket.say(msgpack.packb({"cmd": "ping", "ref": 6, "score": 500}))
        assert await socket.hear() == Refused(6, ErrorCode.BAD_COMMAND)
