"""The deals of a day (R49): the same for everybody, and known to nobody beforehand.

Every seed is HMAC-SHA256 under a secret of the server over the day and what the seed is for
(``docs/fair-deal.md``). Without the secret none of them can be told from chance, and those that
have been shown say nothing about the others.
"""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from typing import Final

from rummy500.engine.deal import SEED_SIZE
from rummy500.engine.ids import HandNumber, Seat


RULESET: Final = "rummy500-1"
"""Names the rules and the derivations that daily deals are played under; new rules, a new name."""
DAILY_DEALER: Final = Seat(0)
"""Who deals the first hand of a daily match: seat 1, so that seat 2 begins."""
LEAST_SECRET: Final = 32
"""Bytes that a secret has at least."""

_LABEL: Final = "rummy500 daily 1"
_DAY: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_RULESET: Final = re.compile(r"[0-9A-Za-z.-]+")


def daily_seed(secret: bytes, day: str, hand: HandNumber, ruleset: str = RULESET) -> bytes:
    """Return the seed of a hand, from which its pack follows as in any fair deal.

    ``day`` is the UTC date on which the match began, such as ``2026-11-30``; it is kept past
    midnight.

    Raises:
        ValueError: the secret is too short, or something is no date, hand or ruleset.

    """
    return _derived(secret, ruleset, day, "hand", _hand_text(hand))


def daily_mind(
    secret: bytes, day: str, hand: HandNumber, seat: Seat, ruleset: str = RULESET
) -> bytes:
    """Return the seed of all that the computer player in ``seat`` leaves to chance in a hand.

    It is another than that of the pack, so a computer player that has it knows no card from it.

    Raises:
        ValueError: as for ``daily_seed``.

    """
    return _derived(secret, ruleset, day, "mind", _hand_text(hand), str(seat + 1))


def _hand_text(hand: HandNumber) -> str:
    if hand < 1:
        msg = "hands are counted from 1"
        raise ValueError(msg)
    return str(hand)


def _derived(secret: bytes, ruleset: str, day: str, *purpose: str) -> bytes:
    """Return the 32 bytes of a purpose. No word holds a line end, so no two purposes agree."""
    if len(secret) < LEAST_SECRET:
        msg = f"a secret of {LEAST_SECRET} bytes or more is needed"
        raise ValueError(msg)
    if not _DAY.fullmatch(day):
        msg = f"{day!r} is not a date such as 2026-11-30"
        raise ValueError(msg)
    if not _RULESET.fullmatch(ruleset):
        msg = f"{ruleset!r} names no ruleset"
        raise ValueError(msg)
    text = "\n".join((_LABEL, ruleset, day, *purpose))
    return hmac.new(secret, text.encode("ascii"), sha256).digest()[:SEED_SIZE]
