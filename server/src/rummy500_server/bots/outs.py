"""What the cards that fit nowhere yet may still become: their outs.

An out of a card is another card with which it could be tabled. For each card that is left over
this asks how likely one of its outs arrives before the hand ends. Digging makes an out that lies
in the pile nearly as good as one in the hand, so the pile counts as well as the stock; to leave
either out cost the prototype 2 to 7 points a hand (``docs/computer-players.md``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy500.engine.cards import LANE, PACK, Card
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
    return Chances(by_card, tuple(_padded(by_card, suit, mode) for suit in range(4)))


def with_chance(chances: Chances, card: Card, chance: float, mode: AceMode) -> Chances:
    """Return the chances with that of one card replaced."""
    by_card = chances.by_card.copy()
    by_card[card] = chance
    suits = list(chances.by_suit)
    suits[card // 13] = _padded(by_card, card // 13, mode)
    return Chances(by_card, tuple(suits))


def _padded(by_card: list[float], suit: int, mode: AceMode) -> tuple[float, ...]:
    lane = by_card[13 * suit : 13 * suit + 13]
    low = 0.0 if mode is AceMode.HIGH else lane[0]
    high = 0.0 if mode is AceMode.LOW else lane[0]
    return (*_PAD, low, *lane[1:], high, *_PAD)


class Loose(NamedTuple):
    """Cards of a hand that fit nowhere yet, and the runs that they might join."""

    cards: int
    anchors: Lanes
    """The positions of the runs on the table and of those ready in the hand."""


def hopes(
    loose: Loose, chances: Chances, mode: AceMode, among: int = -1
) -> list[tuple[Card, float]]:
    """Return for each loose card (``among`` others, if given) how likely it can be tabled yet."""
    found = []
    by_card = chances.by_card
    cards = loose.cards
    for suit in range(4):
        lane = cards >> 13 * suit & LANE
        rest = lane & among >> 13 * suit
        if rest:
            own = _positions(lane, mode) << _CENTRE
            anchors = loose.anchors[suit] << _CENTRE
            suited = chances.by_suit[suit]
            while rest:
                low = rest & -rest
                rest ^= low
                rank = low.bit_length() - 1
                card = Card(13 * suit + rank)
                miss = _miss_group(cards, card, by_card)
                for position in _POSITIONS[mode][rank]:
                    reach = _REACH[own >> position & _WINDOW][anchors >> position & _WINDOW]
                    miss *= _miss_run(reach, position + _CENTRE, suited)
                found.append((card, 1.0 - miss))
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


def _miss_run(reach: Reach, at: int, chances: Sequence[float]) -> float:
    """Return how likely no run comes about around a card, ``at`` its place in the chances."""
    miss = 1.0
    for offset in reach.singles:
        miss *= 1.0 - chances[at + offset]
    for one, other in reach.pairs:
        miss *= 1.0 - chances[at + one] * chances[at + other]
    return miss


def _miss_group(loose: int, card: Card, chances: list[float]) -> float:
    """Return how likely no group of this rank comes about."""
    others = _SAME_RANK[card]
    held = [other for other in others if loose >> other & 1]
    one, two, three = (0.0 if other in held else chances[other] for other in others)
    if held:
        return (1.0 - one) * (1.0 - two) * (1.0 - three)
    return (1.0 - one * two) * (1.0 - one * three) * (1.0 - two * three)


_SAME_RANK: Final = tuple(
    tuple(other for other in PACK if other % 13 == card % 13 and other != card) for card in PACK
)


def _near(card: Card) -> int:
    suit, rank = divmod(card, 13)
    places = (rank, HIGH_ACE) if rank == 0 else (rank,)
    mask = 0
    for place in places:
        for at in range(max(0, place - 2), min(HIGH_ACE, place + 2) + 1):
            mask |= 1 << at % HIGH_ACE
    return mask << 13 * suit | sum(1 << other for other in _SAME_RANK[card])


NEAR: Final = tuple(_near(card) for card in PACK)
"""By card, itself and the cards whose outs it may be or change."""
