"""A scripted client of the real protocol: a socket, a view, and whatever a test wants to play."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from rummy500.engine.actions import Action, DiscardCard, DrawStock, LayOff, MeldCards
from rummy500.engine.legal import legal_actions
from rummy500.engine.options import TableOptions
from rummy500.engine.views import HandView
from rummy500.protocol import commands
from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.limits import MAX_UPDATE_BYTES
from rummy500.protocol.tables import with_results
from rummy500.protocol.translate import action_to_wire, hand_from_wire, options_from_wire
from rummy500.protocol.updates import (
    Accepted,
    Refused,
    SatDown,
    TableClosed,
    TableNews,
    TablesChanged,
    Welcomed,
)
from rummy500.protocol.version import PROGRAM_VERSION, PROTOCOL_VERSION, SUBPROTOCOL


_C = TypeVar("_C", bound=commands.Command)
Recorder = Callable[["Player", bytes], None]
LIMIT = 30.0
INSTANCES = itertools.count()
"""A ref is used once by a person, on whatever connection, so each client begins elsewhere."""


class Player:
    """One person's connection."""

    def __init__(self, name: str, url: str, record: Recorder | None = None) -> None:
        self.name = name
        self.url = url
        self.token = ""
        self.player = ""
        self.tables: tuple[str, ...] = ()
        self.news: dict[str, TableNews] = {}
        self.closed: set[str] = set()
        self.listed: list[TablesChanged] = []
        self.seqs: dict[str, list[int]] = {}
        self.close_reason: tuple[int, str] | None = None
        self._record = record
        self._refs = itertools.count(Random(f"{name} {next(INSTANCES)}").getrandbits(40) + 1)
        self._answers: dict[int, Accepted | Refused] = {}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._fresh = asyncio.Event()

    # --- connecting ------------------------------------------------------------------------------

    async def connect(self) -> Player:
        """Open a socket."""
        self.close_reason = None
        self._socket = await connect(
            self.url,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_size=MAX_UPDATE_BYTES,
            ping_interval=None,
            proxy=None,
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        return self

    async def greet(self) -> Welcomed:
        """Say hello, with the token of an earlier greeting if there is one."""
        answer = await self.ask(
            commands.Hello(
                ref=self.ref(),
                protocol=PROTOCOL_VERSION,
                program=PROGRAM_VERSION,
                name=self.name,
                token=self.token,
            )
        )
        assert isinstance(answer, Accepted), answer
        assert isinstance(answer.result, Welcomed)
        self.token = answer.result.token
        self.player = answer.result.player
        self.tables = answer.result.tables
        return answer.result

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def cut(self) -> None:
        """Break the connection without a word."""
        assert self._socket is not None
        assert self._reader is not None
        self._socket.transport.abort()
        await self._reader

    async def gone(self) -> tuple[int, str]:
        """Wait until the server has closed, and return code and reason."""
        await self.until(lambda: self.close_reason is not None)
        assert self.close_reason is not None
        return self.close_reason

    # --- talking ---------------------------------------------------------------------------------

    def ref(self) -> int:
        """Return a new ref."""
        return next(self._refs)

    async def send_raw(self, frame: bytes | str) -> None:
        """Send anything."""
        assert self._socket is not None
        await self._socket.send(frame)

    async def send(self, command: commands.AnyCommand) -> int:
        """Send a command without waiting for its answer."""
        await self.send_raw(encode(command))
        return command.ref

    async def ask(self, command: commands.AnyCommand) -> Accepted | Refused:
        """Send a command, wait until its table shows what it did, and return its answer.

        An answer comes before the news, so whoever looked at once would see the old table.
        """
        answer = await self.answer(await self.send(command))
        if isinstance(answer, Accepted) and not isinstance(command, commands.Leave):
            sat = answer.result.table if isinstance(answer.result, SatDown) else ""
            await self._shown(sat or getattr(command, "table", ""), answer.seq)
        return answer

    async def _shown(self, table: str, seq: int) -> None:
        """Wait until the news of a table have come so far, or can't come any more."""
        await self.until(
            lambda: (
                not table
                or table in self.closed
                or self.close_reason is not None
                or (table in self.news and self.news[table].seq >= seq)
            )
        )

    async def answer(self, ref: int) -> Accepted | Refused:
        """Wait for an answer and take it."""
        await self.until(lambda: ref in self._answers)
        return self._answers.pop(ref)

    async def do(self, kind: type[_C], **fields: Any) -> Accepted | Refused:
        """Make a command with a new ref, send it and return the answer."""
        command: Any = kind(ref=self.ref(), **fields)
        return await self.ask(command)

    async def sit(self, kind: type[_C], **fields: Any) -> SatDown:
        """Create, join or resume, and return the seat."""
        answer = await self.do(kind, **fields)
        assert isinstance(answer, Accepted), answer
        assert isinstance(answer.result, SatDown)
        return answer.result

    async def until(self, test: Callable[[], bool]) -> None:
        """Wait until something holds, looking again whenever a frame has come."""
        async with asyncio.timeout(LIMIT):
            while not test():
                if self.close_reason is not None and not test():
                    msg = f"{self.name}: closed {self.close_reason}"
                    raise ConnectionError(msg)
                self._fresh.clear()
                await self._fresh.wait()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                assert isinstance(frame, bytes)
                if self._record is not None:
                    self._record(self, frame)
                self._take(frame)
                self._fresh.set()
        except ConnectionClosed:
            pass
        self.close_reason = (socket.close_code or 0, socket.close_reason or "")
        self._fresh.set()

    def _take(self, frame: bytes) -> None:
        update = decode_update(frame)
        match update:
            case Accepted() | Refused():
                assert update.ref not in self._answers, "two answers for one ref"
                self._answers[update.ref] = update
            case TableNews():
                before = self.news.get(update.table, update)
                now = with_results(update.now, before.now)
                self.news[update.table] = msgspec.structs.replace(update, now=now)
                self.seqs.setdefault(update.table, []).append(update.seq)
            case TableClosed():
                self.closed.add(update.table)
            case TablesChanged():
                self.listed.append(update)

    # --- the table -------------------------------------------------------------------------------

    def options(self, table: str) -> TableOptions:
        now = self.news[table].now
        return options_from_wire(now.preset, now.options)

    def view(self, table: str) -> HandView:
        """Return the hand as this person sees it."""
        news = self.news[table]
        assert news.now.hand is not None
        return hand_from_wire(news.now.hand, news.own, self.options(table))

    def my_turn(self, table: str) -> bool:
        return self.news[table].now.hand is not None and self.view(table).to_move

    def legal(self, table: str) -> list[Action]:
        """Return what may be played now."""
        return legal_actions(self.view(table)) if self.my_turn(table) else []

    async def play(self, table: str, action: Action) -> Accepted | Refused:
        """Play, and wait until the table shows it."""
        return await self.do(commands.Play, table=table, act=action_to_wire(action))

    async def play_on(self, table: str, choose: Callable[[HandView], Action]) -> None:
        """Play whenever it is this person's turn, be ready between hands, until the match ends."""
        while True:
            await self.until(lambda: self._has_to_act(table))
            now = self.news[table].now
            if now.winners is not None:
                return
            if self.my_turn(table):
                answer = await self.play(table, choose(self.view(table)))
                assert isinstance(answer, Accepted), answer
            else:
                await self.do(commands.Ready, table=table)
                await self.until(partial(self._passed, table, now.number))

    def _has_to_act(self, table: str) -> bool:
        now = self.news[table].now
        if now.winners is not None:
            return True
        ended = now.hand is not None and now.hand.end is not None
        own = self.news[table].own
        waits = ended and own is not None and own.seat not in now.ready
        return self.my_turn(table) or waits

    def _passed(self, table: str, number: int) -> bool:
        """Return whether the readiness has been seen, or the hand that followed it."""
        news = self.news[table]
        seat = None if news.own is None else news.own.seat
        return news.now.number > number or seat in news.now.ready


def brisk(view: HandView) -> Action:
    """Choose quickly and sensibly: table what can be tabled, draw, discard the dearest."""
    actions = legal_actions(view)
    for kind in (MeldCards, LayOff, DrawStock):
        found = [action for action in actions if isinstance(action, kind)]
        if found:
            return max(found, key=lambda a: 0 if isinstance(a, DrawStock) else len(a.cards))
    discards = [action for action in actions if isinstance(action, DiscardCard)]
    return max(discards, key=lambda a: a.card % 13) if discards else actions[0]


@asynccontextmanager
async def players(
    url: str, *names: str, record: Recorder | None = None
) -> AsyncIterator[list[Player]]:
    """Connect and greet people, and hang up at the end."""
    people = [Player(name, url, record) for name in names]
    try:
        for person in people:
            await person.connect()
            await person.greet()
        yield people
    finally:
        for person in people:
            await person.close()
