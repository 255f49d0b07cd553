"""The state of one hand. Values: a play makes a new state and leaves the old one as it was."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from rummy500.engine.cards import Card, CardSet
from rummy500.engine.events import EndReason
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.joining import UNKNOWN
from rummy500.engine.lean import lean
from rummy500.engine.melds import Meld
from rummy500.engine.options import TableOptions
from rummy500.engine.scoring import Score


_FIRST_MELD: Final = MeldId(1)


class Phase(StrEnum):
    """Where the turn stands."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class Drew(StrEnum):
    """How the seat on turn drew."""

    NOTHING = "nothing"
    STOCK = "stock"
    TOP = "top"
    DEEP = "deep"


class Tabled(IntEnum):
    """Whether the seat on turn has put a card on the table in this turn (R35)."""

    NO = 0
    YES = 1


class StockAtStart(IntEnum):
    """Whether the stock was empty when the turn began (R35)."""

    FULL = 0
    EMPTY = 1


@lean
@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of one seat. All of it is public."""

    seat: Seat
    phase: Phase
    drew: Drew = Drew.NOTHING
    required: Card | None = None
    """The card that must reach the table this turn; None once it lies there (R12)."""
    taken: Card | None = None
    """The top card taken alone; None once it has left the hand (R27)."""
    new_melds: int = 0
    tabled: Tabled = Tabled.NO
    stock_at_start: StockAtStart = StockAtStart.FULL


class HandEnd(NamedTuple):
    """How a hand ended, and what it brought."""

    reason: EndReason
    out: Seat | None
    scores: tuple[Score, ...]
    """By seat."""


@lean
@dataclass(frozen=True, slots=True)
class HandState:
    """One hand, in full truth. Nothing of it goes to a person but through ``view_for``."""

    options: TableOptions
    dealer: Seat
    hands: tuple[CardSet, ...]
    """By seat."""
    stock: tuple[Card, ...]
    """Next card first."""
    pile: tuple[Card, ...]
    """Bottom first; the top is the last."""
    melds: tuple[Meld, ...]
    """In the order in which they were laid."""
    turn: Turn
    melded: tuple[Seat, ...] = ()
    """Seats with a new meld in this hand, the present turn included (O7)."""
    tabled_before: tuple[Seat, ...] = ()
    """Seats that put a card on the table in an earlier turn of this hand (O28)."""
    idle: int = 0
    """Consecutive turns that began with an empty stock and tabled nothing (R35)."""
    declines: int = 0
    """Consecutive declines under all_must_decline (O10)."""
    pile_turns: int = 0
    """How often the pile has become the stock (O10)."""
    next_meld: MeldId = _FIRST_MELD
    before: HandState | None = None
    """The state that an undo restores; None at a barrier (R47, R48)."""
    drawn: Card | None = None
    """The card drawn from the stock in this turn. Known to that seat only (R50)."""
    seed: bytes = b""
    """From which the pack was derived; a reshuffle is derived from it too. Empty: set up."""
    end: HandEnd | None = None
    fits: int = field(default=UNKNOWN, compare=False)
    """The cards that fit on some meld by themselves, and perhaps some that lie on the table. It
    follows from the melds and is kept beside them since every step asks; ``UNKNOWN`` in a state
    that was put together by hand."""

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return len(self.hands)

    @property
    def own(self) -> CardSet:
        """Return the cards of the seat on turn."""
        return self.hands[self.turn.seat]

    @property
    def stock_count(self) -> int:
        """Return the size of the stock."""
        return len(self.stock)

    @property
    def undoable(self) -> bool:
        """Return whether there is a play to take back, options aside."""
        return self.before is not None
