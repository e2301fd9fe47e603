"""What somebody may use of a house in the long run: so much at once, so much a second, paid for after it was used.

What a piece of work costs is known when it is done. So whoever has anything left may begin, may go below nothing by
that, and then waits until it is made good.
"""

from collections import OrderedDict
from collections.abc import Iterable


class Budget:
    """What one of them has left.

    >>> budget = Budget(at_once=2.0, each_second=0.5)
    >>> budget.wait(0.0), budget.charge(0.0, 3.0), budget.wait(0.0), budget.wait(2.0)
    (0.0, None, 2.0, 0.0)
    """

    def __init__(self, at_once: float, each_second: float) -> None:
        self._at_once, self._each_second = at_once, each_second
        self._left, self._then = at_once, 0.0

    def charge(self, now: float, cost: float) -> None:
        """So much was used."""
        self._left, self._then = self._at(now) - cost, now

    def wait(self, now: float) -> float:
        """In how many seconds there is something left again."""
        return max(0.0, -self._at(now) / self._each_second)

    def is_whole(self, now: float) -> bool:
        """Whether it is as if nothing had ever been used."""
        return self._at(now) >= self._at_once

    def _at(self, now: float) -> float:
        return min(self._at_once, self._left + max(0.0, now - self._then) * self._each_second)


class Budgets:
    """One for each of many, by name. Who has used nothing for long is forgotten; who owes something is not.

    >>> budgets = Budgets(at_once=1.0, each_second=1.0)
    >>> budgets.charge(("ann", "10.0.0.1"), 0.0, 3.0)
    >>> budgets.wait(("ann",), 0.0), budgets.wait(("bob", "10.0.0.1"), 1.0), budgets.wait(("bob",), 0.0)
    (2.0, 1.0, 0.0)
    """

    def __init__(self, at_once: float, each_second: float, most: int = 10_000) -> None:
        self._at_once, self._each_second, self._most = at_once, each_second, most
        self._of: OrderedDict[str, Budget] = OrderedDict()

    def charge(self, names: Iterable[str], now: float, cost: float) -> None:
        """So much was used on behalf of all of these."""
        for name in names:
            budget = self._of.pop(name, None) or Budget(self._at_once, self._each_second)
            budget.charge(now, cost)
            self._of[name] = budget
        if len(self._of) > self._most:
            self._forget(now)

    def wait(self, names: Iterable[str], now: float) -> float:
        """In how many seconds all of these have something left."""
        known = [self._of[name] for name in names if name in self._of]
        return max((budget.wait(now) for budget in known), default=0.0)

    def _forget(self, now: float) -> None:
        """Lets go of those who have everything; where all owe, of those who were charged longest ago."""
        self._of = OrderedDict((name, budget) for name, budget in self._of.items() if not budget.is_whole(now))
        while len(self._of) > self._most:
            self._of.popitem(last=False)
