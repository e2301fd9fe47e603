"""`sevenout shift`: the shift report of a transcript, as a table, JSON, CSV or one page to print."""

import argparse
import sys
from pathlib import Path
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.arguments import add_house, add_more, add_report, house_instead
from sevenout.cli.codes import DONE
from sevenout.cli.plain import print_json, write_page
from sevenout.cli.replay import read_transcript, say_no
from sevenout.cli.screen import Screen
from sevenout.crew.floor import Floor
from sevenout.crew.shift import ShiftReport, figures, percent, shift_csv, shift_json, shift_report
from sevenout.crew.shift_page import shift_page
from sevenout.crew.shift_sections import Section, sections
from sevenout.game import Game
from sevenout.money import format_amount
from sevenout.refusal import Refusal
from sevenout.replay import Playback, open_transcript


def add_arguments(shift: argparse.ArgumentParser) -> None:
    """What `sevenout shift` takes."""
    shift.description = "Plays a transcript and adds it up, every figure held against the table's ledger."
    shift.add_argument("file", metavar="FILE", help="the transcript; - reads standard input")
    shift.add_argument("book", nargs="*", metavar="BOOK", help="play by this book, whatever the transcript names")
    add_more(shift, "book")
    shift.set_defaults(form="table")
    forms = shift.add_mutually_exclusive_group()
    forms.add_argument("--json", dest="form", action="store_const", const="json", help="print JSON")
    forms.add_argument("--csv", dest="form", action="store_const", const="csv", help="print CSV, one figure a line")
    add_report(shift, "also write the report as a page to print")
    shift.add_argument("--keep-going", action="store_true", help="leave refused lines out")
    add_house(shift, "the transcript's own")


def run(given: argparse.Namespace) -> int:
    """Adds a transcript up and reports."""
    rules = house_instead("shift", given)
    return shift(given.file, form=given.form, html=given.report, keep_going=given.keep_going, rules=rules)


def shift(
    file: str, *, form: Literal["table", "json", "csv"], html: str | None, keep_going: bool, rules: str | None
) -> int:
    """Plays a transcript and reports on it; a refused line ends it with no report unless told to keep going."""
    text, beside = read_transcript(file)
    book, lines = open_transcript(text, rules=rules, beside=beside)
    played = Playback(book, lines)
    for step in played:
        if isinstance(step.event, Refusal) and not keep_going:
            return say_no(step.line, step.event)
    floor = played.floor or Floor(Game(book))
    report = shift_report(floor.game, floor.log)
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
    screen.print()
    for name, value in figures(report):
        style = "bold" if name in ("drop", "win", "hold %") else ""
        screen.print(Text.assemble(f"  {name:<18}", (f"{value or '–':>14}", style)))
    screen.print(_handle(report))
    screen.print(_agreements(report))
    for section in sections(report.floor):
        screen.print(_section(section))
        if section.says:
            screen.print(Text(f"  {section.says}", "dim"))


def _grid(title: str, *names: str) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, title=title, title_style="bold", title_justify="left")
    for name in names:
        grid.add_column(name, justify="left" if name in (names[0], "") else "right", no_wrap=name != "")
    return grid


def _handle(report: ShiftReport) -> Grid:
    grid = _grid("Handle by wager", "wager", "bets", "staked", "lost", "won", "pushed", "kept", "% kept")
    for row in report.handle:
        amounts = (row.staked, row.lost, row.won, row.pushed, row.kept)
        grid.add_row(row.wager, str(row.bets), *map(format_amount, amounts), percent(row.share))
    return grid


def _section(section: Section) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, title=section.title, title_style="bold", title_justify="left")
    for at, (name, heading) in enumerate(zip(section.columns, section.headings, strict=True)):
        numbers = all(isinstance(row[at], int) or _is_amount(row[at]) for row in section.rows)
        grid.add_column(heading, justify="right" if numbers and at else "left", no_wrap=name not in _IN_LINES)
    for row in section.rows:
        grid.add_row(*(Text(str(cell)) for cell in row))
    return grid


_IN_LINES = ("ruling", "what", "done", "clause", "end")
"""Columns of words, which may take several lines."""


def _is_amount(cell: int | str) -> bool:
    return (isinstance(cell, str) and cell.lstrip("-").replace(".", "", 1).isdigit()) or cell == ""


def _agreements(report: ShiftReport) -> Grid:
    grid = _grid("Reconciliation", "account", "by the log", "in the ledger", "")
    for line in report.agreements:
        grid.add_row(line.name, format_amount(line.log), format_amount(line.ledger), Text(line.says, "dim"))
    return grid
