"""A table as this node knows it, and the one way to add to its journal.

TableGoneError      the store has no such table any more
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import structlog

from rummy500_server.store import records
from rummy500_server.store.ports import Appended, Attempt, Conflict, Early, Gone, Stored, TableStore
from rummy500_server.table import news
from rummy500_server.table.decide import Plan
from rummy500_server.table.evolve import fold_entry
from rummy500_server.table.folding import folded, in_turns
from rummy500_server.table.lease import concerned
from rummy500_server.table.marks import Marks
from rummy500_server.table.ports import Dice, draw_mark
from rummy500_server.table.state import TableState
from rummy500_server.table.store_time import StoreTime


log = structlog.get_logger(__name__)

_UNLISTED: Final = records.PLAYS | {
    records.PersonReady,
    records.TimeRanOut,
    records.TimeCredited,
}
"""Facts of which the directory need not hear."""


class TableGoneError(RuntimeError):
    """The store has no such table any more."""


class Hooks(NamedTuple):
    """What a replica calls when it has learned something."""

    missed: Callable[[tuple[records.AnyFact, ...]], None]
    """For each entry that others have added."""
    rewound: Callable[[], None]
    """When the journal has lost what was folded before: another life begins."""


_NOBODY: Final = Hooks(missed=lambda _: None, rewound=lambda: None)


class Replica:
    """Folds a journal, and adds to it only what was decided on the whole of it."""

    def __init__(
        self,
        own: str,
        store: TableStore,
        dice: Dice,
        time: StoreTime,
        state: TableState,
        hooks: Hooks,
    ) -> None:
        """Begin with a table as it is."""
        self.state = state
        self._own = own
        self._store = store
        self._dice = dice
        self._time = time
        self._hooks = hooks
        self._marks = Marks(state.version, state.mark)
        """To tell an old notice from one of another life."""
        self._sound = True

    @property
    def sound(self) -> bool:
        """Return whether there is no doubt about the state."""
        return self._sound

    def doubt(self) -> None:
        """Note that an attempt has an unknown outcome: the journal is read before the next one."""
        self._sound = False

    async def settle(self) -> None:
        """Remove a doubt by reading the end of the journal.

        Raises:
            StoreError: the store can't be read; the doubt remains.
            TableGoneError: the table is no more.

        """
        if not self._sound:
            await self.confirm()
            self._sound = True

    async def confirm(self) -> bool:
        """Read the end of the journal; return whether anything was missed.

        Raises:
            StoreError: the store can't be read.
            TableGoneError: the table is no more.

        """
        known = self.state
        tail = await self._store.tail(known.table, known.version)
        if isinstance(tail, Gone):
            raise TableGoneError(known.table)
        await self._catch_up(tail.entries)
        return self.state is not known

    def let_go(self) -> None:
        """Call nobody any more."""
        self._hooks = _NOBODY

    def recall(self, journal: Sequence[Stored]) -> None:
        """Know what led here, from a journal or the end of it."""
        self._marks.recall(journal)

    def knows(self, version: int, mark: bytes) -> bool:
        """Return whether somebody who names a version and its mark, as it travels, has seen ours.

        What is too old to tell is believed; whoever has seen no more is told that he is stale.
        """
        known = self._marks.of(version)
        if known is None or not mark:
            return version <= self.state.version
        return news.wire_mark(known) == mark

    async def hear(self, stored: Stored) -> None:
        """Fold an entry that others have added, and all before it if there is a gap.

        Raises:
            StoreError: the store can't be read.
            TableGoneError: the table is no more.

        """
        state = self.state
        if (stored.version, stored.before) == (state.version + 1, state.mark):
            self._fold(stored)
        elif self._marks.of(stored.version) not in {None, stored.mark}:
            await self.confirm()  # another life
        elif stored.version > state.version:
            await self.confirm()

    async def append(self, plan: Plan, cause: records.Cause | None, not_before: int = 0) -> bool:
        """Store a plan and fold it. When somebody else was faster, fold that and return False.

        False too if the store's clock has not come to ``not_before``; this node knows better then.

        Raises:
            StoreError: whether the plan was stored is not known.
            TableGoneError: the table is no more.

        """
        state = self.state
        mark = draw_mark(self._dice)
        entry = records.Entry(records.FORMAT, cause, plan.facts)
        data = records.write_entry(entry)
        stored = Stored(state.version + 1, mark, state.mark, state.time, data)
        unlisted = _UNLISTED.issuperset(map(type, plan.facts))
        after = None if unlisted else fold_entry(state, stored, entry)
        listing = None if after is None else news.listing(after)
        told = concerned(state, self._own) or (after is not None and concerned(after, self._own))
        attempt = Attempt(state.version, state.mark, mark, data, listing, not_before, told)
        outcome = await self._store.append(state.table, attempt)
        match outcome:
            case Appended():
                self._time.heard(outcome.time)
                self._become(fold_entry(state, stored._replace(time=outcome.time), entry))
                return True
            case Conflict():
                await self._catch_up(outcome.tail)
                return False
            case Early():
                self._time.told(outcome.time)
                return False
            case Gone():
                raise TableGoneError(state.table)

    async def _catch_up(self, tail: tuple[Stored, ...]) -> None:
        """Fold what others added. If our last entry is not in the journal, begin from the start."""
        state = self.state
        if not tail or (tail[0].version, tail[0].mark) != (state.version, state.mark):
            journal = await self._store.load(state.table)
            if isinstance(journal, Gone):
                raise TableGoneError(state.table)
            self.state = await folded(state.table, journal.entries)
            self._marks = Marks(self.state.version, self.state.mark)
            self._marks.recall(journal.entries)
            log.warning(
                "rewound", table=state.table, known=state.version, stored=self.state.version
            )
            self._hooks.rewound()
            return
        await in_turns(tail[1:], self._fold)

    def _fold(self, stored: Stored) -> None:
        entry = records.read_entry(stored.entry)
        self._become(fold_entry(self.state, stored, entry))
        self._time.heard(stored.time)
        self._hooks.missed(entry.facts)

    def _become(self, state: TableState) -> None:
        self.state = state
        self._marks.add(state.version, state.mark)
