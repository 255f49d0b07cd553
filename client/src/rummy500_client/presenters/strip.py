"""The edges of the table: where we are, the tools, the ways to sort, the names of the areas."""

from __future__ import annotations

from rummy500_client.i18n.words import Words
from rummy500_client.presenters.buttons import MUTE, SETTINGS, settings_button
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.help import HELP
from rummy500_client.presenters.home import LANGUAGE
from rummy500_client.presenters.match_results import LEAVE
from rummy500_client.presenters.table_model import (
    AreaNames,
    Button,
    SortBox,
    SortChoice,
    ToolButton,
    TopStrip,
)
from rummy500_client.state.arrange import SortMode


MENU = "menu"
LOG = "log"


def strip_of(glance: Glance) -> TopStrip:
    """Return the upper edge."""
    say = glance.words.say
    target = say("To {points} points", points=glance.options.target_score)
    sub = target
    if glance.now.number:
        hand = say("Hand {number}", number=glance.now.number)
        sub = f"{target} · {hand}"
    return TopStrip(
        name=table_name(glance),
        sub=sub,
        menu=ToolButton(MENU, "menu", say("Menu of the table"), say("Menu")),
        tools=(
            ToolButton(LOG, "log", say("Log of the plays"), say("Log (G)"), checkable=True),
            *_sound(glance),
            ToolButton(SETTINGS, "settings", say("Settings"), say("Settings (F10)")),
            ToolButton(HELP, "help", say("Rules and help"), say("Help (F1)")),
        ),
    )


def _sound(glance: Glance) -> tuple[ToolButton, ...]:
    """Return the tool that silences the sounds, where there are any."""
    say = glance.words.say
    match glance.tastes.muted:
        case None:
            return ()
        case True:
            said, tip = say("Sounds are off. Press to hear them."), say("Hear the sounds (V)")
            return (ToolButton(MUTE, "mute", said, tip),)
        case False:
            said, tip = say("Sounds are on. Press to mute them."), say("Mute the sounds (V)")
            return (ToolButton(MUTE, "sound", said, tip),)


def menu_of(words: Words) -> tuple[Button, ...]:
    """Return what the menu of the table offers."""
    return (
        Button(HELP, words.say("Rules and help"), "help"),
        settings_button(words),
        Button(LANGUAGE, words.say("Español"), "globe"),
        Button(LEAVE, words.say("Leave the table"), "back"),
    )


def title_of(glance: Glance | None, words: Words) -> str:
    """Return the title of the window; it tells from afar whose turn it is."""
    title = words.say("Rummy 500")
    if glance is not None and glance.my_turn:
        return words.say("Your turn · {title}", title=title)
    return title


def table_name(glance: Glance) -> str:
    """Return the name of the table; one without a name is called after the game."""
    return glance.now.name or glance.words.say("Rummy 500")


def sort_box_of(glance: Glance) -> SortBox:
    """Return the ways to sort the hand."""
    say = glance.words.say
    chosen = glance.local.sort
    ways = (
        (SortMode.SUIT, say("Suit"), "suit", say("Sort by suit")),
        (SortMode.RANK, say("Rank"), "sort_rank", say("Sort by rank")),
        (SortMode.MELDS, say("Melds"), "meld", say("Sort by melds")),
    )
    title = say("Own order") if chosen is SortMode.OWN else say("Sort")
    return SortBox(
        title,
        tuple(
            SortChoice(str(mode), text, icon, active=mode is chosen, accessible=said)
            for mode, text, icon, said in ways
        ),
    )


def areas_of(words: Words) -> AreaNames:
    """Return the names of the areas among which Tab moves."""
    say = words.say
    return AreaNames(
        hand=say("Your hand"),
        stock_and_pile=say("Stock and pile"),
        melds=say("Melds on the table"),
        actions=say("Actions"),
        sort=say("Sort the hand"),
        tools=say("Tools"),
        seats=say("The seats"),
    )
