"""What the rules of a turn are asked about: a position, as the seat on turn sees it.

The true state of a hand is a position, and so is the view of the seat on turn. So the server, the
client's highlights and the computer players ask the same functions.
"""

from __future__ import annotations

from typing import Protocol

from rummy500.engine.cards import Card, CardSet
from rummy500.engine.ids import Seat
from rummy500.engine.melds import Meld
from rummy500.engine.options import TableOptions
from rummy500.engine.state import HandEnd, Turn


class Position(Protocol):
    """What the seat on turn can see."""

    @property
    def options(self) -> TableOptions:
        """The options of the table."""
        ...

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def own(self) -> CardSet:
        """The cards of the seat on turn."""
        ...

    @property
    def stock_count(self) -> int:
        """The size of the stock."""
        ...

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discard pile, bottom first."""
        ...

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds on the table."""
        ...

    @property
    def fits(self) -> int:
        """The cards that fit on some meld by themselves, or ``UNKNOWN``."""
        ...

    @property
    def turn(self) -> Turn:
        """The turn, all of which is public."""
        ...

    @property
    def melded(self) -> tuple[Seat, ...]:
        """The seats with a new meld in this hand (O7)."""
        ...

    @property
    def pile_turns(self) -> int:
        """How often the pile has become the stock (O10)."""
        ...

    @property
    def undoable(self) -> bool:
        """Whether there is a play to take back, options aside."""
        ...

    @property
    def end(self) -> HandEnd | None:
        """How the hand ended; None while it runs."""
        ...
