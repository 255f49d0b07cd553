"""The peers that benchmarks compare with, each measured in the same run.

OpenSpiel and rlcard are needed here and nowhere else: ``pip install open-spiel rlcard``.
"""

from __future__ import annotations

import random
import time


def openspiel_step(seconds: float) -> float:
    """Return the CPU seconds of one random step of OpenSpiel's gin rummy, chance steps included."""
    import pyspiel  # noqa: PLC0415 - a peer that only its own measurement needs

    game = pyspiel.load_game("gin_rummy")
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions = [action for action, _ in outcomes]
                weights = [weight for _, weight in outcomes]
                state.apply_action(random.choices(actions, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return (time.process_time() - start) / steps


def rlcard_step(seconds: float) -> float:
    """Return the CPU seconds of one random step of rlcard's gin rummy."""
    import rlcard  # noqa: PLC0415 - as above
    from rlcard.agents import RandomAgent  # noqa: PLC0415 - as above

    env = rlcard.make("gin-rummy")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        trajectories, _ = env.run(is_training=False)
        steps += sum(len(trajectory) // 2 for trajectory in trajectories)
    return (time.process_time() - start) / steps
