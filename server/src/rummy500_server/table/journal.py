"""The events of the engine as facts of a journal, and back: one way of making for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

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
from rummy500_server.store import records


def fact_of(event: Event) -> records.HandFact:
    """Return an event of the engine as it is stored."""
    return FACTS[type(event)](event)


def event_of(fact: records.HandFact) -> Event:
    """Return a stored fact of a hand as the engine knows it."""
    return EVENTS[type(fact)](fact)


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    """Return stored numbers as cards."""
    return tuple(map(Card, numbers))


# With each play both ways are gone, and a ``match`` takes longer than the making; a test holds the
# keys against the unions.

FACTS: Final[dict[type[Event], Callable[[Any], records.HandFact]]] = {
    HandDealt: lambda e: records.Dealt(e.number, e.dealer, e.pack, e.seed),
    StockDrawn: lambda e: records.Drawn(e.seat, e.card),
    PileTurned: lambda e: records.Turned(e.seat, e.stock),
    PileTaken: lambda e: records.Taken(e.seat, e.cards, e.required),
    Melded: lambda e: records.Laid(e.seat, e.meld, e.kind, e.cards, e.ace),
    LaidOff: lambda e: records.Added(e.seat, e.meld, e.cards, e.ace),
    Discarded: lambda e: records.Thrown(e.seat, e.card),
    Declined: lambda e: records.Passed(e.seat),
    Undone: lambda e: records.TakenBack(e.seat),
    HandEnded: lambda e: records.HandOver(e.reason, e.out),
}
EVENTS: Final[dict[type[records.HandFact], Callable[[Any], Event]]] = {
    records.Dealt: lambda f: HandDealt(f.number, f.dealer, f.pack, f.seed),
    records.Drawn: lambda f: StockDrawn(f.seat, f.card),
    records.Turned: lambda f: PileTurned(f.seat, f.stock),
    records.Taken: lambda f: PileTaken(f.seat, f.cards, f.required),
    records.Laid: lambda f: Melded(f.seat, f.meld, f.kind, f.cards, f.ace),
    records.Added: lambda f: LaidOff(f.seat, f.meld, f.cards, f.ace),
    records.Thrown: lambda f: Discarded(f.seat, f.card),
    records.Passed: lambda f: Declined(f.seat),
    records.TakenBack: lambda f: Undone(f.seat),
    records.HandOver: lambda f: HandEnded(f.reason, f.out),
}
