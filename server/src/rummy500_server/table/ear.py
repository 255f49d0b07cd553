"""Takes the store's notices of one table to its mailbox."""

from __future__ import annotations

from collections.abc import Callable

from rummy500_server.store.ports import Stored
from rummy500_server.table.mailbox import Deafened, Heard, Work


class Ear:
    """Hears of a table before the table is there: one that is being loaded must miss nothing."""

    def __init__(self) -> None:
        self._kept: list[Work] = []
        self._submit: Callable[[Work], bool] | None = None

    def heard(self, stored: Stored) -> None:
        """Hear of an entry."""
        self._pass_on(Heard(stored))

    def deaf(self) -> None:
        """Hear that something may have been missed."""
        self._pass_on(Deafened())

    def lead_to(self, submit: Callable[[Work], bool]) -> None:
        """Lead to a table, beginning with what was heard so far."""
        self._submit = submit
        while self._kept:
            submit(self._kept.pop(0))

    def _pass_on(self, work: Work) -> None:
        if self._submit is None:
            self._kept.append(work)
        else:
            self._submit(work)
