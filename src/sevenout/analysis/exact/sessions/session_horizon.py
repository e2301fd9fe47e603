"""A session without a limit, solved: until a goal, a loss or ruin, however long that takes.

How often each state (a row and a rack) is visited, on average, is the solution of one linear system: the visits are the
start, and the visits that a roll leads to. It is solved by biconjugate gradients, with the roll of `session_step` as
its matrix: some hundred rolls where following them would take tens of thousands. Whatever is missing from the solution
is probability, so the residual bounds the error of every chance.
"""

from collections.abc import Callable
from itertools import pairwise
from math import ceil, log, sqrt

from msgspec import Struct

from sevenout.analysis.exact.sessions.session_flow import ProbabilityFlow, TooLarge
from sevenout.analysis.exact.sessions.session_step import Floats, Ints, masses, move, reachable_racks
from sevenout.base.extras import wanting
from sevenout.strategy.tracing import StrategyTracer

with wanting("numpy", "a strategy's session"):
    import numpy as np

CLOSE = 1e-12
"""A residual as small as this is as good as rounding allows."""
_GOOD = 1e-9
_PASSES, _ITERATIONS, _REDUCED = 8, 3_000, 1e-7
_SHADOW = 1
"""The seed of the vector that the iteration is projected on: any that has no zeros does."""
_WORK, _MOST_ROLLS = 2 * 10**9, 60_000
"""The length is followed roll by roll for as many rolls as take so much work; then its tail is geometric."""
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
_POINTS = 100


class Lengths(Struct, frozen=True):
    """How long sessions are, in rolls."""

    mean: float
    sd: float
    quantiles: tuple[tuple[float, int | None], ...]
    """So many rolls are not exceeded with each probability; None where that is beyond what was followed."""
    over: tuple[tuple[int, float], ...]
    """How likely the session is over after so many rolls, at some of them."""


