"""The rules in words, second half: points, the end of the match, the dealer, undo and time."""

from __future__ import annotations

from rummy500.engine.options import (
    MIN_PLAYERS,
    AceMode,
    FirstDealer,
    GoingRummy,
    NextDealer,
    Scoring,
    SplitRounding,
    SubtractWinnerHand,
    TableOptions,
    TargetTest,
    TieBreak,
)
from rummy500.engine.scoring import values_of
from rummy500_client.i18n.words import Words


_HIGH_ACE = 15


def scoring_lines(options: TableOptions, players: int, words: Words) -> list[str]:
    """Return what a hand brings and what the cards count."""
    return [
        *_hand_score(options, players, words),
        _card_values(options, words),
        _ace(options, words),
    ]


def _hand_score(options: TableOptions, players: int, words: Words) -> list[str]:
    match options.scoring:
        case Scoring.PLACED_MINUS_HAND:
            return _placed(options, words)
        case Scoring.WINNER_TAKES_HANDS:
            return _winner_takes(options, players, words)
        case Scoring.PENALTIES:
            return _penalties(options, words)


def _placed(options: TableOptions, words: Words) -> list[str]:
    say = words.say
    lines = [
        say("A hand brings you what you put on the table less what is left in your hand."),
        say("A card counts for whoever placed it, on other people's melds too."),
    ]
    if options.going_out_bonus:
        lines.append(
            words.count(
                "Going out brings {n} point more.",
                "Going out brings {n} points more.",
                options.going_out_bonus,
            )
        )
    else:
        lines.append(say("Going out brings nothing of itself."))
    if options.subtract_winner_hand is SubtractWinnerHand.ALSO_500:
        lines.append(_subtracted(words))
    return lines


def _subtracted(words: Words) -> str:
    return words.say("If the stock ended the hand, the lowest hand is first taken off every hand.")


def _winner_takes(options: TableOptions, players: int, words: Words) -> list[str]:
    say = words.say
    lines = [
        say("The lowest hand wins and scores what the others hold."),
        say("Cards on the table count nothing."),
        _subtract_line(options, words),
    ]
    if players > MIN_PLAYERS:  # two who share the lowest hand share nothing
        lines.append(_shared(options.split_rounding, words))
    if options.going_rummy is GoingRummy.DOUBLE:
        lines.append(say("Putting the whole hand on the table in one turn wins double."))
    return lines


def _subtract_line(options: TableOptions, words: Words) -> str:
    if options.subtract_winner_hand is SubtractWinnerHand.OFF:
        return words.say("It is the same if the stock ended the hand.")
    return _subtracted(words)


def _shared(rounding: SplitRounding, words: Words) -> str:
    match rounding:
        case SplitRounding.FLOOR:
            return words.say("Those who share the lowest hand share the points; the rest is lost.")
        case SplitRounding.EXACT:
            return words.say("Those who share the lowest hand share the points to the fraction.")


def _penalties(options: TableOptions, words: Words) -> list[str]:
    return [
        words.say("Everybody loses what is left in the own hand."),
        words.say("Cards on the table count nothing."),
        _subtract_line(options, words),
    ]


def _card_values(options: TableOptions, words: Words) -> str:
    if options.simple_scoring:
        return words.say("Twos to nines count 5; tens, jacks, queens and kings 10.")
    return words.say("Twos to nines count their number; tens, jacks, queens and kings 10.")


def _ace(options: TableOptions, words: Words) -> str:
    low = values_of(options).low_ace
    match options.ace_mode:
        case AceMode.BOTH:
            return words.say(
                "An ace counts {high}; at the low end of a run it counts {low}.",
                high=_HIGH_ACE,
                low=low,
            )
        case AceMode.LOW:
            return words.say("Every ace counts {points}.", points=low)
        case AceMode.HIGH:
            return words.say("Every ace counts {points}.", points=_HIGH_ACE)


