"""What a position is, in the words of the notation: answers to ``expect`` lines."""

from __future__ import annotations

from typing import Final

from rummy500.engine.cards import card_list
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match
from rummy500.engine.melds import Meld, meld_order
from rummy500.engine.notation import cards_text
from rummy500.engine.scoring import placed_points, score_text
from rummy500.engine.state import HandState
from rummy500.referee.script import Expectation, Topic


NOTHING: Final = "none"


def answer(match: Match, question: Expectation) -> str:
    """Return the true answer to an ``expect`` line."""
    match question.topic:
        case Topic.TOTALS:
            return " ".join(score_text(total) for total in match.totals)
        case Topic.WINNERS:
            seats = match.winners or ()
            return " ".join(str(seat + 1) for seat in seats) or NOTHING
        case _:
            return NOTHING if match.hand is None else _of_hand(match.hand, question)


def _of_hand(hand: HandState, question: Expectation) -> str:
    number = question.number
    match question.topic:
        case Topic.PLACED:
            points = placed_points(hand.melds, hand.players, hand.options)
            return " ".join(str(p) for p in points)
        case Topic.MELD:
            meld = _meld(hand, number)
            return NOTHING if meld is None else cards_text(meld_order(meld))
        case Topic.ACE:
            meld = _meld(hand, number)
            return NOTHING if meld is None or meld.ace is None else meld.ace.value
        case Topic.HAND:
            return cards_text(card_list(hand.hands[number - 1]))
        case Topic.PILE:
            return cards_text(hand.pile)
        case _:
            return _of_end(hand, question.topic)


def _of_end(hand: HandState, topic: Topic) -> str:
    end = hand.end
    if topic is Topic.TURN:
        return _seat(hand.turn.seat if end is None else None)
    if end is None:
        return NOTHING
    match topic:
        case Topic.END:
            return end.reason.value
        case Topic.OUT:
            return _seat(end.out)
        case _:
            return " ".join(score_text(score) for score in end.scores)


def _seat(seat: Seat | None) -> str:
    return NOTHING if seat is None else str(seat + 1)


def _meld(hand: HandState, number: int) -> Meld | None:
    return hand.melds[number - 1] if 0 < number <= len(hand.melds) else None
