"""A cheat at the table: every frame gets a code or a clean close, and the others play on."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import msgpack
import pytest
from tests.server.player import Player, brisk, players
from tests.server.process import server_process
from websockets.exceptions import ConnectionClosed

from rummy500.engine.actions import DiscardCard, DrawStock, LayOff, MeldCards, Undo
from rummy500.engine.cards import PACK, card_list
from rummy500.engine.ids import MeldId
from rummy500.engine.refusals import Code
from rummy500.protocol import acts, commands
from rummy500.protocol.codec import encode
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.limits import MAX_COMMAND_BYTES
from rummy500.protocol.updates import Accepted, Refused


pytestmark = pytest.mark.e2e

STRICT = ("--seed", "21", "--hello-seconds", "1")


@dataclass
class Scene:
    """A match that has just begun; it is ``mover``'s turn to draw."""

    url: str
    table: str
    mover: Player
    cheat: Player

    async def goes_on(self) -> None:
        """The person on turn plays a whole turn, and the server takes it."""
        mover, table = self.mover, self.table
        while mover.my_turn(table):
            assert isinstance(await mover.play(table, brisk(mover.view(table))), Accepted)

    async def code_of(self, command: commands.AnyCommand) -> str:
        """Send a command of the cheat and return the code of its refusal."""
        answer = await self.cheat.ask(command)
        assert isinstance(answer, Refused), answer
        return answer.code

    def act(self, act: acts.AnyAct) -> commands.Play:
        return commands.Play(ref=self.cheat.ref(), table=self.table, act=act)


@asynccontextmanager
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with (
        server_process(tmp_path, "--store", "memory:", *STRICT, paced=True) as server,
        players(server.url, "Ana", "Beto") as people,
    ):
        table = (await people[0].sit(commands.CreateTable, name="", seats=2)).table
        await people[1].sit(commands.JoinTable, table=table)
        await people[0].do(commands.Start, table=table)
        for person in people:
            await person.until(lambda p=person: p.news[table].now.hand is not None)  # type: ignore[misc] - bound
        mover, cheat = people if people[0].my_turn(table) else people[::-1]
        yield Scene(server.url, table, mover, cheat)


async def test_moves_in_the_name_of_another_seat_are_refused(tmp_path: Path) -> None:
    async with scene(tmp_path) as s:
        seat = s.mover.news[s.table].own
        assert seat is not None
        assert await s.code_of(s.act(acts.Stock())) == Code.NOT_YOUR_TURN
        named = msgpack.packb(
            {
                "cmd": "play",
                "ref": s.cheat.ref(),
                "table": s.table,
                "act": {"do": "stock"},
                "seat": seat.seat,
            }
        )
        await s.cheat.send_raw(named)
        ref = msgpack.unpackb(named)["ref"]
        assert getattr(await s.cheat.answer(ref), "code", "") == ErrorCode.BAD_COMMAND
        await s.goes_on()


async def test_a_stranger_plays_nowhere(tmp_path: Path) -> None:
    async with scene(tmp_path) as s, players(s.url, "Eva") as (eva,):
        for command in (
            commands.Play(ref=1, table=s.table, act=acts.Stock()),
            commands.Start(ref=2, table=s.table),
            commands.Leave(ref=3, table=s.table),
            commands.AddComputer(ref=4, table=s.table, seat=0, level="easy"),
            commands.Resume(ref=5, table=s.table),
        ):
            assert getattr(await eva.ask(command), "code", "") == ErrorCode.NOT_SEATED
        answer = await eva.do(commands.JoinTable, table=s.table)
        assert getattr(answer, "code", "") == ErrorCode.MATCH_RUNNING
        answer = await eva.do(commands.Resume, table="no such table")
        assert getattr(answer, "code", "") == ErrorCode.NO_SUCH_TABLE
        assert eva.news == {}
        await s.goes_on()


