"""What became of each line of a strategy and what the house remarks on it, beside the figures of its sessions."""

from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.money import amount
from sevenout.cli.shared.console import Screen
from sevenout.reports.figures.by_line import ByLine
from sevenout.strategy.language.compiler.plan import Plan as Strategy

REFUSALS = 3
"""So many reasons are shown for a line."""


def show_lines(screen: Screen, by_line: ByLine) -> None:
    """For people."""
    show_line_action(screen, by_line)
    screen.print(f"  What became of each line in {by_line.within}:")
    for line in by_line.lines:
        heading = f"{line.heading}: " if line.heading else ""
        screen.print(Text.assemble((f"{line.fired:>8,} times  ", "dim"), f"{heading}{line.text}"))
        for no in line.refused[:REFUSALS]:
            clause = f" [{no.clause}]" if no.clause else ""
            screen.print(Text(f"{no.times:>8,} times  refused: {no.reason}{clause}", "yellow"))
    screen.print()


def show_line_action(screen: Screen, by_line: ByLine) -> None:
    """What each line bets and what comes of it; nothing if that was not followed."""
    risked = [each for each in by_line.risked if each.action]
    if not risked:
        return
    within = f", on average in {by_line.risked_within}" if by_line.risked_within else ", exactly"
    screen.print(f"  What each line risks a session{within}:")
    grid = Grid(box=SIMPLE_HEAD)
    grid.add_column("line", justify="right", no_wrap=True)
    grid.add_column("")
    for name in ("bets", "action", "net", "in theory"):
        grid.add_column(name, justify="right", no_wrap=True)
    for each in risked:
        told = f"{each.heading}: {each.text}" if each.heading else each.text
        money = amount(each.action), amount(each.net), amount(-each.theoretical_loss)
        grid.add_row(str(each.line or ""), told, f"{each.bets:,.2f}", *money)
    screen.print(grid, soft_wrap=False)


def show_remarks(screen: Screen, strategies: Iterable[Strategy]) -> None:
    """What the house never takes, or does not pay exactly, before any figure that rests on it."""
    remarks = [(strategy.name, remark) for strategy in strategies for remark in strategy.remarks]
    for name, remark in remarks:
        screen.print(Text(f"  {name}:{remark}", "yellow"))
    if remarks:
        screen.print()
