"""The steady player: digs deep, counts outs, discards safely and hides its melds for a while.

Each draw and each discard is judged by one number: points ready to be tabled, what the loose cards
may still become, less what the discard may bring to the others. The whole turn is planned before
the draw. What that planning rests on was measured in a prototype of our own
(``docs/computer-players.md``): digging is worth about 78 points a hand, safe discards 22, outs 7,
and holding melds back while nobody is near the end about 18.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rummy500.engine.actions import (
    Action,
    Decline,
    DiscardCard,
    DrawStock,
    LayOff,
    MeldCards,
    TakePile,
)
from rummy500.engine.legal import legal_actions, legal_takes
from rummy500.engine.rules import check_stock
from rummy500.engine.state import Phase
from rummy500_server.bots.judgement import Judgement, Surroundings, Weights
from rummy500_server.bots.layout_search import Layout, limited_layout
from rummy500_server.bots.plays import ending_of, find_finish, limits_of, plays_of
from rummy500_server.bots.policy import vetted
from rummy500_server.bots.wire import SeatView


STEADY: Final = Weights()


class SteadyPlayer:
    """A sound player. It has no whims: the same position always gets the same play."""

    def __init__(self, weights: Weights = STEADY) -> None:
        self._weights = weights

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return its next play."""
        judgement = Judgement(view, self._weights)
        if view.turn.phase is Phase.DRAW:
            return vetted(view, _draw(judgement))
        return vetted(view, _play(judgement))


def _draw(judgement: Judgement) -> Action:
    view = judgement.view
    best: Action
    if check_stock(view) is None:
        best, most = DrawStock(), judgement.of_stock()
    else:
        best, most = Decline(), judgement.of_declining()
    for card in legal_takes(view):
        value = judgement.of_take(card)
        if value > most:
            best, most = TakePile(card), value
    return best


def _play(judgement: Judgement) -> Action | None:
    view = judgement.view
    turn = view.turn
    own, table, scale = view.own, judgement.table, judgement.scale
    ending = ending_of(view, turn.required, turn.taken)
    finish = find_finish(own, table, scale, ending)
    if finish is not None:
        play = _first_legal(view, finish.layout)
        if play is not None or finish.discard is None:
            return play
        return DiscardCard(finish.discard)
    layout = limited_layout(own, table, scale, ending.limits)
    if layout is None:
        return None
    if turn.required is not None or not judgement.may_hold():
        play = _first_legal(view, layout)
        if play is not None:
            return play
        layout = limited_layout(own, table, scale, limits_of(view, None)) or layout
    after = Surroundings(judgement, view.pile, ending.kept)
    prospect = judgement.after_discard(own, layout, after)
    return None if prospect.discard is None else DiscardCard(prospect.discard)


def _first_legal(view: SeatView, layout: Layout) -> Action | None:
    """Return the first play of a layout that the rules allow; one with a card that is owed first.

    Nothing else is laid before that card, so that a player who hides melds shows no more of them
    than it must.
    """
    legal = legal_actions(view)
    plays = [play for play in plays_of(view, layout) if play in legal]
    required = view.turn.required
    for play in plays:
        match play:
            case MeldCards() | LayOff() if required in play.cards:
                return play
            case _:
                pass
    return plays[0] if plays else None
