"""From what a person does at the table to what is asked of the server, or to the reason why not.

``respond`` is pure: it takes a look at the table and a gesture, and returns the viewer's side as
it is then, with the act to send, if any. Acts are judged by the rules before they are sent, so
that a first press on what cannot be done explains at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rummy500.engine.actions import Action
from rummy500.engine.cards import Card
from rummy500.engine.ids import MeldId
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import check_decline, check_stock, check_take, check_turn, check_undo
from rummy500.engine.state import Phase
from rummy500.engine.views import HandView
from rummy500.protocol import acts
from rummy500.protocol.acts import AnyAct
from rummy500.protocol.translate import action_to_wire
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.plays import (
    DiscardPlay,
    LayPlay,
    MeldPlay,
    No,
    lay_play,
    plays_of,
)
from rummy500_client.presenters.status import (
    DISCARD,
    DRAW,
    END,
    LAY,
    MELD,
    RESULT,
    TAKE,
    UNDO,
    previewed,
)
from rummy500_client.state.arrange import SortMode, in_melds, moved
from rummy500_client.state.local import Complaint, LocalTable, ResultShown, at_ease


# --- gestures ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressStock:
    """The stock was pressed."""


@dataclass(frozen=True, slots=True)
class PressPile:
    """A card of the pile was pressed."""

    card: Card


@dataclass(frozen=True, slots=True)
class PointAtPile:
    """The pointer or the focus rests on a card of the pile, or on none."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class PressHand:
    """A card of the hand was pressed."""

    card: Card


@dataclass(frozen=True, slots=True)
class MoveInHand:
    """A card of the hand was put at another place of the row."""

    card: Card
    index: int


@dataclass(frozen=True, slots=True)
class PressMeld:
    """A meld on the table was pressed, or named by its key."""

    meld: MeldId


@dataclass(frozen=True, slots=True)
class DropOnMeld:
    """A card of the hand was dropped on a meld, with the selection if it is part of it."""

    card: Card
    meld: MeldId


