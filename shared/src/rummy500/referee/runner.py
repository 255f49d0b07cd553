"""Runs a game: every play through the server's own rules, every expectation judged in its place."""

from __future__ import annotations

from dataclasses import dataclass, field

from rummy500.engine.actions import Action, LayOff, TakePile
from rummy500.engine.cards import Card
from rummy500.engine.deal import commitment, pack_from_seed
from rummy500.engine.decide import Reshuffle, decide, seeded_reshuffle
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.match import Match, apply, next_hand
from rummy500.engine.refusals import Code, Refusal
from rummy500.engine.rules import can_turn_pile
from rummy500.engine.state import HandState, Phase
from rummy500.referee.places import NotationError, Place
from rummy500.referee.questions import answer
from rummy500.referee.script import (
    Asked,
    Expectation,
    Fairness,
    Game,
    LayAt,
    NewDeck,
    NewStock,
    Play,
    TakeTop,
)
from rummy500.referee.setup import check_enough


ACCEPTED = "ok"
_NO_MELD = MeldId(0)
"""No meld has this id."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that did not come out as the file says."""

    place: Place
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class Played:
    """A play and what became of it: ``ok`` or a refusal code."""

    place: Place
    seat: Seat
    asked: Asked
    result: str


@dataclass(slots=True)
class Report:
    """What came of one game."""

    game: Game
    end: Match
    plays: list[Played] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)


def run(game: Game) -> Report:
    """Run a game to its last line.

    Raises:
        NotationError: a deck or a stock stands where it can't.

    """
    report = Report(game, game.start)
    dictated: tuple[Card, ...] | None = None
    for item in game.body:
        match item:
            case Play():
                dictated = _play(report, item, dictated)
            case NewStock():
                dictated = _checked_stock(report.end, item)
            case NewDeck():
                report.end = _dealt(report.end, item)
            case Expectation():
                actual = answer(report.end, item)
                if actual != item.wanted:
                    wanted = f"{item.topic} {item.wanted}"
                    report.failures.append(Failure(item.place, wanted, f"{item.topic} {actual}"))
    return report


def _play(report: Report, play: Play, dictated: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    """Run a play; return the dictated stock if the play was refused and left it waiting."""
    hand = report.end.hand
    if hand is None:
        result = Code.HAND_OVER.value
    else:
        decision = decide(hand, play.seat, _action(hand, play.asked), _reshuffle(dictated))
        if isinstance(decision, Refusal):
            result = decision.code.value
        else:
            result = ACCEPTED
            dictated = None
            for event in decision:
                report.end = apply(report.end, event)
    report.plays.append(Played(play.place, play.seat, play.asked, result))
    if play.wanted is not None and play.wanted != result:
        report.failures.append(Failure(play.place, play.wanted, result))
    return dictated


def _reshuffle(dictated: tuple[Card, ...] | None) -> Reshuffle:
    if dictated is None:
        return seeded_reshuffle
    cards = dictated

    def as_told(_: HandState) -> tuple[Card, ...]:
        return cards

    return as_told


def _action(hand: HandState, asked: Asked) -> Action:
    """Return the action that a file names; places on the table become ids."""
    match asked:
        case TakeTop():
            return TakePile(hand.pile[-1] if hand.pile else Card(0))
        case LayAt():
            there = 0 < asked.number <= len(hand.melds)
            meld = hand.melds[asked.number - 1].id if there else _NO_MELD
            return LayOff(asked.cards, meld, asked.ace)
        case _:
            return asked


def _checked_stock(match: Match, stock: NewStock) -> tuple[Card, ...]:
    """Return a dictated stock: where the next draw turns the pile, all of it but the top."""
    hand = match.hand
    turns = hand is not None and hand.turn.phase is Phase.DRAW and not hand.stock
    if hand is None or not turns or not can_turn_pile(hand):
        raise NotationError(stock.place, "a new stock where the next draw needs one", "one")
    if sorted(stock.cards) != sorted(hand.pile[:-1]):
        raise NotationError(stock.place, "the cards of the pile without its top", "others")
    return stock.cards


def _dealt(match: Match, deck: NewDeck) -> Match:
    if match.winners is not None:
        raise NotationError(deck.place, "no deck once the match is over", "one")
    if match.hand is not None and match.hand.end is None:
        raise NotationError(deck.place, "a deck once the hand is over", "one before")
    check_enough(match, deck.pack, deck.place)
    return apply(match, next_hand(match, deck.pack, deck.fairness.seed or b""))


def verify(game: Game) -> list[Failure]:
    """Check every fair deal that a game tells of: the seed against commitment and deck."""
    deals = [] if game.fairness is None else [game.fairness]
    deals += [item.fairness for item in game.body if isinstance(item, NewDeck)]
    return [failure for deal in deals for failure in _verified(deal)]


def _verified(deal: Fairness) -> list[Failure]:
    if deal.seed is None:
        if deal.commit is None:
            return []
        return [Failure(deal.place, "a seed that hashes to the commitment", "no seed")]
    failures = []
    if deal.commit is None:
        failures.append(Failure(deal.place, "a commitment to the seed", "none"))
    elif commitment(deal.seed) != deal.commit:
        hashed = commitment(deal.seed).hex()
        failures.append(Failure(deal.place, f"commitment {deal.commit.hex()}", hashed))
    if deal.pack is not None and pack_from_seed(deal.seed) != deal.pack:
        failures.append(Failure(deal.place, "the deck that follows from the seed", "another"))
    return failures
