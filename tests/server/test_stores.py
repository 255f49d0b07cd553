"""The contract of a store, kept by each one."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.server.fakes import StillClock
from tests.support.redis_server import RedisProcess

from rummy500_server.lobby.abandoned import abandoned
from rummy500_server.store import sqlite as sqlite_module
from rummy500_server.store.match_files import MatchFolder
from rummy500_server.store.memory import MemoryStore
from rummy500_server.store.ports import (
    Appended,
    Attempt,
    Ban,
    Conflict,
    Early,
    Exists,
    Gone,
    Identity,
    Listing,
    Status,
    Store,
    StoreBusyError,
    StoreError,
    Tail,
)
from rummy500_server.store.redis.address import parse_address
from rummy500_server.store.redis.store import RedisStore
from rummy500_server.store.sqlite import SqliteStore


Opener = Callable[[], Store]


OURS = ["memory", "sqlite"]
"""Stores whose time is that of the server's own clock."""
THEIRS = [pytest.param(name, marks=pytest.mark.redis) for name in ("redis", "valkey")]


@pytest.fixture(params=[*OURS, *THEIRS])
async def store(request: pytest.FixtureRequest, clock: StillClock) -> AsyncIterator[Store]:
    async with opened(request, clock) as made:
        yield made


@pytest.fixture(params=OURS)
async def own_store(request: pytest.FixtureRequest, clock: StillClock) -> AsyncIterator[Store]:
    async with opened(request, clock) as made:
        yield made


@asynccontextmanager
async def opened(request: pytest.FixtureRequest, clock: StillClock) -> AsyncIterator[Store]:
    made: Store
    match request.param:
        case "memory":
            made = MemoryStore(clock)
        case "sqlite":
            made = SqliteStore(request.getfixturevalue("tmp_path") / "s", clock)
        case name:
            server: RedisProcess = request.getfixturevalue(f"{name}_running")
            server.ask("FLUSHALL")
            made = RedisStore(parse_address(server.url), clock)
    await made.open()
    try:
        yield made
    finally:
        await made.close()


@pytest.fixture
async def kept(tmp_path: Path, clock: StillClock) -> AsyncIterator[Callable[[], SqliteStore]]:
    """Open the same file again and again, as a server does that is killed and started."""
    opened: list[SqliteStore] = []

    def open_again() -> SqliteStore:
        opened.append(SqliteStore(tmp_path / "deep" / "s.sqlite", clock))
        return opened[-1]

    yield open_again
    for one in opened:
        await one.close()


def listing(
    *players: str, status: Status = Status.WAITING, code: str = "", row: bytes = b"row"
) -> Listing:
    return Listing(status, code, players, row)


async def made(store: Store, table: str = "t", *players: str) -> Appended:
    return stored(await store.create(table, b"m1", b"e1", listing(*players)), 1)


def stored(outcome: object, version: int) -> Appended:
    assert isinstance(outcome, Appended)
    assert outcome.version == version
    return outcome


async def test_an_entry_follows_the_one_that_was_named(store: Store, clock: StillClock) -> None:
    first = await made(store)
    await clock.move(1)
    second = stored(await store.append("t", Attempt(1, b"m1", b"m2", b"e2")), 2)
    assert second.time >= first.time > 0

    assert await store.load("t") == Tail(
        2, b"m2", ((1, b"m1", b"", first.time, b"e1"), (2, b"m2", b"m1", second.time, b"e2"))
    )


async def test_any_bytes_are_kept_as_they_are(store: Store) -> None:
    every = bytes(range(256))
    await store.create("t", every[:8], every, listing())
    stored(await store.append("t", Attempt(1, every[:8], every[8:16], every)), 2)
    tail = await store.load("t")
    assert isinstance(tail, Tail)
    assert [(s.mark, s.before, s.entry) for s in tail.entries] == [
        (every[:8], b"", every),
        (every[8:16], every[:8], every),
    ]


async def test_time_never_runs_backwards_in_a_journal(own_store: Store, clock: StillClock) -> None:
    await made(own_store)
    await clock.move(-500)
    assert await own_store.append("t", Attempt(1, b"m1", b"m2", b"e2")) == Appended(2, 1_000_000)


async def test_what_comes_too_early_is_not_stored(store: Store) -> None:
    first = await made(store)
    soon = Attempt(1, b"m1", b"m2", b"e2", None, first.time + 3_600_000)
    outcome = await store.append("t", soon)
    assert isinstance(outcome, Early)
    assert first.time <= outcome.time < soon.not_before
    stored(await store.append("t", soon._replace(not_before=first.time)), 2)


