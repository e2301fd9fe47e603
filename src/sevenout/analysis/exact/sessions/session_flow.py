"""The probability of a session, followed roll by roll through the rows of a traced strategy.

The state is a row of the automaton and the rack. Every edge of a row holds for an interval of racks (what can be paid,
stop-losses, goals), so a guard is a clipped range and not a test. Racks are kept on the coarsest grid that every
payment fits, and probabilities as floats whose sum is checked.
"""

from collections.abc import Callable
from math import gcd, sqrt

from sevenout.analysis.exact.sessions.session_step import (
    Floats,
    Ints,
    RowEdges,
    masses,
    move,
    reachable_racks,
    sums,
    trim,
)
from sevenout.base.errors import GameRefused
from sevenout.base.extras import wanting
from sevenout.base.money import Cents, format_amount
from sevenout.strategy.tracing import ANY_RACK, OVER, StrategyTracer, Variant, kinds

with wanting("numpy", "a strategy's session"):
    import numpy as np

CELLS = 60_000_000
"""The largest state space that is followed: rows times racks."""
STEPS = 3 * 10**11
"""As much as some minutes allow: racks times edges, over all rolls that are left."""
RICHEST: Cents = ANY_RACK // 2
"""A rack that could grow beyond this is not followed: so much higher, an interval of racks has no end any more."""
MANY = 4_000
"""Of more situations somebody may want to hear before they are all followed."""
SINGLE_RACKS = 50_000
"""So many decisions that hold for one rack alone are followed."""
_NEGLIGIBLE, _TRIMMED_EVERY, _WEIGHED_EVERY = 1e-18, 8, 50
_LIVE = 1e-16
"""Less probability than this is not played out any further."""
_DECIDED = 400
"""In about so many rolls what lies there is decided, but for a probability that is not followed."""
_SHOWN = 1e-6
"""As long as more of it goes on after the rolls, the curve does too."""


class TooLarge(GameRefused):
    """The state space is larger than what is followed exactly."""


Snapshot = Callable[["ProbabilityFlow"], object]
"""Is shown the flow before the first roll and after each."""


