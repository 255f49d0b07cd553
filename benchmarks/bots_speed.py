"""How long the computer players think.

Run from the root of the workspace: ``python -m benchmarks.bots_speed``. Plays duplicate hands of
each level against itself and prints the time of a whole turn (all plays of a seat from its draw
to its discard, decoding and encoding included), p50, p95 and the longest, in milliseconds of CPU
time, so that other work on the machine does not count.
"""

from __future__ import annotations

from statistics import quantiles
from time import process_time

from tests.bots.arena import MOST_ACTIONS, act, deal_hand, seen

from rummy500.engine.state import Phase
from rummy500_server.bots.levels import LEVELS
from rummy500_server.bots.wire import decode_action
from rummy500_server.bots.worker import think


DEALS = 60
TARGET = 5.0
"""Milliseconds that 95 of 100 turns of the steady player may take in CPython."""


def turn_times(level: str, players: int) -> list[float]:
    """Return the milliseconds of every turn of some hands."""
    times = []
    for deal in range(DEALS):
        state = deal_hand(deal, players)
        spent = 0.0
        for _ in range(MOST_ACTIONS):
            if state.end is not None:
                break
            data = seen(state)
            if state.turn.phase is Phase.DRAW:
                spent = 0.0
            start = process_time()
            answer = think(data, level, deal)
            spent += process_time() - start
            seat = state.turn.seat
            state = act(state, decode_action(answer))
            if state.end is not None or state.turn.seat != seat:
                times.append(spent * 1000)
    return times


def main() -> None:
    """Print a line for each level and number of seats."""
    print("level    seats  turns    p50    p95    max   (ms a turn)")
    for level in LEVELS:
        for players in (2, 3, 4):
            times = turn_times(level, players)
            cuts = quantiles(times, n=100)
            print(
                f"{level:8} {players:5} {len(times):6}"
                f" {cuts[49]:6.2f} {cuts[94]:6.2f} {max(times):6.2f}"
            )
    print(f"target: steady p95 <= {TARGET} ms")


if __name__ == "__main__":
    main()
