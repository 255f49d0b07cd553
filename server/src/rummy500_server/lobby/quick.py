"""The search for a seat at any table with some rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rummy500.engine.options import changed_options
from rummy500.protocol import commands
from rummy500.protocol.happenings import Nobody
from rummy500.protocol.tables import TableRow
from rummy500.protocol.translate import options_from_wire


def best_table(
    rows: Iterable[TableRow], wish: commands.QuickSeat, tried: Collection[str] = ()
) -> str | None:
    """Return the table to sit down at: the fullest, and of these the oldest; None if there is none.

    ``rows`` come newest first, as in the list. The rules must be the very same.

    Raises:
        OptionError: there are no such rules.

    """
    wanted = (wish.preset, changed_options(options_from_wire(wish.preset, wish.options)))
    best, fewest = None, wish.seats + 1
    for row in rows:
        empty = sum(isinstance(seat, Nobody) for seat in row.seats)
        fits = (row.preset, row.options) == wanted and len(row.seats) == wish.seats
        if fits and empty and not row.playing and row.table not in tried and empty <= fewest:
            best, fewest = row.table, empty
    return best


def as_new_table(wish: commands.QuickSeat) -> commands.CreateTable:
    """Return the command that makes such a table."""
    return commands.CreateTable(
        ref=wish.ref, name="", seats=wish.seats, preset=wish.preset, options=wish.options
    )
