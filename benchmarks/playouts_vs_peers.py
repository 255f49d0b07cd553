"""Random playouts against OpenSpiel's and rlcard's gin rummy: steps per CPU second, one run.

    python benchmarks/playouts_vs_peers.py

A step of ours is one action chosen from ``legal_actions`` and put through the server's own
``decide`` and ``evolve``. Prints one JSON object; exits 1 if a ratio misses its goal.
"""

from __future__ import annotations

import itertools
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final


sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.peers import openspiel_step, rlcard_step

from rummy500.engine.actions import Undo
from rummy500.engine.deal import pack_from_seed
from rummy500.engine.decide import decide
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import Seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.match import next_hand, open_hand, start_match
from rummy500.engine.options import RUMMY500
from rummy500.engine.refusals import Refusal


GOALS = {"openspiel": 2.0, "rlcard": 10.0}
ROUNDS = 7
WARM_UP = 0.3
SECONDS = 1.5


def our_step(seconds: float, rng: random.Random) -> float:
    """Return the CPU seconds of one random step, deals and scoring included.

    Whole hands of two, three and four seats, one after the other.
    """
    steps = 0
    chance = rng.random
    seats = itertools.cycle((2, 3, 4))
    start = time.process_time()
    while time.process_time() - start < seconds:
        seed = rng.randbytes(32)
        match = start_match(RUMMY500, next(seats), Seat(0))
        hand = open_hand(match, next_hand(match, pack_from_seed(seed), seed))
        while hand.end is None:
            actions = legal_actions(hand)
            if isinstance(actions[-1], Undo):
                actions.pop()  # or a hand would go to and fro
            action = actions[int(chance() * len(actions))]
            events = decide(hand, hand.turn.seat, action)
            if isinstance(events, Refusal):
                msg = f"{action} was offered and refused: {events}"
                raise TypeError(msg)
            for event in events:
                hand = evolve(hand, event)
            steps += 1
    return (time.process_time() - start) / steps


STEPS: Final[dict[str, Callable[[float], float]]] = {
    "ours": lambda seconds: our_step(seconds, random.Random(500)),
    "openspiel": openspiel_step,
    "rlcard": rlcard_step,
}


def measured(name: str) -> float:
    """Return the CPU seconds of one step, measured in a process of its own.

    So nobody's objects are in the way of another's garbage collection.
    """
    command = (sys.executable, __file__, name)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> int:
    """Measure in alternating rounds, print the medians of the ratios, judge them."""
    ratios: dict[str, list[float]] = {peer: [] for peer in GOALS}
    rates = []
    for _ in range(ROUNDS):
        ours = measured("ours")
        rates.append(1 / ours)
        for peer, found in ratios.items():
            found.append(measured(peer) / ours)
    medians = {peer: round(statistics.median(found), 2) for peer, found in ratios.items()}
    print(json.dumps({"our_steps_per_peer_step": medians, "goals": GOALS}))
    print(f"about {statistics.median(rates):,.0f} steps per CPU second here", file=sys.stderr)
    return 0 if all(medians[peer] >= goal for peer, goal in GOALS.items()) else 1


if __name__ == "__main__":
    if len(sys.argv) > 1:
        STEPS[sys.argv[1]](WARM_UP)
        print(STEPS[sys.argv[1]](SECONDS))
        sys.exit()
    sys.exit(main())
