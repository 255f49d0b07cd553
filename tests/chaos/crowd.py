"""The people whose home is one server, in a process of their own: no crowd slows another one down.

``python -m tests.chaos.crowd`` reads orders, one JSON object in a line, and answers each with one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from tests.chaos.notes import Notes
from tests.chaos.person import Person

from rummy500_server.clock import SystemClock


SEATS: Final = 4
TARGETS: Final = ("50", "150", "500")
_LINE: Final = 1 << 20


class Crowd:
    """People, one or more for each table."""

    def __init__(self, doors: list[int], home: int, tables: int, pace: float, seed: int) -> None:
        dice = Random(f"{seed} {home}")
        self._notes = Notes()
        self._pace = pace
        self._over = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []
        clock = SystemClock()
        self._people = {
            (number, seat): Person(
                f"{number} {seat}", doors, home, self._notes, Random(dice.getrandbits(64)), clock
            )
            for number in range(tables)
            for seat in range(SEATS)
            if (number + seat) % len(doors) == home
        }

    async def make(self) -> dict[str, str]:
        """Make the tables whose first seat is one of ours; return their ids by number."""
        made: dict[str, str] = {}
        for (number, seat), person in self._people.items():
            if not seat:
                target = {"target_score": TARGETS[number % len(TARGETS)]}
                made[str(number)] = await person.make(SEATS, target)
        return made

    async def join(self, tables: dict[str, str]) -> None:
        """Let everybody sit down."""
        for (number, seat), person in self._people.items():
            if seat:
                await person.join(tables[str(number)])

    async def start(self) -> None:
        """Start the matches at our tables."""
        for (_, seat), person in self._people.items():
            if not seat:
                await person.start()

    def play(self) -> None:
        """Begin to play."""
        self._playing = [
            asyncio.create_task(person.play(self._pace, self._over))
            for person in self._people.values()
        ]

    def go_home(self) -> None:
        """Let everybody whose server is there again go back to it."""
        for person in self._people.values():
            person.go_home()

    def versions(self) -> dict[str, int]:
        """Return how far our people have seen each table."""
        found: dict[str, int] = {}
        for person in self._people.values():
            seq = 0 if person.news is None else person.news.seq
            found[person.table] = max(seq, found.get(person.table, 0))
        return found

    def counts(self) -> list[int]:
        """Return how many commands were acknowledged and how many frames were seen."""
        return [len(self._notes.acknowledged), len(self._notes.seen)]

    async def end(self, path: str) -> None:
        """Stop, and write down what was noted."""
        self._over.set()
        await asyncio.gather(*self._playing)
        await asyncio.to_thread(Path(path).write_bytes, msgspec.msgpack.encode(self._notes))

    async def obey(self, order: dict[str, Any]) -> Any:
        """Do what an order says and return the answer to it."""
        match order:
            case {"do": "make"}:
                return await self.make()
            case {"do": "join", "tables": tables}:
                await self.join(tables)
            case {"do": "start"}:
                await self.start()
            case {"do": "play"}:
                self.play()
            case {"do": "home"}:
                self.go_home()
            case {"do": "versions"}:
                return self.versions()
            case {"do": "counts"}:
                return self.counts()
            case {"do": "end", "path": path}:
                await self.end(path)
            case _:
                msg = f"no such order: {order}"
                raise ValueError(msg)
        return None


class CrowdProcess:
    """A crowd as seen from the process that gives the orders."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._busy = asyncio.Lock()

    @classmethod
    async def begin(
        cls, doors: list[int], home: int, tables: int, pace: float, seed: int
    ) -> CrowdProcess:
        """Start the process."""
        wish = json.dumps([doors, home, tables, pace, seed])
        words = (sys.executable, "-m", "tests.chaos.crowd", wish)
        process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, limit=_LINE)
        return cls(process)

    async def order(self, what: str, **more: Any) -> Any:
        """Give an order and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        async with self._busy:
            self._process.stdin.write(json.dumps({"do": what, **more}).encode() + b"\n")
            return json.loads(await self._process.stdout.readline())

    async def end(self, path: Path) -> Notes:
        """Let the people stop, and return their notes."""
        await self.order("end", path=str(path))
        await self._process.wait()
        return msgspec.msgpack.decode(await asyncio.to_thread(path.read_bytes), type=Notes)

    def kill(self) -> None:
        """End the process if it is still there."""
        if self._process.returncode is None:
            self._process.kill()


async def _serve(crowd: Crowd) -> None:
    """Obey until the end is ordered, or whoever gives the orders is gone."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        order = json.loads(line)
        answer = await crowd.obey(order)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        if order["do"] == "end":
            return


async def _main() -> None:
    doors, home, tables, pace, seed = json.loads(sys.argv[1])
    await _serve(Crowd(doors, home, tables, pace, seed))


if __name__ == "__main__":
    asyncio.run(_main())
