"""Our tables against boardgame.io's and Colyseus': moves, latency, memory; all in one run.

    python benchmarks/tables_vs_peers.py FOLDER [--rounds N] [--python PATH] [--only PART ...]

FOLDER gets the peers' packages by npm; it lies outside the project. Node and a Redis or Valkey must
be on the PATH. It takes some ten minutes; PART is endless, paced, played, idle or most.

Every server has one core for itself, and the players another one. What the machine does besides
disturbs latencies most and processor time least: so moves for each second of processor time come
first, in turns, and the medians of the ratios count. At our tables whole hands are played by the
rules, and each move is stored in Redis before it is told; the peers' game has no rules beyond
whose turn it is. boardgame.io stores in memory, Colyseus by one script call for each move.

Memory is what the process has grown by, for each table with its four sockets: after some seconds of
play at one move a second, and after several hands at each table. What all tables share grows too,
until it is full; so after hands that is taken which 500 more tables add.

The most tables are looked for among numbers of which each is a fifth larger than the one before:
with one move a second at each, 99 of 100 must be seen by all four within 100 ms.

Prints one JSON object; exits 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from typing import Any


sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.tables import stage


GOALS = {
    "moves per boardgame.io's": (3.0, "least"),
    "moves per Colyseus'": (0.85, "least"),
    "p99 per boardgame.io's": (0.5, "most"),
    "p99 per Colyseus'": (0.25, "most"),
    "KB per table": (80.0, "most"),
    "KB per table after hands": (80.0, "most"),
    "core for 1,000 tables of which 10 play": (0.03, "most"),
    "most tables per boardgame.io's": (1.2, "least"),
}
PARTS = ("endless", "paced", "played", "idle", "most")
Report = dict[str, Any]
LADDER = tuple(round(300 * 1.2**step) for step in range(14))
"""Numbers of tables to try, up to 3,200."""
LATE = 100.0
"""Milliseconds."""
_SEEN = 0.95
"""The share of the moves that must be seen at all while it is measured."""
ROOM = ("--most-tables", "4000", "--most-connections", "16000")


class Bench:
    """One run."""

    def __init__(self, folder: Path, python: str, redis_port: int) -> None:
        self._folder = folder
        self._python = python
        self._redis_port = redis_port
        self._store = f"redis://127.0.0.1:{redis_port}"

    def endless(self) -> dict[str, Report]:
        """Play at 100 tables, each move when the last one has been seen."""
        with self._ours() as server:
            ours = stage.load(server, "--tables", "100", "--seconds", "5", "--warm-up", "3")
        return {"ours": ours} | self._peers(100, 0.0, 5)

    def paced(self) -> dict[str, Report]:
        """Play at 500 tables, one move a second at each."""
        with self._ours() as server:
            ours = stage.load(server, "--tables", "500", "--rate", "1", "--warm-up", "3")
        return {"ours": ours} | self._peers(500, 1.0, 10)

    def played(self) -> dict[str, Report]:
        """Play hands at 500 and at 1,000 tables, each move when the last one has been seen."""

        def ours(tables: int) -> Report:
            endless = ("--seconds", str(tables * 2 // 25), "--warm-up", "0")
            with stage.ours(self._python, self._store, *ROOM) as server:
                return stage.load(server, "--tables", str(tables), *endless)

        return {"500": ours(500), "1000": ours(1000)}

    def most(self) -> dict[str, Report]:
        """Look for the most tables at which a move a second is seen in time."""

        def ours(tables: int) -> Report:
            with stage.ours(self._python, self._store, *ROOM) as server:
                rate = ("--rate", "1", "--seconds", "6", "--warm-up", "3")
                return stage.load(server, "--tables", str(tables), *rate)

        def boardgame(tables: int) -> Report:
            with stage.peer(self._folder, "boardgame.cjs") as server:
                return stage.guests("boardgame", server, tables, 1.0, 6.0)

        return {"ours": _highest(ours), "boardgame.io": _highest(boardgame)}

    def idle(self) -> dict[str, Report]:
        """Sit at 1,000 tables of which 10 play; and hold as many connections without a table."""
        with self._ours() as server:
            rate = ("--rate", "1", "--playing", "10")
            seated = stage.load(server, "--tables", "1000", *rate, "--warm-up", "3")
        with self._ours() as server:
            bare = stage.load(server, "--tables", "0", "--bare", "4000", "--warm-up", "3")
        return {"seated": seated, "bare": bare}

    def _ours(self) -> Any:
        return stage.ours(self._python, self._store)

    def _peers(self, tables: int, rate: float, seconds: float) -> dict[str, Report]:
        with stage.peer(self._folder, "boardgame.cjs") as server:
            boardgame = stage.guests("boardgame", server, tables, rate, seconds)
        with stage.peer(self._folder, "colyseus.mjs", str(self._redis_port)) as server:
            colyseus = stage.guests("colyseus", server, tables, rate, seconds)
        return {"boardgame.io": boardgame, "Colyseus": colyseus}


def _highest(play: Callable[[int], Report]) -> Report:
    """Return the highest rung of the ladder on which moves are seen in time, and what was tried."""
    tried: list[Report] = []

    def too_many(rung: int) -> bool:
        tables = LADDER[rung]
        report = play(tables)
        late, seen = report["latency_ms"]["p99"], report["moves"] / (tables * 6.0)
        tried.append({"tables": tables, "p99": late, "cpu": report["server"]["cpu"], "seen": seen})
        return late is None or late >= LATE or seen < _SEEN

    first = bisect_left(range(len(LADDER)), 1, key=too_many)
    return {"tables": LADDER[first - 1] if first else 0, "tried": tried}


def ratios(reports: list[dict[str, Report]], *path: str) -> dict[str, float]:
    """Return the medians of ours by each peer's, of one number in the reports."""

    def number(report: Report) -> float:
        found: Any = report
        for name in path:
            found = found[name]
        return float(found)

    return {
        peer: statistics.median(number(one["ours"]) / number(one[peer]) for one in reports)
        for peer in ("boardgame.io", "Colyseus")
    }


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the peers' packages are or go")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median counts")
    parser.add_argument("--python", default=sys.executable, help="that runs our server")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS, help="parts to measure")
    wish = parser.parse_args()
    stage.install(wish.folder)
    with stage.redis() as port:
        bench = Bench(wish.folder, wish.python, port)
        measured: dict[str, Any] = {}
        for part in PARTS:
            if part in wish.only:
                times = wish.rounds if part in {"endless", "paced"} else 1
                measured[part] = [getattr(bench, part)() for _ in range(times)]
    found = judged(measured)
    missed = [name for name, value in found.items() if not _reached(value, *GOALS[name])]
    rounded = {name: round(value, 3) for name, value in found.items()}
    print(json.dumps({"found": rounded, "goals": GOALS, "missed": missed}, indent=2))
    print(json.dumps(measured), file=sys.stderr)
    return 1 if missed else 0


