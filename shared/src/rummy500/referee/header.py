"""The header of a game, line by line: what each line says, and what it may not say twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import PACK, Card
from rummy500.engine.events import EndReason
from rummy500.engine.ids import Seat
from rummy500.engine.options import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    OptionError,
    Preset,
    TableOptions,
    preset_options,
    with_option,
)
from rummy500.engine.scoring import Score
from rummy500.engine.state import Drew, Phase
from rummy500.referee.lines import Line
from rummy500.referee.places import Found, NotationError, Place


class SetMeld(NamedTuple):
    """A ``meld`` line: the cards with their seats, and the word for the ace."""

    cards: tuple[tuple[Card, Found[Seat]], ...]
    ace: AceEnd | None


class SetTurn(NamedTuple):
    """A ``turn`` line."""

    seat: Seat
    phase: Phase


class SetEnd(NamedTuple):
    """An ``ended`` line."""

    reason: EndReason
    out: Seat | None


_REPEATED: Final = {"option", "hand", "meld"}
"""Lines of which a header may have several."""
_POSITION: Final = ("hand", "pile", "stock", "meld", "turn", "drew", "required", "taken")
_PROGRESS: Final = ("melded", "tabled", "idle")
POSITION_LINES: Final = frozenset((*_POSITION, *_PROGRESS, "ended"))
"""Lines that a deck leaves out."""


@dataclass
class Header:
    """What the lines of a header say. Seats are checked once their number is known (``setup``)."""

    start: Place
    lines: dict[str, Place] = field(default_factory=dict)
    """Where each kind of line stands, the first of its kind."""
    id: str | None = None
    preset: Preset = Preset.RUMMY500
    options: list[tuple[Found[str], str]] = field(default_factory=list)
    players: Found[int] | None = None
    dealer: Found[Seat] | None = None
    deck: tuple[Card, ...] | None = None
    hands: dict[Seat, Found[tuple[Card, ...]]] = field(default_factory=dict)
    pile: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    melds: dict[int, Found[SetMeld]] = field(default_factory=dict)
    turn: Found[SetTurn] | None = None
    drew: Found[Drew] | None = None
    required: Found[Card] | None = None
    taken: Found[Card] | None = None
    melded: Found[tuple[Seat, ...]] | None = None
    tabled: Found[int] | None = None
    idle: Found[int] | None = None
    totals: Found[tuple[Score, ...]] | None = None
    hand_scores: Found[tuple[Score, ...]] | None = None
    ended: Found[SetEnd] | None = None
    commit: bytes | None = None
    seed: bytes | None = None
    named: dict[Card, Place] = field(default_factory=dict)
    """Where each card is named that lies somewhere."""

    def takes(self, line: Line) -> bool:
        """Return whether a line belongs to the header.

        A deck after a hand that is over, a second deck and a second stock belong to the body.
        """
        keyword = line.peek()
        if keyword == "deck":
            return self.lines.keys().isdisjoint({"deck", "ended", "hand-scores"})
        return keyword in _READERS and not (keyword == "stock" and "stock" in self.lines)

    def read(self, line: Line) -> None:
        """Take one line of the header.

        Raises:
            NotationError: something in it is not what belongs there.

        """
        keyword, place = line.word("a line of the header")
        if keyword in self.lines and keyword not in _REPEATED:
            raise NotationError(place, f"one line '{keyword}'", "a second one")
        self.lines.setdefault(keyword, place)
        _READERS[keyword](self, line)
        line.end()

    def table_options(self) -> TableOptions:
        """Return the preset with the option lines put on top, in their order (O26)."""
        options = preset_options(self.preset)
        for name, value in self.options:
            try:
                options = with_option(options, name.value, value)
            except OptionError as error:
                raise NotationError(
                    name.place, "an option with one of its values", f"'{error.option} {value}'"
                ) from None
        return options

    def place_of(self, keyword: str) -> Place:
        """Return where a kind of line stands first, or where the game begins."""
        return self.lines.get(keyword, self.start)

    def note(self, card: Card, place: Place) -> None:
        """Remember where a card lies; it can't lie in two places."""
        first = self.named.setdefault(card, place)
        if first is not place:
            raise NotationError(
                place, "a card that lies nowhere else", f"that of line {first.line} once more"
            )


def _read_id(header: Header, line: Line) -> None:
    header.id = line.rest("a name for the game")


def _read_preset(header: Header, line: Line) -> None:
    header.preset = Preset(line.one_of(*Preset))


def _read_option(header: Header, line: Line) -> None:
    name = line.word("the name of an option")
    if name.value == "players":
        _read_players(header, line)
        return
    header.options.append((name, line.word("the value of the option").value))


