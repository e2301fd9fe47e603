"""Outcomes counted exactly: how often each amount came up. It does not matter who counted which part, in what order."""

from collections.abc import Iterable
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sevenout.money import Cents

_STANDARD_ERRORS = 1.959963984540054
"""As many as a confidence of 95 % takes, either way."""
_CLOSE = 1 << 22

Amounts = NDArray[np.int64]
Pairs = tuple[Amounts, Amounts]
"""Amounts, ascending, and how often each came up."""


class Tally(Struct, frozen=True):
    """Amounts, ascending, with how often each came up. Sums are whole numbers; only the figures at the end are rounded.

    >>> tally = Tally(((-1000, 2), (0, 1), (1000, 1)))
    >>> tally.total, tally.mean, round(tally.sd, 2), tally.quantile(0.5)
    (4, -250.0, 957.43, -1000)
    """

    counts: tuple[tuple[Cents, int], ...] = ()

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        """The mean amount."""
        return sum(amount * count for amount, count in self.counts) / self.total

    @property
    def sd(self) -> float:
        """The standard deviation that a sample tells; of a single one, nothing."""
        total = self.total
        first = sum(amount * count for amount, count in self.counts)
        second = sum(amount * amount * count for amount, count in self.counts)
        return sqrt((second * total - first * first) / (total * (total - 1))) if total > 1 else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies, with 95 % confidence."""
        reach = _STANDARD_ERRORS * self.sd / sqrt(self.total)
        return self.mean - reach, self.mean + reach

    def quantile(self, share: float) -> Cents:
        """The smallest amount that is not exceeded in at least this share of all."""
        wanted, passed = share * self.total, 0
        for amount, count in self.counts:
            passed += count
            if passed >= wanted:
                return amount
        return self.counts[-1][0]


def share_interval(count: int, total: int) -> tuple[float, float]:
    """Where the probability lies of what came up so often, with 95 % confidence (Wilson's interval).

    >>> [round(bound, 4) for bound in share_interval(0, 100)]
    [0.0, 0.037]
    """
    share, error = count / total, _STANDARD_ERRORS**2 / total
    middle, reach = share + error / 2, sqrt(error * (share * (1 - share) + error / 4))
    return max((middle - reach) / (1 + error), 0.0), min((middle + reach) / (1 + error), 1.0)


def counted(amounts: Amounts) -> Pairs:
    """Counts some amounts."""
    if not len(amounts):
        return amounts, amounts
    least, most = int(amounts.min()), int(amounts.max())
    if most - least >= _CLOSE:
        return np.unique(amounts, return_counts=True)
    counts = np.bincount(amounts - least)
    found = np.nonzero(counts)[0]
    return found + least, counts[found]


def together(parts: Iterable[Pairs]) -> Pairs:
    """Several counts as one."""
    both = list(parts)
    amounts, places = np.unique(np.concatenate([part[0] for part in both]), return_inverse=True)
    counts = np.zeros(len(amounts), np.int64)
    np.add.at(counts, places, np.concatenate([part[1] for part in both]))
    return amounts, counts


def tally(pairs: Pairs) -> Tally:
    """A count to read from.

    >>> tally(together([counted(np.array([5, 7, 5])), counted(np.array([7]))])).counts
    ((5, 2), (7, 2))
    """
    return Tally(tuple(zip(pairs[0].tolist(), pairs[1].tolist(), strict=True)))
