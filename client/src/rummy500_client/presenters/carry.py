"""Where what is being dragged may be let go, and what would happen there."""

from __future__ import annotations

from dataclasses import replace

from rummy500.engine.cards import Card, CardSet, card_set
from rummy500.engine.melds import MIN_MELD, Meld, extended_shape, meld_order
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import check_stock, check_take
from rummy500.engine.state import Phase
from rummy500.engine.views import HandView
from rummy500_client.presenters.card_words import sign, signed
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.plays import DiscardPlay, MeldPlay, may_join, plays_of
from rummy500_client.presenters.table_model import Drop, Drops, Ghost
from rummy500_client.state.local import CarriedCards, CarriedPile, CarriedStock


def drops_of(glance: Glance) -> Drops | None:
    """Return the places for what is carried; None while nothing is."""
    view = glance.view
    if view is None or glance.local.carried is None:
        return None
    if not view.to_move or glance.waits:
        return Drops()
    match glance.local.carried:
        case CarriedStock():
            text = glance.words.say("Draw from the stock")
            return Drops(hand=Drop(text)) if check_stock(view) is None else Drops()
        case CarriedPile(card=card):
            return _taking(glance, view, card)
        case CarriedCards(cards=cards):
            return _playing(glance, view, cards)


def _taking(glance: Glance, view: HandView, card: Card) -> Drops:
    taking = check_take(view, card)
    if isinstance(taking, Refusal):
        return Drops()
    count = len(taking.cards)
    text = glance.words.count("Take {n} card", "Take {n} cards", count)
    if count == 1:
        text = glance.words.say("Take {card}", card=sign(card))
    return Drops(hand=Drop(text))


def _playing(glance: Glance, view: HandView, cards: tuple[Card, ...]) -> Drops:
    if view.turn.phase is not Phase.PLAY:
        return Drops()
    pile = None
    if isinstance(plays_of(view, cards).discard, DiscardPlay):
        pile = Drop(glance.words.say("Discard {card}", card=sign(cards[0])))
    return Drops(pile=pile, cloth=_new_meld(glance, view, cards))


def _new_meld(glance: Glance, view: HandView, cards: tuple[Card, ...]) -> Drop | None:
    """Return what a drop on the bare table would do: a meld, or a card laid ready for one."""
    say = glance.words.say
    ready = glance.local.selected
    together = (*ready, *(card for card in cards if card not in ready))
    for chosen in (cards, together):
        play = plays_of(view, chosen).meld
        if isinstance(play, MeldPlay):
            points = f" {signed(play.points)}" if glance.counts_table else ""
            return Drop(f"{say('Meld')}{points}")
    if len(together) < MIN_MELD and may_join(together):
        return Drop(say("Lay ready for a meld"), fits=False)
    return None


def ghosts_on(meld: Meld, cards: tuple[Card, ...], glance: Glance) -> tuple[Ghost, ...]:
    """Return the cards as they would lie on a meld that they fit."""
    added = card_set(cards)
    shape = extended_shape(meld, added, glance.options.ace_mode, None)
    if shape is None:
        return ()
    grown = replace(meld, cards=CardSet(meld.cards | added), ace=shape.ace)
    lies, will_lie = meld_order(meld), meld_order(grown)
    first = will_lie.index(lies[0])
    slots = {card: place - first for place, card in enumerate(will_lie)}
    inside = [card for card in will_lie if card in cards and 0 < slots[card] < len(lies)]
    for extra, card in enumerate(inside):  # a group closes up: what is new stands at its end
        slots[card] = len(lies) + extra
    return tuple(Ghost(card, slots[card]) for card in will_lie if card in cards)