async def test_foreign_unknown_double_and_missing_cards_are_refused(tmp_path: Path) -> None:
    """I19: refused with a code, and the state is as it was."""
    async with scene(tmp_path) as s:
        await s.goes_on()
        cheat, table = s.cheat, s.table
        await cheat.until(lambda: cheat.my_turn(table))
        await cheat.play(table, DrawStock())
        before = cheat.news[table].now, cheat.news[table].own
        own = card_list(cheat.view(table).own)
        foreign = next(card for card in PACK if card not in own)
        for action, code in (
            (DiscardCard(foreign), Code.NOT_IN_HAND),
            (MeldCards((own[0], own[1], foreign)), Code.NOT_IN_HAND),
            (MeldCards((own[0], own[0], own[1])), Code.DUPLICATE_CARD),
            (MeldCards(()), Code.TOO_FEW_CARDS),
            (LayOff((), MeldId(1)), Code.TOO_FEW_CARDS),
            (LayOff((own[0],), MeldId(99)), Code.NO_SUCH_MELD),
            (Undo(), Code.UNDO_BLOCKED),
            (DrawStock(), Code.ALREADY_DREW),
        ):
            answer = await cheat.play(table, action)
            assert getattr(answer, "code", "") == code, action
        for card in (52, -1, 10**30, "7D", None, [1], 1.5):
            ref = cheat.ref()
            act = {"do": "discard", "card": card}
            play = {"cmd": "play", "ref": ref, "table": table, "act": act}
            try:
                frame = msgpack.packb(play)
            except OverflowError:
                continue
            await cheat.send_raw(frame)
            assert getattr(await cheat.answer(ref), "code", "") == ErrorCode.BAD_COMMAND
        assert (cheat.news[table].now, cheat.news[table].own) == before


async def test_wrong_phases_are_refused(tmp_path: Path) -> None:
    async with scene(tmp_path) as s:
        table = s.table
        for command, code in (
            (commands.Ready(ref=s.cheat.ref(), table=table), ErrorCode.HAND_NOT_OVER),
            (commands.Rematch(ref=s.cheat.ref(), table=table), ErrorCode.MATCH_NOT_OVER),
        ):
            assert await s.code_of(command) == code
        host, guest = (s.cheat, s.mover) if s.cheat.name == "Ana" else (s.mover, s.cheat)
        add = {"table": table, "seat": 1, "level": "easy"}
        assert getattr(await guest.do(commands.Start, table=table), "code", "") == "NOT_HOST"
        assert getattr(await guest.do(commands.AddComputer, **add), "code", "") == "NOT_HOST"
        assert getattr(await host.do(commands.Start, table=table), "code", "") == "MATCH_RUNNING"
        assert getattr(await host.do(commands.AddComputer, **add), "code", "") == "MATCH_RUNNING"
        answer = await s.mover.play(table, DiscardCard(card_list(s.mover.view(table).own)[0]))
        assert getattr(answer, "code", "") == Code.MUST_DRAW_FIRST
        await s.goes_on()


async def test_the_same_ref_is_done_once_and_answered_alike(tmp_path: Path) -> None:
    """I06, I07: a double click draws one card, a second draw is told that it is one too many."""
    async with scene(tmp_path) as s:
        draw = commands.Play(ref=s.mover.ref(), table=s.table, act=acts.Stock())
        cards = len(s.mover.news[s.table].own.cards)  # type: ignore[union-attr] - seated
        first = await s.mover.ask(draw)
        again = [await s.mover.ask(draw) for _ in range(3)]
        assert again == [first] * 3
        other = await s.mover.do(commands.Play, table=s.table, act=acts.Stock())
        assert getattr(other, "code", "") == Code.ALREADY_DREW
        await s.mover.until(lambda: s.mover.view(s.table).turn.phase == "play")
        assert len(s.mover.news[s.table].own.cards) == cards + 1  # type: ignore[union-attr] - seated
        refused = s.act(acts.Stock())
        assert await s.cheat.ask(refused) == await s.cheat.ask(refused)
        await s.goes_on()


