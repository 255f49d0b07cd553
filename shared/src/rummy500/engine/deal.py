"""The fair deal: a pack that follows from 32 bytes, and a commitment to those bytes.

Before a hand the server shows SHA-256 of the seed; after it, the seed. Whoever kept the first can
check the second and derive the pack again (``docs/fair-deal.md`` says how in ten lines).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from typing import Final, NamedTuple

from rummy500.engine.cards import PACK, Card, CardSet, card_set
from rummy500.engine.ids import Seat, next_seat
from rummy500.engine.options import TableOptions


SEED_SIZE: Final = 32
_PACK_LABEL: Final = b"rummy500 pack 1"
_RESHUFFLE_LABEL: Final = b"rummy500 reshuffle 1"
_BYTE: Final = 256
_LIMITS: Final = tuple(_BYTE - _BYTE % candidates for candidates in range(1, 53))
"""By place, the largest multiple of the number of candidates for it."""


def commitment(seed: bytes) -> bytes:
    """Return the 32 bytes that are shown before the deal: SHA-256 of the seed."""
    return sha256(seed).digest()


def pack_from_seed(seed: bytes) -> tuple[Card, ...]:
    """Return the shuffled pack of a seed, first card dealt first."""
    return _shuffled(_PACK_LABEL + seed, PACK)


def reshuffled(seed: bytes, turn: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return ``cards`` in the order of the ``turn``-th time that the pile becomes the stock."""
    return _shuffled(_RESHUFFLE_LABEL + bytes([turn % 256]) + seed, cards)


def _stream(key: bytes) -> Iterator[int]:
    """Return the bytes of SHA-256(key, 0), SHA-256(key, 1), ... with four-byte counters."""
    digests = (sha256(key + counter.to_bytes(4, "big")).digest() for counter in count())
    return chain.from_iterable(digests)


def _shuffled(key: bytes, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of Fisher and Yates (Durstenfeld's form), without bias.

    For each place from the last down to the second, a byte below the largest multiple of the
    number of candidates picks, by its remainder, the card that goes there; other bytes are
    passed over.
    """
    order = list(cards)
    source = _stream(key)
    place = len(order) - 1
    for byte in source:
        if place < 1:
            break
        if byte < _LIMITS[place]:
            pick = byte % (place + 1)
            order[place], order[pick] = order[pick], order[place]
            place -= 1
    return tuple(order)


class Dealt(NamedTuple):
    """A pack, dealt out (R2, R3, R6)."""

    hands: tuple[CardSet, ...]
    """By seat."""
    upcard: Card
    stock: tuple[Card, ...]
    """Next card first."""


def deal(pack: Sequence[Card], players: int, dealer: Seat, options: TableOptions) -> Dealt:
    """Deal one card at a time, first to the seat after the dealer; then the upcard (R6)."""
    each = options.cards_each(players)
    first = next_seat(dealer, players)
    hands = tuple(
        card_set(pack[(seat - first) % players : each * players : players])
        for seat in range(players)
    )
    rest = pack[each * players :]
    return Dealt(hands, rest[0], tuple(rest[1:]))
