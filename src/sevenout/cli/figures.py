"""What the commands about whole sessions share: their options, figures in words, a distribution as bars, progress."""

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import gcd

from rich.console import Console
from rich.text import Text

from sevenout.errors import BadInput, Malformed
from sevenout.money import Cents, parse_amount

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_BARS, _LONGEST = 20, 48
_TAIL = 0.002
"""What lies further out than this share, at either end, is put into the outermost bar."""

Shares = Sequence[tuple[Cents, float]]
"""Amounts, ascending, with the probability or the count of each."""


def bankroll_of(text: str) -> Cents:
    """The amount of `--bankroll`."""
    try:
        return parse_amount(text)
    except Malformed as error:
        raise BadInput(f"--bankroll {text}: {error}") from error


def amount(cents: float) -> str:
    """Cents in currency units.

    >>> amount(-710.69), amount(250_000)
    ('-7.11', '2,500.00')
    """
    return f"{cents / 100:,.2f}"


def percent(share: float) -> str:
    """A share with digits enough to tell a small one from none.

    >>> percent(0.65305), percent(9.50316e-05), percent(0.0)
    ('65.31 %', '0.0095 %', '0 %')
    """
    if not share:
        return "0 %"
    return f"{100 * share:.2f} %" if share >= 0.01 else f"{100 * share:.2g} %"


def bars(shares: Shares) -> list[tuple[Cents, float]]:
    """The distribution in at most twenty intervals of one width: where each begins, and its share of all.

    The first also holds all that is less, the last all that is more.

    >>> bars([(-1000, 1), (0, 2), (1000, 1)])
    [(-1000, 0.25), (0, 0.5), (1000, 0.25)]
    """
    total = sum(share for _, share in shares)
    low, high = _at(shares, _TAIL * total), _at(shares, (1 - _TAIL) * total)
    step = gcd(*(net - shares[0][0] for net, _ in shares)) or 1
    width = step * _round((high - low) // (step * _BARS) + 1)
    starts = list(range(low, high + 1, width))
    found = [0.0] * len(starts)
    for net, share in shares:
        found[max(bisect_right(starts, net) - 1, 0)] += share / total
    return list(zip(starts, found, strict=True))


def _at(shares: Shares, wanted: float) -> Cents:
    passed = 0.0
    for net, share in shares:
        passed += share
        if passed >= wanted:
            return net
    return shares[-1][0]


def _round(number: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, …"""
    scale = 1
    while True:
        for digit in (1, 2, 5):
            if digit * scale >= number:
                return digit * scale
        scale *= 10


def print_bars(screen: Console, shares: Shares) -> None:
    """The distribution of the net, drawn with letters."""
    found = bars(shares)
    longest, block = max(share for _, share in found), "█" if screen.encoding.startswith("utf") else "#"
    for start, share in found:
        bar = block * round(_LONGEST * share / longest)
        style = "green" if start > 0 else "red" if start < 0 else "yellow"
        screen.print(Text.assemble(f"  {amount(start):>12}  ", (bar, style), (f" {percent(share)}", "dim")))


@contextmanager
def working(label: str, *, quiet: bool) -> Iterator[Callable[[int, int], object]]:
    """A progress bar on a terminal; anywhere else, nothing."""
    if quiet or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %")
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
