"""From what a person does at the table to what is asked of the server, or to the reason why not.

``respond`` is pure: it takes a look at the table and a gesture, and returns the viewer's side as
it is then, with the act to send, if any.
"""

from __future__ import annotations

from dataclasses import replace

from rummy500.engine.cards import Card
from rummy500.engine.rules import check_turn
from rummy500.protocol import acts
from rummy500.protocol.acts import AnyAct
from rummy500_client.presenters.by_hand import dropped, in_the_air, pick_up
from rummy500_client.presenters.gesture_model import (
    Ask,
    DropInHand,
    DropOnCloth,
    DropOnMeld,
    DropOnPile,
    Gesture,
    Let,
    LetDown,
    LetGo,
    MoveInHand,
    PickNextMeld,
    PickSort,
    PickUpHand,
    PickUpMeld,
    PickUpPile,
    PickUpStock,
    PointAtPile,
    Press,
    PressBracket,
    PressButton,
    PressHand,
    PressMeld,
    PressPile,
    PressStock,
)
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.moves import (
    BUTTONS,
    Response,
    complain,
    draw,
    lay_on,
    take_or_preview,
)
from rummy500_client.presenters.status import RESULT
from rummy500_client.presenters.suggested import melds_held, suggested_melds
from rummy500_client.state.arrange import SortMode, moved
from rummy500_client.state.local import LocalTable, ResultShown, at_ease


def respond(glance: Glance, gesture: Gesture) -> Response:
    """Return what a gesture leads to."""
    match gesture:
        case PickUpHand() | PickUpMeld() | PickUpStock() | PickUpPile():
            return pick_up(glance, gesture)
        case MoveInHand() | DropOnMeld() | DropOnPile() | DropOnCloth() | DropInHand() | LetDown():
            response = _let_go_of(glance, gesture)
            return replace(response, local=replace(response.local, carried=None))
        case _:
            return _pressed(glance, gesture)


def _let_go_of(glance: Glance, gesture: Let) -> Response:
    """Answer the end of a dragging."""
    match gesture:
        case MoveInHand(card=card, index=index):
            order = moved(glance.hand, in_the_air(glance, card), index)
            return Response(replace(glance.local, sort=SortMode.OWN, order=order))
        case LetDown():
            return Response(glance.local)
        case _:
            return _play(glance, gesture)


def _pressed(glance: Glance, gesture: Press) -> Response:
    local = glance.local
    match gesture:
        case PressHand(card=card):
            return Response(_toggled(local, card) if card in glance.hand else local)
        case PickSort(mode=mode):
            return Response(replace(local, sort=SortMode(mode), order=glance.hand))
        case PressBracket(index=index):
            return Response(_bracket(glance, index))
        case PickNextMeld():
            return Response(_next_meld(glance))
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
    found = suggested_melds(glance)
    if not 0 <= index < len(found):
        return glance.local
    chosen = found[index].cards
    already = set(chosen) == set(glance.local.selected)
    return replace(at_ease(glance.local), selected=() if already else chosen)


def _next_meld(glance: Glance) -> LocalTable:
    """Return the local side with the meld of the hand selected that follows the selected one."""
    melds = melds_held(glance)
    if not melds:
        return glance.local
    chosen = [k for k, cards in enumerate(melds) if set(cards) == set(glance.local.selected)]
    index = (chosen[0] + 1) % len(melds) if chosen else 0
    return replace(at_ease(glance.local), selected=melds[index])


def _play(glance: Glance, gesture: Ask) -> Response:
    """Answer a gesture that asks for a play; nothing is asked while an answer is on its way."""
    view = glance.view
    if view is None or glance.waits:
        return Response(glance.local)
    if isinstance(gesture, PressButton) and gesture.intent == RESULT:
        return Response(replace(glance.local, result=ResultShown.HAND))
    if glance.table.own is None:
        return Response(glance.local)
    wrong_turn = check_turn(view, glance.me)
    if wrong_turn is not None:
        return complain(glance, wrong_turn, _wished(gesture))
    match gesture:
        case PressStock():
            return draw(glance, view)
        case PressPile(card=card):
            return take_or_preview(glance, view, card)
        case PressMeld(meld=on):
            return lay_on(glance, view, glance.local.selected, on)
        case PressButton(intent=intent):
            button = BUTTONS.get(intent)
            return Response(glance.local) if button is None else button(glance, view)
        case DropOnMeld() | DropOnPile() | DropOnCloth() | DropInHand():
            return dropped(glance, view, gesture)


def _wished(gesture: Ask) -> AnyAct | None:
    return acts.Take(gesture.card) if isinstance(gesture, PressPile) else None
