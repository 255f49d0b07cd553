"""What every computer player is: a choice of one action from one view."""

from __future__ import annotations

from random import Random
from typing import Protocol

from rummy500.engine.actions import Action, Decline, DiscardCard, DrawStock
from rummy500.engine.legal import legal_actions
from rummy500_server.bots.wire import SeatView


class Policy(Protocol):
    """A computer player.

    It keeps nothing between two questions, so that any node can ask any process: the same view
    and the same seed give the same action. A turn is asked for play by play, and every answer
    must therefore follow from the position as it now is.
    """

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return a legal action of the seat on turn. All chance comes from ``rng``."""
        ...


def safe_action(view: SeatView) -> Action:
    """Return a legal action that changes little, as the clock would choose it (R50).

    The stock (or a refusal of the pile) before the draw; after it the drawn card goes back, or
    else the first legal discard; a card that is owed to the table is played, since nothing else
    may be done then.
    """
    legal = legal_actions(view)
    for action in legal:
        match action:
            case DrawStock() | Decline():
                return action
            case DiscardCard(card) if card == view.drawn:
                return action
            case _:
                pass
    discards = [action for action in legal if isinstance(action, DiscardCard)]
    return discards[0] if discards else legal[0]


def vetted(view: SeatView, action: Action | None) -> Action:
    """Return ``action`` if the rules allow it, else a safe one.

    Options that limit a turn (one meld, a meld before laying off, a discard kept, ...) work
    together in ways that a plan might overlook. The rules are asked once more here, so that no
    plan can ever bring a refusal to the table.
    """
    if action is not None and action in legal_actions(view):
        return action
    return safe_action(view)
