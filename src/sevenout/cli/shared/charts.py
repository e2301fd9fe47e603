"""What the commands about whole sessions draw: quantiles, a distribution as bars, progress."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.text import Text

from sevenout.base.money import amount
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.text_tables import Column, GridSection, show_grid
from sevenout.reports.figures.distribution import QUANTILES, Bar, Shares, bars, chance
from sevenout.reports.records.session_records import Spread

_LONGEST = 48
_FEW_NETS = 8


def end_words(*, face_value: bool) -> str:
    """What becomes of the bets that lie there at the end."""
    if face_value:
        return "Bets still on the layout at the end count at face value."
    return "Bets still on the layout at the end are played out: nothing new is bet, and each stays until it is decided."


def show_quantiles(screen: Screen, spread: Spread) -> None:
    """The quantiles, between two empty lines; the outermost make room first."""
    columns = [
        Column(f"{100 * share:.0f} %", 2 if at in (0, len(QUANTILES) - 1) else 0, gap=3)
        for at, share in enumerate(QUANTILES)
    ]
    screen.print()
    show_grid(screen, columns, [GridSection("", [[amount(spread.quantile(share)) for share in QUANTILES]])])
    screen.print()


def print_bars(screen: Screen, shares: Shares) -> None:
    """The distribution of the net, drawn with letters; where there are only a few nets, each for itself."""
    drawn_bars, single = bars(shares)
    if len(shares) <= _FEW_NETS and not single:
        total = sum(share for _, share in shares)
        drawn_bars, single = tuple(Bar(net, net, share / total) for net, share in shares), True
    longest, block = max(bar.share for bar in drawn_bars), "█" if screen.encoding.startswith("utf") else "#"
    room = max(12, *(len(str(bar)) for bar in drawn_bars))
    screen.print(Text(f"  {'net' if single else 'net from':>{room}}", "dim"))
    for bar in drawn_bars:
        drawn = block * round(_LONGEST * bar.share / longest)
        style = "red" if bar.start < 0 else "yellow" if single and not bar.start else "green"
        screen.print(Text.assemble(f"  {bar!s:>{room}}  ", (drawn, style), (f" {chance(bar.share)}", "dim")))


@contextmanager
def working(label: str, *, quiet: bool) -> Iterator[Callable[[int, int], object]]:
    """A progress bar on a terminal; anywhere else, nothing."""
    if quiet or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %")
    with Progress(*columns, TimeRemainingColumn(), console=Screen(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
