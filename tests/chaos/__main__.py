"""``python -m tests.chaos``: kills servers and Redis under people who play, and judges the run."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import SystemRandom

from tests.chaos.plan import Rhythm
from tests.chaos.run import Chaos, Outcome, Wish
from tests.support.redis_server import redis_binary

from rummy500_server.clock import SystemClock


MINUTE = 60


def main() -> int:
    """Run, print the outcome, and return 1 if anything was wrong."""
    wish = _wish(_parser().parse_args())
    binary = redis_binary()
    if binary is None:
        _say("neither redis-server nor valkey-server is on the PATH")
        return 1
    _say(f"seed {wish.seed}")
    outcome = asyncio.run(_run(binary, wish))
    sys.stdout.write(outcome.as_json() + "\n")
    return 0 if outcome.good else 1


async def _run(binary: str, wish: Wish) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        return await Chaos(Path(folder), binary, wish, SystemClock(), _say).run()


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def _wish(given: argparse.Namespace) -> Wish:
    return Wish(
        seconds=given.minutes * MINUTE,
        tables=given.tables,
        seed=SystemRandom().getrandbits(32) if given.seed is None else given.seed,
        fsync=given.fsync,
        rhythm=Rhythm(given.kill_server, given.kill_redis, given.others),
        pace=given.pace,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dev.py chaos",
        description="Play at many tables while servers, Redis and lines fail; judge what is left.",
        epilog="example: python3 dev.py chaos --minutes 5 --tables 20 --seed 7",
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="how long (%(default)s)")
    parser.add_argument("--tables", type=int, default=50, help="of four people each (%(default)s)")
    parser.add_argument("--seed", type=int, help="of all faults and plays (any)")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds for a play (%(default)s)")
    parser.add_argument(
        "--fsync", choices=("always", "everysec"), default="always", help="of Redis (%(default)s)"
    )
    for name, default, what in (
        ("--kill-server", 20.0, "a server is killed"),
        ("--kill-redis", 120.0, "Redis is killed"),
        ("--others", 9.0, "something smaller is done"),
    ):
        text = f"seconds after which {what}; 0: never (%(default)s)"
        parser.add_argument(name, type=float, default=default, help=text)
    return parser


if __name__ == "__main__":
    sys.exit(main())
