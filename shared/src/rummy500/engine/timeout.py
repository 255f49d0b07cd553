"""What is played for a seat whose time has run out (R50)."""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy500.engine.actions import Action, Decline, DiscardCard, DrawStock, Undo
from rummy500.engine.decide import Reshuffle, decide, seeded_reshuffle
from rummy500.engine.events import HandEvent, Undone
from rummy500.engine.evolve import evolve, undone
from rummy500.engine.legal import legal_actions, legal_discards
from rummy500.engine.refusals import Refusal
from rummy500.engine.rules import check_stock
from rummy500.engine.scoring import values_of
from rummy500.engine.state import HandState, Phase


_UNDO: Final = Undo()


class Step(NamedTuple):
    """One action played for the seat, and what came of it."""

    action: Action
    events: tuple[HandEvent, ...]


def time_out(state: HandState, reshuffle: Reshuffle = seeded_reshuffle) -> tuple[Step, ...]:
    """Return the steps that end the turn of the seat on turn (R50); none when the hand is over.

    Unfinished plays are taken back down to the barrier, also where players may not undo (O23).
    Then a seat that has not drawn draws from the stock, if it would be accepted, and discards that
    card, else it declines; a seat that has drawn from the stock discards the drawn card.
    """
    steps = []
    while state.before is not None:
        steps.append(Step(_UNDO, (Undone(state.turn.seat),)))
        state = undone(state)
    while state.end is None:
        action = _next_action(state)
        if action is None:
            break
        events = _accepted(state, action, reshuffle)
        steps.append(Step(action, events))
        for event in events:
            state = evolve(state, event)
        if isinstance(action, DiscardCard | Decline):
            break
    return tuple(steps)


def _next_action(state: HandState) -> Action | None:
    """Return what comes next once nothing is left to take back."""
    if state.turn.phase is Phase.DRAW:
        return DrawStock() if check_stock(state) is None else Decline()
    if state.drawn is not None:
        return DiscardCard(state.drawn)
    return _without_a_past(state)


def _without_a_past(state: HandState) -> Action | None:
    """Return what a seat plays whose draw is not known: only a position that was set up has such.

    It discards the card that counts most in its hand, of equals the last of the pack. What may not
    be discarded yet, the required card first, is tabled before; R28 sees to it that this ends.
    None in a position that leaves no legal play at all.
    """
    discards = legal_discards(state)
    if discards:
        held = values_of(state.options).held
        return max(discards, key=lambda discard: (held[discard.card], discard.card))
    return next(iter(legal_actions(state)), None)


def _accepted(state: HandState, action: Action, reshuffle: Reshuffle) -> tuple[HandEvent, ...]:
    decision = decide(state, state.turn.seat, action, reshuffle)
    if isinstance(decision, Refusal):
        msg = f"{action} is refused with {decision.code}: the state is none that rules lead to"
        raise ValueError(msg)  # noqa: TRY004 - the state is wrong, not a type
    return decision
