"""The largest chance to reach a goal with a line bet, its odds, and at most one other wager beside them at each roll.

The other wager is chosen anew before every roll, so with a point on the state is (point, line bet, rack); without a
line bet it is the cash alone, for waiting until the puck stands right costs nothing. A policy is improved and judged in
floating point, and then both bounds are checked in whole numbers at every state.
"""

from array import array
from math import ceil
from time import perf_counter
from typing import Any, NamedTuple

from msgspec import Struct

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.action_tables import ActionTables, Real, Whole, action_tables
from sevenout.analysis.solver.aims.beside_menus import (
    FreeWager,
    MenuBet,
    check_subfair,
    find_keys,
    free_wagers,
    kinds_of,
    left_out,
    line_groups,
    menu_of,
    nothing_beside,
    pack_menus,
)
from sevenout.analysis.solver.aims.deadline import check_lines, check_odds
from sevenout.analysis.solver.certificate_verifier import decimals
from sevenout.analysis.solver.goal_chance import BITS, ONE, ClassTooLarge, GoalChance, best_chance, check_aim, share_up
from sevenout.analysis.solver.policy_iteration import Progress
from sevenout.analysis.solver.rules_block import ALL, LINE, ODDS, Block, WagerClass, open_class, rules_block
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput, GameRefused
from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.engine.game import AnyHouse, Game, open_game
from sevenout.rulebook.compiler.puck_machine import OFF

_MOST_STATES = 3_000_000
_SETTLED, _STILL = 1e-15, 4e-16
_MOST_SWEEPS, _MOST_ROUNDS, _MOST_TRIES = 400, 100, 16
_SHARE = 1e-4
"""Of what a round gained: a policy is judged no more closely than the next one is likely to change."""
_USUAL_ROUNDS = 12
_BEFORE = 1 - 1e-6
_MARGIN = 1e-5
"""Chips: more than the kernel allows for what it leaves out of a proof."""
_WHOLE_MENU = 1 << 40
_ANY_LOSS = 1e12


class BesideChance(Struct, frozen=True):
    """The best chance of a goal with one other wager beside the line, with its bounds and the first bets."""

    game: Game
    chosen: WagerClass
    beside: tuple[str, ...]
    """The wagers that may lie beside the line."""
    left_out: tuple[Refusal, ...]
    bankroll: Cents
    goal: Cents
    lower: int
    """In units of 2**-56: a policy was found with at least this chance."""
    upper: int
    """No policy of the class has a larger one."""
    line: GoalChance
    """The best play of line bets and odds alone."""
    move: str
    """The first bet in words."""
    largest_line: Cents
    """To begin with, no larger line bet is of use; nor is one raised to more with a point on, in this class."""
    states: int
    stakes: int
    """Other wagers with their stakes that were tried, in all places."""
    rounds: int
    tried: int
    seconds: float
    complete: bool

    @property
    def bounds(self) -> tuple[str, str]:
        """The least and the most that the chance can be, in fourteen decimals rounded to the safe side."""
        return decimals(self.lower, BITS, up=False), decimals(self.upper, BITS, up=True)

    @property
    def chance(self) -> float:
        """The policy's chance."""
        return self.lower / ONE

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return (self.upper - self.lower) / ONE

    @property
    def adds(self) -> float:
        """What the other wager adds to the chance of line bets and odds alone."""
        return self.chance - self.line.chance

    def __repr__(self) -> str:
        low, high = self.bounds
        return f"<BesideChance {units(self.bankroll)} to {units(self.goal)}: {low} to {high}>"


class _Case(NamedTuple):
    """A problem for the kernel, and what its numbers mean."""

    goal: int
    block: Block
    tables: ActionTables
    flats: list[int]
    alone: list[MenuBet]
    lines: list[list[MenuBet]]
    """By wager: what may lie beside it before the point."""
    packed: "tuple[Whole, Real, Whole, Real]"

    @property
    def parts(self) -> int:
        return 1 + sum(len(wager["points"]) for wager in self.block["wagers"])

    @property
    def rows(self) -> int:
        """Flat bets on points."""
        pairs = zip(self.flats, self.block["wagers"], strict=True)
        return sum(flats * len(wager["points"]) for flats, wager in pairs)


