"""A Redis that is more than one process: a cluster, and a master with a replica and a sentinel."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError
from tests.server.journals import Ear, attempt, grown
from tests.support.redis_server import (
    HOST,
    RedisProcess,
    free_ports,
    redis_binary,
    redis_processes,
    until,
)

from rummy500_server.clock import SystemClock
from rummy500_server.store.ports import Appended, Listing, Status, StoreError, Tail
from rummy500_server.store.redis import keys, store as store_module
from rummy500_server.store.redis.address import (
    Access,
    Address,
    AddressError,
    Cluster,
    Place,
    Sentinels,
    Single,
    parse_address,
)
from rummy500_server.store.redis.store import RedisStore


SLOTS = 16384
NODES = 3


# --- addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("redis://h", Single(Place("h", 6379), 0, Access())),
        ("redis://h:1/2", Single(Place("h", 1), 2, Access())),
        ("rediss://u:p%40@[::1]:1", Single(Place("::1", 1), 0, Access("u", "p@", tls=True))),
        ("redis://:p@h/", Single(Place("h", 6379), 0, Access("", "p"))),
        (
            "redis+sentinel://a,b:2/name/3",
            Sentinels((Place("a", 26379), Place("b", 2)), "name", 3, Access()),
        ),
        ("redis+cluster://a:1,b", Cluster((Place("a", 1), Place("b", 6379)), Access())),
    ],
)
def test_an_address_says_where_redis_is(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("http://h", "must begin with"),
        ("redis://", "no host"),
        ("redis://h:x", "no host and port"),
        ("redis://h/x", "no number"),
        ("redis://a,b", "sentinels or a cluster"),
        ("redis+sentinel://a", "name the master"),
        ("redis+cluster://a/1", "one database"),
    ],
)
def test_what_is_no_address_is_told_why(text: str, named: str) -> None:
    with pytest.raises(AddressError, match=named):
        parse_address(text)


# --- a cluster ------------------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[list[RedisProcess]]:
    binary = redis_binary()
    if binary is None:
        pytest.skip("no redis-server or valkey-server here")
    buses = free_ports(NODES)
    servers = [
        RedisProcess(
            binary,
            tmp_path / f"node {number}",
            *("--cluster-enabled", "yes", "--cluster-port", str(bus)),
            *("--cluster-node-timeout", "1000"),
        )
        for number, bus in enumerate(buses)
    ]
    with redis_processes(servers):
        for number, server in enumerate(servers):
            first, last = SLOTS * number // NODES, SLOTS * (number + 1) // NODES - 1
            server.ask("CLUSTER", "ADDSLOTSRANGE", first, last)
            server.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            server.ask("CLUSTER", "MEET", HOST, servers[0].port, buses[0])
        until(lambda: all(is_whole(server) for server in servers))
        yield servers


def is_whole(server: RedisProcess) -> bool:
    return b"cluster_state:ok" in server.ask("CLUSTER", "INFO")


@pytest.mark.redis
async def test_a_cluster_keeps_tables_here_and_there(cluster: list[RedisProcess]) -> None:
    store = RedisStore(parse_address(f"redis+cluster://{HOST}:{cluster[1].port}"), SystemClock())
    await store.open()
    try:
        tables = [f"t{number}" for number in range(30)]
        await asyncio.gather(*(grown(store, table, 2) for table in tables))
        assert all(server.ask("DBSIZE") > 10 for server in cluster)  # they are spread
        assert set(await store.tables_of("ana")) == set(tables)
        assert len(await store.rows(99)) == 30
        assert len(await store.heads(0, 99)) == 30
        private = Listing(Status.WAITING, "ACDEFH", ("eva",), b"", "node", 1)
        await store.create("own", b"m1", b"entry", private)
        assert await store.table_of_code("ACDEFH") == "own"

        await store._commits.ask("DEL", keys.LIVE)
        assert await store.heads(0, 99) == ()
        await store.heal()
        assert len(await store.heads(0, 99)) == 31

        ears = [Ear() for _ in tables]
        for table, ear in zip(tables, ears, strict=True):
            await store.watch(table, ear)
        await asyncio.gather(*(store.append(table, attempt(2)) for table in tables))
        for ear in ears:
            await ear.until(entries=1)
        for table in tables:
            await store.retire(table)
        assert [head.table for head in await store.heads(0, 99)] == ["own"]
        beat = await store.beat("node")
        assert beat.nodes == {"node": beat.now}
    finally:
        await store.close()


# --- sentinels ------------------------------------------------------------------------------------

SENTINEL = """\
port {port}
bind {host}
sentinel monitor tables {host} {master} 1
sentinel down-after-milliseconds tables 500
sentinel failover-timeout tables 3000
"""


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[tuple[RedisProcess, RedisProcess, int]]:
    """A master, a replica of it, and the port of a sentinel."""
    binary = redis_binary()
    if binary is None:
        pytest.skip("no redis-server or valkey-server here")
    at_once = ("--repl-diskless-sync-delay", "0")
    master = RedisProcess(binary, tmp_path / "master", *at_once)
    follows = ("--replicaof", f"{HOST} {master.port}")
    replica = RedisProcess(binary, tmp_path / "replica", *follows, *at_once)
    watcher = RedisProcess(binary, tmp_path / "sentinel", "--sentinel")
    setting = tmp_path / "sentinel" / "sentinel.conf"
    with ExitStack() as stack:
        stack.enter_context(redis_processes([master, replica]))
        until(lambda: is_following(replica))
        setting.parent.mkdir()
        setting.write_text(SENTINEL.format(port=watcher.port, host=HOST, master=master.port))
        watcher.configure(setting)
        stack.enter_context(redis_processes([watcher]))
        until(lambda: knows_a_replica(watcher.port))
        yield master, replica, watcher.port


def is_following(replica: RedisProcess) -> bool:
    return bool(replica.ask("INFO", "replication").get("master_link_status") == "up")


def knows_a_replica(port: int) -> bool:
    try:
        with Redis(host=HOST, port=port) as client:
            return len(client.sentinel_slaves("tables")) == 1
    except RedisError:
        return False


@pytest.mark.redis
async def test_after_a_failover_tables_go_on_at_the_new_master(
    guarded: tuple[RedisProcess, RedisProcess, int],
) -> None:
    master, replica, sentinel = guarded
    address = parse_address(f"redis+sentinel://{HOST}:{sentinel}/tables/0")
    store = RedisStore(address, SystemClock())
    await store.open()
    try:
        await grown(store, "t", 3)
        ear = Ear()
        await store.watch("t", ear)
        gaps = ear.gaps
        master.ask("WAIT", 1, 1000)
        master.kill()
        await asyncio.to_thread(until, lambda: replica.ask("ROLE")[0] in {b"master", "master"})

        assert isinstance(await store.append("t", attempt(3)), Appended)
        tail = await store.load("t")
        assert isinstance(tail, Tail)
        assert tail.version == 4
        await ear.until(gaps=gaps + 1)
        await store.append("t", attempt(4))
        async with asyncio.timeout(10):
            while not any(stored.version == 5 for stored in ear.entries):
                await ear.until(entries=len(ear.entries) + 1)
    finally:
        await store.close()


# --- TLS ------------------------------------------------------------------------------------------


@pytest.mark.redis
async def test_a_line_is_encrypted_and_the_other_end_must_be_who_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binary, openssl = redis_binary(), shutil.which("openssl")
    if binary is None or openssl is None:
        pytest.skip("needs a redis-server or valkey-server, and openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    new = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=tables")
    where = ("-addext", f"subjectAltName=IP:{HOST}", "-keyout", str(key), "-out", str(certificate))
    subprocess.run([openssl, *new, *where], check=True, capture_output=True)  # noqa: ASYNC221 - quick
    (port,) = free_ports(1)
    tls = ("--tls-port", str(port), "--tls-cert-file", str(certificate), "--tls-key-file", str(key))
    server = RedisProcess(binary, tmp_path / "redis", *tls, "--tls-auth-clients", "no")
    address = parse_address(f"rediss://{HOST}:{port}/0")
    with redis_processes([server]):
        monkeypatch.setattr(store_module, "_OPEN_LIMIT", 0.1)
        stranger = RedisStore(address, SystemClock())
        with pytest.raises(StoreError, match="certificate"):
            await stranger.open()
        await stranger.close()

        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        store = RedisStore(address, SystemClock())
        await store.open()
        await grown(store, "t", 2)
        ear = Ear()
        await store.watch("t", ear)
        await store.append("t", attempt(2))
        await ear.until(entries=1)
        await store.close()
