"""Suits as lanes of fourteen positions, and what of a lane can be tabled.

Within one suit nothing needs a search. Positions 0 to 13 (the ace at both ends) that are filled
by own cards or by runs on the table fall into stretches; a stretch that touches a run on the
table, or that holds three own cards, can be tabled whole. Only the ace's end must be chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rummy500.engine.cards import LANE
from rummy500.engine.events import MeldKind
from rummy500.engine.melds import HIGH_ACE, MIN_MELD, Meld, span_of
from rummy500.engine.options import AceMode, TableOptions
from rummy500.engine.scoring import values_of


Lanes = tuple[int, int, int, int]
"""Fourteen positions of each suit: bit 0 the low ace, bit 13 the high one."""

NO_CELLS: Final[Lanes] = (0, 0, 0, 0)
RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_LANE_CACHE: Final = 1 << 16


class Scale:
    """What a tabled card is worth at each position, and where an ace may stand.

    Compared by identity, which keeps the look-up of a lane cheap; ``scale_of`` makes each once.
    """

    def __init__(self, mode: AceMode, weights: tuple[int, ...]) -> None:
        self.mode = mode
        self.weights = weights
        """By position; in a group an ace counts as at position 13, as in the hand."""

    def lane_worth(self, lane: int) -> int:
        """Return the worth of the positions in a lane."""
        total = 0
        while lane:
            low = lane & -lane
            total += self.weights[low.bit_length() - 1]
            lane ^= low
        return total

    def group_worth(self, cards: int) -> int:
        """Return the worth of cards of one rank in a group."""
        rank = ((cards & -cards).bit_length() - 1) % 13
        return cards.bit_count() * self.weights[rank or HIGH_ACE]


@cache
def _scale(mode: AceMode, weights: tuple[int, ...]) -> Scale:
    return Scale(mode, weights)


@lru_cache(maxsize=256)
def scale_of(options: TableOptions) -> Scale:
    """Return the points of the table (R38)."""
    values = values_of(options)
    return _scale(options.ace_mode, (values.low_ace, *values.held[1:13], values.held[0]))


def counting_scale(mode: AceMode) -> Scale:
    """Return a scale on which every card is worth one: how many cards can leave the hand."""
    return _scale(mode, (1,) * 14)


class Table(NamedTuple):
    """What lies on the table, as far as it takes cards."""

    cells: Lanes
    """Positions that runs hold. Runs that touch take cards like one."""
    wanted: int
    """Cards that would complete a group of three."""


def table_of(melds: Sequence[Meld]) -> Table:
    """Return what the melds on the table take."""
    cells = [0, 0, 0, 0]
    wanted = 0
    for meld in melds:
        if meld.kind is MeldKind.GROUP:
            wanted |= group_rest(meld.cards)
        else:
            suit, low, high = span_of(meld)
            cells[suit] |= (1 << high + 1) - (1 << low)
    return Table((cells[0], cells[1], cells[2], cells[3]), wanted)


def group_rest(cards: int) -> int:
    """Return the cards of the same rank that a group lacks."""
    return RANK << ((cards & -cards).bit_length() - 1) % 13 & ~cards


def bits(cards: int) -> list[int]:
    """Return each card of a set as a set of its own."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low)
        cards ^= low
    return found


class Placing(NamedTuple):
    """What one suit can table."""

    worth: int
    lane: int
    """The thirteen bits of the cards."""
    positions: int


@lru_cache(maxsize=_LANE_CACHE)
def place(lane: int, cells: int, scale: Scale, new_runs: bool) -> Placing:  # noqa: FBT001 - cache key
    """Return the best that the cards of one suit can table beside the runs of that suit."""
    best = Placing(0, 0, 0)
    for positions in ace_choices(lane, scale.mode):
        filled = _place_positions(positions, cells, new_runs=new_runs)
        worth = scale.lane_worth(filled)
        if worth > best.worth:
            best = Placing(worth, (filled | filled >> HIGH_ACE) & LANE, filled)
    return best


def ace_choices(lane: int, mode: AceMode) -> tuple[int, ...]:
    """Return the positions that thirteen bits can stand for: an ace has two where it may choose."""
    if not lane & 1:
        return (lane,)
    high = lane ^ 1 | 1 << HIGH_ACE
    if mode is AceMode.BOTH:
        return (high, lane)
    return (high,) if mode is AceMode.HIGH else (lane,)


def _place_positions(own: int, cells: int, *, new_runs: bool) -> int:
    filled = 0
    rest = own | cells
    while rest:
        low = rest & -rest
        stretch = rest & ~(rest + low)
        mine = stretch & own
        if stretch & cells or (new_runs and mine.bit_count() >= MIN_MELD):
            filled |= mine
        rest ^= stretch
    return filled
