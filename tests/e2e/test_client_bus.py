"""One hand over a real AT-SPI bus: the program in its own process, its player in this one."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from tests.e2e.blind_player import BlindPlayer
from tests.e2e.bus_reader import bus_reader
from tools.dev.libraries import BASE, SCREEN_READER, VIRTUAL_SCREEN, XCB, missing
from tools.dev.system import advice


LACKING = missing(BASE + XCB + VIRTUAL_SCREEN + SCREEN_READER)
LINUX = sys.platform.startswith("linux")
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(not LINUX, reason="the bus is a matter of Linux"),
    pytest.mark.skipif(bool(LACKING), reason=f"no bus to be had here: {advice(LACKING)}"),
]


@asynccontextmanager
async def running(*command: str, env: dict[str, str]) -> AsyncIterator[Process]:
    """Run a program and all that it starts until the end of the block."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        async with asyncio.timeout(10):
            await process.communicate()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


async def first_line(process: Process) -> str:
    """Return what a program tells when it is ready."""
    assert process.stdout is not None
    async with asyncio.timeout(10):
        return (await process.stdout.readline()).decode().strip()


@asynccontextmanager
async def desktop(env: dict[str, str]) -> AsyncIterator[dict[str, str]]:
    """Run a screen and a session bus of our own; yield the surroundings of programs there."""
    runtime = tempfile.mkdtemp(prefix="r500-")  # the path of a socket must be short
    env = {**env, "XDG_RUNTIME_DIR": runtime, "GSETTINGS_BACKEND": "memory"}
    screen = ("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp")
    bus = ("dbus-daemon", "--session", "--nofork", "--print-address=1")
    try:
        async with running(*screen, env=env) as shown:
            env = {**env, "DISPLAY": f":{await first_line(shown)}"}
            async with running(*bus, env=env) as spoken:
                yield {**env, "DBUS_SESSION_BUS_ADDRESS": await first_line(spoken)}
    finally:
        shutil.rmtree(runtime, ignore_errors=True)


async def test_a_hand_over_a_real_bus(tmp_path: Path) -> None:
    wishes = {
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "RUMMY500_PAUSE": "0",
        "RUMMY500_SEED": "11",
    }
    client = (sys.executable, "-m", "rummy500_client", "--data", str(tmp_path), "--lang", "en")
    async with (
        desktop({**os.environ, **wishes}) as env,
        bus_reader(env["DBUS_SESSION_BUS_ADDRESS"]) as reader,
        running(*client, "--name", "Ana", env=env) as program,
    ):
        async with asyncio.timeout(20):
            await reader.window()
        player = BlindPlayer(reader)
        await player.start_match(100)
        await player.play_hand()

        assert player.hands == 1
        assert player.draws
        assert player.melds
        assert player.totals.keys() >= {"You"}
        assert len(player.totals) == 2
        program.terminate()
        async with asyncio.timeout(10):
            assert await program.wait() == 0
