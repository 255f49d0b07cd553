"""What the cards that fit nowhere yet may still become: their outs.

An out of a card is another card with which it could be tabled. For each card that is left over
this asks how likely one of its outs arrives before the hand ends. Digging makes an out that lies
in the pile nearly as good as one in the hand, so the pile counts as well as the stock; to leave
either out cost the prototype 2 to 7 points a hand (``docs/computer-players.md``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rummy500.engine.cards import LANE
from rummy500.engine.melds import HIGH_ACE
from rummy500.engine.options import AceMode
from rummy500_server.bots.lanes import Lanes


_WINDOW: Final = 31
_CENTRE: Final = 2
"""A window holds two positions below a card, the card itself and two above."""
_PAD: Final = (0.0, 0.0)


class Reach(NamedTuple):
    """What a card lacks in its suit, as offsets from it: single cards, and pairs of cards."""

    singles: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


def _reach(own: int, anchors: int) -> Reach:
    """Return what completes a run around the middle of a window.

    ``own`` are loose cards of the hand, ``anchors`` positions of runs that it would join.
    """
    singles = []
    pairs = []
    for offsets in ((-2, -1), (-1, 1), (1, 2)):
        missing = [offset for offset in offsets if not own >> offset + _CENTRE & 1]
        if len(missing) == 1:
            singles.append(missing[0])
        elif len(missing) == len(offsets):
            pairs.append(offsets)
    singles += [side for side in (-1, 1) if anchors >> 2 * side + _CENTRE & 1]
    taken = {*singles}
    kept = tuple(pair for pair in pairs if not taken & {*pair})
    return Reach(tuple(sorted(taken)), kept)


_REACH: Final = tuple(
    tuple(_reach(own, anchors) for anchors in range(_WINDOW + 1)) for own in range(_WINDOW + 1)
)


class Chances(NamedTuple):
    """How likely each card comes to the seat before the hand ends."""

    by_card: list[float]
    by_suit: tuple[tuple[float, ...], ...]
    """By suit and position plus two, so that a window never leaves the range."""


def chances_of(by_card: list[float], mode: AceMode) -> Chances:
    """Return the chances in the shape in which they are looked up."""
    suits = []
    for first in range(0, 52, 13):
        lane = by_card[first : first + 13]
        low = 0.0 if mode is AceMode.HIGH else lane[0]
        high = 0.0 if mode is AceMode.LOW else lane[0]
        suits.append((*_PAD, low, *lane[1:], high, *_PAD))
    return Chances(by_card, tuple(suits))


def hopes(loose: int, anchors: Lanes, chances: Chances, mode: AceMode) -> list[tuple[int, float]]:
    """Return for each loose card how likely it can still be tabled.

    ``anchors`` are the positions of the runs on the table and of those ready in the hand.
    """
    found = []
    for suit in range(4):
        lane = loose >> 13 * suit & LANE
        if lane:
            own = _positions(lane, mode)
            rest = lane
            while rest:
                low = rest & -rest
                rest ^= low
                rank = low.bit_length() - 1
                miss = _miss_group(loose, suit, rank, chances.by_card)
                for position in _POSITIONS[mode][rank]:
                    miss *= _miss_run(own, anchors[suit], position, chances.by_suit[suit])
                found.append((13 * suit + rank, 1.0 - miss))
    return found


_POSITIONS: Final[dict[AceMode, tuple[tuple[int, ...], ...]]] = {
    mode: (ace, *((rank,) for rank in range(1, 13)))
    for mode, ace in (
        (AceMode.BOTH, (0, HIGH_ACE)),
        (AceMode.LOW, (0,)),
        (AceMode.HIGH, (HIGH_ACE,)),
    )
}


def _positions(lane: int, mode: AceMode) -> int:
    if not lane & 1 or mode is AceMode.LOW:
        return lane
    high = lane | 1 << HIGH_ACE
    return high if mode is AceMode.BOTH else high ^ 1


def _miss_run(own: int, anchors: int, position: int, chances: Sequence[float]) -> float:
    reach = _REACH[(own << _CENTRE) >> position & _WINDOW][
        (anchors << _CENTRE) >> position & _WINDOW
    ]
    at = position + _CENTRE
    miss = 1.0
    for offset in reach.singles:
        miss *= 1.0 - chances[at + offset]
    for one, other in reach.pairs:
        miss *= 1.0 - chances[at + one] * chances[at + other]
    return miss


def _miss_group(loose: int, suit: int, rank: int, chances: list[float]) -> float:
    """Return how likely no group of this rank comes about."""
    partners = 0
    lacking = []
    for other in range(4):
        if other != suit:
            card = 13 * other + rank
            if loose >> card & 1:
                partners += 1
            else:
                lacking.append(chances[card])
    miss = 1.0
    if partners:
        for chance in lacking:
            miss *= 1.0 - chance
    else:
        for one, other_chance in combinations(lacking, 2):
            miss *= 1.0 - one * other_chance
    return miss
