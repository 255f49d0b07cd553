"""How the referee tells what it found: in lines for people, or as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rummy500.engine.actions import (
    AceEnd,
    Decline,
    DiscardCard,
    DrawStock,
    MeldCards,
    TakePile,
    Undo,
)
from rummy500.engine.cards import Card, card_list
from rummy500.engine.match import Match
from rummy500.engine.melds import meld_order, placed_by
from rummy500.engine.notation import card_text, cards_text
from rummy500.engine.scoring import Score, placed_points, score_text
from rummy500.engine.state import HandState
from rummy500.referee.runner import Report
from rummy500.referee.script import Asked, LayAt, TakeTop


Json = dict[str, object]


def failure_lines(report: Report) -> Iterator[str]:
    """Yield a line for each failure: file, line, id, expected and actual."""
    name = f" {report.game.name}:" if report.game.name else ""
    for failure in report.failures:
        place = f"{failure.place.file}:{failure.place.line}"
        yield f"{place}:{name} expected {failure.expected}, got {failure.actual}"


def json_lines(report: Report) -> Iterator[str]:
    """Yield a JSON object for each play, then one for the state after the game."""
    for play in report.plays:
        told: Json = {
            "id": report.game.name,
            "line": play.place.line,
            "seat": play.seat + 1,
            "action": action_text(play.asked),
            "result": play.result,
        }
        yield json.dumps(told)
    yield json.dumps({"id": report.game.name, "state": state_of(report.end)})


def action_text(asked: Asked) -> str:
    """Return an action as files write it."""
    match asked:
        case DrawStock():
            return "stock"
        case TakeTop():
            return "take top"
        case TakePile():
            return f"take {card_text(asked.card)}"
        case MeldCards():
            return f"meld {cards_text(asked.cards)}{_ace(asked.ace)}"
        case LayAt():
            return f"lay {cards_text(asked.cards)} > {asked.number}{_ace(asked.ace)}"
        case DiscardCard():
            return f"discard {card_text(asked.card)}"
        case Decline():
            return "decline"
        case Undo():
            return "undo"


def _ace(ace: AceEnd | None) -> str:
    return "" if ace is None else f" {ace}"


def state_of(match: Match) -> Json:
    """Return the state of a match and of its present hand as JSON has it (docs/notation.md)."""
    hand = match.hand
    found: Json = {} if hand is None else _hand(hand)
    found["totals"] = [_number(total) for total in match.totals]
    found["winners"] = None if match.winners is None else [seat + 1 for seat in match.winners]
    return found


def _hand(hand: HandState) -> Json:
    end = hand.end
    return {
        "hands": [_cards(card_list(cards)) for cards in hand.hands],
        "pile": _cards(hand.pile),
        "stock": _cards(hand.stock),
        "melds": [
            {
                "cards": _cards(meld_order(meld)),
                "placed_by": [placed_by(meld, card) + 1 for card in meld_order(meld)],
                "kind": meld.kind.value,
                "ace": None if meld.ace is None else meld.ace.value,
            }
            for meld in hand.melds
        ],
        "turn": hand.turn.seat + 1 if end is None else None,
        "phase": hand.turn.phase.value,
        "required": _card(hand.turn.required),
        "taken": _card(hand.turn.taken),
        "placed": list(placed_points(hand.melds, hand.players, hand.options)),
        "end": None if end is None else end.reason.value,
        "out": None if end is None or end.out is None else end.out + 1,
        "scores": None if end is None else [_number(score) for score in end.scores],
    }


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [card_text(card) for card in cards]


def _card(card: Card | None) -> str | None:
    return None if card is None else card_text(card)


def _number(score: Score) -> int | float:
    text = score_text(score)
    return float(text) if "." in text else int(text)
