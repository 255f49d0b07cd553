"""What people at the tables have seen and been told, and when: all that a run is judged by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import msgpack
from tests.server.truth import cards_in

from rummy500.engine.cards import card_set
from rummy500.engine.ids import Seat


SEED_SIZE = 32


class Acknowledged(NamedTuple):
    """A command that was accepted, of a kind that has an entry in the journal."""

    at: float
    """By the clock of the run, in seconds."""
    table: str
    player: str
    ref: int
    seq: int


class Seen(NamedTuple):
    """A frame that told of a table."""

    table: str
    player: str
    seat: Seat
    seq: int
    mark: bytes
    cards: int
    """A set as the engine keeps one."""
    blobs: frozenset[bytes]
    """Whatever in it is as long as a seed."""
    rewound: bool


class Trip(NamedTuple):
    """From a command to its answer."""

    asked: float
    seconds: float
    node: int
    """At which server."""


class Outage(NamedTuple):
    """From the loss of a connection until the table was seen again."""

    at: float
    seconds: float
    node: int
    """The server at which the person was."""


@dataclass
class Notes:
    """The notes of one run."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    trips: list[Trip] = field(default_factory=list)
    outages: list[Outage] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    """How often, by code."""

    def add(self, other: Notes) -> None:
        """Take over what others have noted."""
        self.acknowledged += other.acknowledged
        self.seen += other.seen
        self.trips += other.trips
        self.outages += other.outages
        for code, times in other.refused.items():
            self.refused[code] = self.refused.get(code, 0) + times

    def see(self, frame: bytes, player: str) -> None:
        """Note a frame, if it tells of a table."""
        decoded = msgpack.unpackb(frame)
        if decoded["upd"] != "table" or decoded["own"] is None:
            return
        self.seen.append(
            Seen(
                decoded["table"],
                player,
                Seat(decoded["own"]["seat"]),
                decoded["seq"],
                decoded["mark"],
                card_set(cards_in(decoded)),
                frozenset(_blobs(decoded)),
                decoded.get("rewound", False),
            )
        )


def _blobs(value: object) -> list[bytes]:
    match value:
        case dict():
            return [blob for child in value.values() for blob in _blobs(child)]
        case list():
            return [blob for child in value for blob in _blobs(child)]
        case bytes() if len(value) == SEED_SIZE:
            return [value]
        case _:
            return []
