"""A table as it is, as it travels: a public part for all, and an own part for each seat."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rummy500.engine.actions import AceEnd
from rummy500.engine.events import EndReason, MeldKind
from rummy500.engine.state import Drew, Phase
from rummy500.protocol.happenings import AnyOccupant
from rummy500.protocol.numbers import (
    CardNumber,
    CardNumbers,
    Options,
    ScoreNumber,
    SeatNumber,
)


class MeldOnTable(Struct, frozen=True):
    """A meld; ``placed[i]`` is the seat that placed ``cards[i]``."""

    id: int
    kind: MeldKind
    cards: CardNumbers
    placed: tuple[SeatNumber, ...]
    ace: AceEnd | None = None


class TurnNow(Struct, frozen=True):
    """The turn (``rummy500.engine.state.Turn``)."""

    seat: SeatNumber
    phase: Phase
    drew: Drew
    required: CardNumber | None = None
    taken: CardNumber | None = None
    new_melds: int = 0
    tabled: int = 0
    stock_at_start: int = 0


class EndOfHand(Struct, frozen=True):
    """How the hand ended, every hand as it was, and the seed of the pack."""

    reason: EndReason
    scores: tuple[ScoreNumber, ...]
    hands: tuple[CardNumbers, ...]
    seed: bytes
    out: SeatNumber | None = None


class HandNow(Struct, frozen=True):
    """The public part of a hand."""

    dealer: SeatNumber
    commitment: bytes
    """SHA-256 of the seed of the pack; empty for a set-up pack."""
    counts: tuple[int, ...]
    stock: int
    pile: CardNumbers
    melds: tuple[MeldOnTable, ...]
    turn: TurnNow
    melded: tuple[SeatNumber, ...] = ()
    idle: int = 0
    declines: int = 0
    pile_turns: int = 0
    undoable: bool = False
    end: EndOfHand | None = None


class ResultOfHand(Struct, frozen=True):
    """A finished hand of this match."""

    number: int
    dealer: SeatNumber
    reason: EndReason
    scores: tuple[ScoreNumber, ...]
    totals: tuple[ScoreNumber, ...]
    out: SeatNumber | None = None


class TurnTime(Struct, frozen=True):
    """The clock of the turn that is on. Times are milliseconds at the moment of sending.

    Once ``left`` and after it ``reserve`` are used up the seat is played for, a second later.
    """

    seat: SeatNumber
    left: int
    """Of the turn's own time; 0 once the reserve is used."""
    reserve: int
    """Of the seat's reserve for this hand."""
    runs: bool
    """The clock stands while nobody is there, or while the server lost the seat's connection."""


class AwayTime(Struct, frozen=True):
    """Somebody who is away. Times are milliseconds at the moment of sending."""

    seat: SeatNumber
    gone: int
    """For how long."""
    left: int | None = None
    """Until a computer player holds the seat, or before a match until the seat is free."""


class TimesNow(Struct, frozen=True):
    """What runs at a table, counted from the moment of sending: no client's clock matters."""

    turn: TurnTime | None = None
    """Nil if the table has no clock, and while no person's turn is on."""
    away: tuple[AwayTime, ...] = ()


class TableNow(Struct, frozen=True):
    """The public part of a table."""

    name: str
    code: str
    """Code of a private table; empty for an open one."""
    preset: str
    options: Options
    """What differs from the preset."""
    seats: tuple[AnyOccupant, ...]
    host: SeatNumber
    ready: tuple[SeatNumber, ...]
    number: int
    """Of the present hand; 0 before the first."""
    totals: tuple[ScoreNumber, ...]
    results: tuple[ResultOfHand, ...] = ()
    """News of nothing but plays within a hand leave them out: they are as they were."""
    winners: tuple[SeatNumber, ...] | None = None
    reserves: tuple[int, ...] = ()
    """By seat, milliseconds in reserve for this hand as the turn began; empty without a clock."""
    hand: HandNow | None = None


def with_results(now: TableNow, before: TableNow) -> TableNow:
    """Return a table with the results that news of a play left out, from the table before it."""
    finished = now.number - (now.hand is not None and now.hand.end is None)
    if now.results or finished < 1:
        return now
    return replace(now, results=before.results)


class OwnNow(Struct, frozen=True):
    """What only one seat knows."""

    seat: SeatNumber
    cards: CardNumbers = ()
    drawn: CardNumber | None = None
    """The stock card that this seat drew in the turn that is on; None otherwise."""


class TableRow(Struct, frozen=True):
    """A table in the list of open tables."""

    table: str
    name: str
    preset: str
    options: Options
    seats: tuple[AnyOccupant, ...]
    playing: bool
