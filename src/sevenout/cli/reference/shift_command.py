"""`sevenout shift`: the shift report of a transcript, as a table, JSON, CSV or one page to print."""

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec.structs import replace
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.errors import BadInput
from sevenout.base.money import format_amount
from sevenout.cli.shared.arguments import add_house, add_more, add_report, house_instead
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE, SAID_NO
from sevenout.cli.shared.log_source import play_file
from sevenout.cli.shared.number_parsing import parse_whole
from sevenout.cli.shared.text_output import print_json, write_page
from sevenout.crew.shift.ratings import LEVEL, rate_shift
from sevenout.crew.shift.sections import ShiftSection
from sevenout.crew.shift.shift_page import shift_page
from sevenout.crew.shift.shift_report import ShiftReport, figures, percent, shift_csv, shift_json, shift_report


def add_arguments(shift: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout shift`."""
    shift.description = "Plays a transcript or a log and adds it up, every figure held against the table's ledger."
    words = "the transcript, or a table's log or its address (https://HOUSE/…/log); - reads standard input"
    shift.add_argument("file", metavar="FILE", help=words)
    shift.add_argument("book", nargs="*", metavar="BOOK", help="play by this book, whatever the transcript names")
    add_more(shift, "book")
    shift.set_defaults(form="table")
    forms = shift.add_mutually_exclusive_group()
    forms.add_argument("--json", dest="form", action="store_const", const="json", help="print JSON")
    forms.add_argument("--csv", dest="form", action="store_const", const="csv", help="print CSV, one figure a line")
    add_report(shift, "also write the report as a page to print")
    shift.add_argument("--keep-going", action="store_true", help="leave refused lines out")
    books = shift.add_argument_group("what stands on every page, and the other tables of the pit")
    books.add_argument("--table", metavar="NAME", default="", help="the table's name (the file's)")
    books.add_argument("--shift", metavar="NAME", default="", help="the shift's name, such as Swing")
    books.add_argument(
        "--pit",
        metavar="FILE",
        action="append",
        default=[],
        help="another table of the pit, once for each",
    )
    rated = shift.add_argument_group("what players, wagers and hours were to bring the house, exactly")
    rated.add_argument("--ratings", action="store_true", help="rate every bet by its exact edge at its real stake")
    rated.add_argument(
        "--level", metavar="CHANCE", type=parse_chance, help="how seldom the alarm rings by chance, in a shift (0.001)"
    )
    rated.add_argument("--pace", metavar="N", type=parse_whole, help="rolls an hour, where the file tells no time")
    add_house(shift, "the file's own")


def parse_chance(text: str) -> Fraction:
    """A chance as it is typed: 0.001, 1/1000.

    >>> parse_chance("0.001"), parse_chance("1/500")
    (Fraction(1, 1000), Fraction(1, 500))
    """
    try:
        chance = Fraction(text)
    except (ValueError, ZeroDivisionError):
        chance = Fraction(0)
    if not 0 < chance < 1:
        raise argparse.ArgumentTypeError(f"expected a chance between 0 and 1 such as 0.001, found {text[:40]!r}")
    return chance


def run(given: argparse.Namespace) -> int:
    """Adds a transcript up and reports."""
    if not given.ratings and (given.level is not None or given.pace is not None):
        raise BadInput("--level and --pace go with --ratings")
    floor = play_file(given.file, house_instead("shift", given), keep_going=given.keep_going)
    if floor is None:
        return SAID_NO
    report = replace(shift_report(floor.game, floor.log), label=_label(given))
    others = []
    for file in given.pit:
        other = play_file(file, None, keep_going=given.keep_going)
        if other is None:
            return SAID_NO
        others.append(replace(shift_report(other.game, other.log), label=f"table {Path(file).stem}"))
    report = replace(report, others=tuple(others))
    if given.ratings:
        level = LEVEL if given.level is None else given.level
        report = replace(report, ratings=rate_shift(floor.game, floor.log, level=level, pace=given.pace))
    return _print_report(report, form=given.form, html=given.report)


def _label(given: argparse.Namespace) -> str:
    """Which table and which shift: as they were named, the table else by its file."""
    named = given.table or ("" if given.file == "-" else Path(given.file).stem)
    parts = f"table {named}" if named else "", f"{given.shift} shift" if given.shift else ""
    return ", ".join(filter(None, parts))


def _print_report(report: ShiftReport, *, form: Literal["table", "json", "csv"], html: str | None) -> int:
    if html is not None:
        write_page(Path(html), shift_page(report))
    match form:
        case "json":
            print_json(shift_json(report))
        case "csv":
            sys.stdout.write(shift_csv(report))
        case "table":
            _show(Screen(), report)
    return DONE


def _show(screen: Screen, report: ShiftReport) -> None:
    limits = f"{format_amount(report.minimum)} to {format_amount(report.maximum)}"
    screen.print(Text.assemble("\n", ("Shift report", "bold"), f"  {report.title}", (f"  table {limits}", "dim")))
    if report.heading:
        screen.print(Text(f"  {report.heading}", "dim"))
    screen.print()
    for name, value in figures(report):
        style = "bold" if name in ("drop", "win", "hold %") else ""
        screen.print(Text.assemble(f"  {name:<18}", (f"{value or '–':>14}", style)))
    _show_rows(screen, _handle(report))
    _show_rows(screen, _agreements(report))
    for section in report.sections:
        _show_rows(screen, _of_section(section))
        if section.says:
            screen.print(Padding(Text(section.says, "dim"), (0, 0, 0, 2)), soft_wrap=False)


class _Rows(NamedTuple):
    """A table of a report: its title, its headings and cells, which columns are figures and which may be wrapped."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: Sequence[bool]
    wraps: Sequence[bool]

    def widths(self) -> list[int]:
        """The width of each column so that nothing is cut; text that wraps needs room for its longest word."""
        return [
            max(cell_len(part) for cell in cells for part in (cell.split() or [""] if wraps else [cell]))
            for cells, wraps in zip(zip(self.headings, *self.rows, strict=True), self.wraps, strict=True)
        ]


def _show_rows(screen: Screen, rows: _Rows) -> None:
    """A table where it fits, if need be a dense one; on a narrower terminal one cell a line, so that nothing is cut."""
    widths = rows.widths()
    gap = next((gap for gap in (3, 2) if sum(widths) + gap * len(widths) < screen.width), 0)
    if gap:
        padding = (0, 1, 0, gap - 2)
        grid = Grid(box=SIMPLE_HEAD, padding=padding, title=rows.title, title_style="bold", title_justify="left")
        columns = zip(rows.headings, rows.figures, rows.wraps, widths, strict=True)
        for heading, figures_only, wraps, width in columns:
            grid.add_column(heading, justify="right" if figures_only else "left", no_wrap=not wraps, min_width=width)
        for row in rows.rows:
            grid.add_row(*map(Text, row))
        screen.print(grid)
        return
    screen.print(Text(f"\n{rows.title}", "bold"))
    for row in rows.rows:
        listed = Grid.grid(padding=(0, 2, 0, 0))
        listed.add_column(no_wrap=True)
        listed.add_column(overflow="fold")
        for heading, cell in zip(rows.headings, row, strict=True):
            if cell:
                listed.add_row(Text(f"  {heading}", "dim"), Text(cell))
        screen.print()
        screen.print(listed)
    screen.print()


def _handle(report: ShiftReport) -> _Rows:
    names = ("wager", "bets", "staked", "lost", "won", "pushed", "kept", "% kept")
    rows = [
        (
            row.wager,
            str(row.bets),
            *map(format_amount, (row.staked, row.lost, row.won, row.pushed, row.bank_win)),
            percent(row.share),
        )
        for row in report.handle
    ]
    return _Rows("Handle by wager", names, rows, [name != "wager" for name in names], [False] * len(names))


def _of_section(section: ShiftSection) -> _Rows:
    figures_only = [
        at > 0 and all(isinstance(row[at], int) or _is_amount(row[at]) for row in section.rows)
        for at in range(len(section.columns))
    ]
    rows = [[str(cell) for cell in row] for row in section.rows]
    return _Rows(section.title, section.headings, rows, figures_only, [name in _IN_LINES for name in section.columns])


_IN_LINES = ("ruling", "what", "done", "clause", "end", "chips", "inspected_by", "signed")
"""Columns of words, which may take several lines."""


def _is_amount(cell: int | str) -> bool:
    return (isinstance(cell, str) and cell.lstrip("-").replace(".", "", 1).isdigit()) or cell == ""


def _agreements(report: ShiftReport) -> _Rows:
    names = ("account", "by the log", "in the ledger", "")
    rows = [(line.name, format_amount(line.log), format_amount(line.ledger), line.says) for line in report.agreements]
    return _Rows("Reconciliation", names, rows, (False, True, True, False), (False, False, False, True))