@pytest.mark.parametrize(("version", "mark"), [(1, b"m1"), (2, b"xx"), (3, b"m2"), (0, b"")])
async def test_who_does_not_know_the_last_entry_is_told_what_he_missed(
    store: Store, version: int, mark: bytes
) -> None:
    await made(store)
    await store.append("t", Attempt(1, b"m1", b"m2", b"e2"))

    outcome = await store.append("t", Attempt(version, mark, b"m3", b"e3"))
    assert isinstance(outcome, Conflict)
    assert (outcome.version, outcome.mark) == (2, b"m2")
    assert [stored.version for stored in outcome.tail] == list(range(max(version, 1), 3))
    assert (await store.load("t")).version == 2  # type: ignore[union-attr] - it is there


async def test_a_table_is_made_once(store: Store) -> None:
    await made(store)
    await store.append("t", Attempt(1, b"m1", b"m2", b"e2"))
    assert await store.create("t", b"zz", b"zz", listing()) == Exists(2)
    assert (await store.tail("t", 2)).entries[0].entry == b"e2"  # type: ignore[union-attr] - there


async def test_a_match_is_abandoned_when_its_last_entry_is_old(store: Store) -> None:
    await made(store, "waits", "ana")
    first = await store.create("plays", b"m1", b"e1", listing("ana", status=Status.PLAYING))
    begun = stored(first, 1).time
    last = stored(await store.append("plays", Attempt(1, b"m1", b"m2", b"e2")), 2).time
    assert await abandoned(store, begun) == []
    assert await abandoned(store, last) == []
    assert await abandoned(store, last + 1) == ["plays"]


async def test_a_table_that_was_retired_never_comes_back(store: Store) -> None:
    await made(store, "t", "ana")
    await store.retire("t")
    await store.retire("never there")
    assert await store.append("t", Attempt(1, b"m1", b"m2", b"e2")) == Gone()
    assert await store.load("t") == Gone()
    assert await store.create("t", b"m1", b"e1", listing()) == Gone()
    assert await store.tables_of("ana") == ()
    assert await store.rows(9) == ()


async def test_of_many_who_append_at_once_one_wins(store: Store) -> None:
    await made(store)
    attempts = [Attempt(1, b"m1", bytes([n]), bytes([n])) for n in range(20)]
    outcomes = await asyncio.gather(*(store.append("t", attempt) for attempt in attempts))
    assert [type(outcome) for outcome in outcomes].count(Appended) == 1
    assert (await store.load("t")).version == 2  # type: ignore[union-attr] - it is there


async def test_the_directory_follows_the_entries(store: Store) -> None:
    await made(store, "old", "ana")
    await made(store, "new", "ana", "beto")
    private = listing("ana", code="ACDEFH", row=b"")
    stored(await store.create("own", b"m", b"e", private), 1)
    assert await store.tables_of("ana") == ("old", "new", "own")
    assert await store.table_of_code("ACDEFH") == "own"
    assert await store.table_of_code("") is None
    assert await store.table_of_code("AAAAAA") is None

    playing = listing("beto", status=Status.PLAYING, row=b"plays")
    await store.append("new", Attempt(1, b"m1", b"m2", b"e2", playing))
    await store.append("old", Attempt(1, b"m1", b"m2", b"e2"))
    assert await store.tables_of("ana") == ("old", "own")
    assert await store.rows(9) == (b"row", b"plays")
    assert await store.rows(1) == (b"row",)
    assert await store.tables_in(Status.PLAYING) == ("new",)
    assert await store.tables_in(Status.WAITING) == ("old", "own")


async def test_who_watches_the_rows_hears_of_their_changes(store: Store) -> None:
    changed = asyncio.Event()
    store.watch_rows(changed.set)

    async def heard() -> None:
        async with asyncio.timeout(5):
            await changed.wait()
        changed.clear()

    await made(store, "t", "ana")
    await heard()
    playing = listing("ana", status=Status.PLAYING, row=b"plays")
    await store.append("t", Attempt(1, b"m1", b"m2", b"e2", playing))
    await heard()
    await store.retire("t")
    await heard()


async def test_a_play_changes_no_row(own_store: Store) -> None:
    await made(own_store, "t", "ana")
    changed: list[None] = []
    own_store.watch_rows(lambda: changed.append(None))
    stored(await own_store.append("t", Attempt(1, b"m1", b"m2", b"e2")), 2)
    assert not changed


async def test_people_are_remembered_under_their_newest_name(store: Store) -> None:
    assert await store.recall("p") is None
    await store.remember(Identity("p", b"hash", "Ana"))
    await store.remember(Identity("p", b"hash", "Eva"))
    assert await store.recall("p") == Identity("p", b"hash", "Eva")


async def test_a_person_is_forgotten_so_long_after_the_last_visit(
    own_store: Store, clock: StillClock
) -> None:
    store = own_store
    for name in ("ana", "eva"):
        await store.remember(Identity(name, b"hash", name))
    began = clock.wall()
    await clock.move(10)
    await store.touch("ana")
    await store.touch("nobody")

    assert await store.forget(began) == 0
    assert await store.forget(began + 1) == 1
    assert await store.recall("eva") is None
    assert await store.recall("nobody") is None
    assert await store.recall("ana") == Identity("ana", b"hash", "ana")


