"""The picture of the table: from a look at it to the frozen model that is painted."""

from __future__ import annotations

from typing import Final

from rummy500.engine.cards import Card, card_set, rank_of, suit_of
from rummy500.engine.legal import legal_takes
from rummy500.engine.notation import card_text
from rummy500.engine.refusals import Code
from rummy500.engine.rules import check_stock
from rummy500.engine.scoring import cards_value
from rummy500.engine.state import Phase
from rummy500.engine.views import HandView
from rummy500.protocol.happenings import (
    CardDiscarded,
    Computer,
    Nobody,
    Person,
)
from rummy500.protocol.translate import score_from_wire
from rummy500_client.presenters.bill import bill_of, prospect
from rummy500_client.presenters.card_words import (
    aloud,
    card_name,
    minus,
    plain,
    signed,
    signs,
)
from rummy500_client.presenters.carry import drops_of
from rummy500_client.presenters.coach import coach_of
from rummy500_client.presenters.errors import explain
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.log_words import log_of
from rummy500_client.presenters.status import previewed, status_of
from rummy500_client.presenters.strip import areas_of, sort_box_of, strip_of
from rummy500_client.presenters.suggested import suggested_melds
from rummy500_client.presenters.table_model import (
    Bill,
    Figure,
    HandBracket,
    HandCard,
    PileCard,
    Place,
    SeatPlate,
    Stock,
    TableModel,
    Toast,
    Tone,
)
from rummy500_client.presenters.times import timed
from rummy500_client.presenters.trays import trays_of
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import CarriedPile
from rummy500_client.state.meld_search import meld_value
from rummy500_client.state.reduce import fresh_cards


_BACKS: Final = 3
_KEYS: Final = 9


def table_model(glance: Glance) -> TableModel:
    """Return the picture of the table."""
    return TableModel(
        seats=seat_plates(glance),
        strip=strip_of(glance),
        stock=_stock(glance),
        pile=_pile(glance),
        melds=trays_of(glance),
        hand=_hand(glance),
        status=status_of(glance),
        sort=sort_box_of(glance),
        log=log_of(glance),
        areas=areas_of(glance.words),
        lamp=_lamp(glance),
        brackets=_brackets(glance),
        bill=_bill(glance),
        toast=_toast(glance),
        drops=drops_of(glance),
        dealt=_deal_of(glance) if _untouched(glance.view) else "",
        coach=coach_of(glance),
    )


def _deal_of(glance: Glance) -> str:
    """Return a name for the deal; its promise tells it from those of other matches."""
    hand = glance.now.hand
    promise = b"" if hand is None else hand.commitment
    return f"{glance.now.number} {promise.hex()}"


def _untouched(view: HandView | None) -> bool:
    """Return whether a hand has been dealt and nothing has been played."""
    return (
        view is not None
        and view.end is None
        and not view.melds
        and len(view.pile) == 1
        and view.turn.phase is Phase.DRAW
        and min(view.counts) == max(view.counts)
    )


def _lamp(glance: Glance) -> Place | None:
    view = glance.view
    return None if view is None or view.end is not None else glance.place(view.turn.seat)


# --- seats ---------------------------------------------------------------------------------------


def seat_plates(glance: Glance) -> tuple[SeatPlate, ...]:
    """Return the plates of the seats, the viewer's first, with their times as they are now."""
    return tuple(timed(_plate(glance, seat), glance, seat) for seat in glance.seats())


def _plate(glance: Glance, seat: int) -> SeatPlate:
    words = glance.words
    view = glance.view
    occupant = glance.now.seats[seat]
    count = 0 if view is None else view.counts[seat]
    cards_text = words.count("{n} card", "{n} cards", count)
    score = plain(score_from_wire(glance.now.totals[seat])) if glance.now.totals else "0"
    to_move = view is not None and view.end is None and view.turn.seat == seat
    name = glance.name(seat)
    return SeatPlate(
        place=glance.place(seat),
        mark=glance.mark(seat),
        name=name,
        initial=glance.initial(seat),
        score=score,
        cards=min(count, _BACKS),
        cards_text="" if isinstance(occupant, Nobody) else cards_text,
        accessible=_plate_words(glance, seat, name, score, cards_text),
        to_move=to_move,
        is_computer=isinstance(occupant, Computer),
        is_dealer=view is not None and view.dealer == seat,
        dealer_text=words.say_in("mark of the dealer", "D"),
        figures=() if view is None else _figures(glance, view, seat),
    )