GARBAGE = {
    "nothing": b"",
    "noise": bytes(range(256)),
    "text": "hello",
    "not a map": msgpack.packb([1, 2, 3]),
    "no ref": msgpack.packb({"cmd": "ping"}),
    "ref of the wrong kind": msgpack.packb({"cmd": "ping", "ref": "1"}),
    "cut short": encode(commands.Ping(ref=7))[:-1],
    "too long for a command": b"\x00" * (MAX_COMMAND_BYTES + 1),
    "a megabyte": b"\x00" * (1 << 20),
    "deep": b"\x91" * 4000 + b"\xc0",
    "deep maps": b"\x81\xa1a" * 1300 + b"\xc0",
    "two thousand million items": b"\xdd\x7f\xff\xff\xff",
    "a map of as many": b"\xdf\x7f\xff\xff\xff",
    "a string of as many": b"\xdb\x7f\xff\xff\xff",
    "an extension": b"\xc7\x05\x01hello",
    "two frames in one": encode(commands.Ping(ref=7)) * 2,
}
CLOSED = {1002: "violation", 1009: "too_big"}


async def test_garbage_closes_the_connection_cleanly(tmp_path: Path) -> None:
    async with scene(tmp_path) as s:
        for what, frame in GARBAGE.items():
            async with players(s.url, "Cheat") as (cheat,):
                await cheat.send_raw(frame)
                code, reason = await cheat.gone()
            assert code in CLOSED, what
            # What is far too large the library refuses before we see it, in its own words.
            assert reason == CLOSED[code] or what == "a megabyte", what
            assert isinstance(await s.mover.do(commands.Resume, table=s.table), Accepted), what
        await s.goes_on()


async def test_a_flood_is_slowed_then_cut_and_harms_nobody(tmp_path: Path) -> None:
    async with scene(tmp_path) as s:
        refs = [s.cheat.ref() for _ in range(2000)]
        flood = asyncio.create_task(send_all(s.cheat, refs))
        await s.goes_on()
        assert await s.cheat.gone() == (1008, "flood")
        await flood
        given = [getattr(s.cheat._answers.get(ref), "code", "ok") for ref in refs]
        assert given.count(ErrorCode.TRY_AGAIN) > 100
        assert 0 < given[:40].count("ok") <= 20


async def test_a_flood_of_pings_is_cut_and_harms_nobody(tmp_path: Path) -> None:
    """The library answers pings by itself; who reads no answers must not fill our memory."""
    async with scene(tmp_path) as s:
        flood = asyncio.create_task(ping_on(s.cheat))
        assert await s.cheat.gone() == (1006, "")
        await flood
        await s.goes_on()


async def ping_on(person: Player) -> None:
    """Ping until the connection is gone, and far longer than anybody needs at most."""
    assert person._socket is not None
    with contextlib.suppress(ConnectionClosed):
        for _ in range(20_000):
            await person._socket.ping()


async def send_all(person: Player, refs: list[int]) -> None:
    try:
        for ref in refs:
            await person.send(commands.Ping(ref=ref))
    except OSError:
        pass
    except Exception as error:
        assert "close" in str(error).lower(), error  # noqa: PT017 - the library's own error


async def test_broken_commands_are_borne_a_while(tmp_path: Path) -> None:
    async with scene(tmp_path) as s:
        codes = []
        for _ in range(12):
            ref = s.cheat.ref()
            await s.cheat.send_raw(msgpack.packb({"cmd": "cheat", "ref": ref}))
            try:
                codes.append(getattr(await s.cheat.answer(ref), "code", ""))
            except ConnectionError:
                break
        assert set(codes) == {ErrorCode.BAD_COMMAND}
        assert 8 <= len(codes) < 12
        assert await s.cheat.gone() == (1002, "violation")
        await s.goes_on()


