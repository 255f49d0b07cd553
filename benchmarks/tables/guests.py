"""Plays at the tables of the peers, and counts as ``rummy500-load`` does.

    python -m benchmarks.tables.guests DIALECT PORT PID TABLES RATE SECONDS WARM_UP

DIALECT is ``boardgame`` or ``colyseus``; with RATE 0 each move is made when the last one has been
seen by all four seats. Prints one JSON object.
"""

from __future__ import annotations

import asyncio
import gc
import http.client
import itertools
import json
import sys
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from rummy500_server.load.meter import Span, percentile
from rummy500_server.load.proc import usage


SEATS: Final = 4
_SETTLE: Final = 1.0
_GRACE: Final = 2.0
"""Seconds that the last moves have to be seen."""


class Place(NamedTuple):
    """A seat that was taken in the peer's lobby."""

    table: str
    seat: int
    secret: str
    url: str


class Guest(WSListener):
    """One connection. It is ready when the peer has sent the table for the first time."""

    def __init__(self, table: Table, place: Place) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self.table = table
        self.place = place
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Remember the socket."""
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Count a message and look at it."""
        message = frame.get_payload_as_bytes()
        self.table.received += len(message)
        self.look(transport, message)

    def seated(self) -> None:
        """Note that the table has come."""
        if not self.ready.done():
            self.ready.set_result(None)

    @abstractmethod
    def look(self, transport: WSTransport, message: bytes) -> None:
        """Look at a message."""

    @abstractmethod
    def move(self, number: int) -> None:
        """Make the move with this number: an even one draws, an odd one discards."""


class BoardgameGuest(Guest):
    """Speaks Socket.IO over Engine.IO, as boardgame.io's own client does."""

    def look(self, transport: WSTransport, message: bytes) -> None:
        """Look at a packet."""
        place = self.place
        if message.startswith(b'42/cards,["update"'):
            self.table.seen()
        elif message == b"2":  # a ping of Engine.IO
            transport.send(WSMsgType.TEXT, b"3")
        elif message.startswith(b"0"):
            transport.send(WSMsgType.TEXT, b"40/cards,")
        elif message.startswith(b"40/cards"):
            self._emit("sync", place.table, str(place.seat), place.secret, SEATS)
        elif message.startswith(b'42/cards,["sync"'):
            self.seated()

    def move(self, number: int) -> None:
        """Make a move."""
        kind, arguments = ("discard", [0]) if number % 2 else ("draw", [])
        seat = str(self.place.seat)
        payload = {
            "type": kind,
            "args": arguments,
            "playerID": seat,
            "credentials": self.place.secret,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, number, self.place.table, seat)

    def _emit(self, *event: object) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, b"42/cards," + json.dumps(event).encode())


class ColyseusGuest(Guest):
    """Speaks the room protocol of Colyseus; patches are counted and not decoded."""

    _JOINED, _DATA, _WHOLE, _PATCH = 10, 13, 14, 15
    _DRAW: Final = bytes([_DATA]) + b"\xa4draw"
    _DISCARD: Final = bytes([_DATA]) + b"\xa7discard\x81\xa5place\x00"

    def look(self, transport: WSTransport, message: bytes) -> None:
        """Look at a message by its first byte."""
        kind = message[0] & 31 if message else 0
        if kind == self._PATCH and self.ready.done():
            self.table.seen()
        elif kind == self._JOINED:
            transport.send(WSMsgType.BINARY, bytes([self._JOINED]))
        elif kind == self._WHOLE:
            self.seated()

    def move(self, number: int) -> None:
        """Make a move."""
        assert self.transport is not None
        self.transport.send(WSMsgType.BINARY, self._DISCARD if number % 2 else self._DRAW)


