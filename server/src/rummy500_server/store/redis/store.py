"""The store in Redis or Valkey."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import structlog

from rummy500_server.clock import Clock
from rummy500_server.store.ports import (
    Appended,
    Attempt,
    Ban,
    Beat,
    Conflict,
    Early,
    Exists,
    Gone,
    Head,
    Identity,
    Listener,
    Listing,
    Status,
    Stored,
    StoreError,
    Tail,
)
from rummy500_server.store.redis import keys, scripts
from rummy500_server.store.redis.address import Address
from rummy500_server.store.redis.commits import Commits
from rummy500_server.store.redis.directory import ALL, Directory, fields_of
from rummy500_server.store.redis.link import LINK_ERRORS, open_link
from rummy500_server.store.redis.notices import Notices


log = structlog.get_logger(__name__)

_OPEN_LIMIT: Final = 5.0
"""Seconds that a Redis may take to be there when a node starts."""
_SLICE: Final = 256


class RedisStore:
    """The store that nodes share."""

    def __init__(self, address: Address, clock: Clock) -> None:
        self._clock = clock
        self._link = open_link(address)
        self._commits = Commits(self._link, clock)
        self._directory = Directory(self._commits)
        self._notices = Notices(self._link, clock)
        self._closed = False

    async def open(self) -> None:
        """See whether Redis is there, or comes soon, and keeps what it is given."""
        until = self._clock.now() + _OPEN_LIMIT
        while True:
            try:
                await self._commits.ask("PING")
                break
            except StoreError as error:
                if self._clock.now() >= until:
                    msg = f"Redis can't be reached: {error}"
                    raise StoreError(msg) from error
        await self._look_at_policy()
        self._notices.open()

    async def _look_at_policy(self) -> None:
        with contextlib.suppress(*LINK_ERRORS):  # not everybody may ask for that
            for answer in await self._link.each_server("CONFIG", "GET", "maxmemory-policy"):
                policy = "" if isinstance(answer, Exception) else _config_value(answer)
                if policy not in {"", "noeviction"}:
                    hint = "set maxmemory-policy to noeviction"
                    log.warning("redis_evicts", policy=policy, hint=hint)

    async def close(self) -> None:
        """Finish what was asked and let go."""
        if not self._closed:
            self._closed = True
            await self._commits.close()
            await self._notices.close()
            await self._link.close()

    # --- journals --------------------------------------------------------------------------------

    async def create(
        self, table: str, mark: bytes, entry: bytes, listing: Listing
    ) -> Appended | Exists | Gone:
        """Begin a journal."""
        names = keys.of_table(table)
        at = (names.journal, names.meta, names.tombstone)
        reply = await self._commits.run(scripts.CREATE, at, mark, entry, *fields_of(listing))
        if reply[0] == b"exists":
            return Exists(int(reply[1]))
        if reply[0] == b"gone":
            return Gone()
        _, time, made = reply
        await self._note(table, made, listing)
        return Appended(1, int(time))

    async def append(self, table: str, attempt: Attempt) -> Appended | Conflict | Early | Gone:
        """Add an entry if version and mark are the last ones."""
        names = keys.of_table(table)
        listing = attempt.listing
        reply = await self._commits.run(
            scripts.APPEND,
            (names.journal, names.meta),
            attempt.version,
            attempt.mark,
            attempt.new_mark,
            attempt.not_before,
            attempt.entry,
            names.channel if attempt.told else "",
            *(() if listing is None else fields_of(listing)),
        )
        match reply:
            case [b"gone"]:
                return Gone()
            case [b"early", time]:
                return Early(int(time))
            case [b"conflict", version, mark, entries]:
                tail = _entries(entries)
                own = next((s for s in tail if s.mark == attempt.new_mark), None)
                if own is None or own.version != attempt.version + 1:
                    return Conflict(int(version), mark, tail)
                # It was stored when it was sent before, and the answer was lost on the way.
                outcome = Appended(own.version, own.time)
                made, changed = None, ALL
            case _:
                _, time, made, changed = reply
                outcome = Appended(attempt.version + 1, int(time))
        if listing is not None and changed:
            await self._note(table, made, listing, changed)
        return outcome

    async def _note(
        self, table: str, made: bytes | None, listing: Listing, changed: Collection[bytes] = ALL
    ) -> None:
        """Write the hints. What follows an entry that is stored must not make it look undone."""
        try:
            if made is None:
                made = await self._commits.ask("HGET", keys.of_table(table).meta, "n")
            if made is not None:
                await self._directory.note(table, int(made), listing, changed)
        except StoreError as error:
            log.warning("directory_behind", table=table, error=str(error))

    async def watch(self, table: str, listener: Listener) -> None:
        """Tell a listener of entries that are added from now on."""
        await self._notices.watch(table, listener)

    def unwatch(self, table: str, listener: Listener) -> None:
        """Tell the listener nothing more."""
        self._notices.unwatch(table, listener)

    async def load(self, table: str) -> Tail | Gone:
        """Return the whole journal."""
        return await self.tail(table, 1)

    async def tail(self, table: str, version: int) -> Tail | Gone:
        """Return the journal from ``version`` on."""
        names = keys.of_table(table)
        at = (names.journal, names.meta)
        reply = await self._commits.run(scripts.TAIL, at, max(version, 0))
        if reply == [b"gone"]:
            return Gone()
        _, last, mark, entries = reply
        return Tail(int(last), mark, _entries(entries))

    async def retire(self, table: str) -> None:
        """Forget a journal; its id is not given again."""
        names = keys.of_table(table)
        at = (names.journal, names.meta, names.tombstone)
        players = await self._commits.run(scripts.RETIRE, at, keys.RETIRED)
        await self._directory.strike(table, players or b"")

    # --- the directory ---------------------------------------------------------------------------

    async def table_of_code(self, code: str) -> str | None:
        """Return the table with this code."""
        return await self._directory.table_of_code(code)

    async def tables_of(self, player: str) -> tuple[str, ...]:
        """Return the tables at which a person has a seat."""
        return await self._directory.tables_of(player)

    async def tables_in(self, status: Status) -> tuple[str, ...]:
        """Return the tables of this status."""
        found: list[str] = []
        offset = 0
        while heads := await self._directory.heads(offset, _SLICE):
            found += [head.table for head in heads if head.status is status]
            offset += _SLICE
        return tuple(found)

    async def rows(self, limit: int) -> tuple[bytes, ...]:
        """Return rows of tables to list."""
        return await self._directory.rows(limit)

    def watch_rows(self, hear: Callable[[], None]) -> None:
        """Let somebody hear whenever the rows may be other ones."""
        self._notices.hear_rows = hear

    # --- people ----------------------------------------------------------------------------------

    async def remember(self, identity: Identity) -> None:
        """Store a person, or a new name of one."""
        key = keys.of_person(identity.player)
        ask = self._commits.ask
        await asyncio.gather(
            ask("HSET", key, "h", identity.secret_hash, "n", identity.name),
            ask("PEXPIRE", key, keys.PERSON),
        )

    async def recall(self, player: str) -> Identity | None:
        """Return a person by id."""
        secret_hash, name = await self._commits.ask("HMGET", keys.of_person(player), "h", "n")
        return None if name is None else Identity(player, secret_hash, name.decode())

    async def touch(self, player: str) -> None:
        """Note that a person was here just now."""
        await self._commits.ask("PEXPIRE", keys.of_person(player), keys.PERSON)

    async def forget(self, before: int) -> int:
        """Forget nothing: what is old expires by itself. Bans that are over go."""
        over = [ban.subject for ban in await self._all_bans() if ban.until <= self._clock.wall()]
        if over:
            await self._commits.ask("HDEL", keys.BANS, *over)
        return 0

    async def ban(self, ban: Ban) -> None:
        """Store a ban."""
        await self._commits.ask("HSET", keys.BANS, ban.subject, f"{ban.until} {ban.reason}")

    async def lift(self, subject: str) -> None:
        """Forget a ban."""
        await self._commits.ask("HDEL", keys.BANS, subject)

    async def bans(self) -> tuple[Ban, ...]:
        """Return the bans that are not over."""
        now = self._clock.wall()
        return tuple(ban for ban in await self._all_bans() if ban.until > now)

    async def _all_bans(self) -> list[Ban]:
        found = await self._commits.ask("HGETALL", keys.BANS)
        # A cluster's client makes a mapping of the flat reply.
        pairs = found.items() if isinstance(found, Mapping) else _pairs(found)
        return sorted(_ban(subject, said) for subject, said in pairs)

    # --- the other nodes -------------------------------------------------------------------------

    async def cry(self, message: bytes) -> None:
        """Send a message to all nodes, this one among them."""
        await self._commits.ask("PUBLISH", keys.HOME, message)

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """Let somebody hear what the nodes cry."""
        self._notices.hear_cry = hear

    async def beat(self, node: str) -> Beat:
        """Give a sign of life."""
        reply = await self._commits.run(scripts.BEAT, (keys.NODES,), node, keys.NODE)
        now, before, flat = reply
        nodes = {name.decode(): int(float(time)) for name, time in _pairs(flat)}
        return Beat(int(now), int(float(before)) if before else None, nodes)

    async def bow_out(self, node: str) -> None:
        """Give no more signs of life."""
        await self._commits.ask("ZREM", keys.NODES, node)

    async def reach(self, node: str, word: str) -> None:
        """Note by which word people come to a node."""
        await self._commits.ask("SET", keys.of_word(node), word, "PX", keys.NODE)

    async def reached(self, node: str) -> str:
        """Return the word by which people come to a node."""
        found = await self._commits.ask("GET", keys.of_word(node))
        return "" if found is None else str(found.decode())

    async def heads(self, offset: int, limit: int) -> tuple[Head, ...]:
        """Return some of the tables that are not retired, the oldest first."""
        return await self._directory.heads(offset, limit)

    async def heal(self) -> None:
        """Find tables that no list knows any more, as after a failover."""
        names = self._link.names(keys.EVERY_META)
        try:
            await self._directory.heal(keys.table_of_meta(name) async for name in names)
        except LINK_ERRORS as error:
            raise StoreError(str(error)) from error

    async def refresh(self, tables: Sequence[str]) -> None:
        """Keep tables in the list."""
        await self._directory.refresh(tuple(tables))

    # --- records of matches ----------------------------------------------------------------------

    async def keep(self, name: str, record: str) -> None:
        """Keep the record of a match for a while."""
        await self._commits.ask("SET", keys.of_record(name), record, "PX", keys.ARCHIVED)


def _entries(found: Sequence[Any]) -> tuple[Stored, ...]:
    return tuple(_stored(number, values) for number, values in found)


def _stored(number: bytes, values: Sequence[bytes]) -> Stored:
    """Read an entry of a stream; the append script writes its fields in this order."""
    _, mark, _, before, _, time, _, entry = values
    return Stored(int(number.partition(b"-")[0]), mark, before, int(time), entry)


def _pairs(flat: Sequence[bytes]) -> Iterable[tuple[bytes, bytes]]:
    return zip(flat[::2], flat[1::2], strict=True)


def _ban(subject: bytes, said: bytes) -> Ban:
    until, _, reason = said.decode().partition(" ")
    return Ban(subject.decode(), int(until), reason)


def _config_value(answer: Mapping[Any, Any] | Sequence[Any]) -> str:
    values = list(answer.values()) if isinstance(answer, Mapping) else list(answer)[1:]
    found = values[0] if values else ""
    return found.decode() if isinstance(found, bytes) else str(found)