class _Values(NamedTuple):
    """By cash, and by wager, point, stake and rack."""

    line: "array[Any]"
    held: "array[Any]"


class _Policy(NamedTuple):
    """By cash the wager, stake and other wager; by wager, point, stake and rack the other wager and the odds."""

    line: Whole
    held: Whole


class _Solved(NamedTuple):
    values: _Values
    policy: _Policy
    rounds: int
    tried: int
    complete: bool


def best_chance_beside(
    house: AnyHouse,
    bankroll: Cents,
    goal: Cents,
    wagers: tuple[str, ...] = (LINE, ODDS),
    beside: tuple[str, ...] = (ALL,),
    step: Cents | None = None,
    progress: Progress = lambda *_: None,
) -> BesideChance:
    """The largest chance to have `goal` before ruin with one of `beside` at each roll; amounts in cents.

    >>> best_chance_beside("catfish-bend", 20_00, 40_00, beside=("field",)).bounds[0][:7]
    '0.49395'
    """
    game = open_game(house)
    chosen = open_class(game, wagers, step)
    check_lines(game, chosen, "rolls")
    if chosen.odds:
        check_odds(game, chosen)
    begun = perf_counter()
    start, top = check_aim(game, bankroll, goal)
    keys = find_keys(game, beside)
    pucks = range(len(game.rules.puck.states))
    free = {puck: free_wagers(game, keys, puck, chosen.step) for puck in pucks}
    named = tuple(dict.fromkeys(each.spot.key for puck in pucks for each in free[puck]))
    out = left_out(game, keys)
    if not named:
        reason = f": {out[0].wager}: {out[0].reason}" if out else ""
        raise BadInput(f"--beside {','.join(beside)} leaves nothing to lie beside a line bet for a single roll{reason}")
    for puck in pucks:
        check_subfair(game, free[puck], top - 1)
    line = best_chance(game, bankroll, goal, wagers, step)
    if not line.subfair:
        raise BadInput(f"a stake of {chosen.title} favours the player here: solve it without --beside")
    block = _split_points(game, rules_block(game, chosen), free)
    solved, case = _solve(game, block, free, line, progress)
    lower, upper = _prove_below(case, solved), _prove_above(case, solved) if solved.complete else None
    return BesideChance(
        game=game,
        chosen=chosen,
        beside=named,
        left_out=out,
        bankroll=bankroll,
        goal=goal,
        lower=lower[start],
        upper=share_up(start, top) if upper is None else upper[start],
        line=line,
        move=_first_move(case, solved, start, game),
        largest_line=game.chip
        * max(stakes[many - 1] for stakes, many in zip(case.tables.stakes, case.flats, strict=True)),
        states=top + case.rows * (top + 1),
        stakes=len(case.alone),
        rounds=solved.rounds,
        tried=solved.tried,
        seconds=perf_counter() - begun,
        complete=solved.complete,
    )


# --- the problem


def _split_points(game: Game, block: Block, free: dict[int, tuple[FreeWager, ...]]) -> Block:
    """The block with points in one class only where the other wagers cannot tell them apart either."""
    rules = game.rules
    wagers = []
    for line in block["wagers"]:
        points: dict[str, Block] = {}
        for point in line["points"]:
            for number in point["numbers"]:
                puck = next(state.index for state in rules.puck.states if state.point == number)
                ways = sum(rules.puck.edges[OFF][roll.index].goto == puck for roll in ROLLS)
                groups = line_groups(game, line, puck)
                others = sorted(
                    repr((each.limits, each.spot.wager.commission, sorted(kinds_of(each, groups).items())))
                    for each in free[puck]
                )
                alike = repr(({**point, "numbers": [], "ways": 0}, others))
                same = points.setdefault(alike, {**point, "numbers": [], "ways": 0})
                same["numbers"].append(number)
                same["ways"] += ways
        wagers.append({**line, "points": list(points.values())})
    return {**block, "wagers": wagers}


