"""However the program is when it is told to end: code 0, at once, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.e2e.client_player import Player
from tests.e2e.client_program import appears, program

from rummy500_client.settings_file import data_folder
from rummy500_client.state.model import Away, Trying
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_server.config import default_data


pytestmark = pytest.mark.e2e

SOON = 2.0
AFTERWARDS: list[Callable[[], None]] = []
"""What a state leaves to be done once the window is closed."""


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


async def with_a_server_that_hangs(player: Player) -> None:
    """A play is on its way, and nobody answers."""
    await player.start_match(2)
    pid = player.program.server.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    await player.perform(player.choose())
    await player.until(lambda: player.glance.waits)


async def greeted_by_nobody(player: Player) -> None:
    """Somebody listens at the address, and never says a word."""
    deaf = socket.create_server(("127.0.0.1", 0))
    AFTERWARDS.append(deaf.close)
    player.program.bridge.on_connect(f"127.0.0.1:{deaf.getsockname()[1]}", "Ana")
    await player.until(lambda: isinstance(player.session.state.connection, Trying))


async def while_cards_move(player: Player) -> None:
    player.view.set_motion(5)
    await player.start_match(4)
    await player.perform(player.choose())


async def with_a_card_in_hand(player: Player) -> None:
    await player.start_match(2)
    port = player.view.canvas.viewport()
    start = player.spot(Target(Kind.HAND, player.glance.hand[0]))
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(port, start - QPoint(0, 120))
    await player.until(lambda: player.view.canvas.carrying.active)


async def with_a_sheet_open(player: Player) -> None:
    await player.start_match(2)
    for key in (Qt.Key.Key_F10, Qt.Key.Key_F1):
        QTest.keyClick(player.program.window.table.view, key)
    await player.until(player.program.window.rules.help.isVisible)


@pytest.mark.parametrize(
    "state",
    [
        *(at_home, looking_up_a_name, starting_the_server, greeted_by_nobody),
        *(at_the_table, while_cards_move, with_a_card_in_hand, with_a_sheet_open),
        *(without_a_connection, with_a_server_that_hangs),
    ],
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
        while AFTERWARDS:
            AFTERWARDS.pop()()


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
