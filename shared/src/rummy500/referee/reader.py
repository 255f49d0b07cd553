"""From the text of a file to its games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy500.engine.actions import (
    AceEnd,
    Decline,
    DiscardCard,
    DrawStock,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import Card
from rummy500.engine.events import EndReason
from rummy500.engine.notation import cards_text
from rummy500.engine.refusals import Code
from rummy500.engine.scoring import score_text
from rummy500.referee.header import Header, read_deck
from rummy500.referee.lines import Line
from rummy500.referee.places import NotationError, Place
from rummy500.referee.script import (
    Asked,
    Expectation,
    Fairness,
    Game,
    Item,
    LayAt,
    NewDeck,
    NewStock,
    Play,
    TakeTop,
    Topic,
)
from rummy500.referee.setup import build, fairness_of


NOTHING: Final = "none"
_ACTIONS: Final = ("stock", "take", "meld", "lay", "discard", "decline", "undo")
_RESULTS: Final = frozenset({"ok", *Code})


def read(file: str, text: str) -> Iterator[Game]:
    """Yield the games of a file; ``file`` is its name, for complaints.

    Raises:
        NotationError: the text can't be read as notation.

    """
    games = 0
    part: list[Line] = []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for number, content in enumerate((*lines, "---"), start=1):
        line = Line(file, number, content)
        if content.strip() == "---":
            if part:
                games += 1
                yield _game(part)
            part = []
        elif line.peek() and not line.peek().startswith("#"):
            part.append(line)
    if games == 0:
        raise NotationError(Place(file, 1, 1), "a game", "an empty file")


def _game(lines: list[Line]) -> Game:
    header = Header(lines[0].place)
    rest = iter(lines)
    body: list[Line] = []
    for line in rest:
        if not header.takes(line):
            body = [line, *rest]
            break
        header.read(line)
    start = build(header)
    return Game(header.id, start, fairness_of(header), tuple(_body(body, start.players, header)))


class _Deals:
    """The lines ``commit`` and ``seed`` of a body, until the deck that they are about."""

    def __init__(self) -> None:
        self.commit: bytes | None = None
        self.seed: bytes | None = None
        self.place: Place | None = None

    def note(self, line: Line) -> None:
        """Take a line ``commit`` or ``seed``."""
        self.place = self.place or line.place
        place = line.place
        if line.word("commit or seed").value == "commit":
            if self.commit is not None:
                raise NotationError(place, "one line 'commit' for each deck", "a second one")
            self.commit = line.bytes32()
        else:
            if self.seed is not None:
                raise NotationError(place, "one line 'seed' for each deck", "a second one")
            self.seed = line.bytes32()
        line.end()

    def deck(self, line: Line) -> NewDeck:
        """Return the deck of a line, with what was told of it."""
        place = line.place
        line.word("deck")
        pack = read_deck(line)
        line.end()
        fairness = Fairness(place, pack, self.commit, self.seed)
        self.commit = self.seed = self.place = None
        return NewDeck(place, pack, fairness)


def _body(lines: list[Line], players: int, header: Header) -> Iterator[Item]:
    deals = _Deals()
    for line in lines:
        match line.peek():
            case "expect":
                yield _expectation(line, players)
            case "deck":
                yield deals.deck(line)
            case "commit" | "seed":
                deals.note(line)
            case "stock":
                yield _new_stock(line)
            case keyword if keyword in header.lines or not keyword[0].isdigit():
                raise line.wrong("a play, 'expect', 'deck', 'stock' or '---'")
            case _:
                yield _play(line, players)
    if deals.place is not None:
        raise NotationError(deals.place, "a deck after its commitment or seed", "none")


def _new_stock(line: Line) -> NewStock:
    place = line.place
    line.word("stock")
    cards = _cards(line)
    line.end()
    return NewStock(place, cards)


def _play(line: Line, players: int) -> Play:
    place = line.place
    seat = line.seat(players)
    asked = _asked(line)
    wanted = None
    if line.accept("=>"):
        if line.peek() not in _RESULTS:
            raise line.wrong("'ok' or a refusal code")
        wanted = line.word("a result").value
    line.end()
    return Play(place, seat, asked, wanted)


def _asked(line: Line) -> Asked:
    match line.one_of(*_ACTIONS):
        case "stock":
            return DrawStock()
        case "take":
            return TakeTop() if line.accept("top") else TakePile(line.card())
        case "meld":
            cards = _cards(line, "low", "high", "=>")
            return MeldCards(cards, _ace(line))
        case "lay":
            cards = _cards(line, ">")
            line.one_of(">")
            number = line.number_word("the number of a meld")
            return LayAt(cards, number, _ace(line))
        case "discard":
            return DiscardCard(line.card())
        case "decline":
            return Decline()
        case _:
            return Undo()


def _cards(line: Line, *stops: str) -> tuple[Card, ...]:
    """Read one card or more; whether one occurs twice is for the rules to say."""
    found = tuple(card for card, _ in line.cards_until(*stops))
    if not found:
        raise line.wrong("a card")
    return found


def _ace(line: Line) -> AceEnd | None:
    word = line.accept("low", "high")
    return AceEnd(word) if word else None


def _expectation(line: Line, players: int) -> Expectation:
    place = line.place
    line.word("expect")
    topic = Topic(line.one_of(*Topic))
    number = 0
    if topic in {Topic.MELD, Topic.ACE}:
        number = line.number_word("the number of a meld")
    elif topic is Topic.HAND:
        number = line.seat(players) + 1
    wanted = _answer(line, topic, players)
    line.end()
    return Expectation(place, topic, number, wanted)


def _answer(line: Line, topic: Topic, players: int) -> str:
    """Read the answer that is expected, in the words of ``questions.answer``."""
    match topic:
        case Topic.MELD:
            return cards_text(_cards(line))
        case Topic.PILE:
            return cards_text(card for card, _ in line.cards_until())
        case Topic.HAND:
            return cards_text(sorted(card for card, _ in line.cards_until()))
        case Topic.ACE:
            return line.one_of(*AceEnd, NOTHING)
        case Topic.END:
            return line.one_of(*EndReason, NOTHING)
        case Topic.TURN | Topic.OUT:
            return line.accept(NOTHING) or str(line.seat(players) + 1)
        case Topic.WINNERS:
            seats = () if line.accept(NOTHING) else line.seats(players)
            return " ".join(str(seat + 1) for seat in sorted(seats)) or NOTHING
        case Topic.PLACED | Topic.SCORES | Topic.TOTALS:
            if topic is Topic.SCORES and line.accept(NOTHING):
                return NOTHING
            return _numbers(line, players)


def _numbers(line: Line, players: int) -> str:
    place = line.place
    scores = line.scores()
    if len(scores) != players:
        raise NotationError(place, f"numbers of {players} seats", str(len(scores)))
    return " ".join(score_text(score) for score in scores)
