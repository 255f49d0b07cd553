"""What a viewer may know. The only way out of the engine for anything that anybody sees.

A view is built up from what is public and from the viewer's own hand; nothing is ever taken out
of a full state. A sight is an event as everybody may know it; what only one seat may know of it
(the card drawn from the stock) reaches that seat through its view.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rummy500.engine.cards import EMPTY, Card, CardSet
from rummy500.engine.events import (
    Declined,
    Discarded,
    Event,
    HandDealt,
    HandEnded,
    LaidOff,
    Melded,
    PileTaken,
    PileTurned,
    StockDrawn,
    Undone,
)
from rummy500.engine.ids import HandNumber, Seat
from rummy500.engine.joining import UNKNOWN
from rummy500.engine.lean import lean
from rummy500.engine.melds import Meld
from rummy500.engine.options import TableOptions
from rummy500.engine.scoring import placed_points
from rummy500.engine.state import HandEnd, HandState, Turn


@lean
@dataclass(frozen=True, slots=True)
class HandView:
    """One hand as one viewer may know it. For the seat on turn it is a ``Position``."""

    options: TableOptions
    viewer: Seat | None
    """None for somebody who only watches."""
    own: CardSet
    """The viewer's hand; empty for a watcher."""
    drawn: Card | None
    """The stock card that the viewer drew in the turn that is on; None otherwise."""
    dealer: Seat
    counts: tuple[int, ...]
    """Cards in each hand, by seat."""
    stock_count: int
    pile: tuple[Card, ...]
    melds: tuple[Meld, ...]
    turn: Turn
    melded: tuple[Seat, ...]
    idle: int
    declines: int
    pile_turns: int
    undoable: bool
    end: HandEnd | None
    hands: tuple[CardSet, ...]
    """Every hand, by seat, once the hand is over; empty while it runs (I16)."""
    fits: int = field(default=UNKNOWN, compare=False)
    """As in the state: it follows from the melds."""

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return len(self.counts)

    @property
    def to_move(self) -> bool:
        """Return whether the viewer is on turn."""
        return self.end is None and self.viewer == self.turn.seat

    @property
    def placed(self) -> tuple[int, ...]:
        """Return the points on the table, by the seat that placed them (R39)."""
        return placed_points(self.melds, self.players, self.options)


def held_by(state: HandState, viewer: Seat | None) -> tuple[CardSet, Card | None]:
    """Return ``own`` and ``drawn`` of a view: all of it that other views do not have."""
    own = EMPTY if viewer is None else state.hands[viewer]
    return own, state.drawn if viewer == state.turn.seat else None


def view_for(state: HandState, viewer: Seat | None) -> HandView:
    """Return what ``viewer`` may know of a hand (R5, I01 to I05, I16, I20)."""
    own, drawn = held_by(state, viewer)
    return HandView(
        options=state.options,
        viewer=viewer,
        own=own,
        drawn=drawn,
        dealer=state.dealer,
        counts=tuple(map(int.bit_count, state.hands)),
        stock_count=len(state.stock),
        pile=state.pile,
        melds=state.melds,
        turn=state.turn,
        melded=state.melded,
        idle=state.idle,
        declines=state.declines,
        pile_turns=state.pile_turns,
        undoable=state.undoable,
        end=state.end,
        hands=() if state.end is None else state.hands,
        fits=state.fits,
    )


@lean
@dataclass(frozen=True, slots=True)
class HandOpened:
    """A hand was dealt; nothing of the pack but the upcard is told."""

    number: HandNumber
    dealer: Seat
    upcard: Card


@lean
@dataclass(frozen=True, slots=True)
class StockCardDrawn:
    """A seat drew from the stock; which card is not told (I01)."""

    seat: Seat


@lean
@dataclass(frozen=True, slots=True)
class PileBecameStock:
    """The pile without its top became the stock; its order is not told (O10)."""

    seat: Seat
    count: int


Sight = (
    HandOpened
    | StockCardDrawn
    | PileBecameStock
    | PileTaken
    | Melded
    | LaidOff
    | Discarded
    | Declined
    | Undone
    | HandEnded
)
"""An event as everybody may know it: a closed union that has no place for a hidden card."""


def sight_of(event: Event, opened: HandState | None = None) -> Sight:
    """Return what everybody may know of an event.

    ``opened`` is the hand that a ``HandDealt`` opened; other events need none.
    """
    match event:
        case HandDealt():
            if opened is None:
                msg = "the sight of a deal needs the hand that it opened"
                raise ValueError(msg)
            return HandOpened(event.number, event.dealer, opened.pile[0])
        case StockDrawn():
            return StockCardDrawn(event.seat)
        case PileTurned():
            return PileBecameStock(event.seat, len(event.stock))
        case PileTaken() | Melded() | LaidOff() | Discarded() | Declined() | Undone():
            return event
        case HandEnded():
            return event
