"""However the program is when it is told to end: code 0, at once, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.e2e.client_player import Player
from tests.e2e.client_program import appears, program

from rummy500_client.settings_file import data_folder
from rummy500_client.state.model import Away, Trying
from rummy500_server.config import default_data


pytestmark = pytest.mark.e2e

SOON = 2.0


async def at_home(player: Player) -> None:
    await player.until(player.program.window.isVisible)


async def looking_up_a_name(player: Player) -> None:
    player.program.bridge.on_connect("a-name-that-takes-its-time.example", "Ana")
    await player.until(lambda: isinstance(player.session.state.connection, Trying))


async def starting_the_server(player: Player) -> None:
    player.press_intent(player.program.window.home, "play")


async def at_the_table(player: Player) -> None:
    await player.start_match(2)
    await player.play_once()


async def without_a_connection(player: Player) -> None:
    await player.start_match(2)
    pid = player.program.server.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    os.kill(pid, signal.SIGKILL)
    await player.until(lambda: isinstance(player.session.state.connection, Away | Trying))


@pytest.mark.parametrize(
    "state",
    [at_home, looking_up_a_name, starting_the_server, at_the_table, without_a_connection],
)
async def test_the_window_closes_at_once_in_every_state(
    state, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()
    known = socket.getaddrinfo

    def slow(host: str, *rest: object, **more: object) -> object:
        if host.endswith(".example"):
            release.wait(20)
        return known(host, *rest, **more)  # type: ignore[arg-type] # handed on as it came

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    try:
        async with program(tmp_path, monkeypatch) as player:
            await state(player)
            started = asyncio.get_running_loop().time()
        assert asyncio.get_running_loop().time() - started < SOON
    finally:
        release.set()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_command_ends_cleanly_when_it_is_told_to(
    number: signal.Signals, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "rummy500_client",
        "--data",
        str(tmp_path),
        "--lang",
        "es",
        "--play",
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "RUMMY500_PAUSE": "0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    store = tmp_path / "server" / "tables.sqlite"
    await appears(store.exists)
    started = asyncio.get_running_loop().time()
    process.send_signal(number)
    async with asyncio.timeout(5):
        out, err = await process.communicate()
    assert asyncio.get_running_loop().time() - started < 3
    assert process.returncode == 0
    assert (out, err) == (b"", b"")


def test_a_game_alone_and_a_server_for_friends_run_on_one_computer() -> None:
    """Two servers never share a folder, and each is started where nobody has chosen one."""
    alone, friends = data_folder(None), default_data()
    assert alone != friends
    assert alone.parent == friends.parent
