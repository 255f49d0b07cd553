"""Who somebody is: a guest with a name, known again by a token.

A token is ``player.secret``. The store keeps the SHA-256 of the secret, so whoever reads the store
can't pretend to be anybody.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final, NamedTuple

from rummy500_server.clock import Clock
from rummy500_server.store.ports import Identity, PeopleStore
from rummy500_server.table.names import clean_name
from rummy500_server.table.ports import Dice


_PLAYER_BYTES: Final = 8
_SECRET_BYTES: Final = 32
_DAY_MS: Final = 86_400_000


class TokenUnknownError(LookupError):
    """A token that was never given, or belongs to a store that is no more."""


class Ticket(NamedTuple):
    """A person who has been let in."""

    player: str
    name: str
    token: str


class People:
    """Lets people in."""

    def __init__(self, store: PeopleStore, dice: Dice, clock: Clock) -> None:
        self._store = store
        self._dice = dice
        self._clock = clock
        self._day = 0
        self._seen: set[str] = set()
        """Who has been here this day: one note a day tells the store well enough."""

    async def admit(self, name: str, token: str) -> Ticket:
        """Return the person of a token, or a new guest without one.

        Raises:
            NameInvalidError: nobody can be called that.
            TokenUnknownError: the token is not known.
            StoreError: the store can't be reached.

        """
        shown = clean_name(name)
        if not token:
            return await self._new_guest(shown)
        player, _, secret = token.partition(".")
        known = await self._store.recall(player)
        if known is None or not hmac.compare_digest(known.secret_hash, _hash(secret)):
            raise TokenUnknownError(player)
        if known.name != shown:
            await self._store.remember(known._replace(name=shown))
        else:
            await self._note_visit(player)
        return Ticket(player, shown, token)

    async def _note_visit(self, player: str) -> None:
        day = self._clock.wall() // _DAY_MS
        if day != self._day:
            self._day = day
            self._seen.clear()
        if player not in self._seen:
            await self._store.touch(player)
            self._seen.add(player)

    async def _new_guest(self, name: str) -> Ticket:
        player = self._dice.draw(_PLAYER_BYTES).hex()
        secret = urlsafe_b64encode(self._dice.draw(_SECRET_BYTES)).decode().rstrip("=")
        await self._store.remember(Identity(player, _hash(secret), name))
        return Ticket(player, name, f"{player}.{secret}")


def _hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
