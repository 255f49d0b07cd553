"""What a node does by itself from time to time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.server.fakes import StillClock, settle
from tests.server.house import FrailStore
from tests.support.log_watch import LogWatch

from rummy500_server.lobby.bans import Bans
from rummy500_server.ops.upkeep import BANS_EVERY, Upkeep
from rummy500_server.store.ports import Ban, Identity


DAY = 86_400.0
ANA = Identity("ana", b"hash", "Ana")


@pytest.fixture
def enforced() -> list[int]:
    """How often the bans were enforced."""
    return []


@pytest.fixture
async def bans(store: FrailStore, clock: StillClock, enforced: list[int]) -> AsyncIterator[Bans]:
    """The bans of a node whose upkeep goes on."""
    bans = Bans(store, clock)

    def enforce() -> int:
        enforced.append(len(bans.all()))
        return 0

    work = Upkeep(store, bans, clock, guest_days=30, enforce=enforce)
    upkeep = asyncio.create_task(work.run())
    await settle()
    yield bans
    upkeep.cancel()


async def pass_days(clock: StillClock, days: int) -> None:
    for _ in range(days):
        await clock.move(DAY)


async def test_who_does_not_come_for_thirty_days_is_forgotten(
    bans: Bans, store: FrailStore, clock: StillClock
) -> None:
    await store.remember(ANA)
    await pass_days(clock, 29)
    await store.touch("ana")
    await pass_days(clock, 30)
    assert await store.recall("ana") == ANA
    await pass_days(clock, 2)
    assert await store.recall("ana") is None


async def test_a_ban_made_elsewhere_is_known_here_before_long(
    bans: Bans, store: FrailStore, clock: StillClock, enforced: list[int]
) -> None:
    await store.ban(Ban("player:ana", clock.wall() + 10**9, ""))
    assert bans.minutes_left("ana", "") == 0
    await clock.move(BANS_EVERY)
    assert bans.minutes_left("ana", "") > 0
    assert [ban.subject for ban in bans.all()] == ["player:ana"]
    assert enforced == [1]


async def test_while_the_store_is_away_what_was_known_holds(
    bans: Bans, store: FrailStore, clock: StillClock, expect_log: LogWatch
) -> None:
    await store.ban(Ban("player:ana", clock.wall() + 10**9, ""))
    await clock.move(BANS_EVERY)
    await store.close()
    await pass_days(clock, 2)
    assert bans.minutes_left("ana", "") > 0
    assert {"bans_not_read", "not_forgotten"} <= {
        word for word in ("bans_not_read", "not_forgotten") if word in str(expect_log.messages)
    }
