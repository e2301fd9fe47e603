"""Outcomes counted exactly: how often each amount came up. It does not matter who counted which part, in what order."""

from math import fsum, sqrt

from msgspec import Struct

from sevenout.analysis.simulation.statistics.confidence import mean_interval, ranks
from sevenout.base.money import Cents


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
    def skewness(self) -> float:
        """To which side the long tail is, below or above zero; nothing if all are alike."""
        mean, total = self.mean, self.total
        second = fsum((amount - mean) ** 2 * count for amount, count in self.counts) / total
        third = fsum((amount - mean) ** 3 * count for amount, count in self.counts) / total
        return third / second**1.5 if second else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean lies, with 95 % confidence; None if these are too few to say, or all alike.

        >>> [round(bound) for bound in AmountTally(((-1000, 10), (1000, 12))).interval or ()]
        [-375, 530]
        """
        return mean_interval(self.mean, self.sd, self.skewness, self.total) if self.counts else None

    def quantile(self, share: float) -> Cents:
        """The smallest amount that is not exceeded in at least this share of all."""
        wanted, passed = share * self.total, 0
        for amount, count in self.counts:
            passed += count
            if passed >= wanted:
                return amount
        return self.counts[-1][0]

    def quantile_interval(self, share: float) -> tuple[Cents, Cents] | None:
        """Where the true quantile lies, with 95 % confidence at least; None if these are too few to say.

        >>> hundred = AmountTally(tuple((net, 1) for net in range(1, 101)))
        >>> hundred.quantile_interval(0.5), hundred.quantile_interval(0.99)
        ((40, 61), None)
        """
        between = ranks(self.total, share)
        return None if between is None else (self._amount_at_rank(between[0]), self._amount_at_rank(between[1]))

    def _amount_at_rank(self, rank: int) -> Cents:
        """The amount that comes so far up, counted from 1 at the smallest."""
        passed = 0
        for amount, count in self.counts:
            passed += count
            if passed >= rank:
                return amount
        return self.counts[-1][0]
