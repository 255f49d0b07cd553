"""What the result sheets show: the end of a hand and the end of a match, ready to be painted.

As in :mod:`rummy500_client.presenters.table_model`, every text is translated, every sign is set
(U+2212 for minus), and ``mark`` is the seat as the viewer sees it (0 is the viewer).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.engine.cards import Card
from rummy500_client.presenters.table_model import Button, Tone


class Check(StrEnum):
    """What the client knows about the fairness of a deal.

    ``VERIFIED`` and ``BROKEN`` only after this client has computed it itself; ``OPEN`` while it
    waits or works, and ``NONE`` shows no mark at all.
    """

    NONE = "none"
    OPEN = "open"
    VERIFIED = "verified"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Verification:
    """The mark of the fair deal. ``buttons`` stand below the text (copy the data, report)."""

    check: Check
    head: str
    text: str = ""
    fingerprint: str = ""
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """The running totals of one seat, the starting total first, so one more than hands played."""

    mark: int
    name: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Totals over the hands, with the target as a line.

    ``labels`` name the points on the lower axis, as many as each series has totals. ``accessible``
    says in words what the lines show.
    """

    series: tuple[Series, ...]
    labels: tuple[str, ...]
    target: int
    target_text: str
    accessible: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """The hand of one seat: cards left over, table - hand = this hand, and the new total.

    ``sum_text`` is the arithmetic below the total ("185 + 37"). ``accessible`` is the row as one
    sentence.
    """

    mark: int
    name: str
    initial: str
    note: str
    cards: tuple[Card, ...]
    table: str
    held: str
    net: str
    total: str
    sum_text: str
    accessible: str
    held_tone: Tone = Tone.BAD


@dataclass(frozen=True, slots=True)
class HandHeads:
    """The heads of the columns of a hand result, left to right, and the word for no cards."""

    cards: str
    table: str
    held: str
    net: str
    total: str
    no_cards: str


@dataclass(frozen=True, slots=True)
class ReadyMark:
    """Whether a seat is ready to go on; ``text`` stands beside its shape."""

    mark: int
    text: str
    ready: bool


@dataclass(frozen=True, slots=True)
class HandResult:
    """The sheet at the end of a hand. Best of the hand first.

    ``left`` and ``right`` are the buttons of the foot; their intents are what the sheet reports.
    """

    title: str
    sub: str
    heads: HandHeads
    rows: tuple[HandRow, ...]
    chart: Chart
    verification: Verification
    ready: tuple[ReadyMark, ...] = ()
    left: tuple[Button, ...] = ()
    right: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class Placing:
    """The place of one seat in the match. ``total`` gives the length of the bar."""

    mark: int
    place: str
    name: str
    initial: str
    total: int
    total_text: str
    accessible: str
    winner: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """Something worth remembering from the match: "Deepest draw", "14 cards", "Maja, hand 4"."""

    title: str
    value: str
    detail: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The sheet at the end of a match. Three facts at most.

    ``note`` stands left of the buttons on the right ("Bruno and Maja want a rematch").
    """

    title: str
    sub: str
    placings: tuple[Placing, ...]
    chart: Chart
    verification: Verification
    facts: tuple[Fact, ...] = ()
    note: str = ""
    left: tuple[Button, ...] = ()
    right: tuple[Button, ...] = ()
