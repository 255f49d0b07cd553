"""A game of a ``.rummy`` file as it was read: where it starts, and the lines of its body."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match
from rummy500.referee.places import Place


@dataclass(frozen=True, slots=True)
class TakeTop:
    """``take top``: whatever card that is when the line is run."""


@dataclass(frozen=True, slots=True)
class LayAt:
    """``lay CARD... > N``: the meld is named by its present place on the table, from 1."""

    cards: tuple[Card, ...]
    number: int
    ace: AceEnd | None


Asked = DrawStock | TakePile | TakeTop | MeldCards | LayAt | DiscardCard | Decline | Undo
"""An action as a file names it."""


@dataclass(frozen=True, slots=True)
class Play:
    """``SEAT ACTION [=> RESULT]``."""

    place: Place
    seat: Seat
    asked: Asked
    wanted: str | None
    """``ok``, a refusal code, or None where the file states no result."""


@dataclass(frozen=True, slots=True)
class NewStock:
    """``stock CARD...`` in the body: the order in which the pile becomes the stock."""

    place: Place
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fair deal of one hand: what was told before it and what after it."""

    place: Place
    pack: tuple[Card, ...] | None
    commit: bytes | None
    seed: bytes | None


@dataclass(frozen=True, slots=True)
class NewDeck:
    """``deck CARD...`` in the body: the next hand of the match is dealt."""

    place: Place
    pack: tuple[Card, ...]
    fairness: Fairness


class Topic(StrEnum):
    """What an ``expect`` line is about."""

    PLACED = "placed"
    MELD = "meld"
    ACE = "ace"
    HAND = "hand"
    PILE = "pile"
    TURN = "turn"
    END = "end"
    OUT = "out"
    SCORES = "scores"
    TOTALS = "totals"
    WINNERS = "winners"


@dataclass(frozen=True, slots=True)
class Expectation:
    """``expect TOPIC [NUMBER] ANSWER``."""

    place: Place
    topic: Topic
    number: int
    """Of the meld or seat asked about, from 1; 0 where the topic needs none."""
    wanted: str
    """The answer in the words in which the true one is given (``questions.answer``)."""


Item = Play | NewStock | NewDeck | Expectation


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a file."""

    name: str | None
    """What its ``id`` line says."""
    start: Match
    fairness: Fairness | None
    """Of the first hand; None if nothing was told of it."""
    body: tuple[Item, ...]
