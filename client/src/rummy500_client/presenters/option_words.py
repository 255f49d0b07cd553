"""What the options of a table are called: a title, a sentence, the answers, and a few words."""

from __future__ import annotations

from typing import Final

from rummy500.engine.options import (
    Preset,
    Scoring,
    SubtractWinnerHand,
    TableOptions,
    changed_options,
    option_text,
    preset_options,
)
from rummy500_client.i18n.words import Words, marked
from rummy500_client.presenters.option_use import idle_options


ON: Final = "on"
OFF: Final = "off"

TITLES: Final[dict[str, str]] = {
    "players": marked("Number of players"),
    "deep_draw": marked("Take cards from inside the pile"),
    "deep_draw_use": marked("The card taken must be used"),
    "deep_draw_timing": marked("When it must be used"),
    "top_draw_must_use": marked("The top card must be used"),
    "forbid_discard_of_taken_top": marked("No discarding of the top card taken"),
    "max_melds_per_turn": marked("New melds in a turn"),
    "layoff_requires_own_meld": marked("Lay off only after melding"),
    "ace_mode": marked("Place of the ace"),
    "must_discard_to_go_out": marked("Go out only by discarding"),
    "exhausted_stock": marked("When the stock is empty"),
    "scoring": marked("What a hand brings"),
    "simple_scoring": marked("Simple card values"),
    "simple_low_ace": marked("Ace at the low end of a run"),
    "subtract_winner_hand": marked("Take off the lowest hand"),
    "split_rounding": marked("Shared points"),
    "target_score": marked("Points to win"),
    "target_test": marked("The target is"),
    "tie_break": marked("If the best total is shared"),
    "hand_size": marked("Cards for each player"),
    "first_dealer": marked("First dealer"),
    "next_dealer": marked("Next dealer"),
    "idle_rounds": marked("Rounds without play before the hand ends"),
    "undo": marked("Undo"),
    "turn_seconds": marked("Seconds for a turn"),
    "reserve_seconds": marked("Seconds in reserve for a hand"),
    "daily": marked("The cards of the day"),
    "restriction": marked("Restrict melding and laying off"),
    "going_out_bonus": marked("Points for going out"),
    "going_rummy": marked("Whole hand in one turn"),
}

HINTS: Final[dict[str, str]] = {
    "deep_draw": marked("All cards above come along, and the one chosen must be used"),
    "deep_draw_use": marked("How it may reach the table"),
    "deep_draw_timing": marked("At once, or at any time before the discard"),
    "top_draw_must_use": marked("The top card may be taken only to play it"),
    "forbid_discard_of_taken_top": marked("It may go back to the pile in a later turn"),
    "max_melds_per_turn": marked("Laying off is never limited"),
    "layoff_requires_own_meld": marked("First a meld of your own in this hand"),
    "ace_mode": marked("At which end of a run it may be"),
    "must_discard_to_go_out": marked("A meld or a lay-off may not use up the hand"),
    "exhausted_stock": marked("What whoever is to move can do"),
    "scoring": marked("From the cards on the table, or only from those left over"),
    "simple_scoring": marked("Twos to nines count 5"),
    "simple_low_ace": marked("What it counts with simple card values"),
    "subtract_winner_hand": marked("When the stock ended the hand"),
    "split_rounding": marked("When several hold the lowest hand"),
    "target_test": marked("When a total is exactly there"),
    "tie_break": marked("At the end of the match"),
    "hand_size": marked("13 with two players, 7 with more, or another number"),
    "first_dealer": marked("Whoever sits after the dealer plays first"),
    "next_dealer": marked("For the hands that follow"),
    "idle_rounds": marked("Counted while the stock is empty; 0 is never"),
    "undo": marked("Plays can be taken back until the discard"),
    "turn_seconds": marked("0 is no limit; otherwise 15 to 300"),
    "reserve_seconds": marked("Used up when the time for a turn is over"),
    "daily": marked("The same for all on this server today; for two, with the standard rules"),
    "restriction": marked("One new meld a turn; laying off only after melding"),
    "going_out_bonus": marked("0 to 100, on top of the points of the cards"),
    "going_rummy": marked("With nothing on the table before"),
}

