"""Two strategies, or one in two houses, on the same dice: the difference of their nets, session by session.

The same seed gives session 17 the same rolls whoever plays it. What the dice do to both falls out of the difference, so
that its interval is much narrower than that of either mean.
"""

from array import array
from collections import Counter
from operator import sub

from msgspec import Struct

from sevenout.analysis.simulation.aggregation import count_amounts
from sevenout.analysis.simulation.session_rows import SessionRows
from sevenout.analysis.simulation.statistics.confidence import share_interval
from sevenout.analysis.simulation.statistics.tally import AmountTally
from sevenout.base.errors import BadInput


class PairedDifference(Struct, frozen=True):
    """By how much the first ended above the second, in cents; one amount for each pair of sessions."""

    differences: AmountTally
    ahead: int
    """Pairs of sessions in which the first ended above the second."""
    behind: int

    @property
    def pairs(self) -> int:
        """How many pairs of sessions there are."""
        return self.differences.total

    @property
    def mean(self) -> float:
        """The mean difference in cents."""
        return self.differences.mean

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean difference lies, with 95 % confidence; None if the pairs are too few or all alike."""
        return self.differences.interval

    @property
    def share_ahead(self) -> float:
        """The share of pairs in which the first ended above the second."""
        return self.ahead / self.pairs

    @property
    def share_level(self) -> float:
        """The share of pairs that ended alike."""
        return 1 - (self.ahead + self.behind) / self.pairs

    @property
    def ahead_interval(self) -> tuple[float, float]:
        """Where the chance that the first ends above the second lies, with 95 % confidence at least."""
        return share_interval(self.ahead, self.pairs)


def pair_sessions(first: SessionRows, second: SessionRows) -> PairedDifference:
    """The difference, session by session; only sessions that both have played count.

    >>> from sevenout import simulate
    >>> with_odds, without = SessionRows(500), SessionRows(500)
    >>> _ = simulate("typical", "pass-max-odds", sessions=500, rolls=60, bankroll=300_00, rows=with_odds)
    >>> _ = simulate("typical", "pass-line", sessions=500, rolls=60, bankroll=300_00, rows=without)
    >>> duel = pair_sessions(with_odds, without)
    >>> duel.pairs, duel.share_ahead + duel.share_level + duel.behind / 500
    (500, 1.0)
    """
    if len(first.nets) != len(second.nets):
        raise BadInput(f"{len(first.nets):,} sessions cannot be paired with {len(second.nets):,}: play as many of each")
    if len(first) == len(second) == len(first.nets):
        apart = array("q", map(sub, first.nets, second.nets))
    else:
        both = (at for at in range(len(first.nets)) if first.is_played(at) and second.is_played(at))
        apart = array("q", (first.nets[at] - second.nets[at] for at in both))
    if not apart:
        raise BadInput("no session was played by both")
    counts = count_amounts(apart)
    sides: Counter[int] = Counter()
    for amount, count in counts:
        sides[(amount > 0) - (amount < 0)] += count
    return PairedDifference(AmountTally(counts), sides[1], sides[-1])