async def test_before_the_greeting_nothing_is_told_or_done(tmp_path: Path) -> None:
    async with scene(tmp_path) as s:
        mute = await Player("Mute", s.url).connect()
        answer = await mute.do(commands.ListTables)
        assert getattr(answer, "code", "") == ErrorCode.HELLO_FIRST
        assert await mute.gone() == (1008, "hello_late")
        await mute.close()
        await s.goes_on()


@pytest.mark.parametrize("protocol", [0, 2, 99])
async def test_another_version_is_told_ours(tmp_path: Path, protocol: int) -> None:
    async with server_process(tmp_path, "--store", "memory:", *STRICT) as server:
        old = await Player("Old", server.url).connect()
        hello = {"cmd": "hello", "ref": 5, "protocol": protocol, "new field": {"x": [1]}}
        await old.send_raw(msgpack.packb(hello))
        if protocol:
            answer = await old.answer(5)
            assert isinstance(answer, Refused)
            assert (answer.code, answer.params["protocol"]) == (ErrorCode.VERSION_MISMATCH, 1)
            assert await old.gone() == (4002, "version")
        await old.close()


async def test_tokens_are_not_guessed_and_not_shared(tmp_path: Path) -> None:
    async with scene(tmp_path) as s:
        for token in ("x", f"{s.mover.player}.x", f"{s.mover.player}.", ".", "." * 64):
            thief = await Player("Thief", s.url).connect()
            thief.token = token
            answer = await thief.do(
                commands.Hello, protocol=1, program="x", name="Thief", token=token
            )
            assert getattr(answer, "code", "") == ErrorCode.TOKEN_UNKNOWN
            answer = await thief.do(commands.Hello, protocol=1, program="x", name="Thief")
            assert isinstance(answer, Accepted)
            await thief.close()
        await s.goes_on()


UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


async def test_only_our_protocol_and_health_checks_get_in(tmp_path: Path) -> None:
    evil = b"Sec-WebSocket-Protocol: rummy500\r\nOrigin: https://evil.example\r\n\r\n"
    async with scene(tmp_path) as s:
        for asked, status in (
            (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 200"),
            (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 426"),
            (UPGRADE + b"\r\n", b"HTTP/1.1 400"),
            (UPGRADE + b"Sec-WebSocket-Protocol: chess\r\n\r\n", b"HTTP/1.1 400"),
            (UPGRADE + evil, b"HTTP/1.1 403"),
            (UPGRADE + b"Sec-WebSocket-Protocol: rummy500\r\n\r\n", b"HTTP/1.1 101"),
            (struct.pack(">50I", *range(50)) + b"\r\n\r\n", b""),
        ):
            assert (await first_line(s.url, asked)).startswith(status)
        await s.goes_on()


async def first_line(url: str, asked: bytes) -> bytes:
    """Send raw bytes and return the first line of the answer."""
    host, port = url.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(asked)
        async with asyncio.timeout(5):
            return await reader.readline()
    finally:
        writer.close()
        await writer.wait_closed()


async def test_a_second_socket_of_a_person_replaces_the_first(tmp_path: Path) -> None:
    """T31, T32: the old one is told why, and its late close hits nobody."""
    async with scene(tmp_path) as s:
        twin = await Player(s.mover.name, s.url).connect()
        twin.token = s.mover.token
        await twin.greet()
        answer = await twin.do(commands.Play, table=s.table, act=acts.Stock())
        assert getattr(answer, "code", "") == ErrorCode.RESUME_FIRST
        await twin.sit(commands.Resume, table=s.table)
        assert await s.mover.gone() == (4001, "superseded")
        await s.mover.close()
        await twin.until(lambda: s.table in twin.news)
        s.mover = twin
        await s.goes_on()
        seats = twin.news[s.table].now.seats
        assert all(getattr(seat, "here", False) for seat in seats)
        await twin.close()
