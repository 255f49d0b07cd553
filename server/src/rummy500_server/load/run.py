"""A whole run: processes that play, the server that is watched meanwhile, and what came out."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection as Pipe
from typing import Any, Final, NamedTuple

from rummy500.protocol.version import PROGRAM_VERSION
from rummy500_server.clock import Clock
from rummy500_server.load.crew import Share, work
from rummy500_server.load.errors import LoadError
from rummy500_server.load.meter import Tally, percentile, together
from rummy500_server.load.options import Wish
from rummy500_server.load.proc import Usages, cpu, rss, usages


_SETTLE: Final = 1.0
"""Seconds between the last seat and the look at the server's memory, and the first move."""
_LEAST: Final = 0.01
"""CPU seconds: what the system counts in."""


class Watch(NamedTuple):
    """What the server had used: before anybody came, when all sat, and around the measurement."""

    empty: Usages
    seated: Usages
    begin: Usages
    end: Usages
    last: Usages


class Outcome(NamedTuple):
    """A run that is over."""

    wish: Wish
    tally: Tally
    set_up: float
    """Seconds until everybody sat."""
    watch: Watch | None


async def run(wish: Wish, clock: Clock) -> Outcome:
    """Do a run.

    Raises:
        LoadError: there is no server, or nothing can be played there.
        ProcessGoneError: the process that is to be watched does not exist.

    """
    readings = [_reading(wish)]
    began = clock.now()
    with _crews(wish) as pipes:
        for problem in await _hear(pipes):
            if problem is not None:
                raise LoadError(problem)
        set_up = clock.now() - began
        begin = clock.now() + _SETTLE
        for pipe in pipes:
            pipe.send(begin)
        for moment in (begin, begin + wish.warm_up, begin + wish.warm_up + wish.seconds):
            await clock.sleep(moment - clock.now())
            readings.append(_reading(wish))
        tally = together(await _hear(pipes))
        readings.append(_reading(wish))
        for pipe in pipes:
            pipe.send(None)
    known = [reading for reading in readings if reading is not None]
    return Outcome(wish, tally, set_up, Watch(*known) if known else None)


async def _hear(pipes: list[Pipe]) -> list[Any]:
    """Return what each process says next."""
    return [await asyncio.to_thread(pipe.recv) for pipe in pipes]


def report(outcome: Outcome) -> dict[str, Any]:
    """Return what is printed: plain values only."""
    wish, tally, watch = outcome.wish, outcome.tally, outcome.watch
    ordered = sorted(tally.latencies)
    marks = {"p50": 0.50, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        "program": PROGRAM_VERSION,
        "tables": wish.tables,
        "seats": wish.seats,
        "playing": wish.moving,
        "bare": wish.bare,
        "rate": wish.rate or None,
        "seconds": wish.seconds,
        "moves": tally.moves,
        "moves_per_second": round(tally.moves / wish.seconds, 1) if wish.seconds else None,
        "latency_ms": {name: _ms(percentile(ordered, share)) for name, share in marks.items()},
        "bytes_per_move": round(tally.received / tally.moves) if tally.moves else None,
        "all_moves": tally.all_moves,
        "hands": tally.hands,
        "unfinished": tally.unfinished,
        "lost": tally.lost,
        "refused": dict(tally.refused),
        "set_up_seconds": round(outcome.set_up, 2),
        "generator_cpu": round(tally.cpu / wish.seconds, 3) if wish.seconds else None,
        "server": None if watch is None else _server(wish, tally, watch),
    }


def _server(wish: Wish, tally: Tally, watch: Watch) -> dict[str, Any]:
    each = [end.cpu - begin.cpu for begin, end in zip(watch.begin, watch.end, strict=True)]
    used = sum(each)
    grown = (rss(watch.seated) - rss(watch.empty)) / 1000
    played = (rss(watch.last) - rss(watch.empty)) / 1000
    return {
        "cpu": round(used / wish.seconds, 3) if wish.seconds else None,
        "cpu_shares": [round(one / max(used, _LEAST), 3) for one in each],
        "moves_per_cpu_second": round(tally.moves / max(used, _LEAST)),
        "set_up_cpu_seconds": round(cpu(watch.seated) - cpu(watch.empty), 2),
        "rss_kb": {
            "empty": rss(watch.empty) // 1000,
            "seated": rss(watch.seated) // 1000,
            "end": rss(watch.last) // 1000,
        },
        "kb_per_table": round(grown / wish.tables, 1) if wish.tables else None,
        "kb_per_table_at_end": round(played / wish.tables, 1) if wish.tables else None,
        "kb_per_connection": round(grown / (wish.bare + wish.tables * wish.seats), 1),
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 2)


def _reading(wish: Wish) -> Usages | None:
    return usages(wish.server_pid) if wish.server_pid else None


@contextmanager
def _crews(wish: Wish) -> Iterator[list[Pipe]]:
    """Start the processes of a run; at the end they are gone."""
    context = multiprocessing.get_context("spawn")
    pipes: list[Pipe] = []
    processes = []
    try:
        for number in range(wish.processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(Share(wish, number), theirs))
            process.start()
            theirs.close()
            pipes.append(ours)
            processes.append(process)
        yield pipes
    except EOFError as error:
        msg = "a process of the run has fallen"
        raise LoadError(msg) from error
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join(_SETTLE * 5)
            if process.is_alive():
                process.kill()