LABELS: Final[dict[str, dict[str, str]]] = {
    "deep_draw_use": {
        "meld_or_layoff": marked("Melded or laid off"),
        "meld_only": marked("In a new meld"),
    },
    "deep_draw_timing": {
        "same_turn": marked("Before the discard"),
        "next_action": marked("With the next play"),
    },
    "max_melds_per_turn": {"0": marked("Any number"), "1": marked("One")},
    "ace_mode": {
        "both": marked("Low or high"),
        "low": marked("Low only"),
        "high": marked("High only"),
    },
    "exhausted_stock": {
        "decline_ends": marked("Take, or end the hand"),
        "reshuffle_keep_top": marked("Shuffle the pile"),
        "flip_pile": marked("Turn the pile over"),
        "ends_with_last_card": marked("The hand ends"),
        "all_must_decline": marked("Take, or pass"),
    },
    "scoring": {
        "placed_minus_hand": marked("Table less hand"),
        "winner_takes_hands": marked("Lowest hand takes all"),
        "penalties": marked("Penalties only"),
    },
    "simple_low_ace": {"5": marked("5 points"), "1": marked("1 point")},
    "subtract_winner_hand": {
        "basic_only": marked("In the basic scorings"),
        "off": marked("Never"),
        "also_500": marked("In every scoring"),
    },
    "split_rounding": {"floor": marked("Whole points"), "exact": marked("To the fraction")},
    "target_test": {"reach": marked("To be reached"), "exceed": marked("To be passed")},
    "tie_break": {
        "extra_hand": marked("Another hand"),
        "shared": marked("They win together"),
        "went_out_wins": marked("Who went out wins"),
    },
    "first_dealer": {"random": marked("Drawn by lot"), "seat1": marked("The first seat")},
    "next_dealer": {
        "rotate": marked("The next seat"),
        "winner": marked("Who won the hand"),
        "loser": marked("Who did worst"),
    },
    "going_rummy": {"off": marked("No extra"), "double": marked("Counts double")},
}

SHORT: Final[dict[str, dict[str, str]]] = {
    "deep_draw": {ON: marked("deep draws"), OFF: marked("no deep draws")},
    "deep_draw_use": {
        "meld_or_layoff": marked("card taken melded or laid off"),
        "meld_only": marked("card taken only melded"),
    },
    "deep_draw_timing": {
        "same_turn": marked("card taken used in the turn"),
        "next_action": marked("card taken used at once"),
    },
    "top_draw_must_use": {
        ON: marked("top card must be used"),
        OFF: marked("top card may be kept"),
    },
    "forbid_discard_of_taken_top": {
        ON: marked("top card taken is not discarded"),
        OFF: marked("top card taken may be discarded"),
    },
    "max_melds_per_turn": {"0": marked("any number of melds"), "1": marked("one meld a turn")},
    "layoff_requires_own_meld": {
        ON: marked("laying off only after melding"),
        OFF: marked("laying off at any time"),
    },
    "ace_mode": {
        "both": marked("ace low or high"),
        "low": marked("ace low"),
        "high": marked("ace high"),
    },
    "must_discard_to_go_out": {
        ON: marked("last card is discarded"),
        OFF: marked("no last discard needed"),
    },
    "exhausted_stock": {
        "decline_ends": marked("empty stock: take or end"),
        "reshuffle_keep_top": marked("pile is reshuffled"),
        "flip_pile": marked("pile is turned over"),
        "ends_with_last_card": marked("ends with the last card"),
        "all_must_decline": marked("ends when all pass"),
    },
    "scoring": {
        "placed_minus_hand": marked("table less hand"),
        "winner_takes_hands": marked("lowest hand takes all"),
        "penalties": marked("penalties"),
    },
    "simple_scoring": {ON: marked("simple card values"), OFF: marked("full card values")},
    "simple_low_ace": {"5": marked("low ace 5"), "1": marked("low ace 1")},
    "subtract_winner_hand": {
        "basic_only": marked("lowest hand taken off as usual"),
        "off": marked("lowest hand not taken off"),
        "also_500": marked("lowest hand taken off"),
    },
    "split_rounding": {"floor": marked("shares in whole points"), "exact": marked("exact shares")},
    "target_test": {"reach": marked("target reached"), "exceed": marked("target passed")},
    "tie_break": {
        "extra_hand": marked("ties play on"),
        "shared": marked("ties win together"),
        "went_out_wins": marked("ties go to who went out"),
    },
    "first_dealer": {"random": marked("first dealer by lot"), "seat1": marked("first seat deals")},
    "next_dealer": {
        "rotate": marked("deal moves on"),
        "winner": marked("winner deals"),
        "loser": marked("loser deals"),
    },
    "undo": {ON: marked("undo"), OFF: marked("no undo")},
    "daily": {ON: marked("cards of the day"), OFF: marked("own cards")},
    "restriction": {ON: marked("restricted"), OFF: marked("unrestricted")},
    "going_rummy": {"off": marked("no double hands"), "double": marked("whole hand counts double")},
}


