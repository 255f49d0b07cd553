"""Melds: what is one, what may join one, and all that a set of cards holds.

Within one suit a run is thought of as positions 0 to 13: position 0 is the ace below the 2,
positions 1 to 12 are 2 to K, position 13 is the ace above the king (R18).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import ACES, HALF, KING, LANE, Card, CardSet, card_list, make_card
from rummy500.engine.events import MeldKind
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.lean import lean
from rummy500.engine.options import AceMode


MIN_MELD: Final = 3
HIGH_ACE: Final = 13
"""Position of an ace above the king."""

_ACE_BIT: Final = 1
_HIGH_BIT: Final = 1 << HIGH_ACE
_FULL_SUIT: Final = LANE


class MeldShape(NamedTuple):
    """What a set of cards is as a meld."""

    kind: MeldKind
    ace: AceEnd | None
    """Where the ace of a run stands; None for a group and for a run without an ace."""


@lean
@dataclass(frozen=True, slots=True)
class Meld:
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
    return _GROUP if cards & ~(ACES << first_rank) == 0 else None


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
    if cards.bit_count() < KING + 1 or ace_mode is not AceMode.BOTH:
        return False
    suit = ((cards & -cards).bit_length() - 1) // 13
    return cards == _FULL_SUIT << 13 * suit


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
    return span_of_cards(meld.cards, meld.ace)


def span_of_cards(cards: int, ace: AceEnd | None) -> Span:
    """Return the place of the run that these cards make with the ace at that end."""
    suit = ((cards & -cards).bit_length() - 1) // 13
    lane = cards >> 13 * suit
    if ace is AceEnd.HIGH:
        lane = lane ^ _ACE_BIT | _HIGH_BIT
    return Span(suit, (lane & -lane).bit_length() - 1, lane.bit_length() - 1)


def card_at(suit: int, position: int) -> Card:
    """Return the card at a position of a suit; positions 0 and 13 are the ace."""
    return make_card(0 if position == HIGH_ACE else position, suit)


def meld_order(meld: Meld) -> tuple[Card, ...]:
    """Return the cards as they lie: runs from low to high, groups in the order C D H S."""
    if meld.kind is MeldKind.GROUP:
        return card_list(meld.cards)
    suit, low, high = span_of(meld)
    return tuple(card_at(suit, position) for position in range(low, high + 1))


def placed_by(meld: Meld, card: Card) -> Seat:
    """Return the seat that placed a card of the meld."""
    return next(Seat(s) for s, cards in enumerate(meld.placed) if cards >> card & 1)


def _low_runs(lane: int) -> list[int]:
    """Return the runs of a lane that begin at its lowest card."""
    run = first = lane & -lane
    found = []
    while lane & (first := first << 1):
        run |= first
        if run.bit_count() >= MIN_MELD:
            found.append(run)
    return found


def _high_runs(lane: int) -> list[int]:
    """Return the runs of a lane that end with its ace above the king, but for the full suit."""
    run = _ACE_BIT
    found = []
    for position in range(HIGH_ACE - 1, 1, -1):
        if not lane >> position & 1:
            break
        run |= 1 << position
        if run.bit_count() >= MIN_MELD:
            found.append(run)
    if lane == _FULL_SUIT:
        found.append(lane)
    return found


MeldTable = list[tuple[int, ...]]
"""Melds as card sets, by a lane of thirteen bits: 8192 entries."""


_Tables = tuple[
    MeldTable,
    MeldTable,
    MeldTable,
    MeldTable,
    tuple[MeldTable, MeldTable, MeldTable, MeldTable, MeldTable],
]
"""The runs of clubs, diamonds, hearts and spades by the lane of the suit, and the groups by the
lane of the ranks that suits share: without clubs, diamonds, hearts, spades, and of all suits.
A plain tuple, since CPython takes one apart much faster than a named one."""


def _run_table(ace_mode: AceMode) -> MeldTable:
    """Return the runs of every lane.

    The runs of a lane are those of the lane without its lowest card, and those that begin there
    or, if that card is the ace, end there.
    """
    lanes: MeldTable = [()]
    for lane in range(1, LANE + 1):
        lowest = lane & -lane
        found: dict[int, None] = {}
        if lowest != _ACE_BIT or ace_mode is not AceMode.HIGH:
            found.update(dict.fromkeys(_low_runs(lane)))
        if lowest == _ACE_BIT and ace_mode is not AceMode.LOW:
            found.update(dict.fromkeys(_high_runs(lane)))
        lanes.append((*lanes[lane ^ lowest], *found))
    return lanes


def _group_table(suits: int) -> MeldTable:
    """Return the groups of the suits whose aces are ``suits``, by the lane of their ranks."""
    lanes: MeldTable = [()]
    for lane in range(1, LANE + 1):
        lowest = lane & -lane
        lanes.append((*lanes[lane ^ lowest], suits * lowest))
    return lanes


class _TablesByMode(dict[AceMode, _Tables]):
    """The tables of each mode, made when first asked for: some 40 ms and 10 MB."""

    def __missing__(self, ace_mode: AceMode) -> _Tables:
        lanes = _run_table(ace_mode)
        clubs, diamonds, hearts, spades = (
            [tuple(run << 13 * suit for run in runs) if runs else () for runs in lanes]
            for suit in range(4)
        )
        no_c, no_d, no_h, no_s = (_group_table(ACES ^ 1 << 13 * suit) for suit in range(4))
        groups = (no_c, no_d, no_h, no_s, _group_table(ACES))
        tables = self[ace_mode] = (clubs, diamonds, hearts, spades, groups)
        return tables


_TABLES: Final = _TablesByMode()


def find_melds(hand: int, ace_mode: AceMode) -> tuple[int, ...]:
    """Return every set of cards of ``hand`` that is a meld, each once, as card sets.

    Runs are looked up by the thirteen bits of a suit, groups by the ranks that three or four
    suits share. A full suit occurs once, though its ace may stand at either end.
    """
    in_clubs, in_diamonds, in_hearts, in_spades, groups = _TABLES[ace_mode]
    lower = hand & HALF
    upper = hand >> 26
    clubs = lower & LANE
    diamonds = lower >> 13
    hearts = upper & LANE
    spades = upper >> 13
    found = in_clubs[clubs] + in_diamonds[diamonds] + in_hearts[hearts] + in_spades[spades]
    ch = clubs & hearts
    ds = diamonds & spades
    if ch & (diamonds | spades) or ds & (clubs | hearts):
        no_clubs, no_diamonds, no_hearts, no_spades, all_suits = groups
        found += no_spades[ch & diamonds] + no_diamonds[ch & spades]
        found += no_hearts[ds & clubs] + no_clubs[ds & hearts] + all_suits[ch & ds]
    return found