async def test_a_ban_holds_until_it_is_over_or_lifted(store: Store, clock: StillClock) -> None:
    short, long = (Ban("player:b", clock.wall() + 5000, "rude"), Ban("address:a", 10**15, ""))
    for ban in (short._replace(until=10**15), short, long):
        await store.ban(ban)
    assert await store.bans() == (long, short)

    await clock.move(5)
    assert await store.bans() == (long,)
    await store.forget(0)
    await store.lift("address:a")
    await store.lift("never there")
    assert await store.bans() == ()


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreError):
        await store.load("t")
    await store.close()


# --- the file -------------------------------------------------------------------------------------


async def test_a_file_gives_back_what_was_answered(kept: Callable[[], SqliteStore]) -> None:
    first = kept()
    await made(first, "t", "ana")
    await first.append("t", Attempt(1, b"m1", b"m2", b"e2"))
    await first.remember(Identity("ana", b"hash", "Ana"))
    await first.ban(Ban("player:eva", 10**15, "rude"))
    await first.close()

    second = kept()
    assert await second.bans() == (Ban("player:eva", 10**15, "rude"),)
    assert (await second.load("t")).version == 2  # type: ignore[union-attr] - it is there
    assert await second.tables_of("ana") == ("t",)
    assert await second.rows(9) == ()
    assert await second.recall("ana") == Identity("ana", b"hash", "Ana")


async def test_two_servers_do_not_share_a_file(
    kept: Callable[[], SqliteStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "_LOCK_WAIT", 0.05)
    kept()
    with pytest.raises(StoreBusyError, match="in use by another server"):
        kept()


async def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path, clock: StillClock) -> None:
    path = tmp_path / "new.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="newer program"):
        SqliteStore(path, clock)


async def test_what_is_no_store_is_said_to_be_none(tmp_path: Path, clock: StillClock) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear store, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(path, clock)
    with pytest.raises(StoreError):
        SqliteStore(path / "below", clock)


async def test_one_bad_request_fails_alone(kept: Callable[[], SqliteStore]) -> None:
    store = kept()
    bad = store.remember(Identity("p", b"hash", None))  # type: ignore[arg-type] - that is the point
    good = [store.create(f"t{n}", b"m", b"e", listing()) for n in range(5)]
    outcomes = await asyncio.gather(*good[:2], bad, *good[2:], return_exceptions=True)
    assert isinstance(outcomes.pop(2), StoreError)
    assert outcomes == [Appended(1, 1_000_000)] * 5


async def test_an_asker_who_went_away_does_no_harm(kept: Callable[[], SqliteStore]) -> None:
    store = kept()
    asker = asyncio.create_task(store.create("t", b"m1", b"e1", listing()))
    await asyncio.sleep(0)
    asker.cancel()
    await asyncio.gather(asker, return_exceptions=True)
    assert await store.append("t", Attempt(1, b"m1", b"m2", b"e2")) == Appended(2, 1_000_000)


async def test_what_waits_is_committed_together(
    kept: Callable[[], SqliteStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred tables whose appends wait at the same moment cost a few flushes, not a hundred."""
    store = kept()
    batches: list[int] = []
    commit = store._commit

    def count(batch: list[sqlite_module._Asked]) -> None:
        batches.append(len(batch))
        commit(batch)

    monkeypatch.setattr(store, "_commit", count)
    await asyncio.gather(*(store.create(f"t{n}", b"m", b"e", listing()) for n in range(100)))
    assert sum(batches) == 100
    assert len(batches) < 50


# --- records of matches ---------------------------------------------------------------------------


async def test_a_record_is_one_whole_file(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path / "matches")
    await folder.keep("one", "players 2\n")
    await folder.keep("one", "players 2\n")
    await folder.keep("two", "players 3\n")
    found = {path.name: path.read_text() for path in (tmp_path / "matches").iterdir()}
    assert found == {"one.rummy": "players 2\n", "two.rummy": "players 3\n"}


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
def test_nobody_else_on_the_computer_can_read_the_cards(tmp_path: Path, clock: StillClock) -> None:
    """Whether the file is new or was made by a server that took no care, in whatever folder."""
    tmp_path.chmod(0o755)
    old = tmp_path / "old"
    old.touch()
    old.chmod(0o644)
    for path in (old, tmp_path / "new"):
        store = SqliteStore(path, clock)
        files = list(tmp_path.glob(f"{path.name}*"))
        assert len(files) > 1
        assert [file.stat().st_mode & 0o077 for file in files] == [0] * len(files)
        asyncio.run(store.close())
