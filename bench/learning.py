"""The learning environment: steps a second of processor time, beside EnvPool's Blackjack where it is installed."""

from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np

from sevenout.player.learning.layout_env import LayoutEnv
from sevenout.player.learning.vector_env import CrapsVectorEnv

SEATS, STEPS, REPEATS = 1_024, 1_000, 5
TIMES = 4
"""So many times the steps of EnvPool's Blackjack there are to be."""


def stepping() -> list[str]:
    """Many seats with line bets and odds, every other step a roll, masks and observations included."""
    env = CrapsVectorEnv(SEATS, copy=False)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, env.actions, (50, SEATS))
    actions[::2] = 0
    ours = _rate(lambda at: env.step(actions[at % 50]))
    lines = [f"learning, {SEATS:,} seats with line bets and odds: {ours / 1e6:.1f} million steps a second of one core"]
    every = _layouts()
    lines.append(f"one seat with every wager of the book, in Python: {every / 1e3:.1f} thousand steps a second")
    try:
        pool = import_module("envpool")
    except ImportError:
        return [*lines, "EnvPool is not installed: nothing to compare with"]
    theirs = _blackjack(pool)
    times = ours / theirs
    beside = f"EnvPool's Blackjack beside it: {theirs / 1e6:.2f} million; {times:.1f} times (at least {TIMES})"
    return [*lines, f"{beside}; every wager: {every / theirs:.4f} times"]


def _layouts() -> float:
    """Rolls a second of processor time, each with some stakes on wagers drawn from all of the book."""
    env, chance = LayoutEnv(), np.random.default_rng(1)
    nothing = dict.fromkeys(env.wagers, 0)
    actions = [{**nothing, **dict.fromkeys(chance.choice(env.wagers, 4), 10)} for _ in range(50)]
    env.reset(seed=1)
    began = process_time()
    for at in range(STEPS):
        _, _, over, cut, _ = env.step(actions[at % 50])
        if over or cut:
            env.reset()
    return STEPS / (process_time() - began)


def _blackjack(pool: Any) -> float:
    env = pool.make_gymnasium("Blackjack-v1", num_envs=SEATS, num_threads=1)
    env.reset()
    actions = np.random.default_rng(1).integers(0, 2, (50, SEATS)).astype(np.int32)
    return _rate(lambda at: env.step(actions[at % 50]))


def _rate(step: Callable[[int], object]) -> float:
    """The best of some runs, in steps of a seat a second of processor time."""
    best = 0.0
    for _ in range(REPEATS):
        began = process_time()
        for at in range(STEPS):
            step(at)
        best = max(best, SEATS * STEPS / (process_time() - began))
    return best
