"""The rules of a table in words, made from its options: only what applies, with its numbers.

Each topic is a function from the options to sentences. What the standard game would not say at
the same number of players is marked as changed, so no sentence needs to know what it changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rummy500.engine.options import (
    PACK_SIZE,
    RUMMY500,
    AceMode,
    DeepDrawTiming,
    DeepDrawUse,
    ExhaustedStock,
    Preset,
    TableOptions,
)
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.rules_model import RuleLine, RuleSection, RulesModel, Topic
from rummy500_client.presenters.rules_score import (
    comfort_lines,
    dealer_lines,
    match_lines,
    scoring_lines,
)


Lines = Callable[[TableOptions, int, Words], list[str]]


def rules_model(
    options: TableOptions, players: int, words: Words, *, planned: bool = False
) -> RulesModel:
    """Return the rules of a table with so many seats; ``planned``: there is no such table yet."""
    say = words.say
    sections = tuple(_section(topic, options, players, words) for topic in Topic)
    changes = sum(line.changed for section in sections for line in section.lines)
    game = preset_name(options.preset, words)
    if changes:
        told = words.count(
            "{n} rule differs from the standard game",
            "{n} rules differ from the standard game",
            changes,
        )
    else:
        told = words.say("the standard rules")
    return RulesModel(
        title=say("The rules of your next table") if planned else say("The rules of this table"),
        sub=f"{game}: {told}",
        changed_word=words.say("Changed here"),
        sections=sections,
        changes_title=say("Different there") if planned else say("Different at this table"),
    )


def preset_name(preset: Preset, words: Words) -> str:
    """Return the name of a game."""
    match preset:
        case Preset.RUMMY500:
            return words.say("Rummy 500")
        case Preset.BASIC:
            return words.say("Basic Rummy")


def _section(topic: Topic, options: TableOptions, players: int, words: Words) -> RuleSection:
    title, icon, lines = _topic(topic, words)
    standard = lines(RUMMY500, players, words)
    told = lines(options, players, words)
    return RuleSection(
        topic, title, icon, tuple(RuleLine(line, line not in standard) for line in told)
    )


def _topic(topic: Topic, words: Words) -> tuple[str, str, Lines]:
    say = words.say
    match topic:
        case Topic.DEAL:
            return say("Dealing"), "meld", _deal
        case Topic.TURN:
            return say("Your turn"), "play", _turn
        case Topic.DRAW:
            return say("Drawing"), "draw", _draw
        case Topic.MELDS:
            return say("Melds"), "meld", _melds
        case Topic.LAYOFFS:
            return say("Laying off"), "layoff", _layoffs
        case Topic.DISCARD:
            return say("Discarding and going out"), "discard", _discard
        case Topic.STOCK:
            return say("When the stock is empty"), "flag", _stock
        case Topic.SCORING:
            return say("Points"), "sort_rank", scoring_lines
        case Topic.MATCH:
            return say("End of the match"), "trophy", match_lines
        case Topic.DEALER:
            return say("Who deals"), "users", dealer_lines
        case Topic.COMFORT:
            return say("Undo and time"), "clock", comfort_lines


def topic_title(topic: Topic, words: Words) -> str:
    """Return what a topic is called."""
    return _topic(topic, words)[0]


def _deal(options: TableOptions, players: int, words: Words) -> list[str]:
    each = options.cards_each(players)
    rest = PACK_SIZE - players * each - 1
    lines = [words.count("Each player gets {n} card.", "Each player gets {n} cards.", each)]
    if rest > 0:  # with too many cards for the pack there is no table, but there are words
        lines.append(
            words.count(
                "One card is turned up and begins the pile; {n} card stays as the stock.",
                "One card is turned up and begins the pile; {n} cards stay as the stock.",
                rest,
            )
        )
    if options.daily:
        lines.append(words.say("The cards are those of the day: everybody gets the same deals."))
    return lines


def _turn(_options: TableOptions, _players: int, words: Words) -> list[str]:
    return [words.say("Draw, then meld and lay off if you like, then discard one card.")]


# --- drawing -------------------------------------------------------------------------------------


def _draw(options: TableOptions, _players: int, words: Words) -> list[str]:
    say = words.say
    lines = [say("Draw the first card of the stock, or take from the pile.")]
    if options.top_draw_must_use:
        lines.append(say("The top card of the pile may be taken only if you can use it."))
    else:
        lines.append(say("The top card of the pile may always be taken, and you may keep it."))
        lines.append(_top_again(options, words))
    if options.deep_draw:
        lines.append(
            say("You may take a card from inside the pile: all cards above it come along.")
        )
    else:
        lines.append(say("Only the top card of the pile may be taken, none from inside."))
    if options.deep_draw or options.top_draw_must_use:
        lines.append(_required(options, words))
    if options.deep_draw:
        lines.append(say("The other cards that come along are yours: keep, play or discard them."))
    return lines


def _top_again(options: TableOptions, words: Words) -> str:
    if options.forbid_discard_of_taken_top:
        return words.say("A top card that you have taken may not be discarded in the same turn.")
    return words.say("A top card that you have taken may be discarded in the same turn.")


_REQUIRED: Final[dict[tuple[DeepDrawTiming, DeepDrawUse], Callable[[Words], str]]] = {
    (DeepDrawTiming.SAME_TURN, DeepDrawUse.MELD_OR_LAYOFF): lambda words: words.say(
        "The card that you chose must be on the table before you discard, melded or laid off."
    ),
    (DeepDrawTiming.SAME_TURN, DeepDrawUse.MELD_ONLY): lambda words: words.say(
        "The card that you chose must be in a new meld before you discard; "
        "laying it off is not enough."
    ),
    (DeepDrawTiming.NEXT_ACTION, DeepDrawUse.MELD_OR_LAYOFF): lambda words: words.say(
        "Your very next play must put the card that you chose on the table, melded or laid off."
    ),
    (DeepDrawTiming.NEXT_ACTION, DeepDrawUse.MELD_ONLY): lambda words: words.say(
        "Your very next play must be a new meld with the card that you chose."
    ),
}


def _required(options: TableOptions, words: Words) -> str:
    return _REQUIRED[options.deep_draw_timing, options.deep_draw_use](words)


# --- on the table --------------------------------------------------------------------------------


def _melds(options: TableOptions, _players: int, words: Words) -> list[str]:
    say = words.say
    lines = [
        say("A group is three or four cards of one rank."),
        say("A run is three or more cards of one suit in a row."),
        _ace_place(options.ace_mode, words),
    ]
    if options.max_melds_per_turn:
        lines.append(
            words.count(
                "{n} new meld in a turn at most.",
                "{n} new melds in a turn at most.",
                options.max_melds_per_turn,
            )
        )
    else:
        lines.append(say("You may make as many new melds in a turn as you like."))
    return lines


def _ace_place(mode: AceMode, words: Words) -> str:
    match mode:
        case AceMode.BOTH:
            return words.say("The ace goes below the 2 or above the king: K-A-2 is no run.")
        case AceMode.LOW:
            return words.say("The ace goes only below the 2: Q-K-A is no run.")
        case AceMode.HIGH:
            return words.say("The ace goes only above the king: A-2-3 is no run.")


def _layoffs(options: TableOptions, _players: int, words: Words) -> list[str]:
    say = words.say
    if options.layoff_requires_own_meld:
        first = say("You may lay off only once you have melded in this hand; then on any meld.")
    else:
        first = say("You may lay off on any meld, your own or not, even before you have melded.")
    return [first, say("Several cards may go to one meld at once, at both ends.")]


def _discard(options: TableOptions, _players: int, words: Words) -> list[str]:
    say = words.say
    if options.must_discard_to_go_out:
        out = say("To go out you must discard your last card: keep one when you meld or lay off.")
    else:
        out = say("Whoever has no card left goes out: by melding, laying off or discarding.")
    return [
        out,
        say("The hand ends at that instant; nobody plays anything more."),
        say("A play after which you could not finish your turn is refused."),
    ]


def _stock(options: TableOptions, _players: int, words: Words) -> list[str]:
    lines = _empty_stock(options.exhausted_stock, words)
    if options.exhausted_stock is ExhaustedStock.ENDS_WITH_LAST_CARD:
        return lines
    if options.idle_rounds:
        lines.append(
            words.count(
                "After {n} round without stock in which nothing reaches the table, the hand ends.",
                "After {n} rounds without stock in which nothing reaches the table, the hand ends.",
                options.idle_rounds,
            )
        )
    else:
        lines.append(
            words.say("However long nothing reaches the table, the hand does not end by itself.")
        )
    return lines


def _empty_stock(way: ExhaustedStock, words: Words) -> list[str]:
    say = words.say
    match way:
        case ExhaustedStock.DECLINE_ENDS:
            return [say("Whoever is to move takes from the pile or ends the hand for all.")]
        case ExhaustedStock.RESHUFFLE_KEEP_TOP:
            return [
                say("The pile but its top card is shuffled and becomes the stock, twice at most."),
                say("With a single card in the pile, whoever is to move may end the hand."),
            ]
        case ExhaustedStock.FLIP_PILE:
            return [
                say("The pile but its top card is turned over, unshuffled, twice at most."),
                say("With a single card in the pile, whoever is to move may end the hand."),
            ]
        case ExhaustedStock.ENDS_WITH_LAST_CARD:
            return [say("The hand ends with the turn that draws the last card of the stock.")]
        case ExhaustedStock.ALL_MUST_DECLINE:
            return [
                say("Whoever is to move takes from the pile or passes."),
                say("When all have passed in a row, the hand ends."),
            ]