def _plate_words(glance: Glance, seat: int, name: str, score: str, cards_text: str) -> str:
    said = glance.words.say(
        "{name}: {score} points, {cards}", name=name, score=score, cards=cards_text
    )
    if glance.view is not None and glance.counts_table:
        placed = signed(glance.view.placed[seat])
        said = glance.words.say("{seat}, {points} on the table", seat=said, points=placed)
    if glance.is_me(seat) and glance.view is not None:
        held = minus(cards_value(glance.view.own, glance.options))
        said = glance.words.say("{seat}, {points} in the hand", seat=said, points=held)
    if glance.view is not None and glance.view.dealer == seat:
        said = glance.words.say("{seat}, dealer", seat=said)
    match glance.now.seats[seat]:
        case Computer():
            said = glance.words.say("{seat}, computer player", seat=said)
        case Person(held=True):
            said = glance.words.say("{seat}, a computer player plays meanwhile", seat=said)
        case Person(here=False):
            said = glance.words.say("{seat}, away", seat=said)
        case _:
            pass
    if glance.view is not None and glance.view.turn.seat == seat and glance.view.end is None:
        return glance.words.say("{seat}, to move", seat=said)
    return said


def _figures(glance: Glance, view: HandView, seat: int) -> tuple[Figure, ...]:
    """Return the points of a seat on the table, and the viewer's own in the hand."""
    words = glance.words
    placed = view.placed[seat]
    tone = Tone.GOOD if placed > 0 else Tone.PLAIN
    table = Figure(signed(placed), words.say_in("points", "Table"), tone)
    figures = (table,) if glance.counts_table else ()
    if not glance.is_me(seat):
        return figures
    held = cards_value(view.own, view.options)
    return (*figures, Figure(minus(held), words.say_in("points", "Hand"), Tone.BAD))


# --- stock and pile ------------------------------------------------------------------------------


def _can_draw(glance: Glance) -> bool:
    view = glance.view
    return view is not None and view.to_move and check_stock(view) is None


def _stock(glance: Glance) -> Stock:
    words = glance.words
    count = 0 if glance.view is None else glance.view.stock_count
    said = words.count("Stock, {n} card", "Stock, {n} cards", count)
    return Stock(
        count=count,
        count_text=str(count),
        accessible=words.say("Stock, empty") if count == 0 else said,
        can_draw=_can_draw(glance),
        empty_text=words.say("Stock empty"),
    )


def _pile(glance: Glance) -> tuple[PileCard, ...]:
    view = glance.view
    if view is None:
        return ()
    choosing = view.to_move and view.turn.phase is Phase.DRAW
    takes = frozenset(legal_takes(view)) if view.to_move else frozenset()
    shown = previewed(glance, view)
    in_the_air = isinstance(glance.local.carried, CarriedPile)
    start = view.pile.index(shown) if shown is not None else None
    last = glance.table.last
    marked = last.card if isinstance(last, CardDiscarded) else None
    return tuple(
        PileCard(
            card=card,
            accessible=_pile_words(glance, view, card, can_take=card in takes),
            can_take=card in takes,
            target=card in takes and card == (view.pile[-1] if shown is None else shown),
            last_play=card == marked and place == len(view.pile) - 1 and not in_the_air,
            veiled=start is not None and place < start,
            lifted=start is not None and place >= start,
            tooltip=why if shown is None else "",  # the bill tells of the pile then
            why=aloud(why, glance.words),
        )
        for place, card in enumerate(view.pile)
        for why in ("" if card in takes or not choosing else _why_not(glance, view, card),)
    )