class Table:
    """One table: four guests who play in turns."""

    def __init__(self, run: Run) -> None:
        self.guests: list[Guest] = []
        self.due: deque[float] = deque()
        self.moves = self.missing = self.received = 0
        self._run = run
        self._moved_at = 0.0

    def move(self, moment: float) -> None:
        """Make a move whose time runs from ``moment``, now or when the one before it is over."""
        if self.missing:
            self.due.append(moment)
            return
        self.missing, self._moved_at = SEATS, moment
        self.guests[self.moves // 2 % SEATS].move(self.moves)

    def seen(self) -> None:
        """Note that one more seat has seen the move."""
        self.missing -= 1
        if self.missing:
            return
        self.moves += 1
        self._run.count(self._moved_at)
        if self.due:
            self.move(self.due.popleft())
        elif self._run.endless:
            self.move(time.monotonic())


class Run:
    """All tables, and what was seen."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.span = Span(0.0, 0.0)
        self.moves = 0
        self.latencies: list[float] = []
        self.over = False

    @property
    def endless(self) -> bool:
        """Return whether each move brings about the next."""
        return not self.rate and not self.over

    def count(self, moved_at: float) -> None:
        """Count a move that all have seen."""
        now = time.monotonic()
        self.moves += self.span.holds(now)
        if self.span.holds(moved_at):
            self.latencies.append(now - moved_at)

    def pace(self, table: Table, due: float) -> None:
        """Have a move made at ``due`` and at its time each one after it."""
        if due >= self.span.end:
            return

        def now_due() -> None:
            table.move(min(due, time.monotonic()))
            self.pace(table, due + 1 / self.rate)

        asyncio.get_running_loop().call_later(max(due - time.monotonic(), 0), now_due)


# --- the lobbies ----------------------------------------------------------------------------------

Post = Callable[[str, dict[str, object]], Any]


def boardgame_table(post: Post, port: int) -> list[Place]:
    """Make a table and take its four seats."""
    table = post("/games/cards/create", {"numPlayers": SEATS})["matchID"]
    url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
    return [
        Place(table, seat, _join(post, table, seat)["playerCredentials"], url)
        for seat in range(SEATS)
    ]


def _join(post: Post, table: str, seat: int) -> Any:
    wish = {"playerID": str(seat), "playerName": f"guest {seat}"}
    return post(f"/games/cards/{table}/join", wish)


def colyseus_table(post: Post, port: int) -> list[Place]:
    """Make a room and reserve its four seats."""
    seats = [post("/matchmake/create/cards", {})]
    room = seats[0]["roomId"]
    seats += [post(f"/matchmake/joinById/{room}", {}) for _ in range(SEATS - 1)]
    return [
        Place(room, number, seat["sessionId"], _room_url(port, seat, room))
        for number, seat in enumerate(seats)
    ]


def _room_url(port: int, seat: dict[str, str], room: str) -> str:
    return f"ws://127.0.0.1:{port}/{seat['processId']}/{room}?sessionId={seat['sessionId']}"


DIALECTS = {
    "boardgame": (boardgame_table, BoardgameGuest),
    "colyseus": (colyseus_table, ColyseusGuest),
}


def take_seats(dialect: str, port: int, tables: int) -> list[list[Place]]:
    """Take all seats, eight tables at once."""
    make, _ = DIALECTS[dialect]

    def some(count: int) -> list[list[Place]]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

        def post(path: str, wish: dict[str, object]) -> Any:
            line.request("POST", path, json.dumps(wish), {"Content-Type": "application/json"})
            answer = line.getresponse()
            body = answer.read()
            if answer.status != 200:
                msg = f"{path}: {answer.status} {body[:200]!r}"
                raise RuntimeError(msg)
            return json.loads(body)

        return [make(post, port) for _ in range(count)]

    workers = min(8, tables)
    shares = [tables // workers + (worker < tables % workers) for worker in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        return list(itertools.chain.from_iterable(pool.map(some, shares)))


# --- the run --------------------------------------------------------------------------------------


class Wish(NamedTuple):
    """What the command line asks for."""

    dialect: str
    port: int
    pid: int
    tables: int
    rate: float
    seconds: float
    warm_up: float


async def play(wish: Wish) -> dict[str, Any]:
    """Play at all tables and return what was seen."""
    dialect, port, pid, tables, rate, seconds, warm_up = wish
    empty = usage(pid)
    places = await asyncio.to_thread(take_seats, dialect, port, tables)
    run = Run(rate)
    seated = [await _sit_down(DIALECTS[dialect][1], Table(run), four) for four in places]
    await asyncio.sleep(_SETTLE)
    gc.freeze()
    full = usage(pid)
    begin = time.monotonic()
    run.span = Span(begin + warm_up, begin + warm_up + seconds)
    for number, table in enumerate(seated):
        if rate:
            run.pace(table, begin + number / (rate * tables))
        else:
            table.move(begin)
    await asyncio.sleep(run.span.begin - time.monotonic())
    before, own, received = usage(pid), time.process_time(), sum(t.received for t in seated)
    await asyncio.sleep(run.span.end - time.monotonic())
    after, own_after = usage(pid), time.process_time()
    received = sum(table.received for table in seated) - received
    run.over = True
    await asyncio.sleep(_GRACE)
    ordered = sorted(run.latencies)
    marks = {"p50": 0.50, "p95": 0.95, "p99": 0.99, "max": 1.0}
    used = max(after.cpu - before.cpu, 0.01)
    return {
        "moves": run.moves,
        "moves_per_second": round(run.moves / seconds, 1),
        "latency_ms": {name: _ms(percentile(ordered, mark)) for name, mark in marks.items()},
        "bytes_per_move": round(received / max(run.moves, 1)),
        "unfinished": sum(bool(table.missing) + len(table.due) for table in seated),
        "generator_cpu": round((own_after - own) / seconds, 3),
        "server": {
            "cpu": round(used / seconds, 3),
            "moves_per_cpu_second": round(run.moves / used),
            "kb_per_table": round((full.rss - empty.rss) / tables / 1000, 1),
        },
    }


async def _sit_down(kind: type[Guest], table: Table, places: list[Place]) -> Table:
    for place in places:
        guest = kind(table, place)
        await ws_connect(lambda guest=guest: guest, place.url)
        await asyncio.wait_for(guest.ready, 20)
        table.guests.append(guest)
    return table


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 2)


def main() -> None:
    """Play and print."""
    dialect, port, pid, tables, rate, seconds, warm_up = sys.argv[1:]
    times = (float(rate), float(seconds), float(warm_up))
    wish = Wish(dialect, int(port), int(pid), int(tables), *times)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(play(wish))), flush=True)


if __name__ == "__main__":
    main()
