"""The status bar: what to do now, what just happened or why, and the buttons of the phase."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rummy500.engine.cards import Card
from rummy500.engine.legal import legal_takes
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import check_decline, check_stock, check_take, check_undo
from rummy500.engine.state import Drew, Phase
from rummy500.engine.views import HandView
from rummy500.protocol import acts
from rummy500.protocol.happenings import Person
from rummy500_client.presenters.card_words import aloud, sign, signed, signs
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.log_words import last_turn
from rummy500_client.presenters.plays import DiscardPlay, LayPlay, MeldPlay, No, Plays, plays_of
from rummy500_client.presenters.reasons import reason, why_not
from rummy500_client.presenters.table_model import Button, Look, Owner, StatusBar
from rummy500_client.state.arrange import by_suit
from rummy500_client.state.local import CarriedPile
from rummy500_client.state.reduce import fresh_cards


DRAW: Final = "draw"
TAKE: Final = "take"
END: Final = "end"
UNDO: Final = "undo"
MELD: Final = "meld"
LAY: Final = "lay"
DISCARD: Final = "discard"
RESULT: Final = "result"
"""What the buttons report."""


def status_of(glance: Glance) -> StatusBar:
    """Return the status bar."""
    bar = _status(glance)
    words = glance.words
    buttons = tuple(
        button if button.accessible else replace(button, accessible=aloud(button.text, words))
        for button in bar.buttons
    )
    waiting = _waits_for_again(glance)
    again = words.say("Press again")
    buttons = tuple(
        replace(button, text=again, short="", room=button.text)
        if button.intent == waiting
        else button
        for button in buttons
    )
    spoken = ". ".join(text for text in (bar.headline, bar.second) if text)
    return replace(bar, buttons=buttons, accessible=aloud(spoken, words))


def _status(glance: Glance) -> StatusBar:
    view = glance.view
    if view is None:
        return StatusBar(glance.words.say("Waiting for the match to begin"))
    if view.end is not None:
        return _between_hands(glance)
    if not view.to_move:
        return StatusBar(_others(glance, view), _waiting_or(glance, last_turn(glance)))
    if _held(glance):
        text = glance.words.say("A computer player finishes this turn for you")
        return StatusBar(text, last_turn(glance))
    if view.turn.phase is Phase.DRAW:
        return StatusBar(
            _draw_headline(glance, view),
            _waiting_or(glance, last_turn(glance)),
            Owner.YOU,
            _draw_buttons(glance, view),
        )
    plays = plays_of(view, glance.local.selected)
    return StatusBar(
        _play_headline(glance, view, plays),
        _waiting_or(glance, _what_i_drew(glance, view)),
        Owner.YOU,
        _play_buttons(glance, view, plays),
    )


def _waits_for_again(glance: Glance) -> str:
    """Return which button waits for its second press, and says so where the first one was made."""
    match glance.local.armed:
        case acts.DeclinePile():
            return END
        case acts.Take():
            return TAKE
        case acts.Meld():
            return MELD
        case acts.Lay():
            return LAY
        case acts.Discard():
            return DISCARD
        case _:
            return ""


def _held(glance: Glance) -> bool:
    """Return whether a computer player still plays for the viewer, who is back."""
    match glance.now.seats[glance.me]:
        case Person(held=held):
            return held
        case _:
            return False


def _between_hands(glance: Glance) -> StatusBar:
    words = glance.words
    text = words.say("See the result")
    button = Button(RESULT, text, "next", Look.GOLD)
    return StatusBar(words.say("The hand is over"), last_turn(glance), buttons=(button,))


def _others(glance: Glance, view: HandView) -> str:
    seat = view.turn.seat
    name = glance.name(seat)
    match glance.now.seats[seat]:
        case Person(held=True):
            return glance.words.say("A computer player plays for {name}", name=name)
        case Person(here=False):
            return glance.words.say("{name} is away", name=name)
        case _:
            return glance.words.say("{name} is playing", name=name)


def _waiting_or(glance: Glance, text: str) -> str:
    if glance.local.slow and glance.waits:
        return glance.words.say("Sent; the server has not answered yet")
    return text


# --- before the draw -----------------------------------------------------------------------------


def _draw_headline(glance: Glance, view: HandView) -> str:
    say = glance.words.say
    match glance.local.armed:
        case acts.DeclinePile():
            return say("Press again to end the hand")
        case acts.Take(card=card) if card in view.pile:
            count = len(view.pile) - view.pile.index(Card(card))
            return glance.words.count(
                "Press again to take {n} card", "Press again to take {n} cards", count
            )
        case _:
            pass
    if check_stock(view) is None:
        return say("Your turn: draw a card")
    return say("Your turn: take from the pile or end the hand")


def _draw_buttons(glance: Glance, view: HandView) -> tuple[Button, ...]:
    armed = glance.local.armed
    buttons: list[Button] = []
    stock = check_stock(view) is None
    if check_decline(view) is None:
        gold = isinstance(armed, acts.DeclinePile)
        text = glance.words.say("End the hand")
        buttons.append(Button(END, text, "flag", Look.GOLD if gold else Look.PLAIN))
    gold_taken = any(button.look is Look.GOLD for button in buttons)
    taking = _take_button(glance, view, gold=not stock and not gold_taken)
    if stock:
        gold = taking is None or taking.look is not Look.GOLD
        text = glance.words.say("Draw from the stock")
        short = glance.words.say("Draw")
        buttons.append(Button(DRAW, text, "draw", Look.GOLD if gold else Look.PLAIN, short=short))
    # where the discard is in the play phase stands what can be undone, never the draw
    if taking is not None:
        buttons.append(taking)
    return tuple(buttons)


def _take_button(glance: Glance, view: HandView, *, gold: bool) -> Button | None:
    if not view.pile:
        return None
    card = settled_on(glance, view)
    if card is not None:
        count = len(view.pile) - view.pile.index(card)
        text = glance.words.count("Take {n} card", "Take {n} cards", count)
        look = Look.GOLD if isinstance(glance.local.armed, acts.Take) or gold else Look.PLAIN
        return Button(TAKE, text, "discard", look)
    top = view.pile[-1]
    text = glance.words.say("Take {card}", card=sign(top))
    if top not in legal_takes(view):
        no = check_take(view, top)
        why = reason(glance, no, acts.Take(top)) if isinstance(no, Refusal) else ""
        return Button(TAKE, text, "discard", Look.DASHED, why=why)
    return Button(TAKE, text, "discard", Look.GOLD if gold else Look.PLAIN)


def previewed(glance: Glance, view: HandView) -> Card | None:
    """Return the card of the deep draw that is being previewed."""
    if _asked(glance) is not None:
        return settled_on(glance, view)
    return _deep(view, glance.local.pointed)


def settled_on(glance: Glance, view: HandView) -> Card | None:
    """Return the card of the deep draw that is being dragged or was pressed once.

    The button speaks of this one alone: a pointer on its way to the button leaves the card that it
    pointed at, and would press a button that no longer says what made it go there.
    """
    return _deep(view, _asked(glance))


def _asked(glance: Glance) -> Card | None:
    """Return the pile card that is being dragged or waits for its second press."""
    if isinstance(glance.local.carried, CarriedPile):
        return glance.local.carried.card
    armed = glance.local.armed
    return Card(armed.card) if isinstance(armed, acts.Take) else None


def _deep(view: HandView, card: Card | None) -> Card | None:
    """Return ``card`` if it lies below the top of the pile and may be taken now."""
    if not view.to_move or view.turn.phase is not Phase.DRAW:
        return None
    if card is None or card not in view.pile or card == view.pile[-1]:
        return None
    return card if card in legal_takes(view) else None


# --- after the draw ------------------------------------------------------------------------------


def _play_headline(glance: Glance, view: HandView, plays: Plays) -> str:
    say = glance.words.say
    local = glance.local
    selected = signs(by_suit(local.selected))
    armed = _armed_headline(glance, plays)
    if armed:
        return armed
    if local.choosing and len(plays.lays) > 1:
        return say("Choose where to lay off {cards}", cards=selected)
    if len(plays.lays) > 1:
        return glance.words.count("Fits {n} meld", "Fits {n} melds", len(plays.lays))
    if view.turn.required is not None:
        return say("Your turn: put {card} on the table", card=sign(view.turn.required))
    return say("Your turn: meld, lay off, discard")


def _armed_headline(glance: Glance, plays: Plays) -> str:
    say = glance.words.say
    match glance.local.armed:
        case acts.Discard(card=card):
            if isinstance(plays.discard, DiscardPlay) and plays.discard.goes_out:
                return say("Press again to go out: it cannot be undone")
            return say("Press again to discard {card}", card=sign(Card(card)))
        case acts.Meld() | acts.Lay():
            return say("Press again to go out: it cannot be undone")
        case _:
            return ""


def _what_i_drew(glance: Glance, view: HandView) -> str:
    say = glance.words.say
    turn = view.turn
    if turn.tabled:
        return last_turn(glance)
    match turn.drew:
        case Drew.STOCK if view.drawn is not None:
            return say("You drew {card}", card=sign(view.drawn))
        case Drew.TOP if turn.taken is not None:
            return say(
                "You took {card}; it cannot be discarded in this turn", card=sign(turn.taken)
            )
        case Drew.DEEP if turn.required is not None:
            count = len(fresh_cards(glance.table))
            return glance.words.count(
                "You took {n} card; {card} is the one you chose",
                "You took {n} cards; {card} is the one you chose",
                count,
                card=sign(turn.required),
            )
        case _:
            return last_turn(glance)


def _play_buttons(glance: Glance, view: HandView, plays: Plays) -> tuple[Button, ...]:
    gold = gold_intent(glance, plays)
    say = glance.words.say
    nothing = check_undo(view)
    undo = Button(UNDO, say("Undo"), "undo")
    if nothing is not None:
        undo = replace(undo, look=Look.DASHED, why=reason(glance, nothing, acts.TakeBack()))
    return (
        undo,
        _with_points(Button(MELD, say("Meld"), "meld"), plays.meld, gold, glance),
        _with_points(Button(LAY, say("Lay off"), "layoff"), _one_lay(plays), gold, glance),
        _discard_button(glance, plays, gold),
    )


def _one_lay(plays: Plays) -> LayPlay | No:
    return max(plays.lays, key=lambda lay: lay.points) if plays.lays else plays.no_lay


def _with_points(
    button: Button, play: MeldPlay | LayPlay | No, gold: str, glance: Glance
) -> Button:
    if isinstance(play, No):
        extra = (("for", LAY),) if button.intent == LAY else ()
        return replace(button, look=Look.DASHED, why=why_not(glance, play, extra))
    look = Look.GOLD if gold == button.intent else Look.PLAIN
    text = f"{button.text} {signed(play.points)}" if glance.counts_table else button.text
    return replace(button, text=text, look=look)


def _discard_button(glance: Glance, plays: Plays, gold: str) -> Button:
    say = glance.words.say
    selected = glance.local.selected
    text = say("Discard {card}", card=sign(selected[0])) if len(selected) == 1 else say("Discard")
    if isinstance(plays.discard, No):
        why = why_not(glance, plays.discard)
        return Button(DISCARD, text, "discard", Look.DASHED, why=why)
    look = Look.GOLD if gold == DISCARD else Look.PLAIN
    return Button(DISCARD, text, "discard", look)


def gold_intent(glance: Glance, plays: Plays) -> str:
    """Return what Enter does: what is armed, else meld before lay-off before discard."""
    match glance.local.armed:
        case acts.Meld() if isinstance(plays.meld, MeldPlay):
            return MELD
        case acts.Lay() if plays.lays:
            return LAY
        case acts.Discard() if isinstance(plays.discard, DiscardPlay):
            return DISCARD
        case _:
            pass
    if isinstance(plays.meld, MeldPlay):
        return MELD
    if plays.lays:
        return LAY
    return DISCARD if isinstance(plays.discard, DiscardPlay) else ""
