"""How far a sample can be trusted: intervals of 95 % for a mean, a quantile and a share, or none if it is too small.

Plain Python: whoever has only the counts of somebody else's sessions needs no library to judge them.
"""

from collections.abc import Callable
from functools import lru_cache
from math import cbrt, ceil, exp, floor, lgamma, log, log1p, sqrt

_STANDARD_ERRORS = 1.959963984540054
"""As many as a confidence of 95 % takes, either way, if everything is normal."""
_TAIL = 0.025
"""The chance of a miss on either side."""
_NORMAL = 10_000
"""With so much variance a count is as good as normal: its tails differ by less than a thousandth."""

FEWEST = 20
"""Fewer sessions give no interval for a mean. Measured with the strategies that come along: of ten sessions of a
progression every fifth interval missed, because the rare great loss was in none of them."""


def mean_interval(mean: float, sd: float, skewness: float, total: int) -> tuple[float, float] | None:
    """Where the true mean lies: Student's t, drawn to the side on which the sample has its long tail.

    Without that, thirty sessions of a progression miss one time in ten (P. Hall, "On the removal of skewness by
    transformation", 1992). None if there are too few, or if all are alike: that tells nothing of what else could come.

    >>> [round(bound, 3) for bound in mean_interval(0.0, 10.0, 0.0, 100)], mean_interval(0.0, 10.0, 0.0, 10)
    ([-1.984, 1.984], None)
    """
    if total < FEWEST or not sd:
        return None
    error, reach = sd / sqrt(total), student(total - 1)
    return mean - error * _unskew(reach, skewness, total), mean - error * _unskew(-reach, skewness, total)


def _unskew(errors: float, skewness: float, total: int) -> float:
    """Hall's transformation, backwards: how many standard errors a skewed mean may be off."""
    bent = skewness / sqrt(total)
    if abs(bent) < 1e-9:
        return errors
    inner = 1 + bent * (errors - bent / 6)
    return 3 / bent * (cbrt(inner) - 1)


@lru_cache(maxsize=1024)
def ranks(total: int, share: float) -> tuple[int, int] | None:
    """Between which two of a sorted sample, counted from 1, the quantile lies; exact, whatever the distribution.

    None if even its ends do not reach: of a hundred sessions none is surely as bad as the worst in a hundred.

    >>> ranks(100, 0.5), ranks(100, 0.01), ranks(10, 0.5), ranks(5, 0.5)
    ((40, 61), None, (2, 9), None)
    """
    variance = total * share * (1 - share)
    if variance > _NORMAL:
        reach = _STANDARD_ERRORS * sqrt(variance)
        return floor(total * share - reach), ceil(total * share + reach) + 1
    if max(share, 1 - share) ** total > _TAIL:
        return None
    low = _last(lambda rank: at_most(rank - 1, total, share) <= _TAIL, 1, total)
    high = total + 1 - _last(lambda rank: at_most(rank - 1, total, 1 - share) <= _TAIL, 1, total)
    return low, high


def share_interval(count: int, total: int) -> tuple[float, float]:
    """Where the probability lies of what came up so often, with 95 % confidence at least (Clopper and Pearson).

    >>> [round(bound, 4) for bound in share_interval(0, 100)]
    [0.0, 0.0362]
    """
    if count * (total - count) > _NORMAL * total:
        return _wilson(count, total)
    return _lowest_share(count, total), 1 - _lowest_share(total - count, total)


def _lowest_share(count: int, total: int) -> float:
    """The probability with which so many, or more, come up one time in forty."""
    if not count:
        return 0.0
    low, high = 0.0, count / total
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_share(count, total - count + 1, middle) < _TAIL else (low, middle)
    return low


def _wilson(count: int, total: int) -> tuple[float, float]:
    share, error = count / total, _STANDARD_ERRORS**2 / total
    middle, reach = share + error / 2, sqrt(error * (share * (1 - share) + error / 4))
    return (middle - reach) / (1 + error), (middle + reach) / (1 + error)


@lru_cache(maxsize=1024)
def student(freedom: int) -> float:
    """How many standard errors a confidence of 95 % takes, either way, with so many degrees of freedom.

    >>> round(student(1), 3), round(student(9), 3), round(student(29), 3), round(student(10**9), 3)
    (12.706, 2.262, 2.045, 1.96)
    """
    if freedom > 100 * _NORMAL:
        return _STANDARD_ERRORS
    low, high = 0.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2
        outside = beta_share(freedom / 2, 0.5, freedom / (freedom + middle * middle))
        low, high = (middle, high) if outside > 2 * _TAIL else (low, middle)
    return high


def at_most(count: int, total: int, share: float) -> float:
    """The chance that at most so many come up of so many, each with this probability.

    >>> round(at_most(1, 3, 0.5), 12)
    0.5
    """
    return 1.0 if count >= total else beta_share(total - count, count + 1, 1 - share)


def beta_share(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function, by its continued fraction (Lentz's way of evaluating it).

    >>> round(beta_share(2, 3, 0.4), 10)
    0.5248
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / _not_nothing(1 - (a + b) * x / (a + 1))
    value = d
    for step in range(1, 10_000):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            d = 1 / _not_nothing(1 + term * d)
            c = _not_nothing(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value


def _not_nothing(number: float) -> float:
    return number if abs(number) > 1e-300 else 1e-300


def _last(holds: Callable[[int], bool], first: int, end: int) -> int:
    """The last number for which it holds, of those from `first`, for which it does, up to `end`."""
    low, high = first, end
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low
