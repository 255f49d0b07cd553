"""A play of ours as it will be told: shown at once, and forgotten when the server says no.

What the rules allow is shown before the server has answered. Nothing is guessed: a card of the
stock, what an undo brings back and how a hand ends are shown when they are told.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from rummy500.engine.actions import Action, DiscardCard, LayOff, MeldCards, TakePile
from rummy500.engine.cards import EMPTY, CardSet, card_set
from rummy500.engine.ids import MeldId, Seat, next_seat
from rummy500.engine.melds import Meld
from rummy500.engine.options import TableOptions
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import (
    LayingOff,
    Melding,
    Taking,
    check_discard,
    check_layoff,
    check_meld,
    check_take,
)
from rummy500.engine.state import Drew, Phase, StockAtStart, Tabled, Turn
from rummy500.engine.views import HandView
from rummy500.protocol.translate import action_from_wire, hand_from_wire, hand_to_wire, own_to_wire
from rummy500_client.state.model import TableState


def foreseen(table: TableState, options: TableOptions) -> TableState:
    """Return the table with the play that is on its way done, where that can be known.

    A play that is told of already is not legal any more, and so is never done twice.
    """
    hand, own = table.now.hand, table.own
    if table.ahead is None or hand is None or own is None or hand.end is not None:
        return table
    view = hand_from_wire(hand, own, options)
    after = view_after(view, action_from_wire(table.ahead.play.act))
    if after is view:
        return table
    played = hand_to_wire(after, hand.commitment, b"")
    now = msgspec.structs.replace(table.now, hand=played)
    return replace(table, now=now, own=own_to_wire(after, Seat(own.seat)))


def view_after(view: HandView, action: Action) -> HandView:
    """Return the viewer's view after a play of the viewer; the same view where nothing is sure."""
    if not view.to_move:
        return view
    match action:
        case TakePile(card=card):
            taking = check_take(view, card)
            return view if isinstance(taking, Refusal) else _taken(view, taking)
        case MeldCards():
            melding = check_meld(view, action)
            return view if isinstance(melding, Refusal) else _melded(view, melding)
        case LayOff():
            laying = check_layoff(view, action)
            return view if isinstance(laying, Refusal) else _laid_off(view, laying)
        case DiscardCard():
            return view if check_discard(view, action) is not None else _discarded(view, action)
        case _:
            return view


def _taken(view: HandView, taking: Taking) -> HandView:
    turn = replace(
        view.turn,
        phase=Phase.PLAY,
        drew=taking.drew,
        required=taking.required,
        taken=taking.cards[0] if taking.drew is Drew.TOP else None,
    )
    held = _holding(view, view.own | card_set(taking.cards))
    return replace(held, pile=view.pile[: -len(taking.cards)], turn=turn, undoable=True)


def _melded(view: HandView, melding: Melding) -> HandView:
    seat, cards = view.turn.seat, melding.cards
    placed = tuple(cards if s == seat else EMPTY for s in range(view.players))
    # ids are spent by undoing too, so the true one may be higher; it comes with the news
    number = MeldId(max((meld.id for meld in view.melds), default=0) + 1)
    fresh = Meld(number, melding.shape.kind, cards, melding.shape.ace, placed)
    melded = view.melded if seat in view.melded else (*view.melded, seat)
    tabled = _tabled(view.turn, cards)
    turn = replace(tabled, new_melds=view.turn.new_melds + 1)
    held = _holding(view, view.own & ~cards)
    return replace(held, melds=(*view.melds, fresh), melded=melded, turn=turn, undoable=True)


def _laid_off(view: HandView, laying: LayingOff) -> HandView:
    seat, cards = view.turn.seat, laying.cards
    grown = replace(
        laying.meld,
        cards=CardSet(laying.meld.cards | cards),
        ace=laying.shape.ace,
        placed=tuple(
            CardSet(lain | cards) if s == seat else lain
            for s, lain in enumerate(laying.meld.placed)
        ),
    )
    melds = tuple(grown if meld.id == grown.id else meld for meld in view.melds)
    held = _holding(view, view.own & ~cards)
    return replace(held, melds=melds, turn=_tabled(view.turn, cards), undoable=True)


def _discarded(view: HandView, action: DiscardCard) -> HandView:
    held = _holding(view, view.own & ~(1 << action.card))
    after = replace(held, pile=(*view.pile, action.card), drawn=None, undoable=False)
    if not after.own:
        return after  # the hand is over, and how is told
    at_start = StockAtStart.FULL if view.stock_count else StockAtStart.EMPTY
    seat = next_seat(view.turn.seat, view.players)
    return replace(after, turn=Turn(seat, Phase.DRAW, stock_at_start=at_start))


def _tabled(turn: Turn, cards: CardSet) -> Turn:
    def left(card: int | None) -> bool:
        return card is not None and not cards >> card & 1

    return replace(
        turn,
        required=turn.required if left(turn.required) else None,
        taken=turn.taken if left(turn.taken) else None,
        tabled=Tabled.YES,
    )


def _holding(view: HandView, cards: int) -> HandView:
    """Return the view with another hand of the viewer."""
    own = CardSet(cards)
    seat = view.turn.seat
    counts = tuple(own.bit_count() if s == seat else n for s, n in enumerate(view.counts))
    return replace(view, own=own, counts=counts)
