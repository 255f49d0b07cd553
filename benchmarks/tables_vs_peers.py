"""Our tables against boardgame.io's and Colyseus': moves, latency, memory; all in one run.

    python benchmarks/tables_vs_peers.py FOLDER [--rounds N] [--python PATH]

FOLDER gets the peers' packages by npm; it lies outside the project. Node and a Redis or Valkey must
be on the PATH. It takes some five minutes.

Every server has one core for itself, and the players another one. What the machine does besides
disturbs latencies most and processor time least: so moves for each second of processor time come
first, in turns, and the medians of the ratios count. At our tables whole hands are played by the
rules, and each move is stored in Redis before it is told; the peers' game has no rules beyond
whose turn it is. boardgame.io stores in memory, Colyseus by one script call for each move.

Prints one JSON object; exits 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
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
    "core for 1,000 tables of which 10 play": (0.03, "most"),
}
Report = dict[str, Any]


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
    wish = parser.parse_args()
    stage.install(wish.folder)
    with stage.redis() as port:
        bench = Bench(wish.folder, wish.python, port)
        endless = [bench.endless() for _ in range(wish.rounds)]
        paced = [bench.paced() for _ in range(wish.rounds)]
        idle = bench.idle()
    moves = ratios(endless, "server", "moves_per_cpu_second")
    late = ratios(paced, "latency_ms", "p99")
    core = idle["seated"]["server"]["cpu"] - idle["bare"]["server"]["cpu"]
    found = {
        "moves per boardgame.io's": moves["boardgame.io"],
        "moves per Colyseus'": moves["Colyseus"],
        "p99 per boardgame.io's": late["boardgame.io"],
        "p99 per Colyseus'": late["Colyseus"],
        "KB per table": statistics.median(p["ours"]["server"]["kb_per_table"] for p in paced),
        "core for 1,000 tables of which 10 play": core,
    }
    missed = [name for name, value in found.items() if not _reached(value, *GOALS[name])]
    rounded = {name: round(value, 3) for name, value in found.items()}
    print(json.dumps({"found": rounded, "goals": GOALS, "missed": missed}, indent=2))
    print(json.dumps({"endless": endless, "paced": paced, "idle": idle}), file=sys.stderr)
    return 1 if missed else 0


def _reached(value: float, goal: float, kind: str) -> bool:
    return value >= goal if kind == "least" else value <= goal


if __name__ == "__main__":
    sys.exit(main())
