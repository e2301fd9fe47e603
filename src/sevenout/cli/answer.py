"""A command's answer in every form it is asked for in: a screen, JSON, or comma-separated values."""

import csv
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.main import DONE, SAID_NO
from sevenout.cli.screen import Screen, print_json
from sevenout.refusal import Refusal
from sevenout.rulebook.values import Entry

PROVENANCE = {"stated": "green", "derived": "cyan", "assumed": "yellow"}
ASSUMED = "*"
"""Stands beside every figure that rests on an assumed value."""

Record = dict[str, Any]


class Answer(NamedTuple):
    """What was asked for: the JSON, the rows of the CSV (all with the same columns), and how a screen shows it."""

    json: Record
    rows: Sequence[Record]
    show: Callable[[Screen], None]
    refusal: Refusal | None = None
    """Why the house says no to all of it, if it does."""


def give(answer: Answer, *, json: bool, csv: bool) -> int:
    """Prints the answer in the form that was asked for; where the house says no to all of it, why."""
    if json:
        print_json(answer.json)
    elif csv:
        _print_csv(answer.rows)
    else:
        answer.show(Screen())
    return DONE if answer.refusal is None else _refuse(answer.refusal)


def _refuse(refusal: Refusal) -> int:
    clause = f" [{refusal.clause}]" if refusal.clause else ""
    sys.stderr.write(f"sevenout: refused: {refusal.reason}{clause}\n")
    if refusal.cite.says:
        sys.stderr.write(f"  {refusal.clause} ({refusal.cite.provenance}): {refusal.cite.says}\n")
    return SAID_NO


def _print_csv(rows: Sequence[Record]) -> None:
    if rows:
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def exact(**figures: Fraction) -> dict[str, str]:
    """Fractions as they are, for a record."""
    return {name: str(figure) for name, figure in figures.items()}


def decimals(**figures: Fraction) -> dict[str, float]:
    """The same as decimal numbers under a name of their own: a spreadsheet reads 1/9 as a date."""
    return {f"{name}_decimal": float(figure) for name, figure in figures.items()}


def entry_record(entry: Entry) -> dict[str, str]:
    """One value of the rulebook, as `sevenout rules --json` shows it."""
    cite = entry.cite
    return {
        "word": entry.word,
        "value": entry.text,
        "clause": cite.clause,
        "provenance": cite.provenance,
        "says": cite.says,
    }


def show_title(screen: Screen, title: str, subject: str) -> None:
    """The heading of an answer."""
    screen.print(Text.assemble("\n", (title, "bold"), (f"  {subject}", "dim"), "\n"))


def show_note(screen: Screen, *parts: str | tuple[str, str] | Text) -> None:
    """Words below a table, wrapped at the edge of the screen."""
    screen.print(Padding(Text.assemble(*parts, style="dim"), (0, 2, 0, 2)), soft_wrap=False)


def show_entries(screen: Screen, entries: Sequence[Entry]) -> None:
    """The values that figures rest on: each with its clause and provenance, the plain words below where they change."""
    grid = Grid.grid(padding=(0, 2, 0, 0), pad_edge=True)
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column()
    said: set[str] = set()
    for entry in entries:
        cite = entry.cite
        value = Text.assemble(
            (entry.text, "bold"),
            (f"  {cite.clause}" if cite.clause else "", "dim"),
            (f"  {cite.provenance}", PROVENANCE[cite.provenance]),
        )
        if cite.says and cite.says not in said:
            said.add(cite.says)
            value.append("\n" + cite.says.removeprefix("assumed: "), "dim")
        grid.add_row(entry.word, value)
    screen.print(Padding(grid, (0, 0, 0, 4)), soft_wrap=False)
