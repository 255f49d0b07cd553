"""A table as a value: what its journal adds up to. Everything that must survive a crash is here."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from struct import Struct
from typing import Final, NamedTuple

from rummy500.engine.cards import CardSet
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match
from rummy500.engine.options import TableOptions
from rummy500_server.store.records import Why


REMEMBERED_REFS: Final = 16
"""So many answers are kept for each person, to answer a command that comes again."""
REMEMBERED_PEOPLE: Final = 16
"""So many people's answers are kept; somebody who left long ago does not ask again."""


class Lost(NamedTuple):
    """A connection that is gone."""

    time: int
    """Of the entry that told of it; milliseconds of the store's clock, as all times here."""
    why: Why


class Person(NamedTuple):
    """A seat that belongs to a person."""

    player: str
    name: str
    node: str = ""
    """The node that holds the connection; empty when there is none."""
    since: bytes = b""
    """Mark of the entry by which that connection came: it names the connection."""
    lost: Lost | None = None
    """How the last connection went; None while one stands."""
    held: str = ""
    """Level of the computer player that plays for the person meanwhile; empty when none does."""

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


_REF: Final = Struct("<Q")
_ANSWER: Final = Struct("<QQb")
"""Ref, version and seat. Every table has dozens of answers: as objects they take ten times that."""
_NO_SEAT: Final = -1
_ROOM: Final = (REMEMBERED_REFS - 1) * _ANSWER.size
"""Bytes of the answers to which one more comes."""


def remembered(packed: bytes, answer: Answer) -> bytes:
    """Return packed answers, oldest first, with one more; the oldest beyond their number go."""
    ref, version, sat = answer
    return packed[-_ROOM:] + _ANSWER.pack(ref, version, _NO_SEAT if sat is None else sat)


def unpacked(packed: bytes) -> tuple[Answer, ...]:
    """Return packed answers, oldest first."""
    return tuple(
        Answer(ref, version, None if seat == _NO_SEAT else Seat(seat))
        for ref, version, seat in _ANSWER.iter_unpack(packed)
    )


class TurnClock(NamedTuple):
    """The clock of the turn that is on (O24)."""

    seat: Seat
    began: int
    """Version of the entry with which the turn began: it names the turn."""
    left: int
    """Milliseconds of the turn's own time at ``runs_from``, or while it stands; the reserve comes
    after them. Below zero the reserve is used."""
    runs_from: int | None
    """None while the clock stands."""
    credited: int
    """Up to this time what was lost has been given back."""

    def left_at(self, time: int) -> int:
        """Return what is left of the turn's own time; below zero the reserve is used."""
        return self.left if self.runs_from is None else self.left - (time - self.runs_from)


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
    day: str = ""
    """Of a daily match, the UTC date whose cards it plays (R49)."""
    shown: tuple[CardSet, ...] = ()
    """By seat, the cards of this hand that everybody has seen in its hand or before it."""
    refs: Mapping[str, bytes] = {}
    """By person, the latest answers as ``remembered`` packs them."""
    ended: bool = False
    driver: str = ""
    """The node that acts for the table by itself; empty where nobody else could."""
    time: int = 0
    """Of the last entry."""
    peopled: int = 0
    """When the first person came to a table without anybody."""
    clock: TurnClock | None = None
    """None where the seat on turn has no time to keep."""
    reserves: tuple[int, ...] = ()
    """By seat, the milliseconds in reserve for this hand (O29)."""

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
        for seat, holder in enumerate(self.seats):
            if isinstance(holder, Person) and holder.player == player:
                return Seat(seat)
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
        for holder in self.seats:  # noqa: SIM110 - with each play; a generator takes far longer
            if isinstance(holder, Person) and holder.node:
                return True
        return False

    @property
    def anybody_lost(self) -> bool:
        """Return whether the connection of any person is gone."""
        for holder in self.seats:  # noqa: SIM110 - as above
            if isinstance(holder, Person) and holder.lost is not None:
                return True
        return False

    @property
    def on_turn(self) -> Seat | None:
        """Return the seat on turn while a hand runs."""
        match = self.match
        if match is None or match.hand is None or match.hand.end is not None:
            return None
        return match.hand.turn.seat

    @property
    def computer_to_move(self) -> tuple[Seat, str] | None:
        """Return seat and level of the computer player on turn, if it is one's turn."""
        seat = self.on_turn
        if seat is None:
            return None
        holder = self.seats[seat]
        if isinstance(holder, Person):
            return (seat, holder.held) if holder.held else None
        return (seat, holder.level) if isinstance(holder, Computer) else None

    @property
    def deadline(self) -> int | None:
        """Return when the time of the turn is up, its reserve included; None if it does not run."""
        clock = self.clock
        if clock is None or clock.runs_from is None:
            return None
        return clock.runs_from + clock.left + self.reserves[clock.seat]

    def answer_to(self, player: str, ref: int) -> Answer | None:
        """Return what was answered to this command before, if it was accepted."""
        packed = self.refs.get(player, b"")
        if _REF.pack(ref) not in packed:  # so it is with nearly every command
            return None
        return next((answer for answer in unpacked(packed) if answer.ref == ref), None)
