"""`sevenout rules`: the books, one book, one wager or its crew's manual, each value with its clause; a file's check."""

import argparse

from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.dice import PACE
from sevenout.base.errors import BadInput, BadRulebook
from sevenout.base.money import units
from sevenout.base.vocabulary import did_you_mean, nearest
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_dice,
    add_house,
    add_json,
    add_more,
    add_report,
    check_one_form,
    house_and_wagers,
    is_book,
    page_file,
)
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE, MALFORMED
from sevenout.cli.shared.number_parsing import amount, parse_whole
from sevenout.cli.shared.rulebook_values import PROVENANCE, values_grid
from sevenout.cli.shared.text_output import print_json, print_line
from sevenout.crew.pit.manual_check import CHAPTERS, manual_faults, manual_values
from sevenout.reports.figures.paytable import paytable
from sevenout.reports.figures.rulebook_lookup import find, grounds_together, wager_entries
from sevenout.reports.records.reference_records import (
    book_record,
    books_record,
    faults_record,
    house_record,
    manual_record,
    provenance,
    wager_record,
)
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.source import read_book, shipped
from sevenout.rulebook.value_listing import house_values

WHOLE = "whole"
"""The manual with all its chapters."""

HOUSE = "house"
"""Where the name of a wager is asked for: the values that hold for the whole house."""


