"""One look at the table: the state, the rules' view of the hand, the viewer's side, the words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rummy500.engine.cards import Card
from rummy500.engine.ids import Seat
from rummy500.engine.options import RUMMY500, OptionError, Scoring, TableOptions
from rummy500.engine.views import HandView
from rummy500.protocol.happenings import AnyOccupant, Computer, Nobody, Person
from rummy500.protocol.tables import TableNow, TableRow
from rummy500.protocol.translate import hand_from_wire, options_from_wire
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.table_model import Place
from rummy500_client.state.arrange import ordered
from rummy500_client.state.foresee import foreseen
from rummy500_client.state.local import CarriedCards, LocalTable
from rummy500_client.state.model import TableState


_PLACES: Final = {
    2: (Place.YOU, Place.TOP),
    3: (Place.YOU, Place.LEFT, Place.RIGHT),
    4: (Place.YOU, Place.LEFT, Place.TOP, Place.RIGHT),
}


@dataclass(frozen=True, slots=True)
class Tastes:
    """What a person has chosen about how the table helps."""

    confirm: bool = True
    """What cannot be taken back needs a second press; going out always does."""
    hints: bool = True
    """Melds that lie together in the hand are pointed out."""
    newcomer: bool = False
    """No hand has ever been seen to its end on this computer."""
    muted: bool | None = None
    """All sounds are silent; None where nothing can be heard in any case."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What the presenters of the table look at."""

    table: TableState
    local: LocalTable
    words: Words
    options: TableOptions
    view: HandView | None
    """None before the first hand of a match."""
    hand: tuple[Card, ...]
    """The viewer's hand as it is shown."""
    tastes: Tastes = Tastes()
    elapsed: float = 0.0
    """Seconds since the last news of the table came."""

    @property
    def now(self) -> TableNow:
        """Return the public part of the table."""
        return self.table.now

    @property
    def me(self) -> Seat:
        """Return the viewer's seat; a watcher looks from the first."""
        return Seat(0 if self.table.own is None else self.table.own.seat)

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return len(self.now.seats)

    @property
    def counts_table(self) -> bool:
        """Return whether cards on the table bring points."""
        return self.options.scoring is Scoring.PLACED_MINUS_HAND

    @property
    def waits(self) -> bool:
        """Return whether a command of the viewer has no answer, or no effect that was told, yet."""
        return self.table.pending is not None or self.table.ahead is not None

    @property
    def at_work(self) -> tuple[Card, ...]:
        """Return the cards whose plays are asked about: those in the air, else the selected."""
        match self.local.carried:
            case CarriedCards(cards=cards):
                return cards
            case _:
                return self.local.selected

    @property
    def my_turn(self) -> bool:
        """Return whether the viewer is to move."""
        return self.view is not None and self.view.to_move

    def mark(self, seat: int) -> int:
        """Return a seat as the viewer counts: 0 is the viewer, then clockwise."""
        return (seat - self.me) % self.players

    def place(self, seat: int) -> Place:
        """Return where a seat is, seen from the viewer."""
        return _PLACES[self.players][self.mark(seat)]

    def seats(self) -> tuple[Seat, ...]:
        """Return the seats, the viewer first, then clockwise."""
        return tuple(Seat((self.me + step) % self.players) for step in range(self.players))

    def is_me(self, seat: int) -> bool:
        """Return whether a seat is the viewer's."""
        return self.table.own is not None and seat == self.me

    def name(self, seat: int) -> str:
        """Return what a seat is called; the viewer is "You"."""
        if self.is_me(seat):
            return self.words.say("You")
        return occupant_name(self.now.seats[seat], self.words)

    def name_within(self, seat: int) -> str:
        """Return what a seat is called inside a sentence."""
        if self.is_me(seat):
            return self.words.say_in("inside a sentence", "you")
        return self.name(seat)

    def initial(self, seat: int) -> str:
        """Return the letter on the mark of a seat."""
        return initial_of(self.name(seat))


def look(
    table: TableState, local: LocalTable, words: Words, tastes: Tastes | None = None
) -> Glance:
    """Return a look at the table as it is now, a play that is on its way done."""
    options = table_options(table.now)
    table = foreseen(table, options)
    hand = table.now.hand
    view = None if hand is None else hand_from_wire(hand, table.own, options)
    held = () if table.own is None else tuple(Card(card) for card in table.own.cards)
    shown = ordered(held, local.sort, local.order, options)
    if any(card not in held for card in local.selected):  # on their way to the table
        local = replace(local, selected=tuple(c for c in local.selected if c in held))
    return Glance(table, local, words, options, view, shown, tastes or Tastes())


def table_options(now: TableNow | TableRow) -> TableOptions:
    """Return the options of a table; those of the standard game where they are not understood."""
    try:
        return options_from_wire(now.preset, now.options)
    except OptionError:
        return RUMMY500


def occupant_name(occupant: AnyOccupant, words: Words) -> str:
    """Return what a seat is called."""
    match occupant:
        case Person() | Computer():
            return occupant.name
        case Nobody():
            return words.say("Free seat")


def initial_of(name: str) -> str:
    """Return the first letter of a name, as a mark shows it."""
    return next((letter.upper() for letter in name if letter.isalnum()), "?")