def _read_players(header: Header, line: Line) -> None:
    place = line.place
    allowed = [str(n) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    found = Found(int(line.one_of(*allowed)), place)
    if header.players is not None and header.players.value != found.value:
        raise NotationError(place, f"{header.players.value} players as before", f"{found.value}")
    header.players = found


def _read_dealer(header: Header, line: Line) -> None:
    place = line.place
    header.dealer = Found(line.seat(), place)


def _read_deck(header: Header, line: Line) -> None:
    header.deck = read_deck(line)


def _read_hand(header: Header, line: Line) -> None:
    place = line.place
    seat = line.seat()
    if seat in header.hands:
        raise NotationError(place, "one hand for each seat", f"a second one for {seat + 1}")
    header.hands[seat] = Found(_read_cards(header, line), place)


def _read_pile(header: Header, line: Line) -> None:
    header.pile = _read_cards(header, line)


def _read_stock(header: Header, line: Line) -> None:
    header.stock = _read_cards(header, line)


def _read_cards(header: Header, line: Line) -> tuple[Card, ...]:
    cards = []
    for card, place in line.cards_until():
        header.note(card, place)
        cards.append(card)
    return tuple(cards)


def _read_meld(header: Header, line: Line) -> None:
    place = line.place
    number = line.number_word("the number of a meld, from 1")
    if number in header.melds or number == 0:
        raise NotationError(place, "melds numbered from 1, each once", f"{number}")
    cards = []
    while line.peek() and line.peek() not in {"low", "high"}:
        word = line.place
        card, seat = _split(line)
        header.note(card, word)
        cards.append((card, seat))
    ace = line.accept("low", "high")
    meld = SetMeld(tuple(cards), AceEnd(ace) if ace else None)
    header.melds[number] = Found(meld, place)


def _read_turn(header: Header, line: Line) -> None:
    place = line.place
    seat = line.seat()
    header.turn = Found(SetTurn(seat, Phase(line.one_of("draw", "play"))), place)


def _read_drew(header: Header, line: Line) -> None:
    place = line.place
    header.drew = Found(Drew(line.one_of("stock", "top", "deep")), place)


def _read_required(header: Header, line: Line) -> None:
    place = line.place
    header.required = Found(line.card(), place)


def _read_taken(header: Header, line: Line) -> None:
    place = line.place
    header.taken = Found(line.card(), place)


def _read_melded(header: Header, line: Line) -> None:
    place = line.place
    header.melded = Found(line.seats(), place)


def _read_tabled(header: Header, line: Line) -> None:
    place = line.place
    header.tabled = Found(line.number_word("a number of new melds"), place)


def _read_idle(header: Header, line: Line) -> None:
    place = line.place
    header.idle = Found(line.number_word("a number of idle turns"), place)


def _read_totals(header: Header, line: Line) -> None:
    place = line.place
    header.totals = Found(line.scores(), place)


def _read_hand_scores(header: Header, line: Line) -> None:
    place = line.place
    header.hand_scores = Found(line.scores(), place)


def _read_ended(header: Header, line: Line) -> None:
    place = line.place
    reason = EndReason(line.one_of(*EndReason))
    out = line.seat() if reason is EndReason.WENT_OUT and line.peek() else None
    header.ended = Found(SetEnd(reason, out), place)


def _read_commit(header: Header, line: Line) -> None:
    header.commit = line.bytes32()


def _read_seed(header: Header, line: Line) -> None:
    header.seed = line.bytes32()


def read_deck(line: Line) -> tuple[Card, ...]:
    """Read the cards of a ``deck`` line: a whole pack."""
    cards: list[Card] = []
    for card, place in line.cards_until():
        if card in cards:
            raise NotationError(place, "each card once", "a card that is in the deck already")
        cards.append(card)
    if len(cards) < len(PACK):
        raise line.wrong(f"{len(PACK)} cards (these are {len(cards)})")
    return tuple(cards)


def _split(line: Line) -> tuple[Card, Found[Seat]]:
    """Read ``CARD/SEAT``."""
    whole, place = line.word("a card and its seat")
    card_word, slash, seat_word = whole.partition("/")
    if not slash or not card_word or not seat_word:
        raise NotationError(place, "a card and its seat, such as 4C/2", f"'{whole}'")
    after = Place(place.file, place.line, place.column + len(card_word) + 1)
    card = Line.inside(place, card_word).card()
    return card, Found(Line.inside(after, seat_word).seat(), after)


_READERS: Final[dict[str, Callable[[Header, Line], None]]] = {
    "id": _read_id,
    "preset": _read_preset,
    "option": _read_option,
    "players": _read_players,
    "dealer": _read_dealer,
    "deck": _read_deck,
    "hand": _read_hand,
    "pile": _read_pile,
    "stock": _read_stock,
    "meld": _read_meld,
    "turn": _read_turn,
    "drew": _read_drew,
    "required": _read_required,
    "taken": _read_taken,
    "melded": _read_melded,
    "tabled": _read_tabled,
    "idle": _read_idle,
    "totals": _read_totals,
    "hand-scores": _read_hand_scores,
    "ended": _read_ended,
    "commit": _read_commit,
    "seed": _read_seed,
}
