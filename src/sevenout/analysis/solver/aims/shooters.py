"""The largest chance to reach a goal within a number of shooters: a layer of cash for each, proved in whole numbers.

Inside a turn there is no limit of time, so the state is the cash and the shooters that are left. How likely a turn is
over with the decision of a line bet hangs on the dice alone, never on the bets: so each layer shrinks every error, and
a function below the largest mean of all actions is below the best chance, one above all means is above it.
"""

from array import array
from time import perf_counter
from typing import NamedTuple

from msgspec import Struct

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.action_tables import ActionTables, Real, Whole, action_tables
from sevenout.analysis.solver.aims.deadline import check_lines
from sevenout.analysis.solver.certificate_verifier import decimals
from sevenout.analysis.solver.goal_chance import BITS, ONE, check_aim, share_up, whole_units
from sevenout.analysis.solver.policy_iteration import (
    KernelPolicy,
    NoKernelHere,
    Progress,
    actions_of,
    iterate_policy,
    no_bonus,
    no_policy,
)
from sevenout.analysis.solver.policy_table import moves_of
from sevenout.analysis.solver.rules_block import LINE, ODDS, Block, WagerClass, open_class, rules_block
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput, GameRefused
from sevenout.base.money import Cents, units
from sevenout.engine.game import AnyHouse, Game, open_game

MOST_SHOOTERS = 1_000
_SETTLED, _STILL = 1e-15, 1e-17
_MOST_TRIES = 24
"""So often the slack of a bound is doubled until it is proved."""
_WIN_PASSES, _LOSS_PASSES = 1, 2
"""What the kernel is told of a point: which decision hands the dice on."""


class ShootersChance(Struct, frozen=True):
    """The best chance of a goal within so many shooters, and within every smaller number of them."""

    game: Game
    chosen: WagerClass
    bankroll: Cents
    goal: Cents
    asked: int
    """The shooters that were asked for."""
    lower: tuple[int, ...]
    """In units of 2**-56, by shooters from none on: the best chance is at least this."""
    upper: tuple[int, ...]
    """And at most this."""
    move: str
    """The first bet with all shooters to go, in words; empty if none helps."""
    seconds: float
    subfair: bool

    @property
    def shooters(self) -> int:
        """The shooters that were solved: fewer than asked for if it was interrupted."""
        return len(self.lower) - 1

    @property
    def complete(self) -> bool:
        """Whether all shooters were solved."""
        return self.shooters == self.asked

    @property
    def bounds(self) -> tuple[str, str]:
        """The least and the most that the chance can be, in fourteen decimals rounded to the safe side."""
        most = share_up(self.bankroll, self.goal) if self.subfair else ONE
        high = self.upper[-1] if self.complete else most
        return decimals(self.lower[-1], BITS, up=False), decimals(high, BITS, up=True)

    def chance_within(self, shooters: int) -> float:
        """The chance within fewer shooters."""
        return self.lower[shooters] / ONE

    def __repr__(self) -> str:
        low, high = self.bounds
        asked = f"{units(self.bankroll)} to {units(self.goal)} in {self.asked} shooters"
        return f"<ShootersChance {asked}: {low} to {high}>"


class _Layer(NamedTuple):
    """What a number of shooters is worth by cash: in floating point, and proved from both sides."""

    value: Real
    lower: Whole
    upper: Whole


def best_chance_within_shooters(
    house: AnyHouse,
    bankroll: Cents,
    goal: Cents,
    shooters: int,
    wagers: tuple[str, ...] = (LINE, ODDS),
    step: Cents | None = None,
    progress: Progress = lambda *_: None,
) -> ShootersChance:
    """The largest chance to have `goal` before so many shooters have sevened out; amounts in cents.

    >>> best_chance_within_shooters("catfish-bend", 60_00, 100_00, 2).bounds[0][:8]
    '0.596961'
    """
    game = open_game(house)
    if not 1 <= shooters <= MOST_SHOOTERS:
        raise BadInput(f"a limit is 1 to {MOST_SHOOTERS:,} shooters, not {shooters:,}")
    chosen = open_class(game, wagers, step)
    check_lines(game, chosen, "shooters")
    begun = perf_counter()
    start, top = check_aim(game, bankroll, goal)
    if kernel is None:
        raise NoKernelHere("solving needs the compiled kernel, and there was no C compiler when this was installed")
    block = _mark_turns(game, rules_block(game, chosen))
    tables = action_tables(block, top)
    layer, policy = _no_shooter(top), no_policy(top)
    lower, upper = [0], [0]
    try:
        for number in range(shooters):
            layer, policy = _add_shooter(tables, layer)
            lower.append(layer.lower[start])
            upper.append(layer.upper[start])
            progress(number + 1, shooters)
    except KeyboardInterrupt:
        pass
    return ShootersChance(
        game=game,
        chosen=chosen,
        bankroll=bankroll,
        goal=goal,
        asked=shooters,
        lower=tuple(lower),
        upper=tuple(upper),
        move=_first_move(game, block, tables, policy, start),
        seconds=perf_counter() - begun,
        subfair=tables.subfair,
    )


