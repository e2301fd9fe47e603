"""What time at the table costs in chance, and a chance in money: frontiers, each point bounded from both sides.

A price turns two aims into one: chance + price x rolls, or money + price x chance. Its best play is a point of the
frontier, with its own means proved from below. The proved value of the two together bounds everybody else: who plays as
long has no larger chance than the point's bound, who has the chance loses no less.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil
from time import perf_counter
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from sevenout.analysis.solver.action_tables import ActionTables, Real, action_tables
from sevenout.analysis.solver.certificate_verifier import policy_moves
from sevenout.analysis.solver.goal_chance import ONE, check_aim, prove_lower, prove_upper
from sevenout.analysis.solver.policy_iteration import (
    KernelPolicy,
    Progress,
    actions_of,
    best_policy,
    evaluate_policy,
    iterate_policy,
    mean_bets,
    no_bonus,
    no_policy,
)
from sevenout.analysis.solver.policy_table import moves_of
from sevenout.analysis.solver.rules_block import LINE, ODDS, Block, WagerClass, open_class, rules_block
from sevenout.base.errors import BadInput, GameRefused
from sevenout.base.money import Cents, units
from sevenout.engine.game import AnyHouse, Game, open_game

FrontierKind = Literal["time", "loss"]
TIME_PRICES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
"""Prices of a roll, in shares of the one at which nobody would ever leave."""
LOSS_PRICES = (64.0, 8.0, 4.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6)
"""Prices of the goal, in shares of what it costs the best play."""
_SETTLED, _STILL = 1e-14, 1e-16
_FINE = 1 << 40
"""Means of rolls and cash are proved in these parts."""


class FrontierPoint(Struct, frozen=True):
    """One price, and the play that is best at it. Money is in cents."""

    price: float
    chance: float
    """Of the goal, proved from below."""
    rolls: float
    """On average until goal or ruin (or until one leaves), proved from below."""
    loss: float
    """On average, proved from above; what is won beyond the goal is not counted."""
    bound: float
    """time: the largest chance of whoever plays as long; loss: the least loss of whoever has this chance."""
    move: str
    """The first bet, or nothing."""


class Frontier(Struct, frozen=True):
    """The best that can be had of two things at once, from one bankroll."""

    kind: FrontierKind
    game: Game
    chosen: WagerClass
    bankroll: Cents
    goal: Cents
    points: tuple[FrontierPoint, ...]
    longest: float
    """Rolls: nobody of the class plays longer on average, whatever the goal."""
    seconds: float

    @property
    def title(self) -> str:
        """What it is about, for a heading."""
        aim = "chance by time of play" if self.kind == "time" else "loss by chance"
        return f"{aim}, {units(self.bankroll)} to {units(self.goal)}"

    def bound_curve(self) -> list[tuple[float, float]]:
        """Rolls and the largest chance of whoever plays on beyond the last point: every roll costs at least so much."""
        share, last = self.bankroll / self.goal, self.points[-1].rolls
        steps = 60
        times = [last * (self.longest / last) ** (at / steps) for at in range(steps + 1)]
        return [(rolls, share * (1 - rolls / self.longest)) for rolls in times]


class _Case(NamedTuple):
    """A problem on the way: the rules, the tables, the aim in chips, and how long a bet of each wager lasts."""

    block: Block
    tables: ActionTables
    start: int
    goal: int
    rolls: tuple[Fraction, ...]
    """By wager, for each bet that is not a push."""


def time_frontier(
    house: AnyHouse,
    bankroll: Cents,
    goal: Cents,
    wagers: tuple[str, ...] = (LINE, ODDS),
    step: Cents | None = None,
    prices: Sequence[float] = TIME_PRICES,
    progress: Progress = lambda *_: None,
) -> Frontier:
    """The largest chance of a goal for every mean time of play.

    >>> found = time_frontier("catfish-bend", 20_00, 40_00, prices=(0.0, 0.9))
    >>> [(round(point.rolls, 1), round(point.chance, 6), round(point.bound, 6)) for point in found.points]
    [(11.6, 0.493817, 0.493817), (14.5, 0.492595, 0.492595)]
    """
    return _frontier("time", house, bankroll, goal, wagers, step, prices, progress)


def loss_frontier(
    house: AnyHouse,
    bankroll: Cents,
    goal: Cents,
    wagers: tuple[str, ...] = (LINE, ODDS),
    step: Cents | None = None,
    prices: Sequence[float] = LOSS_PRICES,
    progress: Progress = lambda *_: None,
) -> Frontier:
    """The least expected loss for every chance of a goal, if one may leave at any time."""
    return _frontier("loss", house, bankroll, goal, wagers, step, prices, progress)


class LongestPlay(Struct, frozen=True):
    """The longest expected play until nothing more can be bet: the cheapest bet, always. Money is in cents."""

    game: Game
    chosen: WagerClass
    bankroll: Cents
    wager: str
    stake: Cents
    cost: float
    """What a roll of it costs on average: no bet of the class costs less."""
    at_least: float
    """Rolls of always making this bet: all but what is too little for it is used up."""
    at_most: float
    """Rolls: nobody of the class plays longer on average."""


def longest_play_of(
    house: AnyHouse, bankroll: Cents, wagers: tuple[str, ...] = (LINE, ODDS), step: Cents | None = None
) -> LongestPlay:
    """How long a bankroll lasts at most: every bet takes at least so much of it, on average, for every roll it lasts.

    >>> found = longest_play_of("catfish-bend", 300_00)
    >>> found.wager, found.stake, round(found.at_least), round(found.at_most)
    ('dont-pass', 500, 14655, 14853)
    """
    game = open_game(house)
    chosen = open_class(game, wagers, step)
    cash, _ = check_aim(game, bankroll, bankroll + game.chip)
    block = rules_block(game, chosen)
    rolls = [rolls_of_bet(wager) for wager in block["wagers"]]
    tables = action_tables(block, cash + 1)
    costs = _costs(block, tables, rolls)
    if not costs:
        raise BadInput(f"{units(bankroll)} is too little to bet with: there is no play")
    cost, number, stake = min(costs)
    if not tables.subfair or cost <= 0:
        raise GameRefused("a stake here favours the player: play need never end (sevenout solve --holes)")
    left = cash - stake + 1
    wager = block["wagers"][number]["wager"]
    whole = float(cost) * game.chip
    lasts = float(left / cost), float(cash / cost)
    return LongestPlay(game, chosen, bankroll, wager, stake * game.chip, whole, *lasts)


def _frontier(
    kind: FrontierKind,
    house: AnyHouse,
    bankroll: Cents,
    goal: Cents,
    wagers: tuple[str, ...],
    step: Cents | None,
    prices: Sequence[float],
    progress: Progress,
) -> Frontier:
    game, begun = open_game(house), perf_counter()
    chosen = open_class(game, wagers, step)
    start, top = check_aim(game, bankroll, goal)
    block = rules_block(game, chosen)
    tables = action_tables(block, top)
    if not tables.subfair:
        raise GameRefused(
            "some stakes here favour the player: time and chance have no price there (sevenout solve --holes)"
        )
    case = _Case(block, tables, start, top, tuple(rolls_of_bet(wager) for wager in block["wagers"]))
    best = best_policy(block, top, tables)
    if not best.complete:
        raise KeyboardInterrupt
    solve = _time_point if kind == "time" else _loss_point
    found: list[FrontierPoint] = []
    policy = best.policy if kind == "time" else None
    for number, share in enumerate(prices):
        point, policy = solve(game, case, share, best.value, policy)
        if point.rolls and not any(abs(point.rolls - other.rolls) < 1e-9 for other in found):
            found.append(point)
        progress(number + 1, len(prices))
    longest = float(start / _least_cost(case))
    return Frontier(kind, game, chosen, bankroll, goal, tuple(found), longest, perf_counter() - begun)


def rolls_of_bet(wager: Block) -> Fraction:
    """How many rolls a line bet lasts on average, pushes on the come-out thrown again; raises BadInput for others."""
    if not wager["points"]:
        raise BadInput(f"how long {wager['wager']} lasts hangs on the puck: with time only line bets are solved")
    total, push = _weights(wager)
    waits = Fraction(0)
    for point in wager["points"]:
        waits += Fraction(point["ways"] * total, point["win"] + point["lose"] + point["push"])
    return (total + waits) / (total - push)


def _costs(block: Block, tables: ActionTables, rolls: Sequence[Fraction]) -> list[tuple[Fraction, int, int]]:
    """What a roll costs with every wager and stake, in chips."""
    costs: list[tuple[Fraction, int, int]] = []
    at = 0
    for number, (wager, stakes, each) in enumerate(zip(block["wagers"], tables.stakes, rolls, strict=True)):
        whole, push = _weights(wager)
        for loss, stake in zip(tables.losses[at : at + len(stakes)], stakes, strict=True):
            exact = Fraction(loss).limit_denominator(10**9) * whole / (whole - push)
            costs.append((exact / each, number, stake))
        at += len(stakes) * (1 + len(wager["points"]))
    return costs


def _least_cost(case: _Case) -> Fraction:
    return min(_costs(case.block, case.tables, case.rolls))[0]


def _weights(wager: Block) -> tuple[int, int]:
    """The weight of all first rolls of a wager, and of those that change nothing."""
    whole = sum(end[0] for end in wager["ends"]) + sum(point["ways"] for point in wager["points"])
    return whole, sum(end[0] for end in wager["ends"] if end[1] == "push")


# --- one price


def _time_point(
    game: Game, case: _Case, share: float, value: Real, policy: KernelPolicy | None
) -> tuple[FrontierPoint, KernelPolicy]:
    """The play that is best if a roll is worth a share of what the cheapest one costs."""
    goal = case.goal
    price = Fraction(share) * _least_cost(case) / goal
    bonus = array("d", [float(price * rolls) for rolls in case.rolls])
    tables = _with_bonus(case, [price * rolls for rolls in case.rolls])
    values, policy = array("d", value), policy or no_policy(goal)
    evaluate_policy(tables, values, policy, bonus)
    iterate_policy(tables, values, policy, bonus, _SETTLED, _STILL)
    whole = array("q", [ceil(price * rolls * ONE) + 1 for rolls in case.rolls])
    upper = Fraction(prove_upper(tables, values, [0] * goal + [ONE], whole)[case.start], ONE)
    actions = actions_of(case.block, tables, policy)
    chance, rolls = _chance_below(case, policy, actions), _rolls_below(case, policy, actions)
    loss = (case.start - goal * chance) * game.chip
    bound = float(upper - price * rolls)
    return FrontierPoint(share, float(chance), float(rolls), float(loss), bound, _first(game, case, actions)), policy


def _loss_point(
    game: Game, case: _Case, share: float, value: Real, policy: KernelPolicy | None
) -> tuple[FrontierPoint, KernelPolicy]:
    """The play that is best if the goal is worth a price beside its money, and one may leave at any time."""
    goal, start = case.goal, case.start
    costs = (start - goal * value[start]) / value[start]
    price = Fraction(share * costs).limit_denominator(10**9)
    whole_worth = goal + price
    values = array("d", [float(cash / whole_worth) for cash in range(goal)] + [1.0])
    policy = no_policy(goal)
    iterate_policy(case.tables, values, policy, no_bonus(case.tables), _SETTLED, _STILL)
    leaving = [ceil(cash / whole_worth * ONE) for cash in range(goal)] + [ONE]
    upper = Fraction(prove_upper(case.tables, values, leaving)[start], ONE)
    actions = actions_of(case.block, case.tables, policy)
    chance, rolls = _chance_below(case, policy, actions), _rolls_below(case, policy, actions)
    cash = _cash_below(case, policy, actions)
    bound = start + price * chance - upper * whole_worth
    chip = game.chip
    point = FrontierPoint(
        float(price) * chip,
        float(chance),
        float(rolls),
        float((start - cash) * chip),
        float(max(bound, Fraction(0)) * chip),
        _first(game, case, actions),
    )
    return point, policy


def _with_bonus(case: _Case, bonus: Sequence[Fraction]) -> ActionTables:
    """The same tables with what a bet is worth beside the money taken off its losses: so they refute no more."""
    losses, at = array("d", case.tables.losses), 0
    for stakes, points, beside in zip(case.tables.stakes, case.tables.odds, bonus, strict=True):
        many = len(stakes) * (1 + len(points))
        for i in range(at, at + many):
            losses[i] -= float(beside * case.goal) + 1e-9
        at += many
    return case.tables._replace(losses=losses)


def _first(game: Game, case: _Case, actions: Sequence[Any]) -> str:
    """What is done with the bankroll, in words."""
    here = next(iter(moves_of(case.block, [None] * case.start + [actions[case.start]], game.chip)), None)
    if here is None:
        return ""
    return f"{here.bet}; {here.in_words}" if here.plays else here.bet


# --- means of a policy, proved from below


def _chance_below(case: _Case, policy: KernelPolicy, actions: list[Any]) -> Fraction:
    values = array("d", [0.0]) * (case.goal + 1)
    values[case.goal] = 1.0
    evaluate_policy(case.tables, values, policy, no_bonus(case.tables))
    bets = mean_bets(case.tables, policy)
    return Fraction(prove_lower(case.block, case.tables, values, actions, bets)[case.start], ONE)


def _rolls_below(case: _Case, policy: KernelPolicy, actions: list[Any]) -> Fraction:
    values = array("d", [0.0]) * (case.goal + 1)
    evaluate_policy(case.tables, values, policy, array("d", list(map(float, case.rolls))), 1e-12)
    ends = [Fraction(0)] * (case.goal + 1)
    return _prove_mean(case, policy, actions, values, ends, lambda number: case.rolls[number])


def _cash_below(case: _Case, policy: KernelPolicy, actions: list[Any]) -> Fraction:
    values = array("d", map(float, range(case.goal + 1)))
    evaluate_policy(case.tables, values, policy, no_bonus(case.tables), 1e-13)
    ends = list(map(Fraction, range(case.goal + 1)))
    return _prove_mean(case, policy, actions, values, ends, lambda _: Fraction(0))


def _prove_mean(
    case: _Case,
    policy: KernelPolicy,
    actions: list[Any],
    values: Real,
    ends: list[Fraction],
    each: Callable[[int], Fraction],
) -> Fraction:
    """A mean of the policy from below, in fractions: no value is above what its bet gives and leads to on average."""
    steps = [None if action is None else _step(case, cash, action, each) for cash, action in enumerate(actions)]
    bets = mean_bets(case.tables, policy)
    shave = 1 / _FINE
    for _ in range(40):
        below = [
            ends[cash] if cash >= case.goal or steps[cash] is None else _floor(values[cash] - shave * (bets[cash] + 1))
            for cash in range(case.goal + 1)
        ]
        if all(_holds(step, below, cash) for cash, step in enumerate(steps) if step is not None):
            return below[case.start]
        shave *= 2
    raise GameRefused("the mean of the play could not be proved: it hardly ever ends")


def _floor(value: float) -> Fraction:
    return Fraction(int(value * _FINE) - 1, _FINE)


class _Step(NamedTuple):
    """What a bet gives on average until the cash changes, and where it leads."""

    gives: Fraction
    leads: tuple[tuple[Fraction, int], ...]


def _step(case: _Case, cash: int, action: Any, each: Callable[[int], Fraction]) -> _Step:
    wager = case.block["wagers"][action[0]]
    moves = policy_moves(case.block, case.goal, cash, action)
    total = sum((weight for weight, after in moves if after != cash), Fraction(0))
    whole, push = _weights(wager)
    return _Step(
        each(action[0]) * (whole - push) / total,
        tuple((weight / total, after) for weight, after in moves if after != cash),
    )


def _holds(step: _Step, below: list[Fraction], cash: int) -> bool:
    return below[cash] <= step.gives + sum((chance * below[after] for chance, after in step.leads), Fraction(0))


def frontier_rows(found: Frontier) -> Iterator[dict[str, Any]]:
    """Every point for programs; money is cents."""
    for point in found.points:
        yield {
            "price": point.price,
            "rolls": point.rolls,
            "chance": point.chance,
            "loss": point.loss,
            "chance_at_most" if found.kind == "time" else "loss_at_least": point.bound,
            "first": point.move,
        }