def add_arguments(rules: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout rules`."""
    rules.description = "sevenout rules · rules BOOK · rules BOOK WAGER · rules check FILE · rules diff BOOK BOOK"
    rules.add_argument("book", nargs="?", metavar="BOOK", help="a rulebook's name, a .toml file, 'check' or 'diff'")
    rules.add_argument(
        "wager", nargs="*", metavar="WAGER", help="one wager, 'house' (the FILE of 'check', the two books of 'diff')"
    )
    rules.add_argument(
        "--manual",
        nargs="?",
        const=WHOLE,
        metavar="CHAPTER",
        help=f"what the crew goes by in that house; one chapter of it: {', '.join(CHAPTERS)}",
    )
    diff = rules.add_argument_group("what a change of rules costs an hour: rules diff BOOK BOOK [WAGER ...]")
    diff.add_argument("--stake", metavar="AMOUNT", type=amount, help="on each wager (10)")
    diff.add_argument("--pace", metavar="N", type=parse_whole, help=f"rolls an hour ({PACE})")
    add_dice(diff)
    diff.add_argument("--csv", action="store_true", help="print comma-separated values")
    add_report(diff, "write one HTML page with the clauses")
    add_house(rules, "without a wager: all of them")
    add_json(rules)
    add_more(rules, "wager")


def run(given: argparse.Namespace) -> int:
    """Lists, shows or checks."""
    if given.book == "diff":
        return _diff(given)
    alone = [name for name in ("stake", "pace", "dice", "csv", "report") if getattr(given, name) not in (None, False)]
    if alone:
        raise BadInput(f"--{alone[0]} goes with rules diff: sevenout rules diff typical crapless --stake 10")
    if given.book == "check":
        if not given.wager:
            raise BadInput("rules check needs a file: sevenout rules check my-house.toml")
        return _check(" ".join(given.wager), json=given.json)
    if (
        given.book is not None
        and given.wager
        and not is_book(given.book)
        and (near := nearest(given.book, ("check", "diff")))
    ):
        raise BadInput(f"there is no rulebook {given.book!r}. Did you mean: sevenout rules {near} {given.wager[0]}")
    book, wager = house_and_wagers((given.book, *given.wager), given.rules)
    if given.manual is not None:
        return _manual(book or CATFISH_BEND, given.manual, json=given.json)
    return _list(json=given.json) if book is None else _rules(book, " ".join(wager) or None, json=given.json)


def _diff(given: argparse.Namespace) -> int:
    from sevenout.cli.reference.rules_diff import answer_diff
    from sevenout.cli.shared.output_formats import print_answer, write_page

    check_one_form(json=given.json, csv=given.csv, report=given.report)
    file = page_file(given.report, plots=False)
    stake, pace = 10_00 if given.stake is None else given.stake, PACE if given.pace is None else given.pace
    answer = answer_diff(given.wager, stake=stake, pace=pace, dice=given.dice)
    if file is not None:
        return write_page(answer, file, f"from {given.wager[0]} to {given.wager[1]}")
    return print_answer(answer, json=given.json, csv=given.csv)


def _rules(book: str, wager: str | None, *, json: bool) -> int:
    shown = open_book(book)
    if wager is None:
        return _show_book(shown, book, json=json)
    offered = find(shown.book, shown.wager_named(wager) or wager)
    if offered is not None:
        return _show_wager(shown, offered, json=json)
    if wager == HOUSE:
        return _show_house(shown.book, json=json)
    known = did_you_mean(wager, (*shown.by_key, *(entry.family for entry in shown.book), HOUSE))
    raise BadInput(f"{shown.book.title} offers no {wager!r}.{known} See: sevenout rules {book}")


def _list(*, json: bool) -> int:
    books = [open_book(name).book for name in shipped()]
    if json:
        print_json(books_record(books))
        return DONE
    grid = Grid(box=SIMPLE_HEAD, title="Rulebooks", title_style="bold")
    for name in ("book", "house", "wagers", *PROVENANCE):
        grid.add_column(name, justify="left" if name in ("book", "house") else "right")
    for book in books:
        counts = provenance(book)
        grid.add_row(
            Text(book.name, "bold"), book.title, str(len(book.wagers)), *(str(counts[kind]) for kind in PROVENANCE)
        )
    screen = Screen()
    screen.print(grid)
    screen.print("  sevenout rules BOOK, sevenout rules BOOK WAGER, sevenout rules check FILE", style="dim")
    return DONE


def _show_book(rules: CompiledBook, name: str, *, json: bool) -> int:
    book = rules.book
    if json:
        print_json(book_record(rules))
        return DONE
    screen = Screen()
    document = f"  {book.document}" if book.document != book.title else ""
    screen.print(Text.assemble("\n", (book.title, "bold"), (document, "dim")))
    screen.print(Padding(values_grid(grounds_together(book), says=None), (1, 0, 0, 2)), soft_wrap=False)
    _show_wagers(screen, rules)
    first = next(iter(book)).key
    screen.print(f" in plain words: sevenout rules {name} {HOUSE}, or with a wager: {first}", style="dim")
    return DONE


def _show_wagers(screen: Screen, rules: CompiledBook) -> None:
    """Every wager, one line for each family; the clause and the name on the felt where there is room."""
    room = {"made": 76, "come_out": 76, "calls": 76, "clause": 124, "title": 144}
    puckless = {"come_out"} if rules.book.puck is None else set()
    columns = ("wager", "pays", "made", "come_out", "calls", "clause", "title", "provenance")
    shown = [name for name in columns if screen.width >= room.get(name, 0) and name not in puckless]
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in shown:
        grid.add_column(_HEADS.get(name, name), no_wrap=name not in ("pays", "clause", "title"))
    for line in paytable(rules):
        cells = [Text(getattr(line, name)) for name in shown]
        cells[0].stylize("bold")
        cells[-1].stylize(PROVENANCE[line.provenance])
        grid.add_row(*cells)
    screen.print(grid, soft_wrap=False)


_HEADS = {"come_out": "come-out", "title": "on the felt", "provenance": ""}


def _show_house(book: Rulebook, *, json: bool) -> int:
    if json:
        print_json(house_record(book))
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (book.title, "bold")))
    screen.print(Padding(values_grid(house_values(book)), (1, 0, 0, 2)), soft_wrap=False)
    return DONE


def _show_wager(rules: CompiledBook, wager: Wager, *, json: bool) -> int:
    if json:
        print_json(wager_record(rules, wager))
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (wager.key, "bold"), f"  {wager.title}", (f"  {rules.book.title}", "dim")))
    screen.print(Text(f"  on the layout: {wager.region}, row {wager.order}; its label: {wager.label}", "dim"))
    screen.print(Padding(values_grid(wager_entries(rules, wager)), (1, 0, 0, 2)), soft_wrap=False)
    return DONE


def _manual(book: str, chapter: str, *, json: bool) -> int:
    shown = open_book(book).book
    values = {name: tuple(manual_values(shown, name)) for name in (CHAPTERS if chapter == WHOLE else (chapter,))}
    if json:
        print_json(manual_record(shown, values))
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (shown.title, "bold"), ("  the crew's manual", "dim")))
    for name, entries in values.items():
        screen.print(Text(f"\n{name}", "bold"))
        screen.print(Padding(values_grid(entries), (0, 0, 0, 2)), soft_wrap=False)
    return DONE


def _mention_holes(file: str, rules: CompiledBook) -> None:
    """One line, if some stakes of a sound book favour the player."""
    from sevenout.analysis.exact.markov_chain import time_limit
    from sevenout.analysis.solver.holes import find_holes

    try:
        with time_limit(_LOOKING):
            holes = find_holes(rules, closing=False)
    except BadInput:  # a book of somebody's own that takes too long to follow
        return
    if holes:
        first = holes[0]
        most = f"{first.title} most, {float(first.edge):.1%} at {units(first.best)}"
        wagers = f"{len(holes)} wagers" if len(holes) > 1 else "One wager"
        print_line(f"{wagers} can favour the player ({most}): sevenout solve {file} --holes")


_LOOKING = 5
"""Seconds of work after which nobody looks for holes any more."""


def _check(file: str, *, json: bool) -> int:
    try:
        source = read_book(file)
        compiled, faults = check_book(source)
        faults = tuple(dict.fromkeys((*faults, *manual_faults(source, compiled))))
    except BadRulebook as error:  # no TOML at all, or nothing to extend
        compiled, faults = None, error.faults
    if json:
        print_json(faults_record(file, faults))
    elif compiled is None or faults:
        for fault in faults:
            print_line(f"{file}: {fault}")
        print_line(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}")
    else:
        counts = provenance(compiled.book)
        summary = ", ".join(f"{counts[kind]} {kind}" for kind in PROVENANCE)
        wagers = f"{len(compiled.spots)} wager{'s' if len(compiled.spots) > 1 else ''}, every roll has its row"
        print_line(f"{file}: {compiled.book.title}: {wagers}. Values: {summary}")
        _mention_holes(file, compiled)
    return MALFORMED if faults else DONE
