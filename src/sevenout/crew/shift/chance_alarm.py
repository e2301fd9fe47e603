"""An alarm for results that leave what chance allows, valid however often one looks.

It bets against chance and keeps the account: for a few rates it multiplies up how much likelier the rolled outcome is
made by tilting the 36 rolls towards gains (or losses) of the house. If the dice are fair, no account has a mean above
what it began with, so their mean reaches 1/level at any time with a chance of at most `level` (Ville's inequality).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, fsum, log

from sevenout.base.dice import ROLLS

RATES = tuple(sign * 4.0**-power for power in range(2, 12) for sign in (1, -1))
"""Per cent of the house's gain: from results of a few units to those of hundreds of thousands."""


class ChanceAlarm:
    """The evidence against chance, roll by roll. `level` is the chance that it ever rings though the dice are fair."""

    def __init__(self, level: Fraction) -> None:
        self.level = level
        self._logs = [0.0] * len(RATES)
        self.most = 0.0
        """The largest logarithm of the evidence so far."""
        self.rang_after: int | None = None
        """How many rolls there were when it rang; None: it has not."""
        self.rolls = 0

    def follow(self, gains: Sequence[float], rolled: int) -> None:
        """Takes in one roll: what the house would have gained by each of the 36, in cents, and which one it was.

        >>> alarm = ChanceAlarm(Fraction(1, 1000))
        >>> for _ in range(20):
        ...     alarm.follow([-100.0] * 6 + [20.0] * 30, 0)
        >>> alarm.rings, alarm.rang_after < 10
        (True, True)
        """
        middle = fsum(gains) / len(ROLLS)
        for at, rate in enumerate(RATES):
            tilts = [rate * (gain - middle) for gain in gains]
            highest = max(tilts)
            scale = highest + log(fsum(exp(tilt - highest) for tilt in tilts) / len(ROLLS))
            self._logs[at] += tilts[rolled] - scale
        self.rolls += 1
        self.most = max(self.most, self.log_evidence)
        if self.rang_after is None and self.rings:
            self.rang_after = self.rolls

    @property
    def log_evidence(self) -> float:
        """The logarithm of the mean of all accounts."""
        highest = max(self._logs)
        return highest + log(fsum(exp(each - highest) for each in self._logs) / len(self._logs))

    @property
    def evidence(self) -> float:
        """The most that the accounts came to: 1 to begin with, and as good as no evidence up to 10."""
        return exp(min(self.most, 700.0))

    @property
    def threshold(self) -> float:
        """The evidence at which it rings."""
        return float(1 / self.level)

    @property
    def rings(self) -> bool:
        """Whether the results have left what chance allows."""
        return self.most >= log(self.threshold)


def alarm_for_place(level: Fraction, place: int) -> ChanceAlarm:
    """The alarm of the so-manieth player: all of them together ring falsely with a chance of at most `level`.

    >>> [str(alarm_for_place(Fraction(1, 100), place).level) for place in (1, 2, 3)]
    ['1/200', '1/600', '1/1200']
    """
    return ChanceAlarm(level / (place * (place + 1)))
