"""What a player asks of the rules, as it travels. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from rummy500.engine.actions import AceEnd
from rummy500.protocol.limits import MAX_REF
from rummy500.protocol.numbers import CardNumber, CardNumbers


class Act(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """An action of the player on turn."""


class Stock(Act, frozen=True, forbid_unknown_fields=True, tag="stock"):
    """Draw from the stock."""


class Take(Act, frozen=True, forbid_unknown_fields=True, tag="take"):
    """Take a card of the pile, with all above it."""

    card: CardNumber


class Meld(Act, frozen=True, forbid_unknown_fields=True, tag="meld"):
    """Put a new meld on the table."""

    cards: CardNumbers
    ace: AceEnd | None = None


class Lay(Act, frozen=True, forbid_unknown_fields=True, tag="lay"):
    """Lay cards off on a meld."""

    cards: CardNumbers
    meld: Annotated[int, Meta(ge=0, le=MAX_REF)]
    ace: AceEnd | None = None


class Discard(Act, frozen=True, forbid_unknown_fields=True, tag="discard"):
    """End the turn with a discard."""

    card: CardNumber


class DeclinePile(Act, frozen=True, forbid_unknown_fields=True, tag="decline"):
    """Refuse the pile with an empty stock."""


class TakeBack(Act, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Undo the last play."""


AnyAct = Stock | Take | Meld | Lay | Discard | DeclinePile | TakeBack
