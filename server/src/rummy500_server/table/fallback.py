"""A legal move for a computer player that gave none: dull, but the game goes on."""

from __future__ import annotations

from rummy500.engine.actions import Action, DiscardCard, LayOff, MeldCards, Undo
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import HandView


def fallback(view: HandView) -> Action:
    """Return a move of the seat on turn that brings the turn nearer to its end.

    It draws from the stock or declines, and discards when it may. When it may not, a card taken
    from the pile is in the way: it goes back if the rules allow, else it is put on the table.
    It never takes from the pile, so it can't go round in a circle.
    """
    actions = legal_actions(view)
    wanted: tuple[type[Action], ...] = (DiscardCard, Undo, MeldCards, LayOff)
    for kind in wanted:
        of_kind = [action for action in actions if isinstance(action, kind)]
        required = [action for action in of_kind if _uses_required(view, action)]
        if required or of_kind:
            return (required or of_kind)[0]
    return actions[0]


def _uses_required(view: HandView, action: Action) -> bool:
    match action:
        case MeldCards() | LayOff():
            return view.turn.required in action.cards
        case _:
            return False
