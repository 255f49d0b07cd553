"""Folds long journals while everything else goes on.

An entry takes some ten microseconds to fold and, where it is told to people at once, some hundred
more. A match of 5,000 plays would keep all other tables waiting for 50 ms, and longer if a node
that was cut off for a while has all of it to tell.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final

from rummy500_server.store.ports import Stored
from rummy500_server.table.evolve import blank, checked, fold
from rummy500_server.table.state import TableState


_PIECE: Final = 256
"""Entries that are folded in one go: some milliseconds."""
_TOLD_PIECE: Final = 32
"""Entries that are folded and told in one go."""


async def folded(table: str, journal: Sequence[Stored]) -> TableState:
    """Return the table that a whole journal makes; the loop has its turn after each piece.

    Raises:
        RecordError: an entry can't be read.
        JournalError: the journal is empty.

    """
    state = blank(table)
    for begin in range(0, len(journal), _PIECE):
        state = reduce(fold, journal[begin : begin + _PIECE], state)
        await asyncio.sleep(0)
    return checked(state)


async def in_turns(entries: Sequence[Stored], take: Callable[[Stored], None]) -> None:
    """Take entries one by one, to be folded and told; the loop has its turn between the pieces."""
    for begin in range(0, len(entries), _TOLD_PIECE):
        if begin:
            await asyncio.sleep(0)
        for stored in entries[begin : begin + _TOLD_PIECE]:
            take(stored)
