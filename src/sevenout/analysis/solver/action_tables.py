"""The actions of a rules block as arrays for the compiled kernel: stakes, nets, odds and what they lose on average."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import NamedTuple, TypeAlias

from sevenout.analysis.solver.certificate_verifier import (
    Ends,
    first_ends,
    least_losses,
    legal_stakes,
    odds_cap,
    payment,
)
from sevenout.analysis.solver.rules_block import Block
from sevenout.base.errors import BadInput

MOST_POINTS = 16
"""Classes of points that the kernel takes."""
Whole: TypeAlias = "array[int]"
Real: TypeAlias = "array[float]"


class OddsStakes(NamedTuple):
    """The odds that may lie on one point: what they risk, what they gain, and after how many both repeat."""

    risks: list[int]
    gains: list[int]
    period: int
    gain_step: int
    risk_step: int


class ActionTables(NamedTuple):
    """All actions of a class at one table, below one goal."""

    goal: int
    numbers: Whole
    """As the kernel takes them: goal, how many wagers, whether none favours the player; then every wager."""
    losses: Real
    """The least expected loss: by wager and stake, then by point and stake."""
    stakes: tuple[list[int], ...]
    """By wager."""
    odds: tuple[tuple[list[int], ...], ...]
    """By wager and point: the stakes of odds, of which the kernel answers with the number."""
    subfair: bool
    """Whether no stake favours the player."""
    actions: int
    """Actions that one sweep tries, if none is refuted: line bets count once for all odds of each point."""
    least_squares: Fraction
    """The least mean square of what any action nets, in chips: by how much it moves the cash at least."""


def action_tables(block: Block, goal: int) -> ActionTables:
    """The arrays of every wager of a block, for cash below `goal` chips."""
    rounding = block["rounding"]
    numbers, losses = array("q"), array("d")
    stakes, odds, subfair, actions = [], [], True, 0
    squares = Fraction(goal * goal)
    for wager in block["wagers"]:
        ends = first_ends(wager, rounding, goal - 1)
        behind = [_odds(point, rounding, goal) for point in wager["points"]]
        if len(behind) > MOST_POINTS:
            raise BadInput(f"{wager['wager']} cannot be solved: more than {MOST_POINTS} kinds of points")
        least, held, fair = least_losses(wager, ends, rounding, goal - 1)
        subfair = subfair and fair and all(loss >= 0 for loss in least)
        numbers.extend(_numbers(wager, rounding, ends, behind))
        losses.extend(map(float, chain(least, *held)))
        stakes.append(ends.stakes)
        odds.append(tuple(each.risks for each in behind))
        actions += _count_actions(ends, behind, goal)
        squares = min([squares, *(_mean_square(wager, rounding, ends, i) for i in range(len(ends.stakes)))])
    head = array("q", (goal, len(stakes), int(subfair)))
    return ActionTables(goal, head + numbers, losses, tuple(stakes), tuple(odds), subfair, actions, squares)


def _count_actions(ends: Ends, behind: list[OddsStakes], goal: int) -> int:
    """How many pairs of cash and action there are, roughly: half of all squares of cash and stake can be paid for."""
    affordable = sum(goal - cost for cost in ends.costs)
    return affordable + sum(min(len(each.risks), goal // 2) * affordable // 2 for each in behind)


def _mean_square(wager: Block, rounding: str, ends: Ends, i: int) -> Fraction:
    """The mean square of what a stake nets if it is changed by nothing and has no odds; taken down it moves nothing."""
    square = Fraction(sum(weight * net * net for weight, net in ends.nets[i]))
    for point in () if wager["may_fall"] else wager["points"]:
        x = ends.stakes[i]
        gain = payment(x, point["pays"], rounding)
        decided = point["win"] + point["lose"] + point["push"]
        square += Fraction(point["ways"] * (point["win"] * gain * gain + point["lose"] * x * x), decided)
    return square / ends.total


def _odds(point: Block, rounding: str, goal: int) -> OddsStakes:
    terms = point["odds"]
    risks = [] if terms is None else legal_stakes(terms["limits"], goal - 1)
    gains = [payment(x, terms["pays"], rounding) for x in risks]
    period = next(
        (n for n in range(1, len(risks)) if n > 240 or (_repeats(risks, n) and _repeats(gains, n))), max(len(risks), 1)
    )
    if period > 240:
        period = len(risks)
    if len(risks) <= period or gains[period] == gains[0]:
        return OddsStakes(risks, gains, max(len(risks), 1), 1, 1)
    return OddsStakes(risks, gains, period, gains[period] - gains[0], risks[period] - risks[0])


def _repeats(values: list[int], period: int) -> bool:
    """Whether values that are so far apart always differ by the same."""
    step = values[period] - values[0]
    return all(there - here == step for here, there in zip(values, values[period:], strict=False))


def _numbers(wager: Block, rounding: str, ends: Ends, behind: list[OddsStakes]) -> Iterator[int]:
    """One wager as kernel/optimum_module.c reads it."""
    many, decisive = len(ends.stakes), len(ends.nets[0]) if ends.nets else 0
    yield from (ends.total, ends.push, many, decisive, len(behind), int(wager["may_rise"]), int(wager["may_fall"]))
    yield from chain(ends.stakes, ends.costs)
    yield from (weight for weight, _ in (ends.nets[0] if ends.nets else ()))
    yield from (nets[end][1] for end in range(decisive) for nets in ends.nets)
    for point, odds in zip(wager["points"], behind, strict=True):
        yield from (point["ways"], point["win"], point["lose"], point["push"], len(odds.risks), *odds[2:])
        yield point.get("passes", 0)
        yield from (payment(x, point["pays"], rounding) for x in ends.stakes)
        caps = [0 if point["odds"] is None else odds_cap(point["odds"], x) for x in ends.stakes]
        yield from (len(odds.risks) if cap < 0 else bisect_right(odds.risks, cap) for cap in caps)
        yield from chain(odds.gains, odds.risks)
