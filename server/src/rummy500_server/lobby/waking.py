"""Finds a table's id, and brings the table from the store.

ServerEndingError   no table is brought any more
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from rummy500_server.store.ports import Gone, Stored, StoreError
from rummy500_server.table.actor import Table
from rummy500_server.table.ear import Ear
from rummy500_server.table.folding import folded
from rummy500_server.table.state import TableState
from rummy500_server.table.world import World


_ID_DIGITS: Final = 15
"""Of SHA-256, in hex: 60 bits."""


class ServerEndingError(StoreError):
    """The server ends: another one has the table."""


def id_from(player: str, ref: int) -> str:
    """Return the id of the table that a command makes, however often it is sent."""
    return sha256(f"table {player} {ref}".encode()).hexdigest()[:_ID_DIGITS]


async def woken(world: World, table: str) -> Table | None:
    """Return a table from its journal; None if there is none, or no longer.

    It hears what other nodes add from before its journal is read.

    Raises:
        StoreError: the store can't be reached.
        RecordError, JournalError: the journal can't be read.

    """
    ear = Ear()
    await world.store.watch(table, ear)
    found: Table | None = None
    try:
        journal = await world.store.load(table)
        if not isinstance(journal, Gone):
            state = await folded(table, journal.entries)
            found = await _made(world, state, ear, journal.entries)
    finally:
        if found is None:
            world.store.unwatch(table, ear)
    return found


async def _made(
    world: World, state: TableState, ear: Ear, journal: tuple[Stored, ...]
) -> Table | None:
    if state.ended:  # the server fell between the end of the table and its removal
        await world.store.retire(state.table)
        return None
    table = Table(world, state, ear, journal)
    await table.wake()
    return table
