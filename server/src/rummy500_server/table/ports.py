"""What a table needs from outside: chance, computer players, and a way to speak to a person."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, Protocol

from rummy500.engine.deal import SEED_SIZE
from rummy500.engine.ids import HandNumber, Seat
from rummy500.protocol.errors import CloseReason
from rummy500.protocol.limits import CODE_ALPHABET, CODE_LENGTH
from rummy500.protocol.updates import Accepted, Refused


MARK_SIZE = 8


class Dice(Protocol):
    """Chance: the only source of it in the server."""

    def draw(self, size: int) -> bytes:
        """Return so many bytes that nobody can foresee."""
        ...


class Chance(Dice, Protocol):
    """The chance of a table: what is drawn, and what is the same for everybody on a date (R49)."""

    def today(self) -> str:
        """Return the UTC date, such as ``2026-11-30``."""
        ...

    def day_seed(self, day: str, hand: HandNumber) -> bytes:
        """Return the seed of a hand of the daily match of a date."""
        ...

    def day_mind(self, day: str, hand: HandNumber, seat: Seat) -> bytes:
        """Return what the computer player of a seat leaves to chance in a hand of that match."""
        ...


_DRAWN_AT_ONCE: Final = 1024


class SecretDice:
    """Bytes from the operating system, drawn many at once: each entry has a mark."""

    __slots__ = ("_at", "_drawn")

    def __init__(self) -> None:
        self._drawn = b""
        self._at = 0

    def draw(self, size: int) -> bytes:
        """Return random bytes; none is ever given twice."""
        end = self._at + size
        if end > len(self._drawn):
            self._drawn = secrets.token_bytes(max(size, _DRAWN_AT_ONCE))
            self._at, end = 0, size
        drawn = self._drawn[self._at : end]
        self._at = end
        return drawn


class SeededDice:
    """Bytes that follow from a number: for tests and for nothing else."""

    def __init__(self, seed: int) -> None:
        self._key = f"dice {seed} ".encode()
        self._count = 0

    def draw(self, size: int) -> bytes:
        """Return the next bytes of the sequence."""
        self._count += 1
        return hashlib.shake_256(self._key + self._count.to_bytes(8, "big")).digest(size)


def draw_seed(dice: Dice) -> bytes:
    """Return the seed of a pack."""
    return dice.draw(SEED_SIZE)


def draw_mark(dice: Dice) -> bytes:
    """Return the mark of a journal entry."""
    return dice.draw(MARK_SIZE)


def draw_below(dice: Dice, limit: int) -> int:
    """Return a number from 0 up to, not including, ``limit``.

    Eight bytes for a handful of outcomes: the bias is below 2**-60.
    """
    return int.from_bytes(dice.draw(8), "big") % limit


def draw_code(dice: Dice) -> str:
    """Return a code for a private table."""
    return "".join(CODE_ALPHABET[draw_below(dice, len(CODE_ALPHABET))] for _ in range(CODE_LENGTH))


class Thinker(Protocol):
    """Where computer players think (``rummy500_server.bots.pool``)."""

    async def choose(self, view: bytes, level: str, seed: int) -> bytes:
        """Return the action that a computer player chooses."""
        ...


class Viewer(Protocol):
    """One connection of one person, as a table sees it."""

    @property
    def player(self) -> str:
        """Whose connection it is."""
        ...

    @property
    def name(self) -> str:
        """The person's name."""
        ...

    def tell(self, frame: bytes) -> None:
        """Send an update that is encoded already. Never waits, never fails."""
        ...

    def answer(self, update: Accepted | Refused) -> None:
        """Send the answer to a command."""
        ...

    def end(self, reason: CloseReason) -> None:
        """Close the connection."""
        ...