class Horizon:
    """All states that a strategy can reach until its goal or ruin, and how often each is visited."""

    def __init__(self, automaton: StrategyTracer, large: Callable[[int], object] | None = None) -> None:
        self.flow = ProbabilityFlow(automaton)
        self.flow.large = large
        self._reach_all()
        flow = self.flow
        self.start = flow.cells.copy()
        self.scratch = np.zeros_like(flow.ended)
        self.states = int(np.maximum(flow.high - flow.low + 1, 0).sum())

    def solve(self, progress: Callable[[int, int], object] | None = None) -> Lengths:
        """Solves for the visits; the flow then has them, and all that the session ends with."""
        flow = self.flow
        if not flow.live:
            return Lengths(0.0, 0.0, tuple((share, 0) for share in SHARES), ((0, 1.0),))
        visits = self._solve(self.start, progress)
        again = self._solve(visits, progress)
        mean, twice = float(visits.sum()), float(again.sum())
        lengths = self._follow(mean, sqrt(max(2 * twice - mean - mean**2, 0.0)))
        flow.visits = masses(visits, flow.low, flow.high)
        flow.ended[:] = 0
        move(flow.edges_now, flow.low, flow.high, visits, flow.low, flow.high, np.zeros_like(visits), flow.ended)
        flow.cells[:] = 0
        flow.low, flow.high = np.full_like(flow.low, 1), np.full_like(flow.high, 0)
        return lengths

    def _reach_all(self) -> None:
        """Widens the racks of every row until no roll leads out of them."""
        flow = self.flow
        while flow.live:
            flow.trace()
            low, high = _union((flow.low, flow.high), reachable_racks(flow.edges_now, flow.low, flow.high))
            if np.array_equal(low, flow.low) and np.array_equal(high, flow.high):
                return
            flow.low, flow.high = low, high
            flow.fit(high)

    def _apply(self, cells: Floats) -> Floats:
        """The cells less what a roll makes of them."""
        flow, after = self.flow, np.zeros_like(cells)
        move(flow.edges_now, flow.low, flow.high, cells, flow.low, flow.high, after, self.scratch)
        return cells - after

    def _solve(self, start: Floats, progress: Callable[[int, int], object] | None) -> Floats:
        """The cells that are the start and what a roll makes of them; each pass solves for what the last one missed."""
        found, missing, whole = np.zeros_like(start), start, float(np.abs(start).sum())
        for number in range(_PASSES):
            if progress is not None:
                progress(number, _PASSES)
            size = float(np.abs(missing).sum())
            if size <= CLOSE * whole:
                break
            found = found + self._iterate(missing, max(size * _REDUCED, CLOSE * whole / 10))
            missing = start - self._apply(found)
        if not float(np.abs(missing).sum()) <= _GOOD * whole:
            raise TooLarge(f"the chances of {self.states:,} states cannot be solved for: some sessions may never end")
        return found

    def _iterate(self, start: Floats, enough: float) -> Floats:
        """Stabilised biconjugate gradients, until the residual is small enough."""
        found, residual = np.zeros_like(start), start.copy()
        shadow = np.random.default_rng(_SHADOW).random(start.shape)
        rho = alpha = omega = 1.0
        image = search = np.zeros_like(start)
        for _ in range(_ITERATIONS):
            last, rho = rho, float(np.vdot(shadow, residual))
            if not rho or not omega:
                break
            search = residual + rho / last * alpha / omega * (search - omega * image)
            image = self._apply(search)
            alpha = rho / float(np.vdot(shadow, image))
            half = residual - alpha * image
            turned = self._apply(half)
            size = float(np.vdot(turned, turned))
            omega = float(np.vdot(turned, half)) / size if size else 0.0
            found += alpha * search + omega * half
            residual = half - omega * turned
            if not float(np.abs(residual).sum()) > enough:
                break
        return found

    def _follow(self, mean: float, sd: float) -> Lengths:
        """Follows how likely the session goes on, roll by roll, as long as that is little work."""
        flow = self.flow
        edges = int((np.maximum(flow.high - flow.low + 1, 0) * np.diff(flow.edges_now.first)).sum())
        cells, after, on = self.start.copy(), np.zeros_like(self.start), [1.0]
        for _ in range(min(_MOST_ROLLS, max(_WORK // edges, 1))):
            move(flow.edges_now, flow.low, flow.high, cells, flow.low, flow.high, after, self.scratch)
            cells, after = after, cells
            on.append(float(masses(cells, flow.low, flow.high).sum()))
            if on[-1] < (1 - SHARES[-1]) / 100:
                break
        rate = on[-1] / on[-2] if on[-2] else 0.0
        tail = on[-1] / (1 - rate) if rate < 1 else mean
        settled = abs(sum(on[:-1]) + tail - mean) < 0.01 * mean
        quantiles = tuple((share, _quantile(on, 1 - share, rate if settled else 0.0)) for share in SHARES)
        points = sorted({ceil((len(on) - 1) * (at / _POINTS) ** 2) for at in range(_POINTS + 1)})
        return Lengths(mean, sd, quantiles, tuple((roll, 1 - on[roll]) for roll in points))


def _quantile(on: list[float], left: float, rate: float) -> int | None:
    """The first roll after which the session goes on with no more than this probability."""
    if on[-1] > left:
        return len(on) - 1 + ceil(log(left / on[-1]) / log(rate)) if 0 < rate < 1 else None
    return next(
        roll + 1 for roll, (before, after) in enumerate(pairwise(on)) if after <= left <= before or after <= left
    )


def _union(one: tuple[Ints, Ints], other: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    """The smallest intervals that hold two each; an interval that is upside down is empty."""
    far = 1 << 60
    low = np.minimum(*(np.where(high >= low, low, far) for low, high in (one, other)))
    high = np.maximum(*(np.where(high >= low, high, -1) for low, high in (one, other)))
    empty = high < 0
    return np.where(empty, 1, low), np.where(empty, 0, high)