@dataclass(frozen=True, slots=True)
class DropOnPile:
    """A card of the hand was dropped on the pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class PressBracket:
    """The bracket over a meld in the hand was pressed."""

    index: int


@dataclass(frozen=True, slots=True)
class PressButton:
    """A button of the status bar was pressed."""

    intent: str


@dataclass(frozen=True, slots=True)
class PickSort:
    """A way to sort the hand was chosen."""

    mode: str


@dataclass(frozen=True, slots=True)
class LetGo:
    """Esc, or a press on the bare table."""


Gesture = (
    PressStock
    | PressPile
    | PointAtPile
    | PressHand
    | MoveInHand
    | PressMeld
    | DropOnMeld
    | DropOnPile
    | PressBracket
    | PressButton
    | PickSort
    | LetGo
)


@dataclass(frozen=True, slots=True)
class Response:
    """What a gesture leads to."""

    local: LocalTable
    act: AnyAct | None = None


# --- answering -----------------------------------------------------------------------------------


def respond(glance: Glance, gesture: Gesture) -> Response:
    """Return what a gesture leads to."""
    local = glance.local
    match gesture:
        case PressHand(card=card):
            return Response(_toggled(local, card) if card in glance.hand else local)
        case MoveInHand(card=card, index=index):
            order = moved(glance.hand, card, index)
            return Response(replace(local, sort=SortMode.OWN, order=order))
        case PickSort(mode=mode):
            return Response(replace(local, sort=SortMode(mode), order=glance.hand))
        case PressBracket(index=index):
            return Response(_bracket(glance, index))
        case PointAtPile(card=card):
            return Response(replace(local, pointed=card))
        case LetGo():
            return Response(_let_go(local))
        case _:
            return _play(glance, gesture)


def _toggled(local: LocalTable, card: Card) -> LocalTable:
    selected = local.selected
    if card in selected:
        selected = tuple(other for other in selected if other != card)
    else:
        selected = (*selected, card)
    return replace(at_ease(local), selected=selected)


def _let_go(local: LocalTable) -> LocalTable:
    """Return the local side with the last thing let go: first what is armed, then the selection."""
    if local.armed is None and not local.choosing and local.complaint is None:
        return replace(local, selected=(), pointed=None)
    return at_ease(local)


def _bracket(glance: Glance, index: int) -> LocalTable:
    if glance.view is None:
        return glance.local
    rows, _ = in_melds(glance.view.own, glance.options)
    if not 0 <= index < len(rows):
        return glance.local
    chosen = rows[index]
    already = set(chosen) == set(glance.local.selected)
    return replace(at_ease(glance.local), selected=() if already else chosen)


def _play(glance: Glance, gesture: Gesture) -> Response:
    """Answer a gesture that asks for a play; nothing is asked while an answer is on its way."""
    view = glance.view
    if view is None or glance.table.pending is not None:
        return Response(glance.local)
    if isinstance(gesture, PressButton) and gesture.intent == RESULT:
        return Response(replace(glance.local, result=ResultShown.HAND))
    if glance.table.own is None:
        return Response(glance.local)
    wrong_turn = check_turn(view, glance.me)
    if wrong_turn is not None:
        return _complain(glance, wrong_turn, _wished(gesture))
    match gesture:
        case PressStock():
            return _draw(glance, view)
        case PressPile(card=card):
            return _pile(glance, view, card)
        case PressMeld(meld=meld):
            return _lay_on(glance, view, glance.local.selected, meld)
        case DropOnMeld(card=card, meld=meld):
            selected = glance.local.selected
            return _lay_on(glance, view, selected if card in selected else (card,), meld)
        case DropOnPile(card=card):
            return _discard(_selecting(glance, card), view)
        case PressButton(intent=intent):
            button = _BUTTONS.get(intent)
            return Response(glance.local) if button is None else button(glance, view)
        case _:
            return Response(glance.local)


def _wished(gesture: Gesture) -> AnyAct | None:
    return acts.Take(gesture.card) if isinstance(gesture, PressPile) else None


def _selecting(glance: Glance, card: Card) -> Glance:
    local = glance.local
    if local.selected != (card,):
        local = replace(at_ease(local), selected=(card,))
    return replace(glance, local=local)


def _complain(
    glance: Glance, refusal: Refusal, act: AnyAct | None, extra: tuple[tuple[str, str], ...] = ()
) -> Response:
    last = glance.local.complaint
    serial = 1 if last is None else last.serial + 1
    complaint = Complaint(serial, refusal.code, (*refusal.params, *extra), act)
    return Response(replace(glance.local, armed=None, choosing=False, complaint=complaint))


def _refused(glance: Glance, no: No, extra: tuple[tuple[str, str], ...] = ()) -> Response:
    act = None if no.action is None else action_to_wire(no.action)
    return _complain(glance, no.refusal, act, extra)


def _do(glance: Glance, action: Action | AnyAct) -> Response:
    """Send an act and let go of what led to it."""
    act = action if isinstance(action, acts.Act) else action_to_wire(action)
    return Response(replace(at_ease(glance.local), selected=glance.local.selected), act)


def _surely(glance: Glance, action: Action) -> Response:
    """Send an act on the second press; the first one arms it."""
    act = action_to_wire(action)
    if glance.local.armed == act:
        return _do(glance, act)
    return Response(replace(at_ease(glance.local), armed=act))


# --- before the draw -----------------------------------------------------------------------------


def _draw(glance: Glance, view: HandView) -> Response:
    refusal = check_stock(view)
    if refusal is not None:
        return _complain(glance, refusal, acts.Stock())
    return _do(glance, acts.Stock())


def _pile(glance: Glance, view: HandView, card: Card) -> Response:
    """Take the top at once; a deeper card is previewed by the first press and taken by the next.

    In the play phase a press on the pile with one selected card means the discard.
    """
    if view.turn.phase is Phase.PLAY and len(glance.local.selected) == 1:
        return _discard(glance, view)
    taking = check_take(view, card)
    act = acts.Take(card)
    if isinstance(taking, Refusal):
        return _complain(glance, taking, act)
    if len(taking.cards) == 1 or glance.local.armed == act:
        return _do(glance, act)
    return Response(replace(at_ease(glance.local), armed=act, pointed=card))


def _take_button(glance: Glance, view: HandView) -> Response:
    card = previewed(glance, view)
    if card is not None:
        return _do(glance, acts.Take(card))
    return _pile(glance, view, view.pile[-1]) if view.pile else Response(glance.local)


def _end(glance: Glance, view: HandView) -> Response:
    refusal = check_decline(view)
    if refusal is not None:
        return _complain(glance, refusal, acts.DeclinePile())
    act = acts.DeclinePile()
    if glance.local.armed == act:
        return _do(glance, act)
    return Response(replace(at_ease(glance.local), armed=act))


# --- after the draw ------------------------------------------------------------------------------


def _undo(glance: Glance, view: HandView) -> Response:
    refusal = check_undo(view)
    if refusal is not None:
        return _complain(glance, refusal, acts.TakeBack())
    return _do(glance, acts.TakeBack())


def _meld(glance: Glance, view: HandView) -> Response:
    match plays_of(view, glance.local.selected).meld:
        case MeldPlay(goes_out=True) as play:
            return _surely(glance, play.action)
        case MeldPlay() as play:
            return _do(glance, play.action)
        case No() as no:
            return _refused(glance, no)


def _lay(glance: Glance, view: HandView) -> Response:
    plays = plays_of(view, glance.local.selected)
    match plays.lays:
        case ():
            return _refused(glance, plays.no_lay, (("for", LAY),))
        case (play,):
            return _laid(glance, play)
        case _:
            return Response(replace(at_ease(glance.local), choosing=True))


def _lay_on(glance: Glance, view: HandView, cards: tuple[Card, ...], meld: MeldId) -> Response:
    match lay_play(view, cards, meld):
        case LayPlay() as play:
            return _laid(glance, play)
        case No() as no:
            return _refused(glance, no, (("for", LAY),))


def _laid(glance: Glance, play: LayPlay) -> Response:
    return _surely(glance, play.action) if play.goes_out else _do(glance, play.action)


def _discard(glance: Glance, view: HandView) -> Response:
    match plays_of(view, glance.local.selected).discard:
        case DiscardPlay() as play:
            return _surely(glance, play.action)
        case No() as no:
            return _refused(glance, no)


_BUTTONS: Final[dict[str, Callable[[Glance, HandView], Response]]] = {
    DRAW: _draw,
    TAKE: _take_button,
    END: _end,
    UNDO: _undo,
    MELD: _meld,
    LAY: _lay,
    DISCARD: _discard,
}
