"""A distribution of amounts made ready to read: bars of one round width, what is lost and gained, shares in words.

It knows neither strategies nor engines: amounts with a probability, or with a count, are all the same to it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from math import gcd
from typing import NamedTuple

from sevenout.base.money import Cents, amount

Shares = Sequence[tuple[Cents, float]]
"""Amounts, ascending, with the probability or the count of each."""

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_TAIL = 0.002
"""What lies further out than this share, at either end, is put into the outermost bar."""
_SMALLEST = 1e-6
"""A share below this is only said to be so."""

Interval = tuple[float, float] | None
"""Where a figure truly lies, with 95 % confidence; None if the sample is too small to say."""


def chance(share: float) -> str:
    """A share with digits enough to tell a small one from none.

    >>> chance(0.65305), chance(9.50316e-05), chance(1.6e-16), chance(0.0)
    ('65.31 %', '0.0095 %', '<0.0001 %', '0 %')
    """
    if not share:
        return "0 %"
    if share < _SMALLEST:
        return f"<{100 * _SMALLEST:.4f} %"
    return f"{100 * share:.2f} %" if share >= 0.01 else f"{100 * share:#.2g} %"


class Bar(NamedTuple):
    """The amounts from `start` up to, but not with, `end`, and their share of all."""

    start: Cents
    end: Cents
    share: float
    less: bool = False
    """Whether it also holds everything that is less, and everything that is more."""
    more: bool = False

    def __str__(self) -> str:
        if self.less and self.more:
            return "any amount"
        return f"below {amount(self.end)}" if self.less else amount(self.start) + " and more" * self.more


class Bars(NamedTuple):
    """A distribution in bars of one width."""

    bars: tuple[Bar, ...]
    single: bool
    """Whether each bar holds one amount only, that at which it begins (the outermost ones, what is further out too)."""


def bars(shares: Shares, most: int = 20, tail: float = _TAIL) -> Bars:
    """The distribution in about `most` intervals of one round width that begin at its multiples, zero among them.

    >>> for bar in bars([(-1000, 1), (0, 2), (1000, 1)]).bars:
    ...     print(bar, bar.share)
    -10.00 0.25
    0.00 0.5
    10.00 0.25
    """
    total = sum(share for _, share in shares)
    low, high = quantile(shares, tail), quantile(shares, 1 - tail)
    step = gcd(*(net - shares[0][0] for net, _ in shares)) or abs(shares[0][0]) or 1_00
    width = _width(step, max(-(-(high - low) // most), 1))
    starts = list(range(low // width * width, high + 1, width))
    heights = [0.0] * len(starts)
    for net, share in shares:
        heights[max(bisect_right(starts, net) - 1, 0)] += share / total
    least, most_of_all = shares[0][0], shares[-1][0]
    return Bars(
        tuple(
            Bar(start, start + width, share, least < start == starts[0], most_of_all >= start + width > starts[-1])
            for start, share in zip(starts, heights, strict=True)
        ),
        single=width == step and least % step == 0,
    )


def _width(step: Cents, least: Cents) -> Cents:
    """A round amount of at least so much, made of whole steps; if none is near, a round number of steps."""
    steps = next(step * times for times in _round_numbers() if step * times >= least)
    near = takewhile(lambda width: width <= 2 * steps, _round_numbers())
    return next((width for width in near if width >= least and width % step == 0), steps)


def _round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 25, 50, 100, …"""
    yield from (1, 2, 5)
    scale = 10
    while True:
        yield from (scale, 2 * scale, 25 * scale // 10, 5 * scale)
        scale *= 10


def quantile(shares: Shares, wanted: float) -> Cents:
    """The smallest amount that is not exceeded with at least this share of all.

    >>> quantile([(-1000, 2), (0, 1), (1000, 1)], 0.5)
    -1000
    """
    return next((net for net, passed in cumulative(shares) if passed >= wanted), shares[-1][0])


def reach(interval: Interval, figure: float) -> float | None:
    """How far an interval goes from the figure it is about, to the side where that is further; None if there is none.

    >>> reach((-4.0, 2.0), 0.0), reach(None, 0.0)
    (4.0, None)
    """
    return None if interval is None else max(figure - interval[0], interval[1] - figure)


def give_or_take(interval: Interval, figure: float, written: Callable[[float], str]) -> str:
    """The same in words, or a dash.

    >>> give_or_take((-450.0, 200.0), 0.0, amount), give_or_take(None, 0.0, amount)
    ('±4.50', '–')
    """
    far = reach(interval, figure)
    return "–" if far is None else f"±{written(far)}"


def cumulative(shares: Shares) -> Iterator[tuple[Cents, float]]:
    """Each amount with the share of all that is not more."""
    total, passed = sum(share for _, share in shares), 0.0
    for net, share in shares:
        passed += share
        yield net, passed / total


class Sides(NamedTuple):
    """The probabilities that a session loses, breaks even and gains."""

    loss: float
    even: float
    gain: float


def sides(shares: Shares) -> Sides:
    """The shares below zero, at it and above.

    >>> sides([(-1000, 2), (0, 1), (1000, 1)])
    Sides(loss=0.5, even=0.25, gain=0.25)
    """
    total = sum(share for _, share in shares)
    by_sign = [0.0, 0.0, 0.0]
    for net, share in shares:
        by_sign[(net >= 0) + (net > 0)] += share / total
    return Sides(*by_sign)
