"""A match: hands until the target is reached (R42 to R46)."""

from __future__ import annotations

from typing import NamedTuple

from rummy500.engine.cards import Card
from rummy500.engine.deal import deal
from rummy500.engine.events import EndReason, Event, HandDealt
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import HandNumber, Seat, next_seat
from rummy500.engine.options import NextDealer, TableOptions
from rummy500.engine.scoring import Score, match_winners
from rummy500.engine.state import HandEnd, HandState, Phase, StockAtStart, Turn


class HandResult(NamedTuple):
    """A hand that is over, as the match remembers it."""

    number: HandNumber
    dealer: Seat
    reason: EndReason
    out: Seat | None
    scores: tuple[Score, ...]
    totals: tuple[Score, ...]
    """After this hand."""


class Match(NamedTuple):
    """A match, in full truth."""

    options: TableOptions
    players: int
    dealer: Seat
    """Who deals the present hand; before the first hand, who will deal it."""
    totals: tuple[Score, ...]
    number: HandNumber = HandNumber(0)
    """Of the present hand; 0 before the first."""
    hand: HandState | None = None
    results: tuple[HandResult, ...] = ()
    winners: tuple[Seat, ...] | None = None
    """None while the match runs."""


def start_match(options: TableOptions, players: int, dealer: Seat) -> Match:
    """Return a match before its first hand."""
    return Match(options, players, dealer, (0,) * players)


def next_hand(match: Match, pack: tuple[Card, ...], seed: bytes = b"") -> HandDealt:
    """Return the event that deals the next hand.

    The match must be before its first hand, or between two hands, and not over.
    """
    number = HandNumber(match.number + 1)
    dealer = next_dealer(match) if match.results else match.dealer
    return HandDealt(number, dealer, pack, seed)


def next_dealer(match: Match) -> Seat:
    """Return who deals after the last hand (R46, O21)."""
    last = match.results[-1]
    rotated = next_seat(last.dealer, match.players)
    if last.reason is not EndReason.WENT_OUT:
        return rotated
    if match.options.next_dealer is NextDealer.ROTATE:
        return rotated
    wins = match.options.next_dealer is NextDealer.WINNER
    wanted = max(last.scores) if wins else min(last.scores)
    holders = [Seat(s) for s, score in enumerate(last.scores) if score == wanted]
    return holders[0] if len(holders) == 1 else rotated


def open_hand(match: Match, event: HandDealt) -> HandState:
    """Return the hand that a deal opens (R2 to R6)."""
    dealt = deal(event.pack, match.players, event.dealer, match.options)
    at_start = StockAtStart.FULL if dealt.stock else StockAtStart.EMPTY
    first = next_seat(event.dealer, match.players)
    return HandState(
        options=match.options,
        dealer=event.dealer,
        hands=dealt.hands,
        stock=dealt.stock,
        pile=(dealt.upcard,),
        melds=(),
        turn=Turn(first, Phase.DRAW, stock_at_start=at_start),
        seed=event.seed,
        fits=0,
    )


def apply(match: Match, event: Event) -> Match:
    """Return the match after one event; a hand that ends is added to the totals (R42)."""
    if isinstance(event, HandDealt):
        return match._replace(
            dealer=event.dealer, number=event.number, hand=open_hand(match, event)
        )
    if match.hand is None:
        return match
    hand = evolve(match.hand, event)
    match = match._replace(hand=hand)
    return match if hand.end is None else settle(match, hand.end)


def settle(match: Match, end: HandEnd) -> Match:
    """Return the match with a finished hand added to the totals (R42 to R45)."""
    totals = tuple(a + b for a, b in zip(match.totals, end.scores, strict=True))
    result = HandResult(match.number, match.dealer, end.reason, end.out, end.scores, totals)
    return match._replace(
        totals=totals,
        results=(*match.results, result),
        winners=match_winners(totals, match.options, end.out),
    )
