"""The one bridge between wire and engine. It is shown sights and views, never the truth."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rummy500.engine.actions import (
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import EMPTY, Card, CardSet, card_list, card_set
from rummy500.engine.events import (
    Declined,
    Discarded,
    HandEnded,
    LaidOff,
    Melded,
    PileTaken,
    Undone,
)
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.melds import Meld, meld_order, placed_by
from rummy500.engine.options import OptionError, Preset, TableOptions, preset_options, with_option
from rummy500.engine.scoring import Score
from rummy500.engine.state import HandEnd, StockAtStart, Tabled, Turn
from rummy500.engine.views import HandOpened, HandView, PileBecameStock, Sight, StockCardDrawn
from rummy500.protocol import acts, happenings, tables
from rummy500.protocol.numbers import ScoreNumber


_REMEMBERED: Final = 4096
"""Melds that are kept as they travel: each is told again with every play at its table."""


def action_from_wire(act: acts.AnyAct) -> Action:
    """Return the action that an act asks for."""
    match act:
        case acts.Stock():
            return DrawStock()
        case acts.Take():
            return TakePile(Card(act.card))
        case acts.Meld():
            return MeldCards(_cards(act.cards), act.ace)
        case acts.Lay():
            return LayOff(_cards(act.cards), MeldId(act.meld), act.ace)
        case acts.Discard():
            return DiscardCard(Card(act.card))
        case acts.DeclinePile():
            return Decline()
        case acts.TakeBack():
            return Undo()


def action_to_wire(action: Action) -> acts.AnyAct:
    """Return an action as it travels."""
    match action:
        case DrawStock():
            return acts.Stock()
        case TakePile():
            return acts.Take(action.card)
        case MeldCards():
            return acts.Meld(action.cards, action.ace)
        case LayOff():
            return acts.Lay(action.cards, action.meld, action.ace)
        case DiscardCard():
            return acts.Discard(action.card)
        case Decline():
            return acts.DeclinePile()
        case Undo():
            return acts.TakeBack()


def sight_to_wire(sight: Sight) -> happenings.AnyHappening:
    """Return what everybody may know of an event, as it travels."""
    match sight:
        case HandOpened():
            return happenings.HandOpened(sight.number, sight.dealer, sight.upcard)
        case StockCardDrawn():
            return happenings.DrewStock(sight.seat)
        case PileBecameStock():
            return happenings.TurnedPile(sight.seat, sight.count)
        case PileTaken():
            return happenings.TookPile(sight.seat, sight.cards, sight.required)
        case Melded():
            return happenings.MeldLaid(sight.seat, sight.meld, sight.kind, sight.cards, sight.ace)
        case LaidOff():
            return happenings.CardsLaidOff(sight.seat, sight.meld, sight.cards, sight.ace)
        case Discarded():
            return happenings.CardDiscarded(sight.seat, sight.card)
        case Declined():
            return happenings.PileDeclined(sight.seat)
        case Undone():
            return happenings.PlayUndone(sight.seat)
        case HandEnded():
            return happenings.HandFinished(sight.reason, sight.out)


def score_to_wire(score: Score) -> ScoreNumber:
    """Return points as they travel: whole, or numerator and denominator."""
    return int(score) if score.denominator == 1 else (score.numerator, score.denominator)


def score_from_wire(score: ScoreNumber) -> Score:
    """Return points as they are reckoned with."""
    return score if isinstance(score, int) else Fraction(*score)


def options_from_wire(preset: str, changes: dict[str, str]) -> TableOptions:
    """Return the options of a table.

    Raises:
        OptionError: the preset or an option does not exist, or cannot have that value.

    """
    try:
        options = preset_options(Preset(preset))
    except ValueError:
        raise OptionError("preset", preset) from None  # noqa: EM101 - the name of the option
    for name in sorted(changes, key=lambda n: n != "restriction"):
        options = with_option(options, name, changes[name])
    return options


def melds_to_wire(melds: Iterable[Meld]) -> tuple[tables.MeldOnTable, ...]:
    """Return melds as they travel."""
    return tuple(map(_meld_to_wire, melds))


def hand_to_wire(
    view: HandView,
    commitment: bytes,
    seed: bytes,
    melds: tuple[tables.MeldOnTable, ...] | None = None,
) -> tables.HandNow:
    """Return the public part of a view. ``seed`` is used only once the hand is over.

    ``melds`` are those of the view, from a caller who has kept them as they travel.
    """
    return tables.HandNow(
        dealer=view.dealer,
        commitment=commitment,
        counts=view.counts,
        stock=view.stock_count,
        pile=view.pile,
        melds=melds_to_wire(view.melds) if melds is None else melds,
        turn=_turn_to_wire(view.turn),
        melded=view.melded,
        idle=view.idle,
        declines=view.declines,
        pile_turns=view.pile_turns,
        undoable=view.undoable,
        end=None if view.end is None else _end_to_wire(view, view.end, seed),
    )


def own_to_wire(view: HandView, seat: Seat) -> tables.OwnNow:
    """Return the part of a seat's view that no other seat may know."""
    if view.viewer != seat:
        msg = f"the view of {view.viewer} is not for seat {seat}"
        raise ValueError(msg)
    return tables.OwnNow(seat, card_list(view.own), view.drawn)


