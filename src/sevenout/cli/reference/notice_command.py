"""`sevenout notice`: the notice that a house posts at a table, as text, JSON or one page to print."""

import argparse
from pathlib import Path

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.files import check_writable
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_house,
    add_json,
    add_limits,
    add_more,
    add_report,
    house_alone,
)
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE
from sevenout.cli.shared.output_formats import show_note
from sevenout.cli.shared.rulebook_values import PROVENANCE, values_grid
from sevenout.cli.shared.text_output import print_json, write_page
from sevenout.engine.game import Game
from sevenout.reports.html.notice_page import notice_page
from sevenout.reports.notice import (
    ALSO,
    IN_PARTS,
    NoticeLine,
    PostedNotice,
    clauses_text,
    is_chosen,
    marks,
    notes,
    notice,
    notice_record,
)
from sevenout.rulebook.value_listing import RulebookValue

_LONGEST_TITLE = 28
"""A longer title pushes what it pays to the right."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout notice`."""
    command.description = "Prints the notice that a house posts: wagers, payouts, limits, odds, commission, its bonus."
    command.add_argument("book", nargs="*", metavar="BOOK", help=f"a rulebook's name or a .toml file ({CATFISH_BEND})")
    add_house(command)
    add_limits(command)
    add_json(command)
    add_report(command, "also write it as one page to print")
    add_more(command, "book")


def run(given: argparse.Namespace) -> int:
    """Shows the notice of a house."""
    told = notice(Game.open(house_alone("notice", given), given.minimum, given.maximum, given.chip))
    if given.report is not None:
        check_writable(Path(given.report))
        write_page(Path(given.report), notice_page(told), "the notice")
    if given.json:
        print_json(notice_record(told))
    else:
        _show(Screen(), told)
    return DONE


def _show(screen: Screen, told: PostedNotice) -> None:
    document = f"  {told.document}" if told.document != told.title else ""
    screen.print(Text.assemble("\n", (told.title, "bold"), (document, "dim"), "\n"))
    if told.own_rules_note:
        screen.print(Padding(Text(told.own_rules_note, "bold yellow"), (0, 0, 1, 4)), soft_wrap=False)
    screen.print(Padding(values_grid(told.table, says=None, chosen=is_chosen), (0, 0, 0, 4)), soft_wrap=False)
    titles = min(_LONGEST_TITLE, max(cell_len(line.title) for line in told))
    for part in told.parts:
        screen.print(Text(f"\n  {part.name}", "bold green"))
        for line in part.lines:
            _show_line(screen, line, titles)
    if told.shootout:
        screen.print(Text("\n  Shootout", "bold green"))
        screen.print(Padding(values_grid(told.shootout, says=None), (0, 0, 0, 4)), soft_wrap=False)
    screen.print()
    for mark, words in notes(told):
        show_note(screen, (mark, PROVENANCE["assumed"]), f" {words}")
    show_note(screen, IN_PARTS)


def _mark_assumed(entry: RulebookValue, style: str = "bold") -> Text:
    return Text.assemble((entry.text, style), (marks(entry), PROVENANCE["assumed"]))


def _show_line(screen: Screen, line: NoticeLine, titles: int) -> None:
    """The wager with its payouts and, at the right, its limits; below, what else there is to know, and the clauses."""
    head = Text.assemble((line.title, "bold"), " " * max(titles - cell_len(line.title), 0), "  ")
    pays, least, most = (line.value(word) for word in ("pays", "minimum", "maximum"))
    if pays is not None:
        head.append_text(_mark_assumed(pays, ""))
    limits = Text()
    for word, entry in (("from ", least), (" up to ", most)):
        if entry is not None and entry.text != "no limit":
            limits.append(word, "dim")
            limits.append_text(_mark_assumed(entry, ""))
    room = screen.width - 6 - cell_len(head.plain) - cell_len(limits.plain)
    if room >= 2:
        screen.print(Text.assemble("    ", head, " " * room, limits))
    else:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(min_width=titles, no_wrap=True)
        grid.add_row(Text(line.title, "bold"), Text() if pays is None else _mark_assumed(pays, ""))
        grid.add_row(Text(), limits)
        screen.print(Padding(grid, (0, 0, 0, 4), expand=False), soft_wrap=False)
    more = Text(style="dim")
    for word, before in ALSO:
        entry = line.value(word)
        if entry is not None:
            more.append(f"{'; ' if more else ''}{before}")
            more.append_text(_mark_assumed(entry, ""))
    more.append(f"  [{clauses_text(line.clauses)}]" if line.clauses else "")
    screen.print(Padding(more, (0, 0, 0, 6), expand=False), soft_wrap=False)
