"""A run: people play at many tables while everything under them is killed, cut and held."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.chaos.crowd import CrowdProcess
from tests.chaos.house import ChaosHouse
from tests.chaos.measures import Done, after_redis, answers_elsewhere, ways_back
from tests.chaos.notes import Notes
from tests.chaos.plan import Fault, Rhythm, Step, plan
from tests.chaos.verdict import Verdict, judge
from tests.support.redis_server import RedisProcess

from rummy500_server.clock import Clock
from rummy500_server.store.ports import Stored
from rummy500_server.store.redis import keys


NODES: Final = 2
_CALM: Final = 15.0
"""Seconds after the last fault within which every table must have gone on."""
_HOME_AFTER: Final = 6.0
"""Seconds after which people go back to a server that was killed, once it is there again."""
_LOOK: Final = 0.2
_SLOW: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a run is to be."""

    seconds: float
    tables: int
    seed: int
    fsync: str
    rhythm: Rhythm
    pace: float
    """Seconds between two things that one person does."""


@dataclass
class Outcome:
    """What came of it."""

    wish: Wish
    verdict: Verdict
    notes: Notes
    done: list[Done] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Return whether nothing was wrong."""
        return not self.verdict.wrong and not self.complaints

    def as_json(self) -> str:
        """Return it as one JSON object."""
        faults = {fault.value: 0 for fault in Fault}
        for one in self.done:
            faults[one.fault.value] += 1
        found: dict[str, Any] = {
            "wish": asdict(self.wish) | {"rhythm": self.wish.rhythm._asdict()},
            "faults": faults,
            "verdict": asdict(self.verdict),
            "answers_elsewhere_ms": answers_elsewhere(self.notes, self.done)._asdict(),
            "ways_back_ms": ways_back(self.notes, self.done)._asdict(),
            "after_redis_ms": after_redis(self.notes, self.done)._asdict(),
            "refused": self.notes.refused,
            "complaints": self.complaints,
        }
        return json.dumps(found, indent=2)


class Chaos:
    """One run."""

    def __init__(
        self, folder: Path, binary: str, wish: Wish, clock: Clock, say: Callable[[str], None]
    ) -> None:
        durable = ("--appendonly", "yes", "--appendfsync", wish.fsync)
        redis = RedisProcess(binary, folder / "redis", *durable)
        self._house = ChaosHouse(folder, redis, NODES, wish.seed, clock)
        self._folder = folder
        self._wish = wish
        self._clock = clock
        self._say = say
        self._notes = Notes()
        self._done: list[Done] = []
        self._crowds: list[CrowdProcess] = []
        self._tables: tuple[str, ...] = ()
        self._mending: set[asyncio.Task[None]] = set()
        self._going_home: set[asyncio.Task[None]] = set()

    async def run(self) -> Outcome:
        """Let it all happen, and judge it."""
        house = self._house
        try:
            await house.start()
            await self._sit_down()
            watch = asyncio.create_task(self._tell())
            await self._do_all()
            stuck = await self._come_to_rest()
            watch.cancel()
            await asyncio.gather(watch, *self._going_home, return_exceptions=True)
            for number, crowd in enumerate(self._crowds):
                self._notes.add(await crowd.end(self._folder / f"crowd{number}"))
            journals = {table: self._journal(table) for table in self._tables}
        finally:
            for crowd in self._crowds:
                crowd.kill()
            complaints = await house.close()
            await asyncio.to_thread(house.redis.kill)
        lazy = self._wish.fsync != "always"
        deaths = [one.at for one in self._done if one.fault is Fault.KILL_REDIS]
        verdict = judge(self._notes, journals, lazy_kills=deaths if lazy else ())
        verdict.wrong += [f"{table}: it did not go on" for table in stuck]
        found = [line for said in complaints for line in said.splitlines() if _is_a_fault(line)]
        return Outcome(self._wish, verdict, self._notes, self._done, found)

    async def _sit_down(self) -> None:
        """Let a crowd for each server take its seats: at each table there are people of both."""
        doors = [node.door.port for node in self._house.nodes]
        wish = self._wish
        self._crowds = [
            await CrowdProcess.begin(doors, home, wish.tables, wish.pace, wish.seed)
            for home in range(NODES)
        ]
        tables: dict[str, str] = {}
        for crowd in self._crowds:
            tables |= await crowd.order("make")
        self._tables = tuple(tables.values())
        for crowd in self._crowds:
            await crowd.order("join", tables=tables)
        for what in ("start", "play"):
            for crowd in self._crowds:
                await crowd.order(what)

    def _journal(self, table: str) -> tuple[Stored, ...]:
        found = self._house.redis.ask("XRANGE", keys.of_table(table).journal, "-", "+")
        entries = ((int(number.partition(b"-")[0]), dict(fields)) for number, fields in found)
        return tuple(
            Stored(version, entry[b"c"], entry[b"p"], int(entry[b"t"]), entry[b"e"])
            for version, entry in entries
        )

    # --- faults ----------------------------------------------------------------------------------

    async def _do_all(self) -> None:
        clock = self._clock
        begin = clock.now()
        wish = self._wish
        for step in plan(wish.seconds, NODES, wish.rhythm, wish.seed):
            await clock.sleep(max(begin + step.at - clock.now(), 0))
            if not self._mending:  # one thing at a time, or nobody may be left to go on
                self._begin(step)
        await clock.sleep(max(begin + wish.seconds - clock.now(), 0))
        if self._mending:
            await asyncio.wait(self._mending)

    def _begin(self, step: Step) -> None:
        task = asyncio.create_task(self._do(step))
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    async def _do(self, step: Step) -> None:
        now = self._clock.now
        at = now()
        await self._bring_about(step)
        self._done.append(Done(at, step.fault, step.node, now()))

    async def _bring_about(self, step: Step) -> None:
        node = self._house.nodes[step.node]
        match step.fault:
            case Fault.KILL_NODE:
                await node.kill()
                await self._clock.sleep(step.lasts)
                await node.again()
                self._send_home(step.node)
            case Fault.KILL_REDIS:
                await self._house.restart_redis(step.lasts)
            case Fault.CUT_PEOPLE:
                node.door.cut()
            case Fault.CUT_STORE:
                node.store.cut()
            case Fault.HOLD_STORE | Fault.HOLD_PEOPLE:
                link = node.store if step.fault is Fault.HOLD_STORE else node.door
                link.hold()
                await self._clock.sleep(step.lasts)
                link.release()
            case Fault.PAUSE_NODE:
                node.pause()
                await self._clock.sleep(step.lasts)
                node.go_on()
            case Fault.SLOW_STORE:
                node.store.delay = _SLOW
                await self._clock.sleep(step.lasts)
                node.store.delay = 0.0

    async def _come_to_rest(self) -> list[str]:
        """Return the tables that do not go on though nothing is done to them any more."""
        before = await self._versions()
        end = self._clock.now() + _CALM
        waiting = list(before)
        while waiting and self._clock.now() < end:
            await self._clock.sleep(_LOOK)
            now = await self._versions()
            waiting = [table for table, at in before.items() if now[table] <= at]
        return waiting

    async def _versions(self) -> dict[str, int]:
        """Return how far anybody has seen each table."""
        found: dict[str, int] = {}
        for crowd in self._crowds:
            for table, seq in (await crowd.order("versions")).items():
                found[table] = max(seq, found.get(table, 0))
        return found

    def _send_home(self, node: int) -> None:
        async def later() -> None:
            await self._clock.sleep(_HOME_AFTER)
            await self._crowds[node].order("home")

        task = asyncio.create_task(later())
        self._going_home.add(task)
        task.add_done_callback(self._going_home.discard)

    async def _tell(self) -> None:
        """Say every half minute how it goes."""
        while True:
            await self._clock.sleep(30)
            counts = [await crowd.order("counts") for crowd in self._crowds]
            told, seen = (sum(numbers) for numbers in zip(*counts, strict=True))
            self._say(f"{len(self._done)} faults, {told} commands acknowledged, {seen} frames")


def _is_a_fault(line: str) -> bool:
    """Return whether a server wrote of a fault of its own; that it was cut off is none."""
    try:
        return bool(json.loads(line)["level"] == "error")
    except (ValueError, KeyError, TypeError):
        return "Traceback" in line