@lru_cache(_REMEMBERED)
def _meld_to_wire(meld: Meld) -> tables.MeldOnTable:
    cards = meld_order(meld)
    placed = tuple(placed_by(meld, card) for card in cards)
    return tables.MeldOnTable(meld.id, meld.kind, cards, placed, meld.ace)


def _turn_to_wire(turn: Turn) -> tables.TurnNow:
    return tables.TurnNow(
        seat=turn.seat,
        phase=turn.phase,
        drew=turn.drew,
        required=turn.required,
        taken=turn.taken,
        new_melds=turn.new_melds,
        tabled=turn.tabled,
        stock_at_start=turn.stock_at_start,
    )


def _end_to_wire(view: HandView, end: HandEnd, seed: bytes) -> tables.EndOfHand:
    scores = tuple(score_to_wire(score) for score in end.scores)
    hands = tuple(card_list(cards) for cards in view.hands)
    return tables.EndOfHand(end.reason, scores, hands, seed, end.out)


def hand_from_wire(
    hand: tables.HandNow, own: tables.OwnNow | None, options: TableOptions
) -> HandView:
    """Return the view of a hand that its public part and the viewer's own part make together."""
    return HandView(
        options=options,
        viewer=None if own is None else Seat(own.seat),
        own=EMPTY if own is None else card_set(_cards(own.cards)),
        drawn=None if own is None or own.drawn is None else Card(own.drawn),
        dealer=Seat(hand.dealer),
        counts=hand.counts,
        stock_count=hand.stock,
        pile=_cards(hand.pile),
        melds=tuple(_meld_from_wire(meld, len(hand.counts)) for meld in hand.melds),
        turn=_turn_from_wire(hand.turn),
        melded=tuple(Seat(seat) for seat in hand.melded),
        idle=hand.idle,
        declines=hand.declines,
        pile_turns=hand.pile_turns,
        undoable=hand.undoable,
        end=None if hand.end is None else _end_from_wire(hand.end),
        hands=() if hand.end is None else tuple(card_set(_cards(h)) for h in hand.end.hands),
    )


def _meld_from_wire(meld: tables.MeldOnTable, players: int) -> Meld:
    placed = [0] * players
    for card, seat in zip(meld.cards, meld.placed, strict=True):
        placed[seat] |= 1 << card
    return Meld(
        MeldId(meld.id),
        meld.kind,
        card_set(_cards(meld.cards)),
        meld.ace,
        tuple(CardSet(cards) for cards in placed),
    )


def _turn_from_wire(turn: tables.TurnNow) -> Turn:
    return Turn(
        Seat(turn.seat),
        turn.phase,
        turn.drew,
        None if turn.required is None else Card(turn.required),
        None if turn.taken is None else Card(turn.taken),
        turn.new_melds,
        Tabled(turn.tabled),
        StockAtStart(turn.stock_at_start),
    )


def _end_from_wire(end: tables.EndOfHand) -> HandEnd:
    return HandEnd(
        end.reason,
        None if end.out is None else Seat(end.out),
        tuple(score_from_wire(score) for score in end.scores),
    )


def _cards(numbers: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(Card(number) for number in numbers)
