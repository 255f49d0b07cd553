"""What only this window knows of the table: the order of the hand, what is selected or armed.

These values are the viewer's and outlive every update of the table: a selection stays while
others play, and so does the order when the connection breaks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rummy500.engine.cards import Card
from rummy500.protocol.acts import AnyAct
from rummy500_client.state.arrange import SortMode, kept
from rummy500_client.state.model import TableState


class ResultShown(StrEnum):
    """What is shown once a hand has ended."""

    NOT_YET = "not_yet"
    """The last play is still looked at, for a moment."""
    HAND = "hand"
    MATCH = "match"
    PEEKING = "peeking"
    """The table, by the viewer's wish."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A refusal that is shown: its code with what it is about, and the act that it answers."""

    serial: int
    code: str
    params: tuple[tuple[str, str | int], ...] = ()
    act: AnyAct | None = None


@dataclass(frozen=True, slots=True)
class CarriedCards:
    """Cards of the hand that hang on the pointer."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CarriedStock:
    """The next card of the stock hangs on the pointer, face down."""


@dataclass(frozen=True, slots=True)
class CarriedPile:
    """A card of the pile hangs on the pointer, with all above it."""

    card: Card


Carried = CarriedCards | CarriedStock | CarriedPile


@dataclass(frozen=True, slots=True)
class LocalTable:
    """The viewer's side of the table."""

    sort: SortMode = SortMode.SUIT
    order: tuple[Card, ...] = ()
    """The hand as last shown; the order of the cards where the mode is ``OWN``."""
    selected: tuple[Card, ...] = ()
    armed: AnyAct | None = None
    """The act that the same press again will do: a discard, a deep draw, a last play."""
    pointed: Card | None = None
    """The pile card under the pointer, for the preview of a deep draw."""
    carried: Carried | None = None
    """What is being dragged; the places where it fits are judged anew with every update."""
    choosing: bool = False
    """A place for the selected cards is being chosen among several melds."""
    complaint: Complaint | None = None
    heard: int = 0
    """The serial of the last refusal by the server that was shown."""
    slow: bool = False
    """A command has waited so long for its answer that the viewer is told."""
    result: ResultShown = ResultShown.NOT_YET
    """What of the end of a hand is shown over the table."""


def settled(local: LocalTable, held: tuple[Card, ...], pile: tuple[Card, ...]) -> LocalTable:
    """Return the local side after the cards have changed: nothing refers to a card that is gone."""
    selected = tuple(card for card in local.selected if card in held)
    pointed = local.pointed if local.pointed in pile else None
    return replace(
        local,
        selected=selected,
        pointed=pointed,
        carried=_still_carried(local.carried, held, pile),
        order=kept(local.order, held),
    )


def _still_carried(
    carried: Carried | None, held: tuple[Card, ...], pile: tuple[Card, ...]
) -> Carried | None:
    match carried:
        case CarriedCards(cards=cards):
            left = tuple(card for card in cards if card in held)
            return CarriedCards(left) if left else None
        case CarriedPile(card=card):
            return carried if card in pile else None
        case CarriedStock() | None:
            return carried


def another_hand(local: LocalTable) -> LocalTable:
    """Return the local side at the start of a hand, even of the same cards."""
    return replace(local, selected=(), carried=None, order=())


def at_ease(local: LocalTable) -> LocalTable:
    """Return the local side with nothing armed, chosen or complained about."""
    return replace(local, armed=None, choosing=False, complaint=None, pointed=None)


def complaining(
    local: LocalTable,
    code: str,
    act: AnyAct | None,
    params: tuple[tuple[str, str | int], ...] = (),
) -> LocalTable:
    """Return the local side with a refusal shown and nothing armed; each is a new one."""
    last = local.complaint
    serial = 1 if last is None else last.serial + 1
    complaint = Complaint(serial, code, params, act)
    return replace(local, armed=None, choosing=False, complaint=complaint)


def moment_of(table: TableState | None) -> object:
    """Return what must change for anything that is armed to be out of place."""
    if table is None or table.now.hand is None:
        return None
    hand = table.now.hand
    return hand.turn, table.own, hand.pile, hand.end
