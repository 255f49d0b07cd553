"""The pool of worker processes: same answers, crashes survived, nothing left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path
from textwrap import dedent

import pytest
from tests.bots.arena import deal_hand, seen

from rummy500_server.bots.levels import UnknownLevelError
from rummy500_server.bots.pool import BotFailedError, BotPool, BotPort, InlinePool
from rummy500_server.bots.wire import decode_action
from rummy500_server.bots.worker import think


VIEW = seen(deal_hand(1))
WAIT = 30.0


@pytest.fixture
async def pool() -> AsyncIterator[BotPool]:
    pool = BotPool()
    pool.start()
    yield pool
    await pool.close()


def only_worker() -> int:
    [worker] = active_children()
    assert worker.pid is not None
    return worker.pid


async def test_a_worker_and_the_inline_pool_think_alike(pool: BotPool) -> None:
    inline = InlinePool()
    inline.start()
    for seed in range(5):
        answer = await pool.choose(VIEW, "easy", seed)
        assert answer == await inline.choose(VIEW, "easy", seed) == think(VIEW, "easy", seed)
        decode_action(answer)


async def test_many_questions_at_once_are_all_answered(pool: BotPool) -> None:
    answers = await asyncio.gather(*(pool.choose(VIEW, "easy", seed) for seed in range(50)))
    assert answers == [think(VIEW, "easy", seed) for seed in range(50)]


async def test_a_killed_worker_costs_no_more_than_its_answer(pool: BotPool) -> None:
    await pool.choose(VIEW, "easy", 1)
    before = only_worker()
    os.kill(before, signal.SIGKILL)
    with suppress(BotFailedError):  # raised if it is asked before the death was noticed
        await pool.choose(VIEW, "easy", 1)
    assert await pool.choose(VIEW, "easy", 1) == think(VIEW, "easy", 1)
    assert only_worker() != before


async def test_a_worker_that_hangs_ends_itself_and_is_replaced() -> None:
    pool = BotPool(thinking_limit=1e-9)
    thoughts = (pool.choose(VIEW, "easy", seed) for seed in range(1000))
    results = await asyncio.gather(*thoughts, return_exceptions=True)
    assert any(isinstance(result, BotFailedError) for result in results)
    await pool.close()
    assert active_children() == []


async def test_bad_bytes_fail_alone(pool: BotPool) -> None:
    with pytest.raises(BotFailedError, match="no view"):
        await pool.choose(b"rubbish", "easy", 1)
    worker = only_worker()
    assert await pool.choose(VIEW, "easy", 1) == think(VIEW, "easy", 1)
    assert only_worker() == worker


@pytest.mark.parametrize("kind", [BotPool, InlinePool])
async def test_an_unknown_level_is_told_at_once(kind: type[BotPort]) -> None:
    pool = kind()
    with pytest.raises(UnknownLevelError, match="there are: easy, steady"):
        await pool.choose(VIEW, "grandmaster", 1)
    assert active_children() == []
    await pool.close()


@pytest.mark.parametrize("kind", [BotPool, InlinePool])
async def test_a_closed_pool_answers_no_more(kind: type[BotPort]) -> None:
    pool = kind()
    pool.start()
    await pool.close()
    with pytest.raises(BotFailedError, match="closed"):
        await pool.choose(VIEW, "easy", 1)


async def test_closing_leaves_no_worker_and_drops_what_waits() -> None:
    pool = BotPool(workers=2)
    waiting = [asyncio.create_task(pool.choose(VIEW, "easy", seed)) for seed in range(200)]
    await asyncio.sleep(0)
    await pool.close()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, bytes | BotFailedError) for result in results)
    assert active_children() == []


async def test_a_caller_may_lose_patience(pool: BotPool) -> None:
    await pool.choose(VIEW, "easy", 1)
    asked = asyncio.create_task(pool.choose(VIEW, "easy", 1))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await pool.choose(VIEW, "easy", 1) == think(VIEW, "easy", 1)


def program(tmp_path: Path, ending: str) -> subprocess.CompletedProcess[str]:
    """Run a program that starts a pool, prints what its worker holds, and ends in some way.

    Its processes share its standard output, so that to have read all of it is to know that none
    of them is left.
    """
    source = dedent(
        f"""
        import asyncio, os, signal, sys
        from functools import partial
        from rummy500_server.bots.pool import BotPool
        from tests.bots import test_pool

        async def main():
            pool = BotPool()
            pool.start()
            await pool.choose(test_pool.VIEW, "easy", 1)
            _, future = pool._submit(partial(eval, "sorted(__import__('sys').modules)"))
            print(*future.result(), flush=True)
            {ending}

        if __name__ == "__main__":
            asyncio.run(main())
        elif True:
            print("imported-by-worker", flush=True)
        """
    )
    script = tmp_path / "program.py"
    script.write_text(source)
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=WAIT,
        check=False,
    )


@pytest.mark.parametrize(
    ("ending", "code"),
    [
        ("await pool.close()", 0),
        ("pass", 0),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
    ],
    ids=["closed", "forgotten", "killed"],
)
def test_no_worker_outlives_its_program(tmp_path: Path, ending: str, code: int) -> None:
    done = program(tmp_path, ending)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_a_worker_imports_players_and_engine_alone(tmp_path: Path) -> None:
    done = program(tmp_path, "await pool.close()")
    assert "imported-by-worker" not in done.stdout
    imported = done.stdout.split()
    ours = {name for name in imported if name.startswith("rummy500")}
    assert {name for name in ours if name.count(".")} == {
        name for name in ours if name.startswith(("rummy500.engine", "rummy500_server.bots"))
    }
    assert {"asyncio", "msgpack", "websockets", "rummy500_server.bots.pool"} & {*imported} == set()


def test_ctrl_c_is_left_to_the_program(tmp_path: Path) -> None:
    ending = """[worker] = __import__("multiprocessing").active_children()
            os.kill(worker.pid, signal.SIGINT)
            print(await pool.choose(test_pool.VIEW, "easy", 1) != b"", flush=True)
            await pool.close()"""
    done = program(tmp_path, ending)
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("True")
