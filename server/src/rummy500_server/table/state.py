"""A table as a value: what its journal adds up to. Everything that must survive a crash is here."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from rummy500.engine.cards import CardSet
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match
from rummy500.engine.options import TableOptions


REMEMBERED_REFS: Final = 16
"""So many answers are kept for each person, to answer a command that comes again."""
REMEMBERED_PEOPLE: Final = 16
"""So many people's answers are kept; somebody who left long ago does not ask again."""


class Person(NamedTuple):
    """A seat that belongs to a person."""

    player: str
    name: str
    node: str = ""
    """The node that holds the connection; empty when there is none."""
    since: bytes = b""
    """Mark of the entry by which that connection came: it names the connection."""

    @property
    def here(self) -> bool:
        """Return whether the connection stands."""
        return self.node != ""


class Computer(NamedTuple):
    """A seat that a computer player holds."""

    name: str
    level: str


class Nobody(NamedTuple):
    """An empty seat."""


Holder = Person | Computer | Nobody
NOBODY: Final = Nobody()


class Answer(NamedTuple):
    """What was answered to a command that was accepted."""

    ref: int
    version: int
    sat: Seat | None


class Stage(Enum):
    """What a table is doing."""

    WAITING = auto()
    """For people, and for the start of its first match."""
    HAND = auto()
    """A hand is being played."""
    BETWEEN = auto()
    """A hand is over, the match is not."""
    OVER = auto()
    """A match is over; there may be another."""


class TableState(NamedTuple):
    """A table, in full truth."""

    table: str
    """Its id."""
    version: int
    """Number of the last entry."""
    mark: bytes
    """Mark of the last entry."""
    name: str
    code: str
    options: TableOptions
    seats: tuple[Holder, ...]
    host: str = ""
    """Id of the person who may change and start the table."""
    step: int = 0
    """Version of the last entry that changed what a move is judged by."""
    ready: tuple[Seat, ...] = ()
    match: Match | None = None
    matches: int = 0
    """How many matches have begun here."""
    shown: tuple[CardSet, ...] = ()
    """By seat, the cards of this hand that everybody has seen in its hand or before it."""
    refs: Mapping[str, tuple[Answer, ...]] = {}
    """By person, the latest answers, oldest first."""
    ended: bool = False

    @property
    def stage(self) -> Stage:
        """Return what the table is doing."""
        match = self.match
        if match is None or match.hand is None:
            return Stage.WAITING
        if match.winners is not None:
            return Stage.OVER
        return Stage.HAND if match.hand.end is None else Stage.BETWEEN

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a person."""
        for seat, holder in self.people():
            if holder.player == player:
                return seat
        return None

    def people(self) -> list[tuple[Seat, Person]]:
        """Return the people with their seats."""
        return [(Seat(i), h) for i, h in enumerate(self.seats) if isinstance(h, Person)]

    @property
    def computers(self) -> int:
        """Return the number of computer players."""
        return sum(isinstance(holder, Computer) for holder in self.seats)

    @property
    def full(self) -> bool:
        """Return whether every seat is taken."""
        return not any(isinstance(holder, Nobody) for holder in self.seats)

    @property
    def anybody_here(self) -> bool:
        """Return whether the connection of any person stands."""
        return any(person.here for _, person in self.people())

    @property
    def computer_to_move(self) -> tuple[Seat, Computer] | None:
        """Return the computer player on turn, if it is one's turn."""
        match = self.match
        if match is None or match.hand is None or match.hand.end is not None:
            return None
        seat = match.hand.turn.seat
        holder = self.seats[seat]
        return (seat, holder) if isinstance(holder, Computer) else None

    def answer_to(self, player: str, ref: int) -> Answer | None:
        """Return what was answered to this command before, if it was accepted."""
        return next((a for a in self.refs.get(player, ()) if a.ref == ref), None)
