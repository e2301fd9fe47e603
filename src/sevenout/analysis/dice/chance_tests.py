"""Tests of counts against known chances, in plain Python: chi-square, binomial, and what each could find.

P-values are exact for binomial counts. For chi-square they are those of its limit where every cell expects five or
more, and otherwise from random tables drawn with a fixed seed, counted so that the test never alarms too often.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import erf, erfc, exp, pi, sqrt
from random import Random

from msgspec import Struct

from sevenout.analysis.simulation.statistics.confidence import at_most

LEAST_EXPECTED = 5.0
"""A cell that expects fewer makes chi-square's limit a bad guess (W. G. Cochran, 1954)."""
TABLES = 1_999
"""So many random tables are drawn then."""
_TABLE_SEED = 20_090_523


class CountTest(Struct, frozen=True):
    """One test: what was counted, what fair dice would give, and how likely they give as much or more."""

    name: str
    observed: float
    expected: float
    p: float
    basis: str
    """What is counted, against what, and how the p-value comes about."""
    freedom: int | None = None
    """Degrees of freedom, of a chi-square."""


def chi_square_tail(statistic: float, freedom: int) -> float:
    """How likely chi-square with so many degrees of freedom is at least this much; a finite sum, no approximation.

    >>> round(chi_square_tail(3.841458820694124, 1), 6), round(chi_square_tail(18.307, 10), 4)
    (0.05, 0.05)
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    if freedom % 2:
        tail, term = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half)
        for step in range(1, (freedom + 1) // 2):
            tail += term
            term *= half / (step + 0.5)
        return min(tail, 1.0)
    tail = term = exp(-half)
    for step in range(1, freedom // 2):
        term *= half / step
        tail += term
    return min(tail, 1.0)


def chi_square_test(name: str, counts: Sequence[int], chances: Sequence[float], basis: str) -> CountTest:
    """Counts against chances that add up to one.

    >>> fair = [1 / 6] * 6
    >>> test = chi_square_test("faces", [18, 15, 20, 14, 16, 17], fair, "six faces")
    >>> round(test.observed, 2), test.freedom, round(test.p, 3)
    (1.4, 5, 0.924)
    """
    total = sum(counts)
    observed, freedom = _chi_square(counts, chances, total), len(counts) - 1
    if total * min(chances) >= LEAST_EXPECTED:
        return CountTest(name, observed, float(freedom), chi_square_tail(observed, freedom), basis, freedom)
    rng, cells, reached = Random(_TABLE_SEED), range(len(counts)), 0
    for _ in range(TABLES):
        drawn = Counter(rng.choices(cells, chances, k=total))
        reached += _chi_square([drawn[cell] for cell in cells], chances, total) >= observed - 1e-9
    p = (reached + 1) / (TABLES + 1)
    return CountTest(name, observed, float(freedom), p, f"{basis}; p from {TABLES:,} random tables", freedom)


def _chi_square(counts: Sequence[int], chances: Sequence[float], total: int) -> float:
    return sum(
        (count - total * chance) ** 2 / (total * chance) for count, chance in zip(counts, chances, strict=True) if total
    )


def lower_tail(count: int, total: int, chance: float) -> float:
    """How likely at most so many come up."""
    return at_most(count, total, chance) if count >= 0 else 0.0


def upper_tail(count: int, total: int, chance: float) -> float:
    """How likely at least so many come up.

    >>> round(upper_tail(2, 3, 0.5), 12), upper_tail(0, 3, 0.5)
    (0.5, 1.0)
    """
    return at_most(total - count, total, 1 - chance) if count > 0 else 1.0


def both_tails(count: int, total: int, chance: float) -> float:
    """Twice the smaller tail: how likely a count is as far out on either side."""
    return min(1.0, 2 * min(lower_tail(count, total, chance), upper_tail(count, total, chance)))


def lower_power(total: int, chance: float, alternative: float, level: float) -> float:
    """How likely a one-sided test of too few finds it, if each comes up with the alternative's chance; exact.

    >>> round(lower_power(500, 1 / 6, 1 / 8, 0.05), 3)
    0.829
    """
    critical = _last_where(lambda count: lower_tail(count, total, chance) <= level, total)
    return lower_tail(critical, total, alternative)


def upper_power(total: int, chance: float, alternative: float, level: float) -> float:
    """The same for a test of too many."""
    return lower_power(total, 1 - chance, 1 - alternative, level)


def normal_tail(deviations: float) -> float:
    """How likely a normal deviate is at least this much."""
    return (1 - erf(deviations / sqrt(2))) / 2


def normal_quantile(level: float) -> float:
    """The deviate that is reached with this probability.

    >>> round(normal_quantile(0.05), 4)
    1.6449
    """
    low, high = -40.0, 40.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if normal_tail(middle) > level else (low, middle)
    return low


def _last_where(holds: Callable[[int], bool], most: int) -> int:
    """The last count for which it holds, -1 if for none; it holds for all below that."""
    low, high = -1, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low
