"""Nothing is left in a server of those who sent what is nearly right."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.fuzz.vandal import Vandal
from tests.server.counting import level, nobody_looks_for_circles, there
from tests.server.fakes import ChancePlayer, settle

from rummy500_server.app import Server
from rummy500_server.config import Settings


FRAMES = 500
VANDALS = 4


@pytest.mark.e2e
async def test_nothing_is_left_of_what_is_nearly_right(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path, store="memory:", port=0, unlimited_rate=True, pause=0, most_tables=40
    )
    async with Server(settings, bots=ChancePlayer()) as server:
        with nobody_looks_for_circles():
            await settle()
            before = there()
            url = f"ws://127.0.0.1:{server.port}"
            vandals = [Vandal(url, "0123456789abcde", number) for number in range(VANDALS)]
            await asyncio.gather(*[vandal.live(FRAMES) for vandal in vandals])
            assert there()["Table"] > 0, "they have made some"
            for table in [state.table for state in server.lobby.awake()]:
                await server.lobby.close_table(table)
            await level(before)
