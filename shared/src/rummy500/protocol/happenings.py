"""What happened at a table, as everybody there may know it. No field can hold a hidden card."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from rummy500.engine.actions import AceEnd
from rummy500.engine.events import EndReason, MeldKind
from rummy500.protocol.numbers import CardNumber, CardNumbers, SeatNumber


class Occupant(Struct, frozen=True, tag_field="who"):
    """What a seat holds."""


class Nobody(Occupant, frozen=True, tag="nobody"):
    """An empty seat."""


class Gone(StrEnum):
    """Why a person is away."""

    LINE = "line"
    """The connection broke."""
    SERVER = "server"
    """The server at which the connection was fell or ended."""


class Person(Occupant, frozen=True, tag="person"):
    """A person; ``here`` is whether the connection stands."""

    name: str
    here: bool
    gone: Gone | None = None
    """Why the person is away; nil while the connection stands."""
    held: bool = False
    """A computer player plays for the person meanwhile."""


class Computer(Occupant, frozen=True, tag="computer"):
    """A computer player."""

    name: str
    level: str


AnyOccupant = Nobody | Person | Computer


class Happening(Struct, frozen=True, tag_field="what"):
    """A fact of the game that everybody at the table may know."""


class HandOpened(Happening, frozen=True, tag="hand_opened"):
    """A hand was dealt."""

    number: int
    dealer: SeatNumber
    upcard: CardNumber


class DrewStock(Happening, frozen=True, tag="drew_stock"):
    """A seat drew from the stock."""

    seat: SeatNumber


class TurnedPile(Happening, frozen=True, tag="turned_pile"):
    """The pile became the stock."""

    seat: SeatNumber
    count: int


class TookPile(Happening, frozen=True, tag="took_pile"):
    """A seat took cards of the pile, the chosen one first."""

    seat: SeatNumber
    cards: CardNumbers
    required: CardNumber | None = None


class MeldLaid(Happening, frozen=True, tag="meld_laid"):
    """A new meld."""

    seat: SeatNumber
    meld: int
    kind: MeldKind
    cards: CardNumbers
    ace: AceEnd | None = None


class CardsLaidOff(Happening, frozen=True, tag="cards_laid_off"):
    """Cards joined a meld."""

    seat: SeatNumber
    meld: int
    cards: CardNumbers
    ace: AceEnd | None = None


class CardDiscarded(Happening, frozen=True, tag="card_discarded"):
    """A discard."""

    seat: SeatNumber
    card: CardNumber


class PileDeclined(Happening, frozen=True, tag="pile_declined"):
    """A seat declined the pile."""

    seat: SeatNumber


class PlayUndone(Happening, frozen=True, tag="play_undone"):
    """The last play was taken back."""

    seat: SeatNumber


class HandFinished(Happening, frozen=True, tag="hand_finished"):
    """The hand is over."""

    reason: EndReason
    out: SeatNumber | None = None


class SeatChanged(Happening, frozen=True, tag="seat_changed"):
    """Somebody sat down, left, came back or was lost: the new occupant of a seat."""

    seat: SeatNumber
    occupant: AnyOccupant


class MatchBegan(Happening, frozen=True, tag="match_began"):
    """A match began."""


class SeatReady(Happening, frozen=True, tag="seat_ready"):
    """A seat is ready for the next hand or the rematch."""

    seat: SeatNumber


class TimeRanOut(Happening, frozen=True, tag="time_ran_out"):
    """The time of a seat's turn ran out; what follows in this news was played for it."""

    seat: SeatNumber


class SeatHeld(Happening, frozen=True, tag="seat_held"):
    """A person was away for so long that a computer player plays; the seat stays the person's."""

    seat: SeatNumber
    occupant: AnyOccupant


class SeatGivenBack(Happening, frozen=True, tag="seat_given_back"):
    """The person plays again."""

    seat: SeatNumber
    occupant: AnyOccupant


AnyHappening = (
    HandOpened
    | DrewStock
    | TurnedPile
    | TookPile
    | MeldLaid
    | CardsLaidOff
    | CardDiscarded
    | PileDeclined
    | PlayUndone
    | HandFinished
    | SeatChanged
    | MatchBegan
    | SeatReady
    | TimeRanOut
    | SeatHeld
    | SeatGivenBack
)
