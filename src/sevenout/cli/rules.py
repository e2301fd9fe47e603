"""`sevenout rules`: the books, one book, one wager with the clause behind every value, and the check of a file."""

import json as json_module
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.main import DONE, MALFORMED
from sevenout.compile import check_book, open_book
from sevenout.errors import BadInput, BadRulebook
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.source import Fault, read_book, shipped
from sevenout.rulebook.values import Entry, house_values, pays_text, wager_values
from sevenout.words import did_you_mean

_STYLE = {"stated": "green", "derived": "cyan", "assumed": "yellow"}


def rules(book: str | None, wager: str | None, *, json: bool) -> int:
    """Lists, shows or checks."""
    if book is None:
        return _list(json=json)
    if book == "check":
        if wager is None:
            raise BadInput("rules check needs a file: sevenout rules check my-house.toml")
        return _check(wager, json=json)
    shown = open_book(book).book
    if wager is None:
        return _show_book(shown, json=json)
    found = shown.wager(wager)
    if found is None:
        names = [entry.key for entry in shown]
        raise BadInput(f"{shown.title} offers no {wager!r}.{did_you_mean(wager, names)} See: sevenout rules {book}")
    return _show_wager(shown, found, json=json)


def _print(payload: Any) -> int:
    sys.stdout.write(json_module.dumps(payload, ensure_ascii=False, indent=1) + "\n")
    return DONE


def _list(*, json: bool) -> int:
    books = [open_book(name).book for name in shipped()]
    if json:
        return _print({"books": [_book_json(book) for book in books]})
    grid = Grid(box=SIMPLE_HEAD, title="Rulebooks", title_style="bold")
    for name, justify in (
        ("book", "left"),
        ("house", "left"),
        ("wagers", "right"),
        ("stated", "right"),
        ("derived", "right"),
        ("assumed", "right"),
    ):
        grid.add_column(name, justify="right" if justify == "right" else "left")
    for book in books:
        counts = _provenance(book)
        grid.add_row(
            f"[bold]{book.name}[/]", book.title, str(len(book.wagers)), *(str(counts[kind]) for kind in _STYLE)
        )
    console = Console()
    console.print(grid)
    console.print("  sevenout rules BOOK · sevenout rules BOOK WAGER · sevenout rules check FILE", style="dim")
    return DONE


def _entries(book: Rulebook) -> Iterable[Entry]:
    yield from house_values(book)
    for wager in book:
        yield from wager_values(wager)


def _provenance(book: Rulebook) -> Counter[str]:
    return Counter(entry.cite.provenance for entry in _entries(book))


def _book_json(book: Rulebook) -> dict[str, Any]:
    return {
        "name": book.name,
        "title": book.title,
        "document": book.document,
        "digest": book.digest,
        "wagers": [wager.key for wager in book],
        "provenance": dict(_provenance(book)),
    }


def _entry_json(entry: Entry) -> dict[str, str]:
    cite = entry.cite
    return {
        "word": entry.word,
        "value": entry.text,
        "clause": cite.clause,
        "provenance": cite.provenance,
        "says": cite.says,
    }


def _show_book(book: Rulebook, *, json: bool) -> int:
    if json:
        values = [_entry_json(entry) for entry in house_values(book)]
        wagers = [{"wager": wager.key, "title": wager.title, "pays": pays_text(wager)} for wager in book]
        return _print({**_book_json(book), "values": values, "wagers": wagers})
    console = Console()
    console.print(f"\n[bold]{book.title}[/]  [dim]{book.document}[/]")
    console.print(_values(house_values(book)))
    grid = Grid(box=SIMPLE_HEAD)
    for name in ("wager", "on the felt", "pays", "made", "works with the puck off", "clause", ""):
        grid.add_column(name)
    for wager in book:
        cite = (wager.pays or wager.parts or wager.made).cite
        works = "yes" if wager.working.off.value else "no"
        if wager.working.calls.value:
            works += f", called {' or '.join(wager.working.calls.value)}"
        grid.add_row(
            f"[bold]{wager.key}[/]",
            wager.title,
            pays_text(wager),
            wager.made.value,
            works,
            cite.clause,
            _coloured(cite.provenance),
        )
    console.print(grid)
    return DONE


def _show_wager(book: Rulebook, wager: Wager, *, json: bool) -> int:
    if json:
        values = [_entry_json(entry) for entry in wager_values(wager)]
        return _print({"rules": book.name, "wager": wager.key, "title": wager.title, "values": values})
    console = Console()
    console.print(f"\n[bold]{wager.key}[/]  {wager.title}  [dim]{book.title}[/]")
    console.print(_values(wager_values(wager)))
    return DONE


def _values(entries: Iterable[Entry]) -> Grid:
    grid = Grid(box=SIMPLE_HEAD)
    for name in ("", "value", "clause", "", "in plain words"):
        grid.add_column(name, overflow="fold")
    for entry in entries:
        grid.add_row(
            entry.word, Text(entry.text, "bold"), entry.cite.clause, _coloured(entry.cite.provenance), entry.cite.says
        )
    return grid


def _coloured(provenance: str) -> str:
    return f"[{_STYLE[provenance]}]{provenance}[/]"


def _check(file: str, *, json: bool) -> int:
    path = file if file.endswith(".toml") or file in shipped() else str(Path(file))
    faults: tuple[Any, ...]
    try:
        compiled, faults = check_book(read_book(path if path.endswith(".toml") or path in shipped() else path + ""))
    except BadRulebook as error:
        compiled, faults = None, error.faults
    if json:
        rows = [
            {"line": fault.line, "where": fault.where, "message": fault.message, "remedy": fault.remedy}
            for fault in faults
            if isinstance(fault, Fault)
        ]
        _print({"file": file, "faults": rows})
    elif faults:
        for fault in faults:
            sys.stdout.write(f"{file}:{fault}\n" if not isinstance(fault, Fault) else f"{file}: {fault}\n")
        sys.stdout.write(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}\n")
    elif compiled is not None:
        counts = _provenance(compiled.book)
        summary = ", ".join(f"{counts[kind]} {kind}" for kind in _STYLE)
        sys.stdout.write(
            f"{file}: {compiled.book.title}: {len(compiled.spots)} wagers, every roll has its row. Values: {summary}\n"
        )
    return MALFORMED if faults else DONE
