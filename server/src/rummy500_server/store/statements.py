"""Every statement of the embedded store, and its schema."""

from __future__ import annotations

from typing import Final


SCHEMA_VERSION: Final = 1

PRAGMAS: Final = (
    # Set first: with it no second process gets in, and no shared memory file is needed.
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    # A commit returns when it is on the disk, not when it is on its way there.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)

SCHEMA: Final = (
    """CREATE TABLE IF NOT EXISTS tables (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        mark BLOB NOT NULL,
        time INTEGER NOT NULL,
        status TEXT NOT NULL,
        code TEXT NOT NULL,
        row BLOB NOT NULL
    )""",
    "CREATE INDEX IF NOT EXISTS tables_by_code ON tables (code) WHERE code != ''",
    "CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, number)",
    """CREATE TABLE IF NOT EXISTS entries (
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        mark BLOB NOT NULL,
        before BLOB NOT NULL,
        time INTEGER NOT NULL,
        entry BLOB NOT NULL,
        PRIMARY KEY (id, version)
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS seats (
        player TEXT NOT NULL,
        id TEXT NOT NULL,
        PRIMARY KEY (player, id)
    ) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS seats_by_table ON seats (id)",
    "CREATE TABLE IF NOT EXISTS retired (id TEXT PRIMARY KEY, time INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TABLE IF NOT EXISTS people (
        player TEXT PRIMARY KEY,
        hash BLOB NOT NULL,
        name TEXT NOT NULL,
        time INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS people_by_time ON people (time)",
    """CREATE TABLE IF NOT EXISTS bans (
        subject TEXT PRIMARY KEY,
        until INTEGER NOT NULL,
        reason TEXT NOT NULL
    ) WITHOUT ROWID""",
)

HEAD: Final = "SELECT version, mark, time FROM tables WHERE id = ?"
WAS_RETIRED: Final = "SELECT 1 FROM retired WHERE id = ?"
NEW_TABLE: Final = (
    "INSERT INTO tables (id, version, mark, time, status, code, row) VALUES (?, 1, ?, ?, ?, ?, ?)"
)
NEW_HEAD: Final = "UPDATE tables SET version = ?, mark = ?, time = ? WHERE id = ?"
NEW_LISTING: Final = "UPDATE tables SET status = ?, code = ?, row = ? WHERE id = ?"
NEW_ENTRY: Final = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)"
ENTRIES: Final = (
    "SELECT version, mark, before, time, entry FROM entries"
    " WHERE id = ? AND version >= ? ORDER BY version"
)
NEW_SEAT: Final = "INSERT INTO seats VALUES (?, ?)"
DROP_SEATS: Final = "DELETE FROM seats WHERE id = ?"
DROP_TABLE: Final = "DELETE FROM tables WHERE id = ?"
DROP_ENTRIES: Final = "DELETE FROM entries WHERE id = ?"
UNLIST: Final = "UPDATE tables SET row = x'' WHERE row != x''"
RETIRED: Final = "INSERT OR REPLACE INTO retired VALUES (?, ?)"
BY_CODE: Final = "SELECT id FROM tables WHERE code = ?"
BY_PLAYER: Final = (
    "SELECT tables.id FROM seats JOIN tables ON tables.id = seats.id"
    " WHERE seats.player = ? ORDER BY tables.number"
)
BY_STATUS: Final = "SELECT id FROM tables WHERE status = ? ORDER BY number"
ROWS: Final = (
    "SELECT row FROM tables WHERE row != x'' ORDER BY status != 'waiting', number DESC LIMIT ?"
)
REMEMBER: Final = "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?)"
RECALL: Final = "SELECT player, hash, name FROM people WHERE player = ?"
TOUCH: Final = "UPDATE people SET time = ? WHERE player = ?"
FORGET_PEOPLE: Final = "DELETE FROM people WHERE time < ?"
FORGET_RETIRED: Final = "DELETE FROM retired WHERE time < ?"
FORGET_BANS: Final = "DELETE FROM bans WHERE until <= ?"
BAN: Final = "INSERT OR REPLACE INTO bans VALUES (?, ?, ?)"
LIFT: Final = "DELETE FROM bans WHERE subject = ?"
BANS: Final = "SELECT subject, until, reason FROM bans WHERE until > ? ORDER BY subject"
