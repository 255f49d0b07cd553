"""The plays that a person asks for: to the act to send, or to the rule that forbids it.

Acts are judged by the rules before they are sent, so that a first press on what cannot be done
explains at once. What cannot be taken back is armed first and done the second time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rummy500.engine.actions import Action
from rummy500.engine.cards import Card
from rummy500.engine.ids import MeldId
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import check_decline, check_stock, check_take, check_undo
from rummy500.engine.state import Phase
from rummy500.engine.views import HandView
from rummy500.protocol import acts
from rummy500.protocol.acts import AnyAct
from rummy500.protocol.translate import action_to_wire
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.plays import (
    DiscardPlay,
    LayPlay,
    MeldPlay,
    No,
    lay_play,
    plays_of,
)
from rummy500_client.presenters.status import (
    DISCARD,
    DRAW,
    END,
    LAY,
    MELD,
    TAKE,
    UNDO,
    settled_on,
)
from rummy500_client.state.local import LocalTable, at_ease, complaining


@dataclass(frozen=True, slots=True)
class Response:
    """What a gesture leads to."""

    local: LocalTable
    act: AnyAct | None = None


def selecting(glance: Glance, cards: tuple[Card, ...]) -> Glance:
    """Return the look with other cards selected."""
    local = glance.local
    if set(local.selected) != set(cards):
        local = replace(at_ease(local), selected=cards)
    return replace(glance, local=local)


def complain(
    glance: Glance, refusal: Refusal, act: AnyAct | None, extra: tuple[tuple[str, str], ...] = ()
) -> Response:
    """Show a refusal; nothing stays armed."""
    params = (*refusal.params, *extra)
    return Response(complaining(glance.local, refusal.code, act, params))


def refused(glance: Glance, no: No, extra: tuple[tuple[str, str], ...] = ()) -> Response:
    """Show why a play is not to be had."""
    act = None if no.action is None else action_to_wire(no.action)
    return complain(glance, no.refusal, act, extra)


def do(glance: Glance, action: Action | AnyAct) -> Response:
    """Send an act and let go of what led to it."""
    act = action if isinstance(action, acts.Act) else action_to_wire(action)
    return Response(replace(at_ease(glance.local), selected=glance.local.selected), act)


def surely(glance: Glance, action: Action | AnyAct, *, always: bool = False) -> Response:
    """Send an act on the second press; the first one arms it.

    Who wants no second press is spared it, unless it is ``always`` asked.
    """
    act = action if isinstance(action, acts.Act) else action_to_wire(action)
    if glance.local.armed == act or not (glance.tastes.confirm or always):
        return do(glance, act)
    return Response(replace(at_ease(glance.local), armed=act))


# --- before the draw -----------------------------------------------------------------------------


def draw(glance: Glance, view: HandView) -> Response:
    """Draw from the stock."""
    refusal = check_stock(view)
    if refusal is not None:
        return complain(glance, refusal, acts.Stock())
    return do(glance, acts.Stock())


def take_or_preview(glance: Glance, view: HandView, card: Card) -> Response:
    """Take the top at once; a deeper card is previewed by the first press and taken by the next.

    In the play phase a press on the pile with one selected card means the discard.
    """
    if view.turn.phase is Phase.PLAY and len(glance.local.selected) == 1:
        return discard(glance, view)
    taking = check_take(view, card)
    act = acts.Take(card)
    if isinstance(taking, Refusal):
        return complain(glance, taking, act)
    if len(taking.cards) == 1 or glance.local.armed == act:
        return do(glance, act)
    return Response(replace(at_ease(glance.local), armed=act, pointed=card))


def _take_button(glance: Glance, view: HandView) -> Response:
    card = settled_on(glance, view)
    if card is not None:
        return do(glance, acts.Take(card))
    return take_or_preview(glance, view, view.pile[-1]) if view.pile else Response(glance.local)


def _end(glance: Glance, view: HandView) -> Response:
    refusal = check_decline(view)
    if refusal is not None:
        return complain(glance, refusal, acts.DeclinePile())
    return surely(glance, acts.DeclinePile(), always=True)


# --- after the draw ------------------------------------------------------------------------------


def _undo(glance: Glance, view: HandView) -> Response:
    refusal = check_undo(view)
    if refusal is not None:
        return complain(glance, refusal, acts.TakeBack())
    return do(glance, acts.TakeBack())


def meld(glance: Glance, view: HandView) -> Response:
    """Meld the selected cards."""
    match plays_of(view, glance.local.selected).meld:
        case MeldPlay(goes_out=True) as play:
            return surely(glance, play.action, always=True)
        case MeldPlay() as play:
            return do(glance, play.action)
        case No() as no:
            return refused(glance, no)


def _lay(glance: Glance, view: HandView) -> Response:
    plays = plays_of(view, glance.local.selected)
    match plays.lays:
        case ():
            return refused(glance, plays.no_lay, (("for", LAY),))
        case (play,):
            return _laid(glance, play)
        case _:
            return Response(replace(at_ease(glance.local), choosing=True))


def lay_on(glance: Glance, view: HandView, cards: tuple[Card, ...], on: MeldId) -> Response:
    """Lay cards off on one meld."""
    match lay_play(view, cards, on):
        case LayPlay() as play:
            return _laid(glance, play)
        case No() as no:
            return refused(glance, no, (("for", LAY),))


def _laid(glance: Glance, play: LayPlay) -> Response:
    if play.goes_out:
        return surely(glance, play.action, always=True)
    return do(glance, play.action)


def discard(glance: Glance, view: HandView) -> Response:
    """Discard the selected card; the first time only says what the second will do."""
    match plays_of(view, glance.local.selected).discard:
        case DiscardPlay() as play:
            return surely(glance, play.action, always=play.goes_out)
        case No() as no:
            return refused(glance, no)


BUTTONS: Final[dict[str, Callable[[Glance, HandView], Response]]] = {
    DRAW: draw,
    TAKE: _take_button,
    END: _end,
    UNDO: _undo,
    MELD: meld,
    LAY: _lay,
    DISCARD: discard,
}
