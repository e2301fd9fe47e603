"""What recorded dice would be worth: each wager's exact edge with the dice that a record suggests, and how sure it is.

The estimate adds one fair set of 36 rolls to what was counted, so that nothing is impossible because it did not come.
The interval is that of the Dirichlet posterior, carried over to the edge by its gradient (the delta method).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.dice.chance_tests import normal_quantile
from sevenout.analysis.dice.roll_file import RecordedRoll
from sevenout.analysis.exact.house_edge import commission_of, mean, net_of, spot_named, wager_edge
from sevenout.analysis.exact.markov_chain import follow
from sevenout.base.dice import FAIR_DICE, ROLLS, DiceModel
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager

_FINER = 1_000
"""Weights are so many times finer than counts, so that one can be moved a little."""


class EdgeEstimate(Struct, frozen=True):
    """One wager: its edge with fair dice, and with the dice of a record."""

    wager: str
    title: str
    fair: Fraction
    edge: Fraction
    """Exact, for the estimated dice; below zero it is the player's."""
    low: float
    high: float
    """Where the edge lies, with the confidence asked for."""


def estimate_dice(rolls: Sequence[RecordedRoll], name: str) -> DiceModel:
    """The dice that a record suggests: by roll where all faces are known, else by total.

    >>> from sevenout.analysis.dice.roll_file import parse_rolls
    >>> dice = estimate_dice(parse_rolls("3 4\\n6 6").rolls, "two rolls")
    >>> dice.chance(ROLLS[35]), dice.chance(ROLLS[0])
    (Fraction(1, 19), Fraction(1, 38))
    """
    return DiceModel(name, _weights(rolls))


def _weights(rolls: Sequence[RecordedRoll]) -> tuple[int, ...]:
    ways = Counter(roll.total for roll in ROLLS)
    if all(recorded.roll is not None for recorded in rolls):
        by_index = Counter(recorded.roll.index for recorded in rolls if recorded.roll is not None)
        return tuple(by_index[roll.index] + 1 for roll in ROLLS)
    by_total = Counter(recorded.total for recorded in rolls)
    shares = [1 + Fraction(by_total[roll.total], ways[roll.total]) for roll in ROLLS]
    return tuple(int(share * 60) for share in shares)


def estimate_edges(
    rules: CompiledBook, rolls: Sequence[RecordedRoll], wagers: Iterable[str], confidence: float = 0.95
) -> tuple[EdgeEstimate, ...]:
    """What each wager is worth with the dice of a record, and with fair ones."""
    dice = estimate_dice(rolls, "the recorded dice")
    by_roll = all(recorded.roll is not None for recorded in rolls)
    reach = normal_quantile((1 - confidence) / 2)
    seen = len(rolls) + len(ROLLS)
    estimates = []
    for key in wagers:
        spot = spot_named(rules, key)
        error = sqrt(_variance(rules, spot, dice, by_roll=by_roll) / (seen + 1))
        estimated, fair = (wager_edge(replace(rules, dice=each), key).edge for each in (dice, FAIR_DICE))
        low, high = float(estimated) - reach * error, float(estimated) + reach * error
        estimates.append(EdgeEstimate(spot.key, spot.title, fair, estimated, low, high))
    return tuple(estimates)


def _variance(rules: CompiledBook, spot: CompiledWager, dice: DiceModel, *, by_roll: bool) -> float:
    """Of the edge for one roll of a record: the mean square of its gradient.

    The edge does not change if all weights grow alike, so its gradient along the chances themselves is nothing, and
    the square is the whole variance.
    """
    here = _edge(rules, spot, dice)
    finer = [weight * _FINER for weight in dice.weights]
    total = 0.0
    for cell in _alike(rules, spot) if by_roll else _of_totals():
        more = list(finer)
        for index in cell:
            more[index] += dice.weights[index]
        share = sum(finer[index] for index in cell) / sum(finer)
        slope = float(_edge(rules, spot, DiceModel(dice.name, tuple(more))) - here) / (share / _FINER)
        total += share * slope * slope
    return total


def _edge(rules: CompiledBook, spot: CompiledWager, dice: DiceModel) -> Fraction:
    """The edge alone."""
    thrown = replace(rules, dice=dice)
    net = mean((net_of(end), chance) for end, chance in follow(thrown, spot).ends.items())
    cost = commission_of(spot)
    return (cost - net) / (1 + cost)


def _alike(rules: CompiledBook, spot: CompiledWager) -> list[tuple[int, ...]]:
    """The rolls, by index, that do the same to the puck and to the wager wherever it can go: one gradient for all."""
    on_its_way = {index for index, _ in follow(rules, spot).stops}
    slots = [slot for index in on_its_way for slot in range(rules.spots[index].first, rules.spots[index].end)]
    groups: dict[tuple[object, ...], list[int]] = {}
    for roll in ROLLS:
        does = tuple(
            (edges[roll.index], tuple(cells[roll.index][slot] for slot in slots))
            for edges, cells in zip(rules.puck.edges, rules.cells, strict=True)
        )
        groups.setdefault(does, []).append(roll.index)
    return [tuple(group) for group in groups.values()]


def _of_totals() -> list[tuple[int, ...]]:
    totals = sorted({roll.total for roll in ROLLS})
    return [tuple(roll.index for roll in ROLLS if roll.total == total) for total in totals]