class ProbabilityFlow:
    """All the probability there is, followed roll by roll through the rows that it reaches."""

    def __init__(self, automaton: StrategyTracer, snapshot: Snapshot | None = None) -> None:
        self.automaton = automaton
        self.bankroll = automaton.bankroll
        self.snapshot = snapshot
        self.large: Callable[[int], object] | None = None
        """Is told, once, of so many situations that it may take long."""
        self.traced: list[RackEdges] = []
        self.endings: list[str] = []
        self.unit = 0
        """The step of the grid in cents: all that is ever added to a rack is whole steps."""
        self.low = self.high = self.covered_low = self.covered_high = np.zeros(0, np.int64)
        self.cells: Floats = np.zeros((0, 0))
        self.next_cells: Floats = np.zeros((0, 0))
        self.ended: Floats = np.zeros((0, 0))
        self.edges: RowEdges | None = None
        self.rolled = 0
        self.layouts: Ints = np.zeros(0, np.int64)
        self.visits: Floats = np.zeros(0)
        """How often each row is rolled from, on average."""
        self.curve: list[tuple[float, float, float]] = []
        """Before the first roll and after each: mean net, deviation, and how likely the session is over."""
        self.begin()

    def follow(
        self, rolls: int, progress: Callable[[int, int], object] | None = None, likely: int | None = None
    ) -> None:
        """Follows so many rolls, or fewer if the session is over earlier; it is likely to be so after so many."""
        until = self.rolled + rolls
        expected = until if likely is None else self.rolled + likely
        while self.rolled < until and self.live > _LIVE:
            self.trace()
            if not self.rolled % _WEIGHED_EVERY:
                self.check_work(max(expected - self.rolled, _WEIGHED_EVERY))
            self._roll()
            self._observe()
            if progress is not None:
                progress(min(self.rolled, expected), expected)

    def close(self, most: int, progress: Callable[[int, int], object] | None = None) -> None:
        """Nothing more is bet: plays out what lies there, in so many rolls at most."""
        reached = np.nonzero(self.high >= self.low)[0].tolist()
        if not reached:
            return
        closings = {row: self.automaton.close(row) for row in reached}
        self._refine(gcd(self.unit, *(back for _, back in closings.values())))
        self._make_room(len(self.automaton.rows) - len(self.low))
        layouts = {row: int(self.high[row]) + back // self.unit for row, (_, back) in closings.items()}
        self._widen(max(layouts.values(), default=0) + 1)
        cells, low, high = np.zeros_like(self.cells), np.full_like(self.low, 1), np.full_like(self.high, 0)
        for row, (to, back) in closings.items():
            start, stop, added = int(self.low[row]), int(self.high[row]), back // self.unit
            cells[to, start + added : stop + added + 1] += self.cells[row, start : stop + 1]
            empty = high[to] < low[to]
            low[to] = start + added if empty else min(low[to], start + added)
            high[to] = max(high[to], stop + added)
        self.cells, self.low, self.high = cells, low, high
        self.edges = self._edges()
        shown = len(self.curve)
        self.follow(most, progress, _DECIDED)
        if self.live <= _LIVE:
            self.low, self.high = np.full_like(self.low, 1), np.full_like(self.high, 0)
        while len(self.curve) > shown and 1 - self.curve[-2][2] < _SHOWN:
            self.curve.pop()

    @property
    def edges_now(self) -> RowEdges:
        """The edges of all that has been traced."""
        assert self.edges is not None, "nothing has been reached"
        return self.edges

    @property
    def live(self) -> float:
        """How likely the session is not over."""
        return float(masses(self.cells, self.low, self.high).sum())

    def begin(self) -> None:
        """The first decision."""
        first = self.automaton.decide(self.automaton.first, self.bankroll)
        self.unit = gcd(first.paid, first.layout) or self.automaton.game.chip
        rack = (self.bankroll + first.paid) // self.unit
        width = 2 * (self.bankroll // self.unit) + 2
        check_size(1, width)
        self.ended = np.zeros((0, width))
        self.cells = np.zeros((0, width))
        if first.row == OVER:
            ending = self._ending(first.ending)
            self.ended[ending, rack + first.layout // self.unit] = 1.0
        else:
            self._make_room(1)
            self.low[first.row] = self.high[first.row] = rack
            self.cells[first.row, rack] = 1.0
            self.edges = self._edges()
        self._observe()

    def _observe(self) -> None:
        self.curve.append(self._moments())
        if self.snapshot is not None:
            self.snapshot(self)

    def rack(self, index: int) -> Cents:
        """The rack that a step of the grid stands for."""
        return index * self.unit + self.bankroll % self.unit

    def trace(self) -> None:
        """Traces what the probability has reached for the first time, and fits the grid to it."""
        new = (self.high >= self.low) & ((self.low < self.covered_low) | (self.high > self.covered_high))
        if not new.any():
            return
        rows = np.nonzero(new)[0].tolist()
        for row in rows:
            its_own = self.traced[row]
            its_own.reach(self.automaton, row, self.rack(int(self.low[row])), self.rack(int(self.high[row])), self.unit)
            its_own.ending = np.array([self._ending(name) for name in its_own.endings], np.int64)
        self._refine(gcd(self.unit, *(self.traced[row].unit for row in rows)))
        self._make_room(len(self.automaton.rows) - len(self.low))
        if self.large is not None and len(self.traced) > MANY:
            self.large(len(self.traced))
            self.large = None
        self.edges = self._edges()
        if sum(row.singles for row in self.traced) > SINGLE_RACKS:
            raise TooLarge(f"the strategy decides anew at each of more than {SINGLE_RACKS:,} racks")
        if any(row.covered[0] > row.covered[1] for row in (self.traced[row] for row in rows)):
            self.trace()  # a finer grid has more racks

    def _make_room(self, rows: int) -> None:
        """Room for more rows, none of them reached yet."""
        check_size(len(self.low) + rows, self.cells.shape[1])
        self.low, self.high = np.append(self.low, np.full(rows, 1)), np.append(self.high, np.full(rows, 0))
        self.visits = np.append(self.visits, np.zeros(rows))
        self.cells = np.pad(self.cells, ((0, rows), (0, 0)))
        self.traced += [RackEdges() for _ in range(rows)]

    def _refine(self, unit: Cents) -> None:
        """Moves everything to a finer grid."""
        if unit == self.unit:
            return
        times, rest = self.unit // unit, (self.bankroll % self.unit) // unit
        check_size(len(self.cells), self.cells.shape[1] * times + rest)
        reached = self.high >= self.low
        self.low, self.high = (
            np.where(reached, self.low * times + rest, 1),
            np.where(reached, self.high * times + rest, 0),
        )
        self.cells, self.ended = _spread(self.cells, times, rest), _spread(self.ended, times, rest)
        self.unit = unit
        self.layouts = np.zeros(0, np.int64)
        for row in self.traced:
            if row.singles:
                row.covered = 1, 0

    def _edges(self) -> RowEdges:
        least, most, added, target, layout = np.concatenate([row.edges for row in self.traced], axis=1)
        rest = self.bankroll % self.unit
        covered = np.array([row.covered for row in self.traced])
        self.covered_low = -(-(covered[:, 0] - rest) // self.unit)
        self.covered_high = (covered[:, 1] - rest) // self.unit
        return RowEdges(
            np.append(0, np.cumsum([row.edges.shape[1] for row in self.traced])),
            target,
            -(-(least - rest) // self.unit),
            (most - rest) // self.unit,
            added // self.unit,
            (added + layout) // self.unit,
            np.concatenate([row.ending for row in self.traced]),
            np.concatenate([row.chances for row in self.traced]),
        )

    def check_work(self, rolls: int) -> None:
        """Says no if the rolls that are left take too long."""
        reached = np.maximum(self.high - self.low + 1, 0)
        steps = rolls * int((reached * np.diff(self.edges_now.first)).sum())
        if steps > STEPS:
            size = f"{steps / 10**9:,.0f} billion steps"
            raise TooLarge(f"{rolls:,} rolls are left and take {size}, and {STEPS // 10**9:,} billion are made at most")

    def _ending(self, name: str) -> int:
        if not name:
            return OVER
        if name not in self.endings:
            self.endings.append(name)
            self.ended = np.pad(self.ended, ((0, 1), (0, 0)))
        return self.endings.index(name)

    def _widen(self, needed: int) -> None:
        """Room for so many racks."""
        if needed > self.cells.shape[1]:
            grown = 2 * needed
            check_size(len(self.cells), grown)
            self.cells = np.pad(self.cells, ((0, 0), (0, grown - self.cells.shape[1])))
            self.ended = np.pad(self.ended, ((0, 0), (0, grown - self.ended.shape[1])))

    def fit(self, high: Ints) -> None:
        """Room for the racks up to these, and for what a session can end with now."""
        self._widen(int(max(high.max(initial=0), self.high.max(initial=0) + self.edges_now.over.max(initial=0))) + 1)

    def _roll(self) -> None:
        low, high = reachable_racks(self.edges_now, self.low, self.high)
        self.fit(high)
        if self.next_cells.shape != self.cells.shape:
            self.next_cells = np.empty_like(self.cells)
        self.rolled += 1
        self.visits += masses(self.cells, self.low, self.high)
        move(self.edges_now, self.low, self.high, self.cells, low, high, self.next_cells, self.ended)
        self.cells, self.next_cells, self.low, self.high = self.next_cells, self.cells, low, high
        if not self.rolled % _TRIMMED_EVERY:
            trim(self.cells, self.low, self.high, _NEGLIGIBLE)

    def _layouts(self) -> Ints:
        """What lies on the layout in each row, in steps."""
        rows = self.automaton.rows[: len(self.low)]
        if len(self.layouts) != len(rows):
            self.layouts = np.array([sum(row.position.stakes) // self.unit for row in rows], np.int64)
        return self.layouts

    @property
    def shares(self) -> list[tuple[Cents, float]]:
        """Every net with its probability, ascending, as if the session ended now."""
        nets, first = self._nets(), -(self.bankroll // self.unit)
        return [((first + index) * self.unit, float(nets[index])) for index in np.nonzero(nets)[0].tolist()]

    def share(self, ending: str) -> float:
        """How likely the session is over for this reason."""
        return float(self.ended[self.endings.index(ending)].sum()) if ending in self.endings else 0.0

    def _nets(self) -> Floats:
        """The probability of every net, as if the session ended now."""
        layouts = self._layouts()
        nets = np.zeros(max(self.cells.shape[1] + int(layouts.max(initial=0)), self.ended.shape[1]))
        nets[: self.ended.shape[1]] += self.ended.sum(axis=0)
        for row, layout in enumerate(layouts.tolist()):
            low, high = int(self.low[row]), int(self.high[row]) + 1
            if low < high:
                nets[low + layout : high + layout] += self.cells[row, low:high]
        return nets

    def _moments(self) -> tuple[float, float, float]:
        """Mean and deviation of the net, and how likely the session is over."""
        start = self.bankroll // self.unit
        ended, nets = self.ended.sum(axis=0), np.arange(float(self.ended.shape[1])) - start
        first, second = sums(self.cells, self.low, self.high, self._layouts() - start)
        mean, square = first + float((ended * nets).sum()), second + float((ended * nets**2).sum())
        return mean * self.unit, sqrt(max(square - mean**2, 0.0)) * self.unit, float(ended.sum())


class RackEdges:
    """The edges of one row, for the racks that have been asked for."""

    def __init__(self) -> None:
        self.covered: tuple[Cents, Cents] = (1, 0)
        self.edges: Ints = np.zeros((5, 0), np.int64)
        """Least and most rack, what is added, the row it leads to, and the layout there."""
        self.chances: Floats = np.zeros(0)
        """How likely each of the edges is."""
        self.endings: list[str] = []
        self.ending: Ints = np.zeros(0, np.int64)
        """The same as numbers."""
        self.unit = 0
        self.singles = 0
        """How many of the edges hold for one rack alone."""
        self.steps: dict[tuple[int, Cents], int] = {}
        """What the rolls lead to, with the weight of those that do: of fair dice, how many of the 36."""

    def reach(self, automaton: StrategyTracer, row: int, least: Cents, most: Cents, step: Cents) -> None:
        """Finds the edges for the racks from `least` to `most`, `step` apart, and for those it had."""
        if most > RICHEST:
            raise TooLarge(f"a rack can grow beyond {format_amount(RICHEST)}, which is the most that is followed")
        if self.covered[0] <= self.covered[1]:
            least, most = min(self.covered[0], least), max(self.covered[1], most)
        if not self.steps:
            for _, roll, weight in kinds(automaton.columns, automaton.game.rules.dice):
                step_to = automaton.step(row, roll)
                self.steps[step_to] = self.steps.get(step_to, 0) + weight
        low, high = -ANY_RACK, ANY_RACK
        edges, weights, self.endings, self.singles = [], [], [], 0
        for (faced, back), weight in self.steps.items():
            variants = _variants(automaton, faced, least + back, most + back, step)
            low, high = max(low, variants[0].least - back), min(high, variants[-1].most - back)
            for variant in variants:
                interval = variant.least - back, variant.most - back
                edges.append((*interval, back + variant.paid, variant.row, variant.layout))
                weights.append(weight)
                self.endings.append(variant.ending)
                self.singles += variant.least == variant.most
        self.covered = low, high
        self.edges = np.array(edges, np.int64).T
        self.chances = np.array([weight / automaton.game.rules.dice.whole for weight in weights])
        self.unit = gcd(*(edge[2] for edge in edges), *(edge[4] for edge in edges))


def _spread(cells: Floats, times: int, rest: int) -> Floats:
    wider = np.zeros((cells.shape[0], cells.shape[1] * times + rest))
    wider[:, rest::times][:, : cells.shape[1]] = cells
    return wider


def check_size(rows: int, racks: int) -> None:
    """Says no to a state space that is too large."""
    if rows * racks > CELLS:
        size = f"{rows:,} × {racks:,} states (situations × racks)"
        raise TooLarge(f"the strategy leads to at least {size}, and {CELLS:,} are followed at most")


def _variants(automaton: StrategyTracer, faced: int, least: Cents, most: Cents, step: Cents) -> list[Variant]:
    """The decisions for every rack from `least` to `most`; one that holds for a single rack is followed by the next."""
    variants = [automaton.decide(faced, least)]
    while variants[-1].most < most:
        last = variants[-1]
        further = last.most + 1
        if last.least == last.most:
            further = least + -(-(further - least) // step) * step
            if further > most:
                break
        variants.append(automaton.decide(faced, further))
    return variants
