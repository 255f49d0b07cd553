"""What a discard may bring to the others.

A discard helps them when it fits a meld on the table, or when it makes a meld with cards that
they can reach: cards of the pile, which anybody may dig for, cards that were seen going into a
hand, and unseen cards that they may hold. In the prototype a player that left this out lost 22
points a hand, and what lies in the pile counted as much as what the others hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rummy500.engine.cards import PACK, Card
from rummy500.engine.joining import triples_with
from rummy500.engine.melds import HIGH_ACE
from rummy500.engine.options import AceMode
from rummy500_server.bots.lanes import Table


class Reachable(NamedTuple):
    """How likely the others can put their hands on each card."""

    by_card: list[float]
    held: Sequence[int]
    """What each card counts."""


def reachable(
    held: Sequence[int], *, pile: Sequence[Card], known: int, unseen: int, share: float
) -> Reachable:
    """Return who can reach what: the pile and known cards surely, unseen ones by their share.

    ``share`` is how many of the unseen cards are in the hands of the others.
    """
    by_card = [share if unseen >> card & 1 else 0.0 for card in PACK]
    for card in PACK:
        if known >> card & 1:
            by_card[card] = 1.0
    for card in pile:
        by_card[card] = 1.0
    return Reachable(by_card, held)


def danger(card: Card, table: Table, reach: Reachable, mode: AceMode) -> float:
    """Return the points that a discard of ``card`` may bring to the others.

    Each meld of three that it could make counts by how likely its other cards can be reached; the
    likeliest use counts in full and the others in what is left of the chance.
    """
    if fits_table(card, table, mode):
        return float(reach.held[card])
    by_card, held = reach
    miss = 1.0
    points = 0.0
    bit = 1 << card
    for triple in triples_with(card, mode):
        low = triple ^ bit
        one = (low & -low).bit_length() - 1
        other = low.bit_length() - 1
        chance = by_card[one] * by_card[other]
        if chance:
            points += miss * chance * (held[card] + 0.5 * (held[one] + held[other]))
            miss *= 1.0 - chance
    return points


def fits_table(card: Card, table: Table, mode: AceMode) -> bool:
    """Return whether a single card can be laid off on the table as it lies."""
    if table.wanted >> card & 1:
        return True
    suit, rank = divmod(card, 13)
    cells = table.cells[suit]
    if not cells:
        return False
    if rank:
        return bool((cells << 1 | cells >> 1) >> rank & 1)
    low = mode is not AceMode.HIGH and cells >> 1 & 1
    high = mode is not AceMode.LOW and cells >> HIGH_ACE - 1 & 1
    return bool(low or high)