def _mark_turns(game: Game, block: Block) -> Block:
    """The block with a mark at each point: whether a win or a loss there is the end of the shooter's turn."""
    rules = game.rules
    if not rules.puck.has_turns:
        raise BadInput(f"no roll ends a shooter's turn at {rules.book.title}: there are no shooters to count")
    for wager in block["wagers"]:
        spot = rules.by_key[wager["wager"]]
        for point in wager["points"]:
            states = [state for state in rules.puck.states if state.point in point["numbers"]]
            passing = {
                (edge.outcome, rules.puck.edges[state.index][roll.index].ends_turn)
                for state in states
                for roll in ROLLS
                if (edge := rules.cells[state.index][roll.index][spot.first]) is not None
            }
            if passing == {("win", False), ("lose", True)}:
                point["passes"] = _LOSS_PASSES
            elif passing == {("win", True), ("lose", False)}:
                point["passes"] = _WIN_PASSES
            else:
                raise BadInput(f"{spot.key} cannot be solved within shooters: a seven-out does not decide it alone")
    return block


def _no_shooter(goal: int) -> _Layer:
    nothing, none = array("d", [0.0]) * goal + array("d", [1.0]), array("q", [0]) * goal + array("q", [ONE])
    return _Layer(nothing, none, none)


def _add_shooter(tables: ActionTables, after: _Layer) -> tuple[_Layer, KernelPolicy]:
    """The layer with one shooter more, and its policy: without a bet a turn is worth the shooters after it."""
    value, policy = array("d", after.value), no_policy(tables.goal)
    iterate_policy(tables, value, policy, no_bonus(tables), _SETTLED, _STILL, after.value)
    near = whole_units(value)
    slack = 16
    lower: Whole | None = None
    upper: Whole | None = None
    for _ in range(_MOST_TRIES):
        lower = lower or _prove_below(tables, near, after.lower, slack)
        upper = upper or _prove_above(tables, near, after.upper, slack)
        if lower is not None and upper is not None:
            return _Layer(value, lower, upper), policy
        slack *= 2
    raise GameRefused("the bounds could not be proved: the values are too close together")


def _prove_below(tables: ActionTables, near: list[int], after: Whole, slack: int) -> "Whole | None":
    """A function that the next shooter or the largest mean of all actions is not below; None if it does not hold."""
    below = array("q", [max(there, here - slack) for here, there in zip(near, after, strict=True)])
    below[0], below[tables.goal] = 0, ONE
    means = array("q", after)
    kernel.largest_means(tables.numbers, tables.losses, below, after, means)
    return means if all(map(int.__ge__, means, below)) else None


def _prove_above(tables: ActionTables, near: list[int], after: Whole, slack: int) -> "Whole | None":
    """A function that neither the next shooter nor any action exceeds on average; None if one does."""
    above = array("q", [min(ONE, max(there, here + slack)) for here, there in zip(near, after, strict=True)])
    above[0], above[tables.goal] = 0, ONE
    means = array("q", [0]) * (tables.goal + 1)
    kernel.largest_means(tables.numbers, tables.losses, above, after, means)
    # the means are rounded down: below the function, not at it
    holds = all(mean < here or here in (0, ONE) for mean, here in zip(means, above, strict=True))
    return above if holds else None


def _first_move(game: Game, block: Block, tables: ActionTables, policy: KernelPolicy, start: int) -> str:
    actions = actions_of(block, tables, policy)
    here = next(iter(moves_of(block, [None] * start + [actions[start]], game.chip)), None)
    if here is None:
        return ""
    return f"{here.bet}; {here.in_words}" if here.plays else here.bet
