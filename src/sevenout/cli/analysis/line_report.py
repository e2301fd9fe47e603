"""What became of each line of a strategy and what the house remarks on it, beside the figures of its sessions."""

from collections.abc import Iterable

from rich.text import Text

from sevenout.cli.shared.console import Screen
from sevenout.reports.figures.by_line import ByLine
from sevenout.strategy.language.compiler.plan import Plan as Strategy

REFUSALS = 3
"""So many reasons are shown for a line."""


def show_lines(screen: Screen, by_line: ByLine) -> None:
    """For people."""
    screen.print(f"  What became of each line in {by_line.within}:")
    for line in by_line.lines:
        heading = f"{line.heading}: " if line.heading else ""
        screen.print(Text.assemble((f"{line.fired:>8,} times  ", "dim"), f"{heading}{line.text}"))
        for no in line.refused[:REFUSALS]:
            clause = f" [{no.clause}]" if no.clause else ""
            screen.print(Text(f"{no.times:>8,} times  refused: {no.reason}{clause}", "yellow"))
    screen.print()


def show_remarks(screen: Screen, strategies: Iterable[Strategy]) -> None:
    """What the house never takes, or does not pay exactly, before any figure that rests on it."""
    remarks = [(strategy.name, remark) for strategy in strategies for remark in strategy.remarks]
    for name, remark in remarks:
        screen.print(Text(f"  {name}:{remark}", "yellow"))
    if remarks:
        screen.print()
