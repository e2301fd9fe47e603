"""The largest chance to reach a goal before ruin, between two bounds that are checked in whole numbers.

From the floating-point value of a policy two functions are made: one just above, which no action may exceed on average,
and one just below, which the policy itself must raise with every bet. Both are checked
exactly before they are believed.
"""

from array import array
from math import ceil
from time import perf_counter
from typing import Any

from msgspec import Struct

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.action_tables import ActionTables, Real, Whole, action_tables
from sevenout.analysis.solver.certificate_verifier import LARGEST_GOAL, NotProved, check_lower, decimals
from sevenout.analysis.solver.policy_iteration import (
    Iterated,
    Progress,
    actions_of,
    best_policy,
    longest_play,
    mean_bets,
)
from sevenout.analysis.solver.rules_block import LINE, ODDS, Block, WagerClass, open_class, rules_block
from sevenout.base.errors import BadInput, GameRefused
from sevenout.base.money import Cents, units
from sevenout.engine.game import AnyHouse, Game, open_game

BITS = 56
"""Bounds are whole numbers of 2**-56: sums of two with their weights still fit 64 bits."""
ONE = 1 << BITS
_MOST_ACTIONS = 60_000_000_000
"""Actions of one sweep; about two minutes of one core, and there are ten sweeps or so."""
_MOST_TRIES = 24
"""So often the slack of a bound is doubled until it is proved."""


class ClassTooLarge(GameRefused):
    """A class with more actions than anybody waits for: how many, and what would fit."""


class GoalChance(Struct, frozen=True):
    """The best chance of a goal before ruin in a class, with its bounds, and the policy that has it."""

    game: Game
    chosen: WagerClass
    block: Block
    bankroll: Cents
    goal: Cents
    upper: tuple[int, ...]
    """By cash in chips, in units of 2**-56: no policy of the class has a larger chance."""
    lower: tuple[int, ...]
    """The policy below has at least this chance."""
    policy: tuple[Any, ...]
    """By cash in chips: nothing, or the wager's number, the stake, and by point the stake and the odds, in chips."""
    value: tuple[float, ...]
    bets: float
    """How many bets the policy makes on average."""
    rounds: int
    tried: int
    seconds: float
    complete: bool
    """Whether nothing can be improved; else the work was interrupted, and the bounds are what is proved so far."""
    subfair: bool
    """Whether no stake of the class favours the player."""

    def __repr__(self) -> str:
        low, high = self.bounds
        return f"<GoalChance {units(self.bankroll)} to {units(self.goal)}: {low} to {high}>"

    @property
    def start(self) -> int:
        """The bankroll in chips."""
        return self.bankroll // self.game.chip

    @property
    def bounds(self) -> tuple[str, str]:
        """The least and the most that the best chance can be, in fourteen decimals rounded to the safe side."""
        at = self.start
        return decimals(self.lower[at], BITS, up=False), decimals(self.upper[at], BITS, up=True)

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return (self.upper[self.start] - self.lower[self.start]) / ONE

    @property
    def chance(self) -> float:
        """The policy's chance, as floating point has it."""
        return self.value[self.start]

    @property
    def loss(self) -> float:
        """What the policy loses on average, in cents, if it ends with the goal exactly or with nothing."""
        return self.bankroll - self.chance * self.goal


def best_chance(
    house: AnyHouse,
    bankroll: Cents,
    goal: Cents,
    wagers: tuple[str, ...] = (LINE, ODDS),
    step: Cents | None = None,
    progress: Progress = lambda *_: None,
) -> GoalChance:
    """The largest chance to have `goal` before ruin, without limit of time; amounts in cents.

    >>> best_chance("catfish-bend", 60_00, 100_00).bounds[0][:8]
    '0.597303'
    """
    game = open_game(house)
    chosen = open_class(game, wagers, step)
    begun = perf_counter()
    start, top = check_aim(game, bankroll, goal)
    block = rules_block(game, chosen)
    tables = action_tables(block, top)
    if tables.actions > _MOST_ACTIONS:
        raise ClassTooLarge(_too_large(chosen, top, tables.actions))
    found = best_policy(block, top, tables, progress)
    policy = actions_of(block, tables, found.policy)
    bets = mean_bets(tables, found.policy)
    upper = _goal_upper(tables, found)
    return GoalChance(
        game=game,
        chosen=chosen,
        block=block,
        bankroll=bankroll,
        goal=goal,
        upper=tuple(upper),
        lower=tuple(prove_lower(block, tables, found.value, policy, bets)),
        policy=tuple(policy),
        value=tuple(found.value),
        bets=bets[start],
        rounds=found.rounds,
        tried=found.tried,
        seconds=perf_counter() - begun,
        complete=found.complete,
        subfair=tables.subfair,
    )


