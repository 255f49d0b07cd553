"""Plays by dragging: what hangs on the pointer, and what a drop means.

A way of so many px was meant, so a drop does at once what a press only arms; only going out is
still asked about.
"""

from __future__ import annotations

from dataclasses import replace

from rummy500.engine.actions import MeldCards
from rummy500.engine.cards import Card
from rummy500.engine.melds import MIN_MELD
from rummy500.engine.refusals import Code, Refusal
from rummy500.engine.rules import check_meld, check_take
from rummy500.engine.state import Phase
from rummy500.engine.views import HandView
from rummy500.protocol import acts
from rummy500_client.presenters.gesture_model import (
    Drop,
    DropInHand,
    DropOnCloth,
    DropOnMeld,
    DropOnPile,
    PickUp,
    PickUpHand,
    PickUpMeld,
    PickUpPile,
    PickUpStock,
)
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.moves import (
    Response,
    complain,
    discard,
    do,
    draw,
    lay_on,
    meld,
    refused,
    selecting,
)
from rummy500_client.presenters.plays import DiscardPlay, MeldPlay, No, may_join, plays_of
from rummy500_client.presenters.suggested import suggested_melds
from rummy500_client.state.local import Carried, CarriedCards, CarriedPile, CarriedStock, at_ease


def pick_up(glance: Glance, gesture: PickUp) -> Response:
    """Answer the beginning of a dragging. What is armed stays so: a second drop confirms it."""
    armed = glance.local.armed
    carried = _picked_up(glance, gesture)
    return Response(replace(at_ease(glance.local), armed=armed, carried=carried))


def _picked_up(glance: Glance, gesture: PickUp) -> Carried | None:
    match gesture:
        case PickUpHand(card=card):
            selected = glance.local.selected
            cards = glance.hand if card in selected else (card,)
            return CarriedCards(tuple(c for c in cards if c == card or c in selected))
        case PickUpMeld(index=index):
            found = suggested_melds(glance)
            return CarriedCards(found[index].cards) if 0 <= index < len(found) else None
        case PickUpStock():
            return CarriedStock()
        case PickUpPile(card=card):
            return CarriedPile(card)


def in_the_air(glance: Glance, card: Card) -> tuple[Card, ...]:
    """Return the cards that are let go with this one."""
    match glance.local.carried:
        case CarriedCards(cards=cards) if card in cards:
            return cards
        case _:
            selected = glance.local.selected
            return selected if card in selected else (card,)


def dropped(glance: Glance, view: HandView, gesture: Drop) -> Response:
    """Answer a drop that asks for a play."""
    match gesture:
        case DropOnMeld(card=card, meld=on):
            cards = in_the_air(glance, card)
            return lay_on(selecting(glance, cards), view, cards, on)
        case DropOnPile(card=card):
            return _thrown(selecting(glance, in_the_air(glance, card)), view)
        case DropOnCloth(card=card):
            return _put_down(glance, view, in_the_air(glance, card))
        case DropInHand():
            return _drawn(glance, view)


def _thrown(glance: Glance, view: HandView) -> Response:
    """Discard what was dropped on the pile: the way there was long enough to be meant."""
    match plays_of(view, glance.local.selected).discard:
        case DiscardPlay(goes_out=False) as play:
            return do(glance, play.action)
        case _:
            return discard(glance, view)


def _put_down(glance: Glance, view: HandView, cards: tuple[Card, ...]) -> Response:
    """Meld what was dropped on the bare table; fewer cards than a meld has are laid ready.

    What is laid ready is selected: the card that makes it a meld, dropped there too, melds all.
    """
    ready = glance.local.selected
    together = (*ready, *(card for card in cards if card not in ready))
    for chosen in (cards, together):
        if isinstance(plays_of(view, chosen).meld, MeldPlay):
            return meld(selecting(glance, chosen), view)
    if view.turn.phase is Phase.PLAY and len(together) < MIN_MELD and may_join(together):
        return Response(replace(at_ease(glance.local), selected=together))
    asked = cards if len(cards) >= MIN_MELD else together
    verdict = check_meld(view, MeldCards(asked))
    if isinstance(verdict, Refusal) and verdict.code is Code.TOO_FEW_CARDS:
        verdict = Refusal(Code.NOT_A_MELD)
    if not isinstance(verdict, Refusal):
        return Response(glance.local)
    return refused(glance, No(verdict, MeldCards(asked)))


def _drawn(glance: Glance, view: HandView) -> Response:
    """Draw what was brought from stock or pile to the viewer's own cards."""
    match glance.local.carried:
        case CarriedStock():
            return draw(glance, view)
        case CarriedPile(card=card):
            taking = check_take(view, card)
            if isinstance(taking, Refusal):
                return complain(glance, taking, acts.Take(card))
            return do(glance, acts.Take(card))
        case _:
            return Response(glance.local)
