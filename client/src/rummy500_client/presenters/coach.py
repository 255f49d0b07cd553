"""What is said to somebody who plays a first hand, where the melds will lie and none does yet."""

from __future__ import annotations

from rummy500.engine.state import Phase
from rummy500.engine.views import HandView
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.table_model import Coach


def coach_of(glance: Glance) -> Coach | None:
    """Return the advice for the moment; None for whoever has seen the end of a hand, or a meld."""
    view = glance.view
    if not glance.tastes.newcomer or view is None or view.end is not None or view.melds:
        return None
    say = glance.words.say
    foot = say("F1 tells the rules and the keys")
    return Coach(say("Your first hand"), _advice(view, glance.words), foot)


def _advice(view: HandView, words: Words) -> tuple[str, ...]:
    say = words.say
    if not view.to_move:
        return (say("Others are playing. Meanwhile you can put your cards in order: drag them."),)
    if view.turn.phase is Phase.DRAW:
        return (say("Draw: press the stock, or a card of the pile with a gold edge."),)
    return (
        say(
            "Three of one rank, or three in a row of one suit, are a meld: "
            "press the cards, then Meld."
        ),
        say("Your turn ends with a discard: press a card, then Discard."),
    )
