"""Policy iteration over the cash alone, in the compiled kernel: improve every action, judge the policy, and again.

The value it ends with is floating point, and nobody has to trust it: `proved_bounds` makes bounds of it in whole
numbers and checks them.
"""

from array import array
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.action_tables import MOST_POINTS, ActionTables, Real, Whole, action_tables
from sevenout.analysis.solver.rules_block import Block
from sevenout.base.errors import GameRefused

_SETTLED = 1e-15
"""A gain in chance below this is none."""
_STILL = 1e-17
"""A sweep that moves no value by more ends the judging of a policy."""
_MOST_ROUNDS = 200
_MOST_SWEEPS = 2_000_000
_SLICES = 24
"""So often an improvement lets others have a turn, and hears an interruption."""

Progress = Callable[[int, int], object]


class NoKernelHere(GameRefused):
    """The compiled kernel is not there, and nobody would wait for Python to sweep."""


class KernelPolicy(NamedTuple):
    """What is done with each cash, in numbers of the action tables: wager, stake, and by point stake and odds."""

    wager: Whole
    stake: Whole
    raised: Whole
    odds: Whole


class Iterated(NamedTuple):
    """A policy with its value by cash, how far it got and what it cost."""

    value: Real
    policy: KernelPolicy
    rounds: int
    tried: int
    gain: float
    """What the last round could still improve, at most."""
    complete: bool
    """Whether nothing can be improved; else it was interrupted."""


def no_policy(goal: int) -> KernelPolicy:
    """Nobody bets anything."""
    return KernelPolicy(
        array("q", [-1]) * (goal + 1),
        array("q", [0]) * (goal + 1),
        array("q", [0]) * ((goal + 1) * MOST_POINTS),
        array("q", [0]) * ((goal + 1) * MOST_POINTS),
    )


def best_policy(block: Block, goal: int, tables: ActionTables, progress: Progress = lambda *_: None) -> Iterated:
    """The policy with the largest chance of the goal; interrupted (Ctrl-C), the best one so far.

    It begins with the best stakes without odds, which cost little to find and refute most of what is too dear.
    """
    if kernel is None:
        raise NoKernelHere("solving needs the compiled kernel, and there was no C compiler when this was installed")
    value = array("d", [0.0]) * (goal + 1)
    value[goal] = 1.0
    policy = no_policy(goal)
    stages = [tables]
    if any(point["odds"] for wager in block["wagers"] for point in wager["points"]):
        stages.insert(0, action_tables(_without_odds(block), goal))
    rounds = tried = 0
    gain, nothing = 1.0, no_bonus(tables)
    try:
        for at, stage in enumerate(stages):
            last = at == len(stages) - 1
            while rounds < _MOST_ROUNDS:
                gain, looked = _improve_once(
                    stage, value, policy, nothing, _report_round(progress, rounds) if last else None
                )
                rounds, tried = rounds + 1, tried + looked
                if gain <= (_SETTLED if last else 1e-6):
                    break
                kernel.evaluate(stage.numbers, stage.losses, nothing, value, policy, _STILL, _MOST_SWEEPS)
    except KeyboardInterrupt:
        evaluate_policy(tables, value, policy, nothing)
        return Iterated(value, policy, rounds, tried, gain, complete=False)
    return Iterated(value, policy, rounds, tried, gain, complete=True)


_USUAL_ROUNDS = 16
"""Most houses are solved in about so many; a bar goes on beyond."""


def _report_round(progress: Progress, rounds: int) -> Progress:
    """Progress of one round as progress of all."""

    def report(done: int, total: int) -> None:
        progress(rounds * total + done, max(_USUAL_ROUNDS, rounds + 2) * total)

    return report


def longest_play(tables: ActionTables) -> Real:
    """By cash, at least as many bets as anybody can expect to make before the goal or ruin: no action adds to it."""
    goal, every = tables.goal, array("d", [1.0]) * len(tables.stakes)
    value, policy = array("d", [0.0]) * (goal + 1), no_policy(goal)
    iterate_policy(tables, value, policy, every, 1e-6, 1e-9)
    return value


