"""The states of a wager that counts: how often so far, of all its rolls together or of each total for itself."""

from sevenout.rulebook.model import Collect, CountPays, step_worth

Counts = tuple[int, ...]
"""How often each counter has counted; the counters are in the order of `CountStates.totals`, or there is but one."""

_ENDS = -1
"""Instead of a state: the count is complete, and the wager over."""


class CountStates:
    """Numbers the states that a counting wager can be in, from none at all, which is 0.

    A count stops at its last step. Where each total counts for itself and only the best of them is paid, what can no
    longer better the payment is let go, so that there are no more states than differ in what can still be paid.

    >>> from sevenout.base.money import Odds
    >>> from sevenout.base.refusal import Citation
    >>> from sevenout.rulebook.model import Value
    >>> twice = Collect(((2, Odds(39, 1)),), Value("when lost", Citation()), Citation(), counts=True)
    >>> states = CountStates(twice, 99)
    >>> states.counts, states.consolation(1), str(states.consolation(2))
    ([(0,), (1,), (2,)], None, '39:1')
    """

    def __init__(self, collect: Collect, most: int) -> None:
        self._collect = collect
        self.totals = tuple(total for total, _ in collect.each)
        """The totals that are counted for themselves; none if all rolls are counted together."""
        steps = tuple(steps for _, steps in collect.each) or (collect.pays,)
        self._reached: list[list[CountPays | None]] = []
        """By counter, what each number of times pays."""
        for own in steps:
            by_step = dict(own)
            pays: list[CountPays | None] = [None]
            for times in range(1, own[-1][0] + 1):
                pays.append(by_step.get(times, pays[-1]))
            self._reached.append(pays)
        order = sorted({step_worth(None), *(step_worth(step) for own in steps for _, step in own)})
        self._rank = [[order.index(step_worth(step)) for step in reached] for reached in self._reached]
        """By counter, the place of what each number of times pays among all that can be paid; 0: nothing."""
        self.counts: list[Counts] = [(0,) * len(steps)]
        self._after: list[list[int]] = []
        """By state and counter, the state once it has counted."""
        number = {self.counts[0]: 0}
        for before in self.counts:  # which grows on the way
            self._after.append([])
            for counter in range(len(steps) if len(self.counts) <= most else 0):
                after = self._count(before, counter)
                if after is not None and after not in number:
                    number[after] = len(self.counts)
                    self.counts.append(after)
                self._after[-1].append(_ENDS if after is None else number[after])

    def label(self, state: int) -> tuple[int, ...]:
        """What a state is called: each total as often as it has counted, or how often all rolls together have."""
        counts = self.counts[state]
        if not self.totals:
            return counts if counts[0] else ()
        return tuple(total for total, count in zip(self.totals, counts, strict=True) for _ in range(count))

    def pays_at_once(self, state: int, total: int) -> CountPays | None:
        """What is paid at once if this total counts; None if it completes nothing."""
        counter = self._counter(total)
        return self._reached[counter][-1] if self._after[state][counter] == _ENDS else None

    def after(self, state: int, total: int) -> int:
        """The state once this total has counted and completed nothing."""
        return self._after[state][self._counter(total)]

    def consolation(self, state: int) -> CountPays | None:
        """What is paid when it is lost in a state; None: nothing."""
        if self._collect.paid.value == "when complete":
            return None
        counts = self.counts[state]
        best = max(range(len(counts)), key=lambda counter: self._rank[counter][counts[counter]])
        return self._reached[best][counts[best]]

    def _counter(self, total: int) -> int:
        return self.totals.index(total) if self.totals else 0

    def _count(self, before: Counts, counter: int) -> Counts | None:
        """One more of a counter; None if it completes the wager, which is then over."""
        last = len(self._reached[counter]) - 1
        if self._collect.pays_complete and before[counter] + 1 == last:
            return None
        counts = (*before[:counter], min(before[counter] + 1, last), *before[counter + 1 :])
        return self._forget(counts) if self.totals and not self._collect.pays_complete else counts

    def _forget(self, counts: Counts) -> Counts:
        """Counts without those that cannot better what is reached; one that has reached it stays."""
        ranks = [rank[count] for rank, count in zip(self._rank, counts, strict=True)]
        best = max(ranks)
        useful = [rank[-1] > best for rank in self._rank]
        if best and not any(may and own == best for may, own in zip(useful, ranks, strict=True)):
            useful[ranks.index(best)] = True
        return tuple(count if may else 0 for count, may in zip(counts, useful, strict=True))
