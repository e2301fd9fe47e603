"""Outcomes counted exactly: how often each amount came up. It does not matter who counted which part, in what order."""

from math import sqrt

from msgspec import Struct

from sevenout.money import Cents

_STANDARD_ERRORS = 1.959963984540054
"""As many as a confidence of 95 % takes, either way."""


class AmountTally(Struct, frozen=True):
    """Amounts, ascending, with how often each came up. Sums are whole numbers; only the figures at the end are rounded.

    >>> tally = AmountTally(((-1000, 2), (0, 1), (1000, 1)))
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
