"""A command's answer in every form it is asked for in: a screen, JSON, comma-separated values, or a page."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.padding import Padding
from rich.text import Text

from sevenout.base.files import write_whole
from sevenout.base.refusal import Refusal
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE, SAID_NO
from sevenout.cli.shared.text_output import complain, print_json, print_line
from sevenout.reports.records.record_formats import JsonRecord, csv_text

ASSUMED = "*"
"""Stands beside every figure that rests on an assumed value."""


class Answer(NamedTuple):
    """What was asked for: its record, its rows (all with the same columns), and how a screen shows it."""

    record: Callable[[], JsonRecord]
    rows: Callable[[], Sequence[JsonRecord]]
    show: Callable[[Screen], None]
    refusal: Refusal | None = None
    """Why the house says no to all of it, if it does."""
    page: Callable[[], str] | None = None
    """Its HTML page, if it has one."""


def print_answer(answer: Answer, *, json: bool, csv: bool) -> int:
    """Prints the answer in the form that was asked for; where the house says no to all of it, why."""
    if json:
        print_json(answer.record())
    elif csv:
        sys.stdout.write(csv_text(answer.rows()))
    else:
        answer.show(Screen())
    return DONE if answer.refusal is None else _refuse(answer.refusal)


def write_page(answer: Answer, file: Path, told: str) -> int:
    """Writes the page of the answer, and says where it is and what it tells; nothing where the house says no."""
    if answer.refusal is not None:
        return _refuse(answer.refusal)
    assert answer.page is not None, "it has a page"
    text = answer.page()
    write_whole(file, text, errors="backslashreplace")
    print_line(f"{file}: {told}, {len(text):,} characters")
    return DONE


def _refuse(refusal: Refusal) -> int:
    clause = f" [{refusal.clause}]" if refusal.clause else ""
    complain(f"sevenout: refused: {refusal.reason}{clause}")
    if refusal.cite.says:
        complain(f"  {refusal.clause or 'no clause'} ({refusal.cite.provenance}): {refusal.cite.says}")
    return SAID_NO


def show_title(screen: Screen, title: str, subject: str) -> None:
    """The heading of an answer."""
    screen.print(Text.assemble("\n", (title, "bold"), (f"  {subject}", "dim"), "\n"))


def show_note(screen: Screen, *parts: str | tuple[str, str] | Text) -> None:
    """Words below a table, wrapped at the edge of the screen."""
    screen.print(Padding(Text.assemble(*parts, style="dim"), (0, 2, 0, 2)), soft_wrap=False)
