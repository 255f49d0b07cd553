"""A table as this node knows it, and the one way to add to its journal.

TableGoneError      the store has no such table any more
"""

from __future__ import annotations

from collections.abc import Callable

from rummy500_server.store import records
from rummy500_server.store.ports import Appended, Attempt, Conflict, Early, Gone, Stored, TableStore
from rummy500_server.table import news
from rummy500_server.table.decide import Plan
from rummy500_server.table.evolve import fold_all, fold_entry
from rummy500_server.table.ports import Dice, draw_mark
from rummy500_server.table.state import TableState


_PLAYS = (
    records.Drawn,
    records.Turned,
    records.Taken,
    records.Laid,
    records.Added,
    records.Thrown,
    records.Passed,
    records.TakenBack,
    records.PersonReady,
)
"""Facts of which the directory need not hear."""


class TableGoneError(RuntimeError):
    """The store has no such table any more."""


class Replica:
    """Folds a journal, and adds to it only what was decided on the whole of it."""

    def __init__(
        self,
        store: TableStore,
        dice: Dice,
        state: TableState,
        missed: Callable[[tuple[records.AnyFact, ...]], None],
    ) -> None:
        """Begin with a table as it is. ``missed`` is called for each entry that others added."""
        self.state = state
        self._store = store
        self._dice = dice
        self._missed = missed
        self._sound = True

    def doubt(self) -> None:
        """Note that an attempt has an unknown outcome: the journal is read before the next one."""
        self._sound = False

    async def settle(self) -> None:
        """Remove a doubt by reading the end of the journal.

        Raises:
            StoreError: the store can't be read; the doubt remains.
            TableGoneError: the table is no more.

        """
        if self._sound:
            return
        tail = await self._store.tail(self.state.table, self.state.version)
        if isinstance(tail, Gone):
            raise TableGoneError(self.state.table)
        await self._catch_up(tail.entries)
        self._sound = True

    async def append(self, plan: Plan, cause: records.Cause | None) -> bool:
        """Store a plan and fold it. When somebody else was faster, fold that and return False.

        Raises:
            StoreError: whether the plan was stored is not known.
            TableGoneError: the table is no more.

        """
        state = self.state
        mark = draw_mark(self._dice)
        entry = records.Entry(records.FORMAT, cause, plan.facts)
        data = records.write_entry(entry)
        after = fold_entry(state, Stored(state.version + 1, mark, state.mark, 0, data), entry)
        unlisted = all(isinstance(fact, _PLAYS) for fact in plan.facts)
        listing = None if unlisted else news.listing(after)
        attempt = Attempt(state.version, state.mark, mark, data, listing)
        outcome = await self._store.append(state.table, attempt)
        match outcome:
            case Appended():
                self.state = after
                return True
            case Conflict():
                await self._catch_up(outcome.tail)
                return False
            case Early():
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
            self.state = fold_all(state.table, journal.entries)
            self._missed(())
            return
        for stored in tail[1:]:
            entry = records.read_entry(stored.entry)
            self.state = fold_entry(self.state, stored, entry)
            self._missed(entry.facts)