def _why_not(glance: Glance, view: HandView, card: Card) -> str:
    """Return why a card of the pile cannot be taken, in a sentence or two."""
    top = card == view.pile[-1]
    deep = view.options.deep_draw or top
    code = Code.DEEP_DRAW_UNUSABLE if deep else Code.DEEP_DRAW_DISABLED
    told = explain(code, {"card": card_text(card)}, glance.words)
    return f"{told.head}. {told.reason}"


def _pile_words(glance: Glance, view: HandView, card: Card, *, can_take: bool) -> str:
    words = glance.words
    name = card_name(card, words)
    count = len(view.pile) - view.pile.index(card)
    if not can_take:
        return words.say("Pile: {card}", card=name)
    if count == 1:
        return words.say("Pile: {card}, on top, can be taken", card=name)
    return words.count(
        "Pile: {card}, can be taken with {n} card",
        "Pile: {card}, can be taken with {n} cards above",
        count - 1,
        card=name,
    )


def _bill(glance: Glance) -> Bill | None:
    view = glance.view
    if view is None:
        return None
    card = previewed(glance, view)
    return (
        None
        if card is None
        else bill_of(prospect(view, card), glance.words, counts_table=glance.counts_table)
    )


# --- the hand ------------------------------------------------------------------------------------


def _hand(glance: Glance) -> tuple[HandCard, ...]:
    local = glance.local
    fresh = frozenset(fresh_cards(glance.table)) if glance.my_turn else frozenset()
    required = None if glance.view is None else glance.view.turn.required
    gaps = _gaps(glance)
    return tuple(
        HandCard(
            card=card,
            accessible=_hand_words(glance, card, fresh, required),
            selected=card in local.selected,
            required=card == required and glance.my_turn,
            just_drawn=card in fresh,
            gap_before=place in gaps,
        )
        for place, card in enumerate(glance.hand)
    )


def _hand_words(glance: Glance, card: Card, fresh: frozenset[Card], required: Card | None) -> str:
    say = glance.words.say
    said = [card_name(card, glance.words)]
    if card in glance.local.selected:
        said.append(say("selected"))
    if card == required and glance.my_turn:
        said.append(say("must be put on the table in this turn"))
    elif card in fresh:
        said.append(say("just drawn"))
    return ", ".join(said)


def _gaps(glance: Glance) -> frozenset[int]:
    """Return before which places of the hand a small gap opens."""
    hand = glance.hand
    pairs = range(1, len(hand))
    match glance.local.sort:
        case SortMode.SUIT:
            return frozenset(k for k in pairs if suit_of(hand[k]) != suit_of(hand[k - 1]))
        case SortMode.RANK:
            return frozenset(k for k in pairs if rank_of(hand[k]) != rank_of(hand[k - 1]))
        case SortMode.MELDS:
            return frozenset(b.stop for b in _brackets(glance) if b.stop < len(hand))
        case SortMode.OWN:
            return frozenset()


def _brackets(glance: Glance) -> tuple[HandBracket, ...]:
    """Return a bracket over each meld that is pointed out in the hand."""
    brackets = []
    for found in suggested_melds(glance):
        value = meld_value(card_set(found.cards), glance.options)
        said = glance.words.say(
            "Meld in your hand: {cards}, {points} points", cards=signs(found.cards), points=value
        )
        spoken = aloud(said, glance.words)
        brackets.append(HandBracket(found.start, found.stop, signed(value), spoken))
    return tuple(brackets)


def _toast(glance: Glance) -> Toast | None:
    complaint = glance.local.complaint
    if complaint is None:
        return None
    told = explain(
        complaint.code,
        dict(complaint.params),
        glance.words,
        act=complaint.act,
        glance=glance,
    )
    refused = told.card if told.card in glance.hand else None
    return Toast(told.head, told.reason, complaint.serial, refused)
