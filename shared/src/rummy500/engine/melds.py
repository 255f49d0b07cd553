"""Melds: what is one, what may join one, and all that a set of cards holds.

Within one suit a run is thought of as positions 0 to 13: position 0 is the ace below the 2,
positions 1 to 12 are 2 to K, position 13 is the ace above the king (R18).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import LANE, Card, CardSet, make_card
from rummy500.engine.events import MeldKind
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.options import AceMode


MIN_MELD: Final = 3
HIGH_ACE: Final = 13
"""Position of an ace above the king."""

_ACE_BIT: Final = 1
_HIGH_BIT: Final = 1 << HIGH_ACE
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted by a rank, the four cards of that rank."""
_FULL_SUIT: Final = LANE


class MeldShape(NamedTuple):
    """What a set of cards is as a meld."""

    kind: MeldKind
    ace: AceEnd | None
    """Where the ace of a run stands; None for a group and for a run without an ace."""


class Meld(NamedTuple):
    """A meld on the table."""

    id: MeldId
    kind: MeldKind
    cards: CardSet
    ace: AceEnd | None
    placed: tuple[CardSet, ...]
    """Who placed which cards, by seat (R39). Together they are ``cards``."""


_GROUP: Final = MeldShape(MeldKind.GROUP, None)
_RUN_PLAIN: Final = MeldShape(MeldKind.RUN, None)
_RUN_LOW: Final = MeldShape(MeldKind.RUN, AceEnd.LOW)
_RUN_HIGH: Final = MeldShape(MeldKind.RUN, AceEnd.HIGH)


def shape_of(cards: int, ace_mode: AceMode, ace: AceEnd | None) -> MeldShape | None:
    """Return what ``cards`` (at least one) are as a meld, or None (R16 to R18, R23).

    ``ace`` is the end named for the ace of a run: it must then be the end that the ace has. It
    is ignored on groups and on runs without an ace. Where both ends fit, no word means high.
    """
    if cards.bit_count() < MIN_MELD:
        return None
    suit = ((cards & -cards).bit_length() - 1) // 13
    lane = cards >> 13 * suit
    if lane <= LANE:
        return _run_shape(lane, ace_mode, ace)
    first_rank = ((cards & -cards).bit_length() - 1) % 13
    return _GROUP if cards & ~(_RANK << first_rank) == 0 else None


def _run_shape(lane: int, ace_mode: AceMode, ace: AceEnd | None) -> MeldShape | None:
    if not lane & _ACE_BIT:
        return _RUN_PLAIN if _contiguous(lane) else None
    high = (
        ace_mode is not AceMode.LOW
        and ace is not AceEnd.LOW
        and _contiguous(lane ^ _ACE_BIT | _HIGH_BIT)
    )
    if high:
        return _RUN_HIGH
    low = ace_mode is not AceMode.HIGH and ace is not AceEnd.HIGH and _contiguous(lane)
    return _RUN_LOW if low else None


def _contiguous(lane: int) -> bool:
    return (lane + (lane & -lane)) & lane == 0


def both_ends_fit(cards: int, ace_mode: AceMode) -> bool:
    """Return whether a run of these cards could have its ace at either end (R23)."""
    suit = ((cards & -cards).bit_length() - 1) // 13
    return ace_mode is AceMode.BOTH and cards == _FULL_SUIT << 13 * suit


def extended_shape(
    meld: Meld, cards: int, ace_mode: AceMode, ace: AceEnd | None
) -> MeldShape | None:
    """Return what ``meld`` becomes with ``cards`` added, or None (R21 to R23).

    The kind of a meld never changes, nor does the end of an ace that lies in it (R38).
    """
    if meld.ace is not None and ace is not None and ace is not meld.ace:
        return None
    shape = shape_of(meld.cards | cards, ace_mode, meld.ace or ace)
    return shape if shape is not None and shape.kind is meld.kind else None


class Span(NamedTuple):
    """The place of a run: its suit and its positions, both inclusive."""

    suit: int
    low: int
    high: int


def span_of(meld: Meld) -> Span:
    """Return the place of a run on the table."""
    suit = ((meld.cards & -meld.cards).bit_length() - 1) // 13
    lane = meld.cards >> 13 * suit
    if meld.ace is AceEnd.HIGH:
        lane = lane ^ _ACE_BIT | _HIGH_BIT
    return Span(suit, (lane & -lane).bit_length() - 1, lane.bit_length() - 1)


def card_at(suit: int, position: int) -> Card:
    """Return the card at a position of a suit; positions 0 and 13 are the ace."""
    return make_card(0 if position == HIGH_ACE else position, suit)


