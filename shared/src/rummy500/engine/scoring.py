"""Points: of a card, of what a seat placed, of a hand, and who has won the match."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import ACE, ACES, LANE, PACK, CardSet, rank_of
from rummy500.engine.events import EndReason
from rummy500.engine.ids import Seat
from rummy500.engine.melds import Meld
from rummy500.engine.options import (
    AceMode,
    GoingRummy,
    Scoring,
    SplitRounding,
    SubtractWinnerHand,
    TableOptions,
    TargetTest,
    TieBreak,
)


Score = int | Fraction
"""Points; a fraction only where a pot is split exactly (O15)."""

_TEN: Final = 9
"""Rank of the ten: from here on a card counts 10."""


class Values(NamedTuple):
    """What cards count at a table."""

    held: tuple[int, ...]
    """By card: in a hand, in a group, and in a run unless it is an ace at the low end."""
    low_ace: int
    """An ace at the low end of a run (R38, O13)."""
    lanes: tuple[int, ...]
    """By the thirteen bits of a suit, what its cards count in a hand."""


def values_of(options: TableOptions) -> Values:
    """Return the values of the cards under these options (R37, R38, B8, O8, O12, O13)."""
    return _values(options.ace_mode, options.simple_scoring, options.simple_low_ace)


@cache
def _values(ace_mode: AceMode, simple: bool, simple_low_ace: int) -> Values:  # noqa: FBT001 - cache key
    low = (simple_low_ace if ace_mode is AceMode.BOTH else 5) if simple else 1
    ace = low if ace_mode is AceMode.LOW else 15
    held = []
    for card in PACK:
        rank = rank_of(card)
        if rank == ACE:
            held.append(ace)
        elif rank >= _TEN:
            held.append(10)
        else:
            held.append(5 if simple else rank + 1)
    lanes = [0]
    for lane in range(1, LANE + 1):
        lowest = lane & -lane
        lanes.append(lanes[lane ^ lowest] + held[lowest.bit_length() - 1])
    return Values(tuple(held), low, tuple(lanes))


def cards_value(cards: CardSet, options: TableOptions) -> int:
    """Return what a set of cards counts in the hand (R38, R40)."""
    return _sum(cards, values_of(options).lanes)


def _sum(cards: int, lanes: Sequence[int]) -> int:
    return (
        lanes[cards & LANE]
        + lanes[cards >> 13 & LANE]
        + lanes[cards >> 26 & LANE]
        + lanes[cards >> 39]
    )


def placed_value(meld: Meld, cards: CardSet, options: TableOptions) -> int:
    """Return what ``cards``, a part of ``meld``, count on the table (R38)."""
    return _placed(meld, cards, values_of(options))


def _placed(meld: Meld, cards: int, values: Values) -> int:
    total = _sum(cards, values.lanes)
    if meld.ace is AceEnd.LOW and cards & ACES:
        return total - values.held[ACE] + values.low_ace
    return total


def placed_points(melds: Sequence[Meld], players: int, options: TableOptions) -> tuple[int, ...]:
    """Return the points on the table by the seat that placed them (R39)."""
    points = [0] * players
    values = values_of(options)
    for meld in melds:
        for seat, cards in enumerate(meld.placed):
            if cards:
                points[seat] += _placed(meld, cards, values)
    return tuple(points)


class Finish(NamedTuple):
    """What scoring needs to know of the end of a hand."""

    reason: EndReason
    out: Seat | None
    rummy: bool
    """The seat that went out had tabled nothing before its last turn (O28)."""


def hand_scores(
    hands: Sequence[CardSet], melds: Sequence[Meld], options: TableOptions, finish: Finish
) -> tuple[Score, ...]:
    """Return the score of the hand by seat (R40, B5 to B7, O11, O14, O15, O27, O28)."""
    held = [cards_value(cards, options) for cards in hands]
    lowest = min(held)
    by_stock = finish.reason is not EndReason.WENT_OUT
    match options.scoring:
        case Scoring.PLACED_MINUS_HAND:
            placed = placed_points(melds, len(held), options)
            off = options.subtract_winner_hand is SubtractWinnerHand.ALSO_500 and by_stock
            scores = [p - (h - (lowest if off else 0)) for p, h in zip(placed, held, strict=True)]
            if finish.out is not None:
                scores[finish.out] += options.going_out_bonus
            return tuple(scores)
        case Scoring.WINNER_TAKES_HANDS:
            return _winner_takes(held, options, finish)
        case Scoring.PENALTIES:
            off = options.subtract_winner_hand is not SubtractWinnerHand.OFF and by_stock
            return tuple(-(h - (lowest if off else 0)) for h in held)


def _winner_takes(held: Sequence[int], options: TableOptions, finish: Finish) -> tuple[Score, ...]:
    lowest = min(held)
    by_stock = finish.reason is not EndReason.WENT_OUT
    off = lowest if options.subtract_winner_hand is not SubtractWinnerHand.OFF and by_stock else 0
    winners = [seat for seat, value in enumerate(held) if value == lowest]
    pot = sum(value - off for value in held if value != lowest)
    share: Score = Fraction(pot, len(winners))
    if options.split_rounding is SplitRounding.FLOOR or share.denominator == 1:
        share = pot // len(winners)
    if finish.rummy and options.going_rummy is GoingRummy.DOUBLE:
        share = 2 * share
    return tuple(share if seat in winners else 0 for seat in range(len(held)))


def score_text(score: Score) -> str:
    """Return a score as people read it: whole, or one decimal rounded half up (O15)."""
    if score.denominator == 1:
        return str(int(score))
    tenths = Fraction(-score if score < 0 else score) * 10
    rounded = int(tenths + Fraction(1, 2))
    sign = "-" if score < 0 else ""
    return f"{sign}{rounded // 10}.{rounded % 10}"


def match_winners(
    totals: Sequence[Score], options: TableOptions, out: Seat | None
) -> tuple[Seat, ...] | None:
    """Return who has won after a hand, or None if another hand is played (R43 to R45, B7, B9).

    ``out`` is the seat that went out in the last hand (O18).
    """
    if not any(_past_target(total, options) for total in totals):
        return None
    best = max(totals)
    leaders = tuple(Seat(seat) for seat, total in enumerate(totals) if total == best)
    if len(leaders) == 1:
        return leaders
    match options.tie_break:
        case TieBreak.EXTRA_HAND:
            return None
        case TieBreak.SHARED:
            return leaders
        case TieBreak.WENT_OUT_WINS:
            return (out,) if out is not None and out in leaders else None


def _past_target(total: Score, options: TableOptions) -> bool:
    distance = -total if options.scoring is Scoring.PENALTIES else total
    if options.target_test is TargetTest.REACH:
        return distance >= options.target_score
    return distance > options.target_score
