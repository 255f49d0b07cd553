"""All melds of a hand against one random step of OpenSpiel's gin rummy, CPU time, one run.

    python benchmarks/melds_vs_openspiel.py

Prints one JSON object; exits 1 if a ratio misses its goal (docs/testing.md tells why these).
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from pathlib import Path


sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.peers import openspiel_step

from rummy500.engine.melds import find_melds
from rummy500.engine.options import AceMode


GOALS = {13: 20.0, 20: 12.0}
HANDS = 5000
ROUNDS = 7


def melds_call(size: int) -> float:
    """Return the CPU seconds of one ``find_melds`` of a random hand of ``size`` cards."""
    rng = random.Random(size)
    hands = [sum(1 << card for card in rng.sample(range(52), size)) for _ in range(HANDS)]
    start = time.process_time()
    for hand in hands:
        find_melds(hand, AceMode.BOTH)
    return (time.process_time() - start) / HANDS


def main() -> int:
    """Measure in alternating rounds, print the medians of the ratios, judge them."""
    ratios: dict[int, list[float]] = {size: [] for size in GOALS}
    for _ in range(ROUNDS):
        step = openspiel_step(0.5)
        for size, found in ratios.items():
            found.append(step / melds_call(size))
    medians = {size: round(statistics.median(found), 1) for size, found in ratios.items()}
    print(json.dumps({"openspiel_steps_per_call": medians, "goals": GOALS}))
    return 0 if all(medians[size] >= goal for size, goal in GOALS.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
