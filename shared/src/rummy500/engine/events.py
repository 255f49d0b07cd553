"""What has happened in a hand, in full truth, past tense: a closed union.

Events are what the journal keeps. They may hold hidden cards, so they never leave the server;
what a viewer may know of one is a sight (``rummy500.engine.views``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import Card
from rummy500.engine.ids import HandNumber, MeldId, Seat
from rummy500.engine.lean import lean


class MeldKind(StrEnum):
    """What a meld is (R16, R17)."""

    GROUP = "group"
    RUN = "run"


class EndReason(StrEnum):
    """How a hand ended (R29, R32, R35)."""

    WENT_OUT = "went_out"
    STOCK_EXHAUSTED = "stock_exhausted"
    IDLE_LIMIT = "idle_limit"


@lean
@dataclass(frozen=True, slots=True)
class HandDealt:
    """A hand was dealt from ``pack``, first card first (R6)."""

    number: HandNumber
    dealer: Seat
    pack: tuple[Card, ...]
    seed: bytes
    """32 bytes from which the pack follows (``rummy500.engine.deal``); empty for a set-up pack."""


@lean
@dataclass(frozen=True, slots=True)
class StockDrawn:
    """A seat drew the first stock card. The card is known to that seat only."""

    seat: Seat
    card: Card


@lean
@dataclass(frozen=True, slots=True)
class PileTurned:
    """The pile without its top became the stock, in this order (O10)."""

    seat: Seat
    stock: tuple[Card, ...]


@lean
@dataclass(frozen=True, slots=True)
class PileTaken:
    """A seat took the top of the pile, bottom card first; the first is the card it chose."""

    seat: Seat
    cards: tuple[Card, ...]
    required: Card | None
    """The card that must reach the table this turn: the chosen one of a deep draw (R12)."""


@lean
@dataclass(frozen=True, slots=True)
class Melded:
    """A new meld lies on the table."""

    seat: Seat
    meld: MeldId
    kind: MeldKind
    cards: tuple[Card, ...]
    ace: AceEnd | None


@lean
@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards joined a meld on the table."""

    seat: Seat
    meld: MeldId
    cards: tuple[Card, ...]
    ace: AceEnd | None
    """The end at which the meld's ace stands after the lay-off, if it has one and is a run."""


@lean
@dataclass(frozen=True, slots=True)
class Discarded:
    """A discard ended the turn."""

    seat: Seat
    card: Card


@lean
@dataclass(frozen=True, slots=True)
class Declined:
    """A seat declined the pile with an empty stock."""

    seat: Seat


@lean
@dataclass(frozen=True, slots=True)
class Undone:
    """The last play of the turn was taken back."""

    seat: Seat


@lean
@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over; ``out`` is the seat without cards, if one went out."""

    reason: EndReason
    out: Seat | None


HandEvent = (
    StockDrawn
    | PileTurned
    | PileTaken
    | Melded
    | LaidOff
    | Discarded
    | Declined
    | Undone
    | HandEnded
)
"""What happens within a hand."""

Event = HandDealt | HandEvent
"""Everything that happens in a match."""
