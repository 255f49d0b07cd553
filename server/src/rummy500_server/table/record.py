"""The record of a finished match: what its journal says, as a ``.rummy`` file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from rummy500.engine.actions import (
    AceEnd,
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import ACE, Card, rank_of
from rummy500.engine.deal import commitment
from rummy500.engine.ids import MeldId, Seat, next_seat
from rummy500.engine.options import TableOptions
from rummy500.referee.writer import PlayedHand
from rummy500_server.store import records
from rummy500_server.store.ports import Stored
from rummy500_server.table.journal import cards_of


Recorder = Callable[[TableOptions, int, Sequence[PlayedHand]], str]
"""Writes a match down: its options, the number of its seats, its hands."""


_ENDING: Final = (records.Thrown, records.Passed, records.Laid, records.Added)
"""Plays that may end a hand."""


def hands_of(journal: Iterable[Stored], match: int, players: int) -> list[PlayedHand]:
    """Return the hands of the ``match``-th match (from 1) that a journal tells of."""
    begun = 0
    hands: list[PlayedHand] = []
    for stored in journal:
        facts = records.read_entry(stored.entry).facts
        if any(isinstance(fact, records.MatchBegun) for fact in facts):
            begun += 1
        if begun == match:
            _add(hands, facts, players)
    return hands


def record_name(journal: Sequence[Stored], table: str, match: int) -> str:
    """Return the name of a record: the same from the same journal, whoever writes it."""
    begun = datetime.fromtimestamp(journal[0].time / 1000, UTC)
    return f"{begun:%Y-%m-%d}-{table}-{match}"


def _add(hands: list[PlayedHand], facts: tuple[records.AnyFact, ...], players: int) -> None:
    before: records.AnyFact | None = None
    for fact in facts:
        match fact:
            case records.Dealt():
                pack = cards_of(fact.pack)
                committed = commitment(fact.seed)
                hands.append(PlayedHand(Seat(fact.dealer), fact.seed, committed, pack, []))
            case records.HandOver() if not isinstance(before, _ENDING):
                # The pile may not become the stock once more: asking for it ended the hand.
                hands[-1].plays.append((_next_to_play(hands[-1], players), DrawStock()))
            case _:
                play = _play(fact)
                if play is not None:
                    hands[-1].plays.append(play)
        before = fact


def _next_to_play(hand: PlayedHand, players: int) -> Seat:
    """Return who begins the turn after the last one."""
    return next_seat(hand.plays[-1][0] if hand.plays else hand.dealer, players)


def _play(fact: records.AnyFact) -> tuple[Seat, Action] | None:
    """Return the play that a fact shows."""
    match fact:
        case records.Drawn():
            return Seat(fact.seat), DrawStock()
        case records.Taken():
            return Seat(fact.seat), TakePile(Card(fact.cards[0]))
        case records.Laid():
            return Seat(fact.seat), MeldCards(cards_of(fact.cards), _word(fact.cards, fact.ace))
        case records.Added():
            word = _word(fact.cards, fact.ace)
            return Seat(fact.seat), LayOff(cards_of(fact.cards), MeldId(fact.meld), word)
        case records.Thrown():
            return Seat(fact.seat), DiscardCard(Card(fact.card))
        case records.Passed():
            return Seat(fact.seat), Decline()
        case records.TakenBack():
            return Seat(fact.seat), Undo()
        case _:
            return None


def _word(cards: tuple[int, ...], ace: AceEnd | None) -> AceEnd | None:
    """Return the end to name for an ace: none if the play itself has no ace."""
    return ace if any(rank_of(Card(card)) == ACE for card in cards) else None
