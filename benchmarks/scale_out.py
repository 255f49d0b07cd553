"""What it costs that the people of a table are spread over two servers.

    python benchmarks/scale_out.py [--rounds N] [--tables N] [--rate MOVES]

Needs a Redis or Valkey and a ``caddy`` on the PATH; takes some four minutes.

Four houses play the same paced load, in turns, at one Redis: one worker, two workers on one port,
one server behind the proxy of the compose file, and two of them. The pace is half of what one
worker can do beside the players, measured at the beginning. What counts is the CPU time that the
servers together use for a move, so that other work on the machine matters little. That of Redis, of
the proxy and of the players is not in it, nor that of the processes in which computer players would
think, for none plays; that of the process that deals connections out among workers is. Of the
rounds the median counts.

Prints one JSON object; exits 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple


sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.tables import stage


MOST_RATIO: Final = 1.2
"""CPU time for a move at two servers by that at one."""
SHARES: Final = (0.4, 0.6)
"""Of the CPU time, for each of two."""
_LIMIT: Final = 20.0
_LOOK_AGAIN: Final = 0.1
Report = dict[str, Any]


class House(NamedTuple):
    """Servers that are reached at one address."""

    url: str
    pids: tuple[int, ...]


@contextmanager
def workers(store: str, count: int) -> Iterator[House]:
    """Run a server of so many workers."""
    with stage.ours(sys.executable, store, "--workers", str(count), core=None) as server:
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        pids = map(int, children.read_text().split()) if count > 1 else [server.pid]
        dealer = [server.pid] if count > 1 else []  # last: it is no worker, but its time counts
        yield House(f"ws://127.0.0.1:{server.port}", (*pids, *dealer))


@contextmanager
def behind_proxy(store: str, count: int) -> Iterator[House]:
    """Run so many servers behind the proxy, without TLS, which would be the proxy's work."""
    with ExitStack() as stack:
        trusts = ("--trusted-proxies", "127.0.0.1")
        servers = [
            stack.enter_context(stage.ours(sys.executable, store, *trusts, core=None))
            for _ in range(count)
        ]
        url = stack.enter_context(_proxy([server.port for server in servers]))
        yield House(url, tuple(server.pid for server in servers))


@contextmanager
def _proxy(ports: Sequence[int]) -> Iterator[str]:
    port, health = stage.free_port(), stage.free_port()
    config = Path(__file__).parent.parent / "server" / "Caddyfile"
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen(
            [str(shutil.which("caddy")), "run", "--adapter", "caddyfile", "--config", str(config)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={
                "PATH": os.environ["PATH"],
                "HOME": home,
                "RUMMY500_SITE": f"http://127.0.0.1:{port}",
                "RUMMY500_NODES": " ".join(f"127.0.0.1:{one}" for one in ports),
                "RUMMY500_HTTP_PORT": str(port),
                "RUMMY500_PROXY_HEALTH_PORT": str(health),
            },
        )
        try:
            _until_ready(f"http://127.0.0.1:{port}/readyz")
            yield f"ws://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _until_ready(url: str) -> None:
    last = time.monotonic() + _LIMIT
    while True:
        try:
            with urllib.request.urlopen(url, timeout=1):  # noqa: S310 - our own, on loopback
                return
        except OSError:
            if time.monotonic() > last:
                raise
            time.sleep(_LOOK_AGAIN)


HOUSES: Final = {
    "one worker": (workers, 1),
    "two workers": (workers, 2),
    "one behind the proxy": (behind_proxy, 1),
    "two behind the proxy": (behind_proxy, 2),
}


def play(house: House, tables: int, *options: str) -> Report:
    """Play at a house, and return the report."""
    report = stage.load_at(house.url, house.pids, "--tables", str(tables), *options)
    if any((report["lost"], report["unfinished"], report["refused"])):
        msg = f"this run is not worth looking at: {report}"
        raise RuntimeError(msg)
    return report


def judge(rounds: list[dict[str, Report]]) -> Report:
    """Return what was found, and which goals were missed."""
    cost = {
        name: [1e6 / one[name]["server"]["moves_per_cpu_second"] for one in rounds]
        for name in HOUSES
    }
    found: Report = {"us_of_cpu_for_a_move": {n: _each(c, 0) for n, c in cost.items()}}
    missed = []
    for one, two in (("one worker", "two workers"), tuple(HOUSES)[2:]):
        ratios = [b / a for a, b in zip(cost[one], cost[two], strict=True)]
        each = [round_[two]["server"]["cpu_shares"][0] for round_ in rounds]
        share = statistics.median(each)
        found[two] = {"ratio": _each(ratios, 3), "share_of_the_first": _each(each, 3)}
        if statistics.median(ratios) > MOST_RATIO:
            missed.append(f"ratio of {two}")
        if not SHARES[0] <= share <= SHARES[1]:
            missed.append(f"balance of {two}")
    found["generator_cpu"] = {
        name: [round_[name]["generator_cpu"] for round_ in rounds] for name in HOUSES
    }
    found["p99_ms"] = {name: [r[name]["latency_ms"]["p99"] for r in rounds] for name in HOUSES}
    return {"found": found, "goals": {"ratio": MOST_RATIO, "shares": SHARES}, "missed": missed}


def _each(values: list[float], digits: int) -> Report:
    return {
        "median": round(statistics.median(values), digits),
        "rounds": [round(value, digits) for value in values],
    }


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="of which the median counts")
    parser.add_argument("--tables", type=int, default=100, help="of four seats each")
    parser.add_argument("--rate", type=float, help="moves a second in all, instead of the half")
    parser.add_argument("--seconds", type=float, default=6.0, help="measured in each house")
    wish = parser.parse_args()
    if shutil.which("caddy") is None:
        sys.stderr.write("no caddy here\n")
        return 2
    rounds: list[dict[str, Report]] = []
    # A disk that is slow for a moment makes bursts, and moves that come in bursts are cheap.
    with stage.redis(durable=False) as port:
        store = f"redis://127.0.0.1:{port}"
        rate = wish.rate
        if rate is None:
            with workers(store, 1) as house:
                most = play(house, wish.tables, "--seconds", "5", "--warm-up", "2")
            rate = most["moves_per_second"] / 2
        pace = ("--rate", f"{rate / wish.tables:.3f}", "--seconds", str(wish.seconds))
        for _ in range(wish.rounds):
            reports = {}
            for name, (built, count) in HOUSES.items():
                with built(store, count) as house:
                    reports[name] = play(house, wish.tables, *pace, "--warm-up", "2")
            rounds.append(reports)
    report = judge(rounds)
    report["moves_per_second"] = round(rate)
    print(json.dumps(report, indent=2))
    return 1 if report["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
