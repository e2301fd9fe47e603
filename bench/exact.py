"""Every wager of every shipped rulebook weighed exactly, and the four collecting wagers, which have the most states."""

from functools import partial
from pathlib import Path

from bench.machine import additions_per_second, best
from sevenout.analysis.exact import edges
from sevenout.analysis.exact.comparison import compare
from sevenout.analysis.exact.shooter import turn_figures, turn_lengths
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book

COLLECTORS = str(Path(__file__).parents[1] / "examples" / "collectors.toml")
COLLECTING = ("fire", "small", "tall", "all")
A_BOOK = 0.1
"""Seconds that a whole rulebook may take, loaded and compiled before."""
ALL_COLLECTING = 3.0


def weighing() -> list[str]:
    """Milliseconds for every wager of each shipped book; nothing is cached from run to run."""
    books = {name: open_book(name) for name in shipped()}
    times = {name: best(partial(edges, rules)) for name, rules in books.items()}
    slowest = max(times, key=lambda name: times[name])
    turns = times[slowest] * additions_per_second()
    found = [
        f"weighing {name}: {1000 * seconds:.0f} ms for {len(books[name].spots)} wagers (under {1000 * A_BOOK:.0f})"
        for name, seconds in times.items()
    ]
    return [*found, f"  the slowest, {slowest}, costs as much as {turns:,.0f} turns of an empty Python loop"]


def collecting() -> list[str]:
    """Seconds for the four collecting wagers together: sets of up to ten totals."""
    rules = open_book(COLLECTORS)
    seconds = best(partial(edges, rules, COLLECTING), 3)
    turns = seconds * additions_per_second()
    return [
        f"weighing {', '.join(COLLECTING)}: {seconds:.2f} s together (under {ALL_COLLECTING:.0f})",
        f"  they cost as much as {turns:,.0f} turns of an empty Python loop",
    ]


def comparing() -> list[str]:
    """All shipped houses side by side with every cause, and a shooter's turn."""
    books = [open_book(name) for name in shipped()]
    rules = open_book("catfish-bend")
    compared = best(partial(compare, books), 3)
    turn = best(lambda: (turn_figures(rules), turn_lengths(rules)))
    return [
        f"comparing {len(books)} houses wager by wager: {1000 * compared:.0f} ms",
        f"a shooter's turn, its bonus and every length to 200 rolls: {1000 * turn:.1f} ms",
    ]
