"""The learning environment: steps a second of processor time, beside EnvPool's Blackjack where it is installed."""

from collections.abc import Callable
from importlib import import_module
from time import process_time

import numpy as np
from numpy.typing import NDArray

from sevenout.player.learning.learning_tasks import LearningTask, acts_of, find_task
from sevenout.player.learning.vector_env import CrapsVectorEnv

SEATS, STEPS, REPEATS = 1_024, 500, 7
SMALL = 10
"""A small bet has so many chips at most: who bets small has many wagers up before it is ruined."""
LINE = "line bets and odds"
EVERY = "every wager of the book"
TASKS = {
    LINE: find_task("double-20"),
    EVERY: LearningTask("double-300", "catfish-bend", 300_00, 600_00, 1_00, wagers="all"),
}
STEPS_A_ROLL = {LINE: 2, EVERY: 5}
LEAST = {LINE: 4, EVERY: 0.8}
"""So many times the steps of EnvPool's Blackjack there are to be."""
Runs = dict[str, Callable[[], object]]


def stepping() -> list[str]:
    """Many seats that do what the house takes, with masks and observations."""
    runs: Runs = {}
    notes = {}
    for name, task in TASKS.items():
        env = CrapsVectorEnv(SEATS, task, copy=False)
        actions, notes[name] = _record(env, STEPS_A_ROLL[name])
        runs[name] = _replay(env, actions)
    blackjack = _blackjack()
    if blackjack is not None:
        runs["EnvPool's Blackjack"] = blackjack
    rates = _rates(runs)
    lines = [
        f"learning, {SEATS:,} seats with {name} ({notes[name]}): "
        f"{rates[name] / 1e6:.1f} million steps a second of one core"
        for name in TASKS
    ]
    if blackjack is None:
        return [*lines, "EnvPool is not installed: nothing to compare with"]
    theirs = rates["EnvPool's Blackjack"]
    times = "; ".join(f"{name} {rates[name] / theirs:.1f} times (at least {LEAST[name]})" for name in TASKS)
    return [*lines, f"EnvPool's Blackjack beside it: {theirs / 1e6:.2f} million; {times}"]


def _record(env: CrapsVectorEnv, steps_a_roll: int) -> tuple[list[NDArray[np.int64]], str]:
    """Acts that the house takes, drawn from small bets as long as there are some; and how much lies on the layouts."""
    chance, actions, wagers = np.random.default_rng(1), [], 0.0
    small = np.array([1 + (act.verb == "bet" and act.amount <= SMALL * env.task.chip) for act in acts_of(env.task)])
    _, info = env.reset(seed=1)
    for at in range(STEPS):
        likes = chance.random((SEATS, env.actions), np.float32) * info["action_mask"] * small
        likes[:, 0] = 0
        actions.append(likes.argmax(1) * (at % steps_a_roll > 0))
        _, _, _, _, info = env.step(actions[-1])
        wagers += np.count_nonzero(env.stakes) / SEATS / STEPS
    return actions, f"{env.actions} actions, {wagers:.1f} wagers up"


def _replay(env: CrapsVectorEnv, actions: list[NDArray[np.int64]]) -> Callable[[], object]:
    """The same acts with the same dice again."""

    def play() -> None:
        env.reset(seed=1)
        for chosen in actions:
            env.step(chosen)

    return play


def _blackjack() -> Callable[[], object] | None:
    try:
        pool = import_module("envpool")
    except ImportError:
        return None
    env = pool.make_gymnasium("Blackjack-v1", num_envs=SEATS, num_threads=1)
    env.reset()
    actions = np.random.default_rng(1).integers(0, 2, (50, SEATS)).astype(np.int32)

    def play() -> None:
        for at in range(STEPS):
            env.step(actions[at % 50])

    return play


def _rates(runs: Runs) -> dict[str, float]:
    """The best of some rounds in which all take turns, in steps of a seat a second of processor time."""
    best = dict.fromkeys(runs, 0.0)
    for _ in range(REPEATS):
        for name, play in runs.items():
            began = process_time()
            play()
            best[name] = max(best[name], SEATS * STEPS / (process_time() - began))
    return best
