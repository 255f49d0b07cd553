"""The help for a table: its rules, the keys, the marks, tips, and where the game comes from."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rummy500.engine.cards import Card
from rummy500.engine.notation import parse_card
from rummy500.engine.options import AceMode, Scoring, TableOptions
from rummy500.engine.scoring import values_of
from rummy500.protocol.version import PROGRAM_VERSION
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.card_words import aloud, signs
from rummy500_client.presenters.help_model import (
    Example,
    HelpModel,
    HelpTab,
    KeyGroup,
    KeyLine,
    Mark,
    MarkLine,
    SeatLine,
    Tab,
)
from rummy500_client.presenters.rules_words import rules_model
from rummy500_client.presenters.table_model import Button


HELP: Final = "help"
CLOSE_HELP: Final = "close_help"
TAB: Final = "help_tab:"
"""Followed by the name of a page."""
RULES_OF: Final = "rules_of:"
"""Followed by the id of a table of the list."""


def help_button(words: Words) -> Button:
    """Return the button that opens the help."""
    return Button(HELP, words.say("Help"), "help", accessible=words.say("Rules and help"))


def help_model(
    options: TableOptions,
    players: int,
    tab: HelpTab,
    words: Words,
    *,
    confirm: bool = True,
    planned: bool = False,
) -> HelpModel:
    """Return the help for a table with so many seats.

    ``confirm`` is whether what cannot be taken back needs a second press, ``planned`` whether the
    table is one that there is not yet.
    """
    say = words.say
    return HelpModel(
        title=say("Help"),
        tab=tab,
        tabs=(
            Tab(HelpTab.RULES, say("Rules and keys")),
            Tab(HelpTab.MARKS, say("Marks on the table")),
            Tab(HelpTab.TIPS, say("Tips")),
            Tab(HelpTab.ABOUT, say("About the game")),
        ),
        close=Button(CLOSE_HELP, say("Close"), "close"),
        rules=rules_model(options, players, words, planned=planned),
        examples=tuple(
            replace(example, accessible=aloud(signs(example.cards), words))
            for example in _examples(options, words)
        ),
        keys_title=say("Keys"),
        keys=tuple(_spoken(group, words) for group in _keys(words, confirm=confirm)),
        marks_title=say("What the marks mean"),
        marks=_marks(options, words),
        seats_title=say("The seats"),
        seats=_seats(words),
        seats_notes=_seats_notes(words),
        tips_title=say("Tips"),
        tips=_tips(options, words),
        about_title=say("About the game"),
        about=_about(words),
    )


# --- examples ------------------------------------------------------------------------------------


def _cards(text: str) -> tuple[Card, ...]:
    """Return cards in the order in which they are written."""
    return tuple(parse_card(word) for word in text.split())


def _examples(options: TableOptions, words: Words) -> tuple[Example, ...]:
    say = words.say
    group = say("Three or four cards of one rank.")
    run = say("Three or more of one suit in a row.")
    return (
        Example(_cards("7S 7H 7D"), good=True, head=say("Group"), text=group),
        Example(_cards("TH JH QH KH"), good=True, head=say("Run"), text=run),
        _not_a_run(options.ace_mode, words),
        _ace_run(options, words),
    )


def _not_a_run(mode: AceMode, words: Words) -> Example:
    say = words.say
    cards, text = {
        AceMode.BOTH: ("KS AS 2S", say("A run never goes round the ace.")),
        AceMode.LOW: ("QS KS AS", say("Here the ace goes only below the 2.")),
        AceMode.HIGH: ("AS 2S 3S", say("Here the ace goes only above the king.")),
    }[mode]
    return Example(_cards(cards), good=False, head=say("Not a run"), text=text)


def _ace_run(options: TableOptions, words: Words) -> Example:
    say = words.say
    held, low, _ = values_of(options)
    high = held[parse_card("AC")]
    if options.ace_mode is AceMode.HIGH:
        cards, points, text = "QC KC AC", high, say("So does every other ace.")
    elif options.ace_mode is AceMode.LOW:
        cards, points, text = "AC 2C 3C", low, say("So does every other ace.")
    else:
        cards, points = "AC 2C 3C", low
        text = say("At the low end of a run. Anywhere else an ace counts {points}.", points=high)
    head = say("This ace counts {points}", points=points)
    return Example(_cards(cards), good=True, head=head, text=text)


# --- keys ----------------------------------------------------------------------------------------


def _spoken(group: KeyGroup, words: Words) -> KeyGroup:
    lines = tuple(replace(line, spoken=_spoken_keys(line.keys, words)) for line in group.lines)
    return replace(group, lines=lines)


def _spoken_keys(keys: tuple[str, ...], words: Words) -> str:
    """Return keys as they are said: "Control and Z", "left arrow, right arrow", "D, D"."""
    say = words.say
    names = {
        "⇧Tab": say("Shift and Tab"),
        "←": say("left arrow"),
        "→": say("right arrow"),
        "Esc": say("Escape"),
    }
    held, free = (keys[:1], keys[1:]) if keys[0] == "Ctrl" else ((), keys)
    said = [names.get(key, key) for key in free]
    if held:
        said = [say("Control and {key}", key=key) for key in said]
    return ", ".join(said)


def _keys(words: Words, *, confirm: bool) -> tuple[KeyGroup, ...]:
    say = words.say
    discard = KeyLine(("D", "D"), say("Discard: press twice"))
    if not confirm:
        discard = KeyLine(("D",), say("Discard"))
    space, enter = say("Space"), say("Enter")
    return (
        KeyGroup(
            say("On the table"),
            (
                KeyLine(("Tab", "⇧Tab"), say("Hand, pile, melds, buttons")),
                KeyLine(("←", "→"), say("From card to card")),
                KeyLine((say("Home"), say("End")), say("To the first or the last card")),
                KeyLine((space,), say("Select, or let go")),
                KeyLine((enter,), say("What the gold button says")),
                KeyLine(("Esc",), say("Clear the selection, close a preview")),
            ),
        ),
        KeyGroup(
            say("Plays"),
            (
                KeyLine(("S",), say("Draw from the stock")),
                KeyLine(("T",), say("Take the top card")),
                KeyLine(("M",), say("Meld the selected cards")),
                KeyLine(("L",), say("Lay off; 1 to 9 names the meld")),
                discard,
                KeyLine(("E", "E"), say("End the hand: press twice")),
                KeyLine(("Ctrl", "Z"), say("Undo, back to the last new card")),
            ),
        ),
        KeyGroup(
            say("Your cards and the rest"),
            (
                KeyLine(("F2", "F3", "F4"), say("Sort by suit, rank, melds")),
                KeyLine(("Ctrl", "←", "→"), say("Move a card in your hand")),
                KeyLine(("N",), say("Select the next meld in your hand")),
                KeyLine(("R",), say("Screen reader: repeat what happened")),
                KeyLine(("W",), say("Screen reader: whose turn, what you can do")),
                KeyLine(("G",), say("Log of the plays")),
                KeyLine(("V",), say("Sounds on or off")),
                KeyLine(("F1",), say("This help")),
                KeyLine(("F10",), say("Settings")),
            ),
        ),
    )


# --- marks ---------------------------------------------------------------------------------------


def _marks(options: TableOptions, words: Words) -> tuple[MarkLine, ...]:
    say = words.say
    required = (
        MarkLine(
            Mark.REQUIRED,
            parse_card("9H"),
            say("Required"),
            say("You took it from the pile: put it on the table before you discard."),
        ),
    )
    return (
        MarkLine(
            Mark.CAN_TAKE, parse_card("8C"), say("Can be taken"), say("A gold edge on the pile.")
        ),
        MarkLine(
            Mark.TARGET,
            parse_card("TD"),
            say("Fits here"),
            say("A gold ring: press it, and the play is made."),
        ),
        MarkLine(
            Mark.SELECTED, parse_card("KS"), say("Selected"), say("Press it again to let it go.")
        ),
        *(required if options.deep_draw or options.top_draw_must_use else ()),
        MarkLine(
            Mark.JUST_DRAWN,
            parse_card("4H"),
            say("Just drawn"),
            say("New in your hand in this turn."),
        ),
        MarkLine(
            Mark.VEILED,
            parse_card("5D"),
            say("Not part of it"),
            say("It stays where it is when you take the cards above it."),
        ),
        MarkLine(
            Mark.LAST_PLAY,
            parse_card("JC"),
            say("Last play"),
            say("White corners: what was laid down a moment ago."),
        ),
        MarkLine(
            Mark.FOCUS,
            parse_card("6H"),
            say("Here is the keyboard"),
            say("A white ring: what Space or Enter presses."),
        ),
    )


def _seats(words: Words) -> tuple[SeatLine, ...]:
    say = words.say
    return (
        SeatLine(0, say("You, at every table")),
        SeatLine(1, say("The first at your left")),
        SeatLine(2, say("The second")),
        SeatLine(3, say("The third")),
    )


def _seats_notes(words: Words) -> tuple[str, ...]:
    say = words.say
    return (
        say("A strip below a card on the table: who placed it."),
        say(
            "{letter} beside a name: who dealt this hand.",
            letter=words.say_in("mark of the dealer", "D"),
        ),
    )


# --- tips and origin -----------------------------------------------------------------------------


def _tips(options: TableOptions, words: Words) -> tuple[str, ...]:
    say = words.say
    placed = options.scoring is Scoring.PLACED_MINUS_HAND
    tips = [
        say(
            "You can drag cards too: onto a meld, onto the bare table for a new meld, "
            "onto the pile to discard."
        )
    ]
    if options.deep_draw:
        tips.append(say("A card buried deep can pay: what lies above it comes for free."))
    tips.append(say("Every card that you take is a burden until it is on the table."))
    if placed:
        tips.append(
            say("Lay off on other people's melds too: points go to whoever places the card.")
        )
    tips.append(say("Do not discard what fits a meld on the table."))
    if placed and options.ace_mode is AceMode.BOTH:
        held, low, _ = values_of(options)
        tips.append(
            say(
                "An ace counts {high} at the high end or in the hand and {low} at the low end: "
                "Q-K-A beats A-2-3.",
                high=held[parse_card("AS")],
                low=low,
            )
        )
    return tuple(tips)


def _about(words: Words) -> tuple[str, ...]:
    say = words.say
    return (
        say(
            "Rummy 500 is also known as 500 rum, pinochle rummy, Michigan rummy and Persian rummy."
        ),
        say(
            "Its roots lie in conquian, a game attested since 1852. "
            "The historian of card games David Parlett sees the whole rummy family come from it."
        ),
        say("Canasta, in turn, descends from Rummy 500."),
        say("The rules follow those of pagat.com."),
        say("Version {number}", number=PROGRAM_VERSION),
    )