def judged(measured: dict[str, list[Any]]) -> dict[str, float]:
    """Return what stands beside the goals, of the parts that were measured."""
    found: dict[str, float] = {}
    if "endless" in measured:
        moves = ratios(measured["endless"], "server", "moves_per_cpu_second")
        found |= {f"moves per {peer}'" + "s" * (peer[-1] != "s"): v for peer, v in moves.items()}
    if "paced" in measured:
        late = ratios(measured["paced"], "latency_ms", "p99")
        found |= {f"p99 per {peer}'" + "s" * (peer[-1] != "s"): v for peer, v in late.items()}
        each = [one["ours"]["server"]["kb_per_table_at_end"] for one in measured["paced"]]
        found["KB per table"] = statistics.median(each)
    for played in measured.get("played", ()):
        grown = [one["server"]["rss_kb"] for one in (played["500"], played["1000"])]
        few, many = (rss["end"] - rss["empty"] for rss in grown)
        found["KB per table after hands"] = (many - few) / 500
    for idle in measured.get("idle", ()):
        core = idle["seated"]["server"]["cpu"] - idle["bare"]["server"]["cpu"]
        found["core for 1,000 tables of which 10 play"] = core
    for most in measured.get("most", ()):
        found["most tables per boardgame.io's"] = most["ours"]["tables"] / max(
            most["boardgame.io"]["tables"], 1
        )
    return found


def _reached(value: float, goal: float, kind: str) -> bool:
    return value >= goal if kind == "least" else value <= goal


if __name__ == "__main__":
    sys.exit(main())