def meld_order(meld: Meld) -> tuple[Card, ...]:
    """Return the cards as they lie: runs from low to high, groups in the order C D H S."""
    if meld.kind is MeldKind.GROUP:
        return tuple(Card(n) for n in range(52) if meld.cards >> n & 1)
    suit, low, high = span_of(meld)
    return tuple(card_at(suit, position) for position in range(low, high + 1))


def placed_by(meld: Meld, card: Card) -> Seat:
    """Return the seat that placed a card of the meld."""
    return next(Seat(s) for s, cards in enumerate(meld.placed) if cards >> card & 1)


@cache
def triples_with(card: Card, ace_mode: AceMode) -> tuple[int, ...]:
    """Return all melds of exactly three cards that contain ``card``."""
    suit, rank = divmod(card, 13)
    others = [make_card(rank, s) for s in range(4) if s != suit]
    found = [1 << card | 1 << a | 1 << b for a, b in combinations(others, 2)]
    for low in range(12):
        cards = sum(1 << card_at(suit, low + k) for k in range(3))
        if cards >> card & 1 and shape_of(cards, ace_mode, None) is not None:
            found.append(cards)
    return tuple(found)


def reach_down(span: Span, hand: int, ace_mode: AceMode) -> int:
    """Return how many cards of ``hand`` continue a run downward, one below the other."""
    lane = hand >> 13 * span.suit & LANE
    last = 0 if ace_mode is not AceMode.HIGH and span.high != HIGH_ACE else 1
    count = 0
    while span.low - count > last and lane >> span.low - count - 1 & 1:
        count += 1
    return count


def reach_up(span: Span, hand: int, ace_mode: AceMode) -> int:
    """Return how many cards of ``hand`` continue a run upward, one above the other."""
    lane = hand >> 13 * span.suit & LANE
    if ace_mode is not AceMode.LOW and span.low != 0:
        lane |= (lane & _ACE_BIT) << HIGH_ACE
    return _ones(lane >> span.high + 1)


def _ones(lane: int) -> int:
    """Return the number of ones at the low end."""
    return (~lane & lane + 1).bit_length() - 1


@cache
def _runs_in_lane(lane: int, ace_mode: AceMode) -> tuple[int, ...]:
    """Return all runs within one suit as lanes. At most 8192 lanes exist for each mode."""
    found = []
    for low in range(12):
        run = 0
        for position in range(low, 14):
            bit = _ACE_BIT if position == HIGH_ACE else 1 << position
            if not lane & bit or run & bit:
                break
            run |= bit
            if run.bit_count() >= MIN_MELD and _run_shape(run, ace_mode, None) is not None:
                found.append(run)
    return tuple(dict.fromkeys(found))


@cache
def _runs(lane: int, suit: int, ace_mode: AceMode) -> tuple[int, ...]:
    return tuple(run << 13 * suit for run in _runs_in_lane(lane, ace_mode))


@cache
def _groups(ranks: int, without: int) -> tuple[int, ...]:
    """Return the groups of the ranks in ``ranks``: four cards, or three if a suit is left out."""
    suits = _RANK if without < 0 else _RANK & ~(1 << 13 * without)
    return tuple(suits << rank for rank in range(13) if ranks >> rank & 1)


def find_melds(hand: int, ace_mode: AceMode) -> list[int]:
    """Return every set of cards of ``hand`` that is a meld, each once, as card sets.

    Runs are looked up by the thirteen bits of a suit; groups come from the ranks that three or
    four suits share. A full suit occurs once, though its ace may stand at either end.
    """
    found: list[int] = []
    clubs = hand & LANE
    diamonds = hand >> 13 & LANE
    hearts = hand >> 26 & LANE
    spades = hand >> 39
    if _long(clubs):
        found += _runs(clubs, 0, ace_mode)
    if _long(diamonds):
        found += _runs(diamonds, 1, ace_mode)
    if _long(hearts):
        found += _runs(hearts, 2, ace_mode)
    if _long(spades):
        found += _runs(spades, 3, ace_mode)
    red = diamonds & hearts
    black = clubs & spades
    if red & (clubs | spades) or black & (diamonds | hearts):
        _add_groups(found, (clubs, diamonds, hearts, spades))
    return found


def _long(lane: int) -> int:
    """Return non-zero if three cards of the suit may follow each other, the ace at either end."""
    lane |= (lane & 1) << 13
    return lane & lane >> 1 & lane >> 2


def _add_groups(found: list[int], lanes: tuple[int, int, int, int]) -> None:
    clubs, diamonds, hearts, spades = lanes
    red = diamonds & hearts
    black = clubs & spades
    found += _groups(red & clubs, 3)
    found += _groups(red & spades, 0)
    found += _groups(black & diamonds, 2)
    found += _groups(black & hearts, 1)
    found += _groups(red & black, -1)