def check_aim(game: Game, bankroll: Cents, goal: Cents) -> tuple[int, int]:
    """Bankroll and goal in chips; raises BadInput with one line for what makes no sense."""
    for name, money in (("bankroll", bankroll), ("goal", goal)):
        if money <= 0 or money % game.chip:
            raise BadInput(f"a {name} of {units(money)} is not a whole number of {units(game.chip)} chips above zero")
    if goal <= bankroll:
        raise BadInput(
            f"the goal of {units(goal)} is not above the bankroll of {units(bankroll)}: it is reached already"
        )
    if goal // game.chip > LARGEST_GOAL:
        fits = units(-(-goal // LARGEST_GOAL // game.chip) * game.chip)
        raise ClassTooLarge(
            f"{goal // game.chip:,} states of cash are more than the {LARGEST_GOAL:,} that are solved:"
            f" larger chips would fit, such as --chip {fits}"
        )
    return bankroll // game.chip, goal // game.chip


def _too_large(chosen: WagerClass, top: int, count: int) -> str:
    times = 2
    while count // times**2 > _MOST_ACTIONS:
        times += 1
    step = units(chosen.step * times)
    return (
        f"{count:,} actions in {top:,} states of cash are more than the {_MOST_ACTIONS:,} that are solved:"
        f" stakes in multiples of {step} would fit (--step {step}), or a smaller goal"
    )


# --- the bounds


def whole_units(value: Real) -> list[int]:
    """Floating-point values in units of 2**-56, as they are."""
    return [int(each * (1 << 53)) << (BITS - 53) for each in value]


def _goal_upper(tables: ActionTables, found: Iterated) -> list[int]:
    """The upper function of a chance; without a finished policy it is cash / goal, or certainty."""
    goal = tables.goal
    if not found.complete:
        return [share_up(cash, goal) if tables.subfair else min(cash, 1) * ONE for cash in range(goal + 1)]
    return prove_upper(tables, found.value, [0] * goal + [ONE])


def prove_upper(tables: ActionTables, values: Real, leaving: list[int], bonus: "Whole | None" = None) -> list[int]:
    """A function that no action exceeds on average: the value, and a slack that every action uses up.

    By cash it is at least what leaving is worth; `bonus` is what a bet is worth beside the money, by wager.

    Where nothing favours the player, cash * (2 * goal - cash) is such a slack, for every bet moves the cash; else the
    longest play is, for every bet is one.
    """
    goal, value = tables.goal, whole_units(values)
    if tables.subfair:
        slack = [float(cash * (2 * goal - cash)) / max(1.0, float(tables.least_squares)) for cash in range(goal)]
    else:
        slack = [1.0 + bets for bets in longest_play(tables)[:goal]]
    times = 64.0
    for _ in range(_MOST_TRIES):
        upper = [leaving[0], *(value[cash] + ceil(times * slack[cash]) + 1 for cash in range(1, goal)), leaving[goal]]
        for cash in range(1, goal):
            upper[cash] = min(max(upper[cash], upper[cash - 1], leaving[cash]), leaving[goal])
        if find_excess(tables, upper, bonus) is None:
            return upper
        times *= 2
    raise GameRefused("the bound from above could not be proved: the values are too close together")


def share_up(cash: int, goal: int) -> int:
    """cash / goal in units of 2**-56, rounded up."""
    return -(-cash * ONE // goal)


def find_excess(tables: ActionTables, upper: list[int], bonus: "Whole | None" = None) -> tuple[int, int, int] | None:
    """The first cash, wager and stake whose mean is above a function; None if the function is proved.

    `bonus`, by wager, is what a bet is worth beside the money, in the same units.
    """
    beside = array("q", [0]) * len(tables.stakes) if bonus is None else bonus
    looked = kernel.find_excess(tables.numbers, tables.losses, beside, 1, tables.goal, array("q", upper))
    return looked[:3] if looked[0] else None


def prove_lower(block: Block, tables: ActionTables, values: Real, policy: list[Any], bets: Real) -> list[int]:
    """A function that the policy raises by a unit or more a bet: its value, less a little for each bet to come."""
    goal, value = tables.goal, whole_units(values)
    times = 32.0
    for _ in range(_MOST_TRIES):
        less = [ceil(times * (bets[cash] + 1)) for cash in range(goal)]
        lower = [0, *(max(0, value[cash] - less[cash]) for cash in range(1, goal)), ONE]
        for cash in range(1, goal):
            if policy[cash] is None:
                lower[cash] = 0
        try:
            check_lower(block, goal, lower, policy)
        except NotProved:
            times *= 2
            continue
        return lower
    raise GameRefused("the bound from below could not be proved: the policy hardly ever ends")
