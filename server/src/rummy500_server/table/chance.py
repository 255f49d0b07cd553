"""The chance of this server's tables: dice, and the secret from which the cards of a day follow."""

from __future__ import annotations

from datetime import UTC, datetime

from rummy500.engine.daily import daily_mind, daily_seed
from rummy500.engine.ids import HandNumber, Seat
from rummy500_server.table.ports import Dice
from rummy500_server.table.store_time import StoreTime


class TableChance:
    """Draws from dice, and derives what belongs to a date."""

    def __init__(self, dice: Dice, secret: bytes, time: StoreTime) -> None:
        """Take what chance follows from; the secret has 32 bytes or more."""
        self._dice = dice
        self._secret = secret
        self._time = time

    def draw(self, size: int) -> bytes:
        """Return so many bytes that nobody can foresee."""
        return self._dice.draw(size)

    def today(self) -> str:
        """Return the UTC date by the store's clock."""
        return date_of(self._time.now())

    def day_seed(self, day: str, hand: HandNumber) -> bytes:
        """Return the seed of a hand of the daily match of a date."""
        return daily_seed(self._secret, day, hand)

    def day_mind(self, day: str, hand: HandNumber, seat: Seat) -> bytes:
        """Return what the computer player of a seat leaves to chance in a hand of that match."""
        return daily_mind(self._secret, day, hand, seat)


def date_of(time: int) -> str:
    """Return the UTC date of a time in milliseconds since 1970."""
    return f"{datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%d}"