def _case(
    game: Game,
    tables: ActionTables,
    block: Block,
    free: dict[int, tuple[FreeWager, ...]],
    flats: list[int],
    limit: float,
) -> _Case:
    """The kernel's problem, with other wagers beside a line bet that lose up to `limit`; alone they may lose more."""
    goal, rules, nowhere = tables.goal, game.rules, (0,) * len(ROLLS)

    def menu(puck: int, groups: tuple[int, ...]) -> list[MenuBet]:
        beside = menu_of(game, free[puck], groups, goal - 1, limit) if limit > 0 else []
        return [nothing_beside(groups), *beside]

    alone = {bet[1:]: bet for puck in free for bet in menu_of(game, free[puck], nowhere, goal - 1, _ANY_LOSS)}
    menus, lines = [sorted(bet for bet in alone.values() if bet.own < len(ROLLS))], []
    for line in block["wagers"]:
        lines.append(menu(OFF, line_groups(game, line, OFF)))
        menus.append(lines[-1])
        for point in line["points"]:
            puck = next(state.index for state in rules.puck.states if state.point == point["numbers"][0])
            menus.append(menu(puck, line_groups(game, line, puck)))
    numbers, losses = pack_menus(menus)
    head, first = array("q", (len(ROLLS), *flats)), array("d", (limit,))
    return _Case(
        goal, block, tables, flats, menus[0], lines, (tables.numbers, tables.losses, head + numbers, first + losses)
    )


def _solve(
    game: Game, block: Block, free: dict[int, tuple[FreeWager, ...]], line: GoalChance, progress: Progress
) -> tuple[_Solved, _Case]:
    """First one wager at a time, which says how much anything may lose and be staked; then one beside another."""
    goal = line.goal // game.chip
    tables = action_tables(block, goal)
    value: Real = array("d", line.value)
    for _ in range(2):
        dear = max(cash - goal * value[cash] for cash in range(goal))
        flats = _flats(tables, block, dear)
        case = _case(game, tables, block, free, flats, 0.0)
        _check_size(case, game)
        solved = _iterate(case, _begin(case, value), lambda *_: None)
        if not solved.complete:
            return solved, case
        value = solved.values.line
    limit = max(worth - goal * there for worth, there in zip(_worths(case), solved.values.held, strict=True))
    case = _case(game, tables, block, free, flats, max(limit, dear) + _MARGIN)
    return _iterate(case, solved, progress), case


def _begin(case: _Case, value: Real) -> _Solved:
    """Values to begin with, a little less than they are known to be, so that there is a bet to be found for each."""
    goal = case.goal
    values = _Values(
        array("d", [*(each * _BEFORE for each in value[:goal]), 1.0]), array("d", ([0.0] * goal + [1.0]) * case.rows)
    )
    policy = _Policy(array("q", [-1, 0, 0] * (goal + 1)), array("q", [0]) * (2 * len(values.held)))
    return _Solved(values, policy, 0, 0, complete=True)


def _check_size(case: _Case, game: Game) -> None:
    states = case.rows * (case.goal + 1)
    if states > _MOST_STATES:
        fits = units(game.chip * ceil((states / _MOST_STATES) ** 0.5))
        raise ClassTooLarge(
            f"{states:,} states of point, line bet and rack are more than the {_MOST_STATES:,} that are solved:"
            f" --chip {fits} would fit, or a smaller goal"
        )


def _flats(tables: ActionTables, block: Block, dear: float) -> list[int]:
    """By wager, how many of its stakes may be of use: none beyond loses less than the dearest cash does."""
    at, flats = 0, []
    for stakes, wager in zip(tables.stakes, block["wagers"], strict=True):
        losses = tables.losses[at : at + len(stakes)]
        flats.append(max((number + 1 for number, loss in enumerate(losses) if loss <= dear), default=1))
        at += len(stakes) * (1 + len(wager["points"]))
    return flats


