"""Orders reach every node of a house, whichever was asked."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest
from tests.server.player import Player, players
from tests.server.process import ServerProcess, server_process
from tests.support.redis_server import RedisProcess

from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Refused
from rummy500_server.ops import orders
from rummy500_server.ops.channel import Told
from rummy500_server.ops.command import ask


pytestmark = [
    pytest.mark.e2e,
    pytest.mark.redis,
]


async def order(server: ServerProcess, wanted: orders.AnyOrder) -> Told:
    return await asyncio.to_thread(ask, server.data, "test", wanted)


async def test_an_order_to_one_node_holds_at_both(redis: RedisProcess, tmp_path: Path) -> None:
    async with (
        server_process(tmp_path / "one", "--store", redis.url) as one,
        server_process(tmp_path / "two", "--store", redis.url) as two,
        players(one.url, "Ana") as (ana,),
        players(two.url, "Beto") as (beto,),
    ):
        made = await ana.sit(commands.CreateTable, name="", seats=2)
        await beto.sit(commands.JoinTable, table=made.table)
        await ana.do(commands.Start, table=made.table)

        told = await order(one, orders.List())
        found = [report for report in told.reports if isinstance(report, orders.Listed)]
        assert sorted(g.name for report in found for g in report.guests) == ["Ana", "Beto"]
        nodes = {g.name: report.node for report in found for g in report.guests}

        told = await order(one, orders.BanPerson(beto.player, 60, "rude"))
        assert sum(r.number for r in told.reports if isinstance(r, orders.Done)) == 1
        assert await beto.gone() == (4003, "kicked")
        for server in (one, two):
            again = await Player("Beto", server.url).connect()
            hello = commands.Hello(ref=1, protocol=1, program="test", name="Beto", token=beto.token)
            refused = await again.answer(await again.send(hello))
            assert isinstance(refused, Refused)
            assert refused.code == ErrorCode.BANNED
            await again.close()

        told = await order(one, orders.Drain(nodes["Beto"]))
        assert sum(r.number for r in told.reports if isinstance(r, orders.Done)) == 1
        assert await two.ended() == 0
        told = await order(one, orders.List())
        assert [report.node for report in told.reports] == [nodes["Ana"]]
        assert await one.ask_to_end(signal.SIGTERM) == 0
