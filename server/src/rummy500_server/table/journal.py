"""The events of the engine as facts of a journal, and back: one match each way."""

from __future__ import annotations

from collections.abc import Iterable

from rummy500.engine.cards import Card
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
from rummy500.engine.ids import HandNumber, MeldId, Seat
from rummy500_server.store import records


def fact_of(event: Event) -> records.HandFact:
    """Return an event of the engine as it is stored."""
    match event:
        case HandDealt():
            return records.Dealt(event.number, event.dealer, event.pack, event.seed)
        case StockDrawn():
            return records.Drawn(event.seat, event.card)
        case PileTurned():
            return records.Turned(event.seat, event.stock)
        case PileTaken():
            return records.Taken(event.seat, event.cards, event.required)
        case Melded():
            return records.Laid(event.seat, event.meld, event.kind, event.cards, event.ace)
        case LaidOff():
            return records.Added(event.seat, event.meld, event.cards, event.ace)
        case Discarded():
            return records.Thrown(event.seat, event.card)
        case Declined():
            return records.Passed(event.seat)
        case Undone():
            return records.TakenBack(event.seat)
        case HandEnded():
            return records.HandOver(event.reason, event.out)


def event_of(fact: records.HandFact) -> Event:
    """Return a stored fact of a hand as the engine knows it."""
    match fact:
        case records.Dealt():
            seat = Seat(fact.dealer)
            return HandDealt(HandNumber(fact.number), seat, cards_of(fact.pack), fact.seed)
        case records.Drawn():
            return StockDrawn(Seat(fact.seat), Card(fact.card))
        case records.Turned():
            return PileTurned(Seat(fact.seat), cards_of(fact.stock))
        case records.Taken():
            required = None if fact.required is None else Card(fact.required)
            return PileTaken(Seat(fact.seat), cards_of(fact.cards), required)
        case records.Laid():
            meld = MeldId(fact.meld)
            return Melded(Seat(fact.seat), meld, fact.kind, cards_of(fact.cards), fact.ace)
        case records.Added():
            return LaidOff(Seat(fact.seat), MeldId(fact.meld), cards_of(fact.cards), fact.ace)
        case records.Thrown():
            return Discarded(Seat(fact.seat), Card(fact.card))
        case records.Passed():
            return Declined(Seat(fact.seat))
        case records.TakenBack():
            return Undone(Seat(fact.seat))
        case records.HandOver():
            return HandEnded(fact.reason, None if fact.out is None else Seat(fact.out))


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    """Return stored numbers as cards."""
    return tuple(Card(number) for number in numbers)