def _worths(case: _Case) -> list[float]:
    """What is held is worth on average if nothing more is bet, in chips."""
    worths: list[float] = []
    for wager, stakes, flats in zip(case.block["wagers"], case.tables.stakes, case.flats, strict=True):
        for point in wager["points"]:
            num, den = point["pays"]
            decided = point["win"] + point["lose"] + point["push"]
            for stake in stakes[:flats]:
                gain = -(-stake * num // den) if case.block["rounding"] == "up" else stake * num // den
                back = (point["win"] * (stake + gain) + point["push"] * stake) / decided
                worths += [rack + back for rack in range(case.goal)]
                worths.append(float(case.goal))
    return worths


# --- policy iteration


def _iterate(case: _Case, begun: _Solved, progress: Progress) -> _Solved:
    """Improves and judges a policy, in place, until nothing gains; interrupted, as far as it came."""
    values, policy, rounds, tried, _ = begun
    parts = case.parts
    try:
        while rounds - begun.rounds < _MOST_ROUNDS:
            most = 0.0
            for part in range(parts):
                gain, looked = kernel.improve_beside(case.packed, part, _WHOLE_MENU, *values, *policy)
                most, tried = max(most, gain), tried + looked
                done = (rounds - begun.rounds) * parts + part + 1
                progress(done, max(_USUAL_ROUNDS, rounds - begun.rounds + 2) * parts)
            rounds += 1
            if most <= _SETTLED:
                break
            kernel.evaluate_beside(case.packed, *values, *policy, 0.0, max(_STILL, most * _SHARE), _MOST_SWEEPS)
    except KeyboardInterrupt:
        return _Solved(values, policy, rounds, tried, complete=False)
    return _Solved(values, policy, rounds, tried, complete=True)


# --- the bounds


def _prove_below(case: _Case, solved: _Solved) -> Whole:
    """A function of the cash that the policy raises with every roll, where it is above nothing."""
    rolls = _Values(array("d", [0.0]) * (case.goal + 1), array("d", [0.0]) * len(solved.values.held))
    kernel.evaluate_beside(case.packed, *rolls, *solved.policy, 1.0, 1e-6, _MOST_SWEEPS)
    times = 64
    for _ in range(_MOST_TRIES):
        lower = _Values(
            _lower_function(solved.values.line, rolls.line, times, case.goal),
            _lower_function(solved.values.held, rolls.held, times, case.goal),
        )
        if kernel.find_fall_beside(case.packed, *lower, *solved.policy) == 0:
            return lower.line
        times *= 4
    raise GameRefused("the bound from below could not be proved: the policy hardly ever ends")


def _lower_function(values: Real, rolls: Real, times: int, goal: int) -> Whole:
    row = goal + 1
    return array(
        "q",
        [
            ONE if at % row == goal else max(0, int(value * ONE) - ceil(times * (more + 1)))
            for at, (value, more) in enumerate(zip(values, rolls, strict=True))
        ],
    )


def _prove_above(case: _Case, solved: _Solved) -> Whole:
    """A function of the cash that no action exceeds on average, at any state: the value, and a slack for each bet."""
    goal, worths = case.goal, _worths(case)
    times = 0.25
    for _ in range(_MOST_TRIES):
        upper = _Values(
            _upper_function(solved.values.line, [float(cash) for cash in range(goal + 1)], times, goal),
            _upper_function(solved.values.held, worths, times, goal),
        )
        if all(kernel.find_excess_beside(case.packed, part, *upper)[0] == 0 for part in reversed(range(case.parts))):
            return upper.line
        times *= 4
    raise GameRefused("the bound from above could not be proved: the values are too close together")


def _upper_function(values: Real, worths: list[float], times: float, goal: int) -> Whole:
    """Every bet moves what is held, so the mean of worth * (4 * goal - worth) falls with each."""
    row, raised, before = goal + 1, array("q"), 0
    for at, (value, worth) in enumerate(zip(values, worths, strict=True)):
        rack = at % row
        slack = ceil(times * worth * (4 * goal - worth)) + 1 if worth > 0 else 0
        here = ONE if rack == goal else min(ONE, int(value * ONE) + slack)
        before = here if rack == 0 else max(before, here)
        raised.append(before)
    return raised


def _first_move(case: _Case, solved: _Solved, start: int, game: Game) -> str:
    number, stake, other = solved.policy.line[3 * start : 3 * start + 3]
    if number < 0:
        return ""
    if number == len(case.lines):
        bet = case.alone[other]
        return f"{units(bet.stake * game.chip)} on {bet.wager}"
    made = units(case.tables.stakes[number][stake] * game.chip)
    words, bet = f"{made} on {case.block['wagers'][number]['wager']}", case.lines[number][other]
    return f"{words}, {units(bet.stake * game.chip)} on {bet.wager} beside it" if bet.wager else words
