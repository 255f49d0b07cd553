"""Plays hands between computer players, through the bytes that the server would send."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from typing import NamedTuple

from rummy500.engine.actions import Action, Undo
from rummy500.engine.deal import pack_from_seed
from rummy500.engine.decide import decide
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import Seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.match import next_hand, open_hand, start_match
from rummy500.engine.options import RUMMY500, TableOptions
from rummy500.engine.refusals import Refusal
from rummy500.engine.state import HandState
from rummy500.engine.views import view_for
from rummy500_server.bots.policy import Policy
from rummy500_server.bots.wire import SeatView, decode_view, encode_view


MOST_ACTIONS = 1000
"""More than any hand needs; one that goes on for longer goes round in circles."""


class RandomPlayer:
    """Any legal action but an undo, each as likely; plays before the discard come first."""

    def choose(self, view: SeatView, rng: Random) -> Action:
        return rng.choice([a for a in legal_actions(view) if not isinstance(a, Undo)])


def deal_hand(
    deal: int, players: int = 2, options: TableOptions = RUMMY500, dealer: int = 0
) -> HandState:
    """Return the hand of a numbered deal."""
    seed = sha256(b"arena %d" % deal).digest()
    match = start_match(options, players, Seat(dealer))
    return open_hand(match, next_hand(match, pack_from_seed(seed), seed))


def act(state: HandState, action: Action) -> HandState:
    """Return the state after an action that must be accepted."""
    events = decide(state, state.turn.seat, action)
    assert not isinstance(events, Refusal), (events, action, state)
    for event in events:
        state = evolve(state, event)
    return state


def seen(state: HandState) -> bytes:
    """Return the bytes that the seat on turn gets."""
    totals = (0,) * state.players
    return encode_view(view_for(state, state.turn.seat), totals, state.options.target_score)


Watch = Callable[[HandState, bytes, Action], None]


def play_hand(
    state: HandState, policies: Sequence[Policy], seed: int, watch: Watch | None = None
) -> HandState:
    """Return the end of a hand, each seat played by its policy."""
    rng = Random(seed)
    for _ in range(MOST_ACTIONS):
        if state.end is not None:
            return state
        data = seen(state)
        action = policies[state.turn.seat].choose(decode_view(data), rng)
        if watch is not None:
            watch(state, data, action)
        state = act(state, action)
    msg = "the hand does not end"
    raise AssertionError(msg)


def positions(
    policies: Sequence[Policy], deals: range, options: TableOptions = RUMMY500
) -> Iterator[tuple[HandState, bytes]]:
    """Yield every position of some hands, with the bytes that its seat gets."""
    for deal in deals:
        found: list[tuple[HandState, bytes, Action]] = []
        start = deal_hand(deal, len(policies), options)
        play_hand(start, policies, deal, lambda *what: found.append(what))  # noqa: B023 - not kept
        yield from ((state, data) for state, data, _ in found)


class Duel(NamedTuple):
    """The result of duplicate deals: every deal once with each policy in each seat."""

    deals: int
    points: float
    """Points a hand of the first policy minus the mean of the others, mean of the deals."""
    error: float
    """Standard error of that mean, over deals."""
    won: float
    """Hands in which the first policy scored more than every other, ties as halves."""

    @property
    def sigmas(self) -> float:
        return self.points / self.error

    def __str__(self) -> str:
        return (
            f"{self.points:+.1f} +-{1.96 * self.error:.1f} points a hand,"
            f" {self.won:.1%} of hands won, {self.deals} deals"
        )


def duel(
    first: Policy,
    second: Policy,
    deals: range,
    players: int = 2,
    options: TableOptions = RUMMY500,
) -> Duel:
    """Play ``first`` in every seat in turn, ``second`` in all others, on the same deals."""
    edges: list[float] = []
    won = 0.0
    for deal in deals:
        edge = 0.0
        for place in range(players):
            policies = [first if seat == place else second for seat in range(players)]
            state = play_hand(deal_hand(deal, players, options), policies, deal)
            assert state.end is not None
            scores = [float(score) for score in state.end.scores]
            mine = scores.pop(place)
            edge += mine - sum(scores) / len(scores)
            won += 1.0 if mine > max(scores) else 0.5 if mine == max(scores) else 0.0
        edges.append(edge / players)
    mean = sum(edges) / len(edges)
    spread = sum((edge - mean) ** 2 for edge in edges) / (len(edges) - 1)
    return Duel(len(edges), mean, sqrt(spread / len(edges)), won / (len(edges) * players))
