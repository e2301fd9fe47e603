"""Values of a rulebook on the screen: each with its clause, how surely it is so, and the plain words."""

from collections.abc import Callable, Iterable, Sequence

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.analysis.exact.rule_differences import Cause
from sevenout.base.refusal import Citation
from sevenout.cli.shared.console import Screen
from sevenout.rulebook.value_listing import RulebookValue

PROVENANCE = {"stated": "green", "derived": "cyan", "assumed": "yellow"}
"""The colour of what a document states, what follows from it, and what nobody states."""


def values_grid(
    entries: Iterable[RulebookValue], *, says: str | None = "\n", chosen: Callable[[RulebookValue], bool] | None = None
) -> Grid:
    """Values with their clauses, and the plain words below or behind them, after `says`; None: without them.

    One that is `chosen` is nobody's clause: it has its words alone.
    """
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for entry in entries:
        cite = entry.cite
        if chosen is not None and chosen(entry):
            grid.add_row(Text(entry.word), Text.assemble((entry.text, "bold"), (f"  {cite.says}", "dim")))
            continue
        clause = _format_clause(cite)
        words = cite.says.removeprefix("assumed: ") if says is not None else ""
        grid.add_row(
            Text(entry.word),
            Text.assemble(
                (entry.text, "bold"),
                (clause, "dim"),
                (f"  {cite.provenance}", PROVENANCE[cite.provenance]),
                (f"{says}{words}" if words else "", "dim"),
            ),
        )
    return grid


def _format_clause(cite: Citation) -> str:
    """The clause; a value of which no clause speaks says so."""
    where = cite.clause or ("no clause" if cite.says else "")
    return f"  {where}" if where else ""


def show_entries(screen: Screen, entries: Sequence[RulebookValue]) -> None:
    """The values that figures rest on: each with its clause and provenance, the plain words below where they change."""
    grid = Grid.grid(padding=(0, 2, 0, 0), pad_edge=True)
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column()
    said: set[str] = set()
    for entry in entries:
        cite = entry.cite
        value = Text.assemble(
            (entry.text, "bold"),
            (_format_clause(cite), "dim"),
            (f"  {cite.provenance}", PROVENANCE[cite.provenance]),
        )
        if cite.says and cite.says not in said:
            said.add(cite.says)
            value.append("\n" + cite.says.removeprefix("assumed: "), "dim")
        grid.add_row(entry.word, value)
    screen.print(Padding(grid, (0, 0, 0, 4)), soft_wrap=False)


def format_cause(cause: Cause) -> str:
    """What two houses do, with the clause of each."""
    sides = []
    for entry in (cause.here, cause.there):
        clause = f" [{entry.cite.clause}, {entry.cite.provenance}]" if entry.cite.clause else ""
        sides.append(f"{entry.text}{clause}")
    return f"{cause.what}: {' → '.join(sides)}"
