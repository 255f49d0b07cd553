"""What goes to a computer player and what comes back, as bytes.

The bytes of a view hold what the seat's own ``HandView`` holds, the match totals, and nothing
else; they are all that a player ever sees. Both sides of this wire are the same version of the
same program, so it is MessagePack in the order of the fields, without names or versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Final

import msgspec

from rummy500.engine.actions import (
    AceEnd,
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import Card, CardSet
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.joining import UNKNOWN
from rummy500.engine.melds import Meld
from rummy500.engine.options import TableOptions
from rummy500.engine.scoring import Score
from rummy500.engine.state import Turn
from rummy500.engine.views import HandView


class BotWireError(ValueError):
    """Bytes that are no view or no action, or a view that is nobody's to play on."""


class SeatView(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A hand that runs, as the seat on turn may know it. It is a ``Position`` of the engine."""

    options: TableOptions
    viewer: Seat
    own: CardSet
    drawn: Card | None
    """The stock card drawn in this turn; None otherwise."""
    dealer: Seat
    counts: tuple[int, ...]
    """Cards in each hand, by seat."""
    stock_count: int
    pile: tuple[Card, ...]
    """Bottom first; the top is the last."""
    melds: tuple[Meld, ...]
    turn: Turn
    melded: tuple[Seat, ...]
    idle: int
    declines: int
    pile_turns: int
    undoable: bool
    totals: tuple[int, ...]
    """Match totals by seat, fractions rounded down."""
    target: int
    taken: tuple[CardSet, ...] = ()
    """By seat, the cards that all saw it take from the pile and that it must still hold.

    Empty where nobody keeps that record; the players then do without.
    """
    fits: int = UNKNOWN
    """As in the view: it follows from the melds."""

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return len(self.counts)

    @property
    def end(self) -> None:
        """Return None: a computer player is asked only while the hand runs."""
        return


class _Draw(msgspec.Struct, frozen=True, array_like=True, tag=0):
    pass


class _Take(msgspec.Struct, frozen=True, array_like=True, tag=1):
    card: Card


class _Meld(msgspec.Struct, frozen=True, array_like=True, tag=2):
    cards: tuple[Card, ...]
    ace: AceEnd | None


class _Lay(msgspec.Struct, frozen=True, array_like=True, tag=3):
    cards: tuple[Card, ...]
    meld: MeldId
    ace: AceEnd | None


class _Discard(msgspec.Struct, frozen=True, array_like=True, tag=4):
    card: Card


class _Decline(msgspec.Struct, frozen=True, array_like=True, tag=5):
    pass


class _Undo(msgspec.Struct, frozen=True, array_like=True, tag=6):
    pass


_Record = _Draw | _Take | _Meld | _Lay | _Discard | _Decline | _Undo

_encode: Final = msgspec.msgpack.Encoder().encode
_views: Final = msgspec.msgpack.Decoder(SeatView)
_records: Final = msgspec.msgpack.Decoder[_Record](_Record)


def seat_view(
    view: HandView, totals: Sequence[Score], target: int, taken: Sequence[CardSet] = ()
) -> SeatView:
    """Return what a computer player in the seat of ``view`` is told.

    Raises:
        BotWireError: the view is a watcher's, or the hand is over.

    """
    if view.viewer is None or view.end is not None:
        msg = "only a seat in a hand that runs can be played"
        raise BotWireError(msg)
    return SeatView(
        options=view.options,
        viewer=view.viewer,
        own=view.own,
        drawn=view.drawn,
        dealer=view.dealer,
        counts=view.counts,
        stock_count=view.stock_count,
        pile=view.pile,
        melds=view.melds,
        turn=view.turn,
        melded=view.melded,
        idle=view.idle,
        declines=view.declines,
        pile_turns=view.pile_turns,
        undoable=view.undoable,
        totals=tuple(floor(total) for total in totals),
        target=target,
        taken=tuple(taken),
        fits=view.fits,
    )


def encode_view(
    view: HandView, totals: Sequence[Score], target: int, taken: Sequence[CardSet] = ()
) -> bytes:
    """Return the bytes that go to a computer player in the seat of ``view``.

    Raises:
        BotWireError: the view is a watcher's, or the hand is over.

    """
    return _encode(seat_view(view, totals, target, taken))


def decode_view(data: bytes) -> SeatView:
    """Read a view.

    Raises:
        BotWireError: the bytes are no view.

    """
    try:
        return _views.decode(data)
    except msgspec.MsgspecError as error:
        msg = f"no view: {error}"
        raise BotWireError(msg) from None


def encode_action(action: Action) -> bytes:
    """Return an action as bytes."""
    return _encode(_record(action))


def _record(action: Action) -> _Record:
    match action:
        case DrawStock():
            return _Draw()
        case TakePile():
            return _Take(action.card)
        case MeldCards():
            return _Meld(action.cards, action.ace)
        case LayOff():
            return _Lay(action.cards, action.meld, action.ace)
        case DiscardCard():
            return _Discard(action.card)
        case Decline():
            return _Decline()
        case Undo():
            return _Undo()


def decode_action(data: bytes) -> Action:
    """Read an action.

    Raises:
        BotWireError: the bytes are no action.

    """
    try:
        record = _records.decode(data)
    except msgspec.MsgspecError as error:
        msg = f"no action: {error}"
        raise BotWireError(msg) from None
    match record:
        case _Draw():
            return DrawStock()
        case _Take():
            return TakePile(record.card)
        case _Meld():
            return MeldCards(record.cards, record.ace)
        case _Lay():
            return LayOff(record.cards, record.meld, record.ace)
        case _Discard():
            return DiscardCard(record.card)
        case _Decline():
            return Decline()
        case _Undo():
            return Undo()
