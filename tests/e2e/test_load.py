"""The load generator against a real server: what it counts is what the server has stored."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest
from tests.server.process import server_process

from rummy500_server.store import records


pytestmark = pytest.mark.e2e

PLAYS = (
    records.Drawn,
    records.Taken,
    records.Laid,
    records.Added,
    records.Thrown,
    records.Passed,
    records.HandOver,  # asking for a pile that may not be turned again ends a hand by itself
)


async def load(*options: str) -> tuple[int, str, str]:
    """Run the program and return exit code, output and complaints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rummy500_server.load", *options, stdout=PIPE, stderr=PIPE
    )
    async with asyncio.timeout(60):
        out, complaints = await process.communicate()
    return process.returncode or 0, out.decode(), complaints.decode()


async def run(*options: str) -> dict[str, Any]:
    """Return the report of a run in which nothing went wrong."""
    code, out, complaints = await load(*options)
    assert (code, complaints) == (0, ""), out
    report: dict[str, Any] = json.loads(out)
    return report


def stored_plays(data: Path) -> int:
    """Return how many plays a server that has ended has stored."""
    with sqlite3.connect(data / "tables.sqlite") as db:
        entries = [
            records.read_entry(entry)
            for table, entry in db.execute("SELECT id, entry FROM entries")
            if table
        ]
    db.close()
    return sum(any(isinstance(fact, PLAYS) for fact in entry.facts) for entry in entries)


async def test_every_counted_move_is_in_the_store(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        report = await run(
            *("--url", server.url, "--server-pid", str(server.process.pid)),
            *("--tables", "4", "--seconds", "1", "--warm-up", "0.2", "--processes", "2"),
        )

    assert report["all_moves"] == stored_plays(tmp_path)
    assert 0 < report["moves"] < report["all_moves"]
    assert (report["refused"], report["lost"], report["unfinished"]) == ({}, 0, 0)
    marks = report["latency_ms"]
    assert 0 < marks["p50"] <= marks["p95"] <= marks["p99"] <= marks["max"]
    assert report["bytes_per_move"] > 4 * 50  # four seats hear of each move
    server_side = report["server"]
    assert server_side["rss_kb"]["seated"] >= server_side["rss_kb"]["empty"] > 10_000
    assert server_side["moves_per_cpu_second"] > 0
    assert 0 < report["generator_cpu"] < 4


async def test_paced_moves_are_as_many_as_were_due(tmp_path: Path) -> None:
    """Three tables at ten moves a second for 0.2 and 0.8 seconds, each begun a part later."""
    async with server_process(tmp_path) as server:
        report = await run(
            *("--url", server.url, "--tables", "5", "--playing", "3", "--seats", "2"),
            *("--rate", "10", "--seconds", "0.8", "--warm-up", "0.2", "--bare", "2"),
        )

    assert report["all_moves"] == 3 * 10 == stored_plays(tmp_path)
    assert (report["playing"], report["server"]) == (3, None)


async def test_refusals_end_the_run_with_a_one(tmp_path: Path) -> None:
    """A server that keeps its limits takes no endless stream of moves."""
    async with server_process(tmp_path, paced=True) as server:
        code, out, complaints = await load(
            "--url", server.url, "--tables", "1", "--seats", "2", "--seconds", "1.5"
        )

    assert (code, complaints) == (1, "")
    assert json.loads(out)["refused"].keys() == {"TRY_AGAIN"}


async def test_without_a_server_it_says_what_to_do() -> None:
    code, out, complaints = await load("--url", "ws://127.0.0.1:9", "--tables", "1")

    assert (code, out) == (3, "")
    assert "ws://127.0.0.1:9" in complaints
    assert "rummy500-server --unlimited-rate" in complaints


async def test_a_process_to_watch_must_exist(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        code, _, complaints = await load("--url", server.url, "--server-pid", str(2**22 + 1))

    assert code == 2
    assert "can't be watched" in complaints
