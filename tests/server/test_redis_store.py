"""What only the store in Redis does: groups, broken lines, notices, hints that heal, beats."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.server.fakes import StillClock
from tests.server.journals import WAITING, Ear, attempt, grown
from tests.support.log_watch import LogWatch
from tests.support.redis_server import RedisProcess, redis_binary, redis_process

from rummy500_server.clock import SystemClock
from rummy500_server.store.ports import (
    Appended,
    Attempt,
    Conflict,
    Gone,
    Listing,
    Status,
    StoreError,
    Tail,
)
from rummy500_server.store.redis import keys, store as store_module
from rummy500_server.store.redis.address import parse_address
from rummy500_server.store.redis.store import RedisStore


pytestmark = pytest.mark.redis


@asynccontextmanager
async def opened(server: RedisProcess) -> AsyncIterator[RedisStore]:
    store = RedisStore(parse_address(server.url), SystemClock())
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(redis: RedisProcess) -> AsyncIterator[RedisStore]:
    async with opened(redis) as made:
        yield made


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[RedisProcess]:
    """A Redis that a test may kill; what it has answered is on the disk."""
    binary = redis_binary()
    if binary is None:
        pytest.skip("no redis-server or valkey-server here")
    durable = ("--appendonly", "yes", "--appendfsync", "always")
    with redis_process(binary, tmp_path / "redis", *durable) as server:
        yield server


# --- group commit ---------------------------------------------------------------------------------


async def test_what_waits_goes_out_together(store: RedisStore) -> None:
    """A hundred tables whose appends wait at the same moment cost a few round trips."""
    tables = [f"t{number}" for number in range(100)]
    await asyncio.gather(*(grown(store, table, 2) for table in tables))
    groups: list[int] = []
    send = store._link.send

    async def count(commands: list[tuple[object, ...]]) -> list[object]:
        groups.append(len(commands))
        return await send(commands)  # type: ignore[arg-type] - passed on

    store._link.send = count  # type: ignore[method-assign, assignment] - that is the point
    outcomes = await asyncio.gather(*(store.append(table, attempt(2)) for table in tables))
    assert {type(outcome) for outcome in outcomes} == {Appended}
    assert groups == [100]


async def test_who_goes_away_while_waiting_harms_nobody(store: RedisStore) -> None:
    await grown(store, "t", 1)
    leaving = asyncio.create_task(store.append("t", attempt(1)))
    staying = asyncio.create_task(store.load("t"))
    await asyncio.sleep(0)
    leaving.cancel()
    tail = await staying
    assert isinstance(tail, Tail)
    assert tail.version in {1, 2}


async def test_redis_forgets_the_scripts_and_nobody_notices(
    store: RedisStore, redis: RedisProcess
) -> None:
    await grown(store, "t", 2)
    redis.ask("SCRIPT", "FLUSH")
    outcomes = await asyncio.gather(*(store.append("t", attempt(2)) for _ in range(3)))
    assert [type(o) for o in outcomes] == [Appended, Appended, Appended]  # one mark: the same one
    tail = await store.load("t")
    assert isinstance(tail, Tail)
    assert tail.version == 3


async def test_a_refusal_of_redis_is_told_to_the_one_it_is_for(
    store: RedisStore, redis: RedisProcess
) -> None:
    await grown(store, "t", 1)
    redis.ask("SET", keys.of_table("bad").meta, "not a hash")
    bad, good = await asyncio.gather(store.load("bad"), store.load("t"), return_exceptions=True)
    assert isinstance(bad, StoreError)
    assert "WRONGTYPE" in str(bad)
    assert isinstance(good, Tail)


# --- broken lines ---------------------------------------------------------------------------------


async def test_a_redis_that_is_back_in_time_is_not_noticed(frail: RedisProcess) -> None:
    """Whoever waits meanwhile gets his answer, and nothing is done twice."""
    async with opened(frail) as store:
        await grown(store, "t", 3)
        frail.kill()
        waiting = asyncio.create_task(store.append("t", attempt(3)))
        await asyncio.to_thread(frail.start)
        assert isinstance(await waiting, Appended)
        tail = await store.load("t")
        assert isinstance(tail, Tail)
        assert [stored.version for stored in tail.entries] == [1, 2, 3, 4]


async def test_an_answer_that_was_lost_is_found_by_its_mark(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await grown(store, "t", 3)
    send = store._link.send
    broken = True

    async def send_and_break(commands: list[tuple[object, ...]]) -> list[object]:
        nonlocal broken
        replies = await send(commands)  # type: ignore[arg-type] - passed on
        if broken:
            broken = False
            raise ConnectionResetError
        return replies

    monkeypatch.setattr(store._link, "send", send_and_break)
    outcome = await store.append("t", attempt(3, listing=WAITING))
    assert isinstance(outcome, Appended)
    assert outcome.version == 4
    tail = await store.load("t")
    assert isinstance(tail, Tail)
    assert (tail.version, tail.entries[-1].time) == (4, outcome.time)


async def test_a_redis_that_does_not_answer_is_given_up_after_a_second(
    frail: RedisProcess,
) -> None:
    async with opened(frail) as store:
        await grown(store, "t", 2)
        loop = asyncio.get_running_loop()
        frail.signal(signal.SIGSTOP)
        began = loop.time()
        with pytest.raises(StoreError):
            await store.append("t", attempt(2))
        assert 0.9 < loop.time() - began < 3.0
        frail.signal(signal.SIGCONT)
        # What was sent may have arrived after all: then its mark is found.
        assert isinstance(await store.append("t", attempt(2)), Appended)


async def test_a_lost_tail_is_noticed_by_the_mark(store: RedisStore) -> None:
    """Two histories of one length: the attempt that names the other one is no append."""
    await grown(store, "t", 3)
    other = Attempt(3, b"another life", b"m4", b"entry")
    outcome = await store.append("t", other)
    assert isinstance(outcome, Conflict)
    assert [(s.version, s.mark) for s in outcome.tail] == [(3, b"m3")]


async def test_no_redis_is_said_at_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_OPEN_LIMIT", 0.1)
    for text in ("redis://127.0.0.1:1/0", "redis+cluster://127.0.0.1:1"):
        store = RedisStore(parse_address(text), SystemClock())
        with pytest.raises(StoreError):
            await store.open()
        await store.close()


async def test_a_redis_that_is_about_to_start_is_waited_for(frail: RedisProcess) -> None:
    frail.kill()
    store = RedisStore(parse_address(frail.url), SystemClock())
    opening = asyncio.create_task(store.open())
    await asyncio.to_thread(frail.start)
    await opening
    await store.close()


async def test_who_may_not_ask_for_settings_is_served_all_the_same(redis: RedisProcess) -> None:
    redis.ask("ACL", "SETUSER", "guest", "on", ">p@ss", "~r5:*", "&r5*", "+@all", "-config")
    try:
        address = parse_address(f"redis://guest:p%40ss@127.0.0.1:{redis.port}/0")
        store = RedisStore(address, SystemClock())
        await store.open()
        await grown(store, "t", 2)
        await store.close()
    finally:
        redis.ask("ACL", "DELUSER", "guest")


async def test_a_redis_that_throws_data_away_is_complained_about(
    redis: RedisProcess, expect_log: LogWatch
) -> None:
    redis.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    try:
        async with opened(redis):
            pass
    finally:
        redis.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    assert "redis_evicts" in expect_log.messages[0]


# --- notices --------------------------------------------------------------------------------------


async def test_who_watches_hears_what_others_add(redis: RedisProcess, store: RedisStore) -> None:
    async with opened(redis) as other:
        await grown(store, "t", 1)
        ear, stranger = Ear(), Ear()
        await other.watch("t", ear)
        await other.watch("u", stranger)
        await store.append("t", attempt(1))
        await store.append("t", attempt(2, told=False))
        await store.append("t", attempt(3))
        await ear.until(entries=2)
        tail = await store.load("t")
        assert isinstance(tail, Tail)
        assert ear.entries == [tail.entries[1], tail.entries[3]]
        assert stranger.entries == []

        other.unwatch("t", ear)
        again = Ear()
        await other.watch("t", again)
        await store.append("t", attempt(4))
        await again.until(entries=1)
        assert len(ear.entries) == 2


async def test_who_may_have_missed_something_is_told_so(frail: RedisProcess) -> None:
    async with opened(frail) as store:
        await grown(store, "t", 1)
        ear = Ear()
        await store.watch("t", ear)
        gaps = ear.gaps
        frail.kill()
        await asyncio.to_thread(frail.start)
        await ear.until(gaps=gaps + 1)
        await store.append("t", attempt(1))
        await ear.until(entries=1)


# --- hints ----------------------------------------------------------------------------------------


async def test_a_wrong_hint_is_not_believed(store: RedisStore, redis: RedisProcess) -> None:
    await grown(store, "t", 1)
    redis.ask("ZADD", keys.of_seats("eva"), 1, "t", 2, "gone")
    redis.ask("SET", keys.of_code("ACDEFH"), "t")
    redis.ask("ZADD", keys.LIVE, 1, "gone")
    assert await store.tables_of("eva") == ()
    assert redis.ask("EXISTS", keys.of_seats("eva")) == 0
    assert await store.table_of_code("ACDEFH") is None
    assert [head.table for head in await store.heads(0, 9)] == ["t"]
    assert redis.ask("ZCARD", keys.LIVE) == 1


async def test_heads_tell_who_looks_after_a_table(store: RedisStore) -> None:
    await grown(store, "t", 2)
    (head,) = await store.heads(0, 9)
    assert (head.table, head.status, head.driver, head.present) == ("t", Status.WAITING, "node", 1)
    assert await store.heads(1, 9) == ()


async def test_a_table_that_no_list_knows_is_found_again(
    store: RedisStore, redis: RedisProcess
) -> None:
    """As after a failover that lost the hints: codes, rows and the tables of a person too."""
    listing = Listing(Status.WAITING, "ACDEFH", ("ana",), b"row", "node", 1)
    await store.create("t", b"m1", b"entry", listing)
    await grown(store, "u", 1)
    names = (keys.LIVE, keys.ROWS, keys.ORDER, keys.FRESH)
    redis.ask("DEL", *names, keys.of_seats("ana"), keys.of_code("ACDEFH"))
    assert await store.heads(0, 9) == ()
    await store.heal()
    assert [head.table for head in await store.heads(0, 9)] == ["t", "u"]
    assert await store.tables_of("ana") == ("t", "u")
    assert await store.table_of_code("ACDEFH") == "t"
    assert await store.rows(9) == (b"row", b"row")


async def test_a_row_that_nobody_refreshes_falls_out_of_the_list(
    store: RedisStore, redis: RedisProcess
) -> None:
    await grown(store, "t", 1)
    await grown(store, "u", 1)
    redis.ask("ZADD", keys.FRESH, 1, "t")
    assert len(await store.rows(9)) == 1
    await store.refresh(["t", "u"])  # its node is there after all
    assert len(await store.rows(9)) == 2
    redis.ask("DEL", keys.ROWS, keys.ORDER, keys.FRESH)
    await store.refresh(["t", "u", "never there"])
    assert await store.rows(9) == (b"row", b"row")


async def test_a_retired_table_leaves_nothing_but_its_id(
    store: RedisStore, redis: RedisProcess
) -> None:
    await grown(store, "t", 2)
    await store.retire("t")
    left = {key.decode() for key in redis.ask("KEYS", "*")}
    assert left == {keys.of_table("t").tombstone}
    assert await store.append("t", attempt(2)) == Gone()


async def test_every_key_stands_in_the_one_file(store: RedisStore, redis: RedisProcess) -> None:
    """And no key of a live table has an end."""
    listing = Listing(Status.WAITING, "ACDEFH", ("ana",), b"row", "node", 1)
    await store.create("t", b"m1", b"entry", listing)
    await store.beat("node")
    await store.keep("record", "text")
    names = keys.of_table("t")
    lasting = {names.journal, names.meta, keys.LIVE, keys.NODES, keys.ROWS, keys.ORDER, keys.FRESH}
    passing = {keys.of_seats("ana"), keys.of_code("ACDEFH"), keys.of_record("record")}
    found = {key.decode(): redis.ask("PTTL", key) for key in redis.ask("KEYS", "*")}
    assert set(found) == lasting | passing
    assert {key for key, left in found.items() if left == -1} == lasting


# --- beats ----------------------------------------------------------------------------------------


async def test_nodes_hear_of_each_other_by_their_beats(store: RedisStore) -> None:
    first = await store.beat("a")
    assert (first.before, first.nodes) == (None, {"a": first.now})
    second = await store.beat("b")
    third = await store.beat("a")
    assert third.before == first.now
    assert third.nodes == {"a": third.now, "b": second.now}
    await store.bow_out("b")
    assert (await store.beat("a")).nodes.keys() == {"a"}


async def test_a_still_clock_is_never_asked_for_store_time(redis: RedisProcess) -> None:
    """The time in journals is that of Redis, whatever a node's own clock says."""
    clock = StillClock()
    clock.time = 5.0
    store = RedisStore(parse_address(redis.url), clock)
    await store.open()
    outcome = await store.create("t", b"m1", b"entry", WAITING)
    await store.close()
    assert isinstance(outcome, Appended)
    assert outcome.time > 1_600_000_000_000