def no_bonus(tables: ActionTables) -> Real:
    """No wager is worth anything beside the money."""
    return array("d", [0.0]) * len(tables.stakes)


def iterate_policy(
    tables: ActionTables,
    value: Real,
    policy: KernelPolicy,
    bonus: Real,
    settled: float,
    still: float,
    after: "Real | None" = None,
) -> tuple[int, int]:
    """Improves and judges a policy until nothing gains more than `settled`, both in place; the rounds and the actions.

    `value` is what leaving is worth with each cash where the policy does not bet; `bonus`, by wager, what a bet is
    worth beside the money; `after`, by cash, what the next shooter is worth, where the dice pass.
    """
    tried = 0
    for rounds in range(1, _MOST_ROUNDS + 1):
        gain, looked = _improve_once(tables, value, policy, bonus, None, after)
        tried += looked
        if gain <= settled:
            return rounds, tried
        evaluate_policy(tables, value, policy, bonus, still, after)
    return _MOST_ROUNDS, tried


def evaluate_policy(
    tables: ActionTables,
    value: Real,
    policy: KernelPolicy,
    bonus: Real,
    still: float = _STILL,
    after: "Real | None" = None,
) -> None:
    """The policy's own value, in place: where it does not bet, what stands there already."""
    kernel.evaluate(tables.numbers, tables.losses, bonus, value, policy, still, _MOST_SWEEPS, after)


def mean_bets(tables: ActionTables, policy: KernelPolicy) -> Real:
    """By cash, how many bets a policy makes on average until it ends."""
    value = array("d", [0.0]) * (tables.goal + 1)
    evaluate_policy(tables, value, policy, array("d", [1.0]) * len(tables.stakes), 1e-9)
    return value


def actions_of(block: Block, tables: ActionTables, policy: KernelPolicy) -> list[list[Any] | None]:
    """The policy as a certificate has it: by cash the wager's number, the stake, and by point stake and odds."""
    actions: list[list[Any] | None] = []
    for cash in range(tables.goal):
        number = policy.wager[cash]
        if number < 0:
            actions.append(None)
            continue
        stakes, plays = tables.stakes[number], []
        for k in range(len(block["wagers"][number]["points"])):
            at = cash * MOST_POINTS + k
            held, odds = policy.raised[at], policy.odds[at]
            plays.append([stakes[held] if held >= 0 else 0, tables.odds[number][k][odds - 1] if odds else 0])
        actions.append([number, stakes[policy.stake[cash]], plays])
    return actions


def best_action(tables: ActionTables, value: Real, cash: int) -> tuple[float, KernelPolicy]:
    """The best of one bet's means with one cash, and the bet as a policy; what no bet exceeds is its own value."""
    better, policy = array("d", value), no_policy(tables.goal)
    kernel.improve(tables.numbers, tables.losses, no_bonus(tables), cash, cash + 1, value, better, policy)
    return better[cash], policy


def _improve_once(
    tables: ActionTables,
    value: Real,
    policy: KernelPolicy,
    bonus: Real,
    progress: Progress | None,
    after: "Real | None" = None,
) -> tuple[float, int]:
    """Improves the policy at every cash, slice by slice; the values stay those of the policy before."""
    goal = tables.goal
    better = array("d", value)
    most, tried = 0.0, 0
    for part in range(_SLICES):
        start, stop = 1 + part * (goal - 1) // _SLICES, 1 + (part + 1) * (goal - 1) // _SLICES
        gain, looked = kernel.improve(tables.numbers, tables.losses, bonus, start, stop, value, better, policy, after)
        most, tried = max(most, gain), tried + looked
        if progress is not None:
            progress(part + 1, _SLICES)
    return most, tried


def _without_odds(block: Block) -> Block:
    bare = deepcopy(block)
    for wager in bare["wagers"]:
        for point in wager["points"]:
            point["odds"] = None
    return bare