def option_title(name: str, words: Words) -> str:
    """Return what an option is called; its plain name where a newer server knows more."""
    return words.say(TITLES[name]) if name in TITLES else name


def rules_summary(options: TableOptions, players: int, words: Words) -> str:
    """Return in one line how far a table is played and how it differs from the standard game."""
    say = words.say
    idle = idle_options(options, players)
    parts = [say("to {points}", points=options.target_score)]
    changed = own_changes(options)
    told = [
        name
        for name in changed
        if name != "target_score" and name not in idle and _counts(name, options, players)
    ]
    parts += [_short(name, option_text(options, name), options, words) for name in told]
    match options.preset:
        case Preset.BASIC:
            parts.insert(0, say("Basic Rummy"))
        case Preset.RUMMY500 if not told:
            parts.append(say("standard rules"))
        case Preset.RUMMY500:
            pass
    line = ", ".join(parts)
    return line[0].upper() + line[1:]


def own_changes(options: TableOptions) -> dict[str, str]:
    """Return what differs from the preset; what the restriction stands for is told by it."""
    changed = changed_options(options)
    hidden = _RESTRICTED if options.restriction else frozenset()
    return {name: text for name, text in changed.items() if name not in hidden}


_RESTRICTED: Final = frozenset({"max_melds_per_turn", "layoff_requires_own_meld"})


def _counts(name: str, options: TableOptions, players: int) -> bool:
    """Return whether a changed option makes a difference: 13 cards for two are no change."""
    base = preset_options(options.preset)
    match name:
        case "hand_size":
            return options.cards_each(players) != base.cards_each(players)
        case "subtract_winner_hand":  # "as usual" means one or the other of its neighbours
            alone = options.scoring is Scoring.PLACED_MINUS_HAND
            usual = SubtractWinnerHand.OFF if alone else SubtractWinnerHand.ALSO_500
            return options.subtract_winner_hand is not usual
        case _:
            return True


def _short(name: str, value: str, options: TableOptions, words: Words) -> str:
    if name in SHORT:
        return words.say(SHORT[name][value])
    match name:
        case "hand_size" if not options.hand_size:
            return words.say("the usual number of cards")
        case "hand_size":
            return words.count("{n} card each", "{n} cards each", options.hand_size)
        case "idle_rounds" if not options.idle_rounds:
            return words.say("no end for idle play")
        case "idle_rounds":
            return words.count(
                "{n} round without play", "{n} rounds without play", options.idle_rounds
            )
        case "turn_seconds" if not options.turn_seconds:
            return words.say("no clock")
        case "turn_seconds":
            return words.count("{n} second a turn", "{n} seconds a turn", options.turn_seconds)
        case "reserve_seconds":
            return words.count(
                "{n} second in reserve", "{n} seconds in reserve", options.reserve_seconds
            )
        case _:
            return words.count(
                "{n} point for going out", "{n} points for going out", options.going_out_bonus
            )
