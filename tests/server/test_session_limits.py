"""What one connection may do, and how it is closed when it does more."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import msgpack
import pytest
from tests.server.fakes import FakeSocket, StillClock, settle
from tests.server.greeting import session, welcomed
from tests.support.log_watch import LogWatch

from rummy500.protocol.commands import (
    ListTables,
    Ping,
)
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.updates import (
    Accepted,
    Refused,
)
from rummy500_server.net.meter import NoMeter
from rummy500_server.net.outbox import MOST_BYTES, MOST_FRAMES, Outbox
from rummy500_server.net.ratelimit import Credits, Family
from rummy500_server.net.session import House, Session


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
        monkeypatch.setattr(rooms.lobby.board, "rows", lambda: 1 / 0)
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
