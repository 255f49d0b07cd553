"""What a seat plays: any legal action, with a liking for those that bring a hand to its end."""

from __future__ import annotations

from random import Random
from typing import Final

from rummy500.engine.actions import Action, DrawStock, LayOff, MeldCards, TakePile, Undo
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import HandView


_TAKES: Final = 0.15
"""How often the pile is taken where it may be."""


def choose(view: HandView, rng: Random) -> Action:
    """Return an action of the seat on turn. It never takes back."""
    actions = [action for action in legal_actions(view) if not isinstance(action, Undo)]
    tabled = [action for action in actions if isinstance(action, (MeldCards, LayOff))]
    takes = [action for action in actions if isinstance(action, TakePile)]
    if tabled:
        return rng.choice(tabled)
    if takes and rng.random() < _TAKES:
        return rng.choice(takes)
    if isinstance(actions[0], DrawStock):
        return actions[0]
    return rng.choice(actions)
