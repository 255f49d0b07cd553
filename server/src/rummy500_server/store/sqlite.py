"""The embedded store: one SQLite file, one process, nothing lost when the process is killed.

One thread owns the connection. Everything that was asked while it was busy goes into its next
transaction, which is flushed to the disk once for all of them (group commit); only then are the
answers given. So a move costs a share of a flush, and an answered move is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from rummy500_server.clock import Clock
from rummy500_server.store import statements as sql
from rummy500_server.store.ports import (
    Appended,
    Attempt,
    Ban,
    Conflict,
    Early,
    Exists,
    Gone,
    Identity,
    Listener,
    Listing,
    Status,
    StoreBusyError,
    Stored,
    StoreError,
    Tail,
)


_LOCK_WAIT: Final = 5.0
"""Seconds that a server waits for one that is just ending."""

_T = TypeVar("_T")
Work = Callable[[sqlite3.Connection], Any]


@dataclass(frozen=True, slots=True)
class _Asked:
    work: Work
    answer: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class SqliteStore:
    """The store in a file."""

    def __init__(self, path: Path, clock: Clock) -> None:
        """Open the file, or make it.

        Raises:
            StoreBusyError: another server uses it.
            StoreError: it can't be opened, or a newer program wrote it.

        """
        self._clock = clock
        self._asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._closed = False
        self._rows_changed: Callable[[], None] = _nobody_hears
        self._connection = _open(path)
        self._thread = threading.Thread(target=self._serve, name="store", daemon=True)
        self._thread.start()

    async def open(self) -> None:
        """Be there: the file was opened when this was made."""

    async def close(self) -> None:
        """Finish what was asked, then close the file."""
        if not self._closed:
            self._closed = True
            self._asked.put(None)
            await asyncio.to_thread(self._thread.join)

    # --- tables ----------------------------------------------------------------------------------

    async def create(
        self, table: str, mark: bytes, entry: bytes, listing: Listing
    ) -> Appended | Exists | Gone:
        """Begin a journal."""

        def work(db: sqlite3.Connection) -> Appended | Exists | Gone:
            known = db.execute(sql.HEAD, (table,)).fetchone()
            if known is not None:
                return Exists(known[0])
            if db.execute(sql.WAS_RETIRED, (table,)).fetchone():
                return Gone()
            time = self._clock.wall()
            db.execute(sql.NEW_TABLE, (table, mark, time, *_columns(listing)))
            db.execute(sql.NEW_ENTRY, (table, 1, mark, b"", time, entry))
            _seat(db, table, listing)
            return Appended(1, time)

        return await self._ask_about_rows(work)

    async def append(self, table: str, attempt: Attempt) -> Appended | Conflict | Early | Gone:
        """Add an entry if version and mark are the last ones."""

        def work(db: sqlite3.Connection) -> Appended | Conflict | Early | Gone:
            known = db.execute(sql.HEAD, (table,)).fetchone()
            if known is None:
                return Gone()
            version, mark, last = known
            if (version, mark) != (attempt.version, attempt.mark):
                return Conflict(version, mark, _entries(db, table, attempt.version))
            now = self._clock.wall()
            if now < attempt.not_before:
                return Early(now)
            time = max(now, last)
            entry = (table, version + 1, attempt.new_mark, mark, time, attempt.entry)
            db.execute(sql.NEW_ENTRY, entry)
            db.execute(sql.NEW_HEAD, (version + 1, attempt.new_mark, time, table))
            if attempt.listing is not None:
                db.execute(sql.NEW_LISTING, (*_columns(attempt.listing), table))
                _seat(db, table, attempt.listing)
            return Appended(version + 1, time)

        return await (self._ask if attempt.listing is None else self._ask_about_rows)(work)

    async def watch(self, table: str, listener: Listener) -> None:
        """Tell nothing: no other process gets at the file."""

    def unwatch(self, table: str, listener: Listener) -> None:
        """Tell nothing."""

    async def load(self, table: str) -> Tail | Gone:
        """Return the whole journal."""
        return await self.tail(table, 1)

    async def tail(self, table: str, version: int) -> Tail | Gone:
        """Return the journal from ``version`` on."""

        def work(db: sqlite3.Connection) -> Tail | Gone:
            known = db.execute(sql.HEAD, (table,)).fetchone()
            if known is None:
                return Gone()
            return Tail(known[0], known[1], _entries(db, table, version))

        return await self._ask(work)

    async def retire(self, table: str) -> None:
        """Forget a journal for good."""

        def work(db: sqlite3.Connection) -> None:
            if db.execute(sql.DROP_TABLE, (table,)).rowcount:
                db.execute(sql.DROP_ENTRIES, (table,))
                db.execute(sql.DROP_SEATS, (table,))
                db.execute(sql.RETIRED, (table, self._clock.wall()))

        await self._ask_about_rows(work)

    async def table_of_code(self, code: str) -> str | None:
        """Return the table with this code."""
        if not code:
            return None
        found = await self._names(sql.BY_CODE, (code,))
        return found[0] if found else None

    async def tables_of(self, player: str) -> tuple[str, ...]:
        """Return the tables at which a person has a seat."""
        return await self._names(sql.BY_PLAYER, (player,))

    async def tables_in(self, status: Status) -> tuple[str, ...]:
        """Return the tables of this status."""
        return await self._names(sql.BY_STATUS, (status.value,))

    async def rows(self, limit: int) -> tuple[bytes, ...]:
        """Return rows of tables to list."""

        def work(db: sqlite3.Connection) -> tuple[bytes, ...]:
            return tuple(row for (row,) in db.execute(sql.ROWS, (limit,)))

        return await self._ask(work)

    def watch_rows(self, hear: Callable[[], None]) -> None:
        """Let somebody hear whenever the rows may be other ones."""
        self._rows_changed = hear

    # --- people ----------------------------------------------------------------------------------

    async def remember(self, identity: Identity) -> None:
        """Store a person, or a new name of one."""
        await self._do(sql.REMEMBER, *identity, self._clock.wall())

    async def recall(self, player: str) -> Identity | None:
        """Return a person by id."""

        def work(db: sqlite3.Connection) -> Identity | None:
            found = db.execute(sql.RECALL, (player,)).fetchone()
            return None if found is None else Identity(*found)

        return await self._ask(work)

    async def touch(self, player: str) -> None:
        """Note that a person was here just now."""
        await self._do(sql.TOUCH, self._clock.wall(), player)

    async def forget(self, before: int) -> int:
        """Forget who was last here before a time."""

        def work(db: sqlite3.Connection) -> int:
            db.execute(sql.FORGET_RETIRED, (before,))
            db.execute(sql.FORGET_BANS, (self._clock.wall(),))
            return db.execute(sql.FORGET_PEOPLE, (before,)).rowcount

        return await self._ask(work)

    async def ban(self, ban: Ban) -> None:
        """Store a ban."""
        await self._do(sql.BAN, *ban)

    async def lift(self, subject: str) -> None:
        """Forget a ban."""
        await self._do(sql.LIFT, subject)

    async def bans(self) -> tuple[Ban, ...]:
        """Return the bans that are not over."""

        def work(db: sqlite3.Connection) -> tuple[Ban, ...]:
            return tuple(Ban(*row) for row in db.execute(sql.BANS, (self._clock.wall(),)))

        return await self._ask(work)

    # --- the thread ------------------------------------------------------------------------------

    async def _names(self, statement: str, values: tuple[str, ...]) -> tuple[str, ...]:
        def work(db: sqlite3.Connection) -> tuple[str, ...]:
            return tuple(name for (name,) in db.execute(statement, values))

        return await self._ask(work)

    async def _do(self, statement: str, *values: str | int | bytes) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(statement, values)

        await self._ask(work)

    async def _ask_about_rows(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        answer = await self._ask(work)
        self._rows_changed()
        return answer

    async def _ask(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        if self._closed:
            msg = "the store is closed"
            raise StoreError(msg)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_T] = loop.create_future()
        self._asked.put(_Asked(work, answer, loop))
        return await answer

    def _serve(self) -> None:
        try:
            while self._serve_batch():
                pass
        finally:
            self._connection.close()

    def _serve_batch(self) -> bool:
        """Do everything that waits in one transaction; return whether to go on."""
        batch: list[_Asked] = []
        asked = self._asked.get()
        while asked is not None:
            batch.append(asked)
            try:
                asked = self._asked.get_nowait()
            except queue.Empty:
                break
        self._commit(batch)
        return asked is not None

    def _commit(self, batch: list[_Asked]) -> None:
        if not batch:
            return
        try:
            with self._connection as db:
                db.execute("BEGIN IMMEDIATE")
                results = [asked.work(db) for asked in batch]
        except Exception as error:  # whatever it is, somebody waits for an answer
            if len(batch) > 1:  # one bad request must not take the others with it
                for asked in batch:
                    self._commit([asked])
                return
            failure = StoreError(str(error)) if isinstance(error, sqlite3.Error) else error
            _tell(batch, lambda: _fail(batch[0].answer, failure))
        else:
            _tell(batch, lambda: _succeed(batch, results))


def _nobody_hears() -> None:
    """Tell nobody: nobody has asked to hear of it."""


def _tell(batch: list[_Asked], call: Callable[[], None]) -> None:
    loop = batch[0].loop
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)


def _fail(answer: asyncio.Future[Any], failure: Exception) -> None:
    if not answer.done():
        answer.set_exception(failure)


def _succeed(batch: list[_Asked], results: list[Any]) -> None:
    for asked, result in zip(batch, results, strict=True):
        if not asked.answer.done():
            asked.answer.set_result(result)


def _open(path: Path) -> sqlite3.Connection:
    try:
        # Whoever reads the store knows everybody's cards. What SQLite puts beside the file gets the
        # same permissions, and the folder may be one that was there before.
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with contextlib.suppress(PermissionError):  # not every file system has permissions
            path.chmod(0o600)
        db = sqlite3.connect(
            path, timeout=_LOCK_WAIT, isolation_level=None, check_same_thread=False
        )
    except (OSError, sqlite3.Error) as error:
        msg = f"{path}: {error}"
        raise StoreError(msg) from error
    try:
        _prepare(db)
    except sqlite3.OperationalError as error:
        db.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            msg = f"{path} is in use by another server"
            raise StoreBusyError(msg) from error
        msg = f"{path}: {error}"
        raise StoreError(msg) from error
    except (sqlite3.Error, StoreError) as error:
        db.close()
        msg = f"{path}: {error}"
        raise StoreError(msg) from error
    return db


def _prepare(db: sqlite3.Connection) -> None:
    for pragma in sql.PRAGMAS:
        db.execute(pragma)
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found > sql.SCHEMA_VERSION:
        msg = f"written by a newer program: schema {found}, known is {sql.SCHEMA_VERSION}"
        raise StoreError(msg)
    with db:
        db.execute("BEGIN IMMEDIATE")
        for statement in sql.SCHEMA:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {sql.SCHEMA_VERSION}")
        # A table is listed while somebody is there, and nobody is before the server has begun.
        db.execute(sql.UNLIST)


def _columns(listing: Listing) -> tuple[str, str, bytes]:
    return listing.status.value, listing.code, listing.row


def _seat(db: sqlite3.Connection, table: str, listing: Listing) -> None:
    db.execute(sql.DROP_SEATS, (table,))
    db.executemany(sql.NEW_SEAT, [(player, table) for player in listing.players])


def _entries(db: sqlite3.Connection, table: str, version: int) -> tuple[Stored, ...]:
    return tuple(Stored(*row) for row in db.execute(sql.ENTRIES, (table, version)))