# --- the match -----------------------------------------------------------------------------------


def match_lines(options: TableOptions, _players: int, words: Words) -> list[str]:
    """Return how a match ends and who wins it."""
    say = words.say
    if options.scoring is Scoring.PENALTIES:
        best = say("The match goes to whoever has lost least.")
    else:
        best = say("The highest total wins, whoever went out.")
    return [_target(options, words), best, _tie(options.tie_break, words)]


def _target(options: TableOptions, words: Words) -> str:
    points = options.target_score
    losing = options.scoring is Scoring.PENALTIES
    match options.target_test:
        case TargetTest.REACH if losing:
            return words.count(
                "The match ends with the hand in which somebody has lost {n} point.",
                "The match ends with the hand in which somebody has lost {n} points.",
                points,
            )
        case TargetTest.EXCEED if losing:
            return words.count(
                "The match ends with the hand in which somebody has lost more than {n} point.",
                "The match ends with the hand in which somebody has lost more than {n} points.",
                points,
            )
        case TargetTest.REACH:
            return words.count(
                "The target is {n} point: the match ends with the hand in which it is reached.",
                "The target is {n} points: the match ends with the hand in which it is reached.",
                points,
            )
        case TargetTest.EXCEED:
            return words.count(
                "Pass {n} point: the match ends with the hand in which somebody has more.",
                "Pass {n} points: the match ends with the hand in which somebody has more.",
                points,
            )


def _tie(way: TieBreak, words: Words) -> str:
    match way:
        case TieBreak.EXTRA_HAND:
            return words.say("If the best total is shared, another hand is played.")
        case TieBreak.SHARED:
            return words.say("If the best total is shared, those who share it win together.")
        case TieBreak.WENT_OUT_WINS:
            return words.say(
                "If the best total is shared, whoever of them went out wins; "
                "if none did, another hand is played."
            )


def dealer_lines(options: TableOptions, _players: int, words: Words) -> list[str]:
    """Return who deals first and next."""
    return [
        _first_dealer(options.first_dealer, words),
        words.say("The seat after the dealer plays first."),
        _next_dealer(options.next_dealer, words),
    ]


def _first_dealer(way: FirstDealer, words: Words) -> str:
    match way:
        case FirstDealer.RANDOM:
            return words.say("The first dealer is drawn by lot.")
        case FirstDealer.SEAT1:
            return words.say("Whoever sits at the first seat deals first.")


def _next_dealer(way: NextDealer, words: Words) -> str:
    say = words.say
    match way:
        case NextDealer.ROTATE:
            return say("After each hand the deal moves one seat on.")
        case NextDealer.WINNER:
            return say(
                "Whoever wins a hand deals the next; the deal moves one seat on "
                "if several do or the stock ended it."
            )
        case NextDealer.LOSER:
            return say(
                "Whoever does worst in a hand deals the next; the deal moves one seat on "
                "if several do or the stock ended it."
            )


def comfort_lines(options: TableOptions, _players: int, words: Words) -> list[str]:
    """Return whether plays are undone, and how long a turn may last."""
    say = words.say
    if options.undo:
        undo = say("Melds, lay-offs and takes from the pile can be undone until you discard.")
        lines = [undo, say("A draw from the stock stays.")]
    else:
        lines = [say("Plays are not undone.")]
    seconds = options.turn_seconds
    if not seconds:
        return [*lines, say("A turn may last as long as you like.")]
    lines.append(
        words.count(
            "A turn lasts {n} second at most.", "A turn lasts {n} seconds at most.", seconds
        )
    )
    if options.reserve_seconds:
        lines.append(
            words.count(
                "Each hand brings {n} second in reserve.",
                "Each hand brings {n} seconds in reserve.",
                options.reserve_seconds,
            )
        )
    else:
        lines.append(say("There is no time in reserve."))
    return [*lines, say("When your time is over, a card is drawn and discarded for you.")]
