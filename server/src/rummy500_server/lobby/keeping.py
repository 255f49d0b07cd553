"""Keeps the records of finished matches."""

from __future__ import annotations

import asyncio

import structlog

from rummy500_server.store.ports import Gone, MatchArchive, Stored, StoreError, TableStore
from rummy500_server.table.record import Recorder, hands_of, record_name
from rummy500_server.table.state import TableState


log = structlog.get_logger(__name__)


class Keeper:
    """Writes the record of a match from the journal of its table."""

    def __init__(self, store: TableStore, archive: MatchArchive, recorder: Recorder) -> None:
        self._store = store
        self._archive = archive
        self._recorder = recorder

    async def keep(self, state: TableState) -> None:
        """Keep the record of the match that is over; what fails is logged, and tried again."""
        try:
            journal = await self._store.load(state.table)
            if isinstance(journal, Gone):
                return
            record = await asyncio.to_thread(self._record_of, state, journal.entries)
            name = record_name(journal.entries, state.table, state.matches)
            await self._archive.keep(name, record)
        except (StoreError, OSError, ValueError):
            log.exception("match_not_kept", table=state.table)

    def _record_of(self, state: TableState, journal: tuple[Stored, ...]) -> str:
        players = len(state.seats)
        hands = hands_of(journal, state.matches, players)
        return self._recorder(state.options, players, hands)
