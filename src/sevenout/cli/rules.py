"""`sevenout rules`: the books, one book, one wager with the clause behind every value, and the check of a file."""

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.main import DONE, MALFORMED
from sevenout.cli.screen import Screen, print_json
from sevenout.compile import check_book, open_book
from sevenout.errors import BadInput, BadRulebook
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.source import read_book, shipped
from sevenout.rulebook.values import Entry, house_values, pays_text, wager_values
from sevenout.words import did_you_mean, nearest

_STYLE = {"stated": "green", "derived": "cyan", "assumed": "yellow"}


def rules(book: str | None, wager: str | None, *, json: bool) -> int:
    """Lists, shows or checks."""
    if book is None:
        return _list(json=json)
    if book == "check":
        if wager is None:
            raise BadInput("rules check needs a file: sevenout rules check my-house.toml")
        return _check(wager, json=json)
    if wager is not None and book not in shipped() and nearest(book, ("check",)):
        raise BadInput(f"there is no rulebook {book!r}. Did you mean: sevenout rules check {wager}")
    shown = open_book(book).book
    if wager is None:
        return _show_book(shown, json=json)
    found = shown.wager(wager)
    if found is None:
        names = [entry.key for entry in shown]
        raise BadInput(f"{shown.title} offers no {wager!r}.{did_you_mean(wager, names)} See: sevenout rules {book}")
    return _show_wager(shown, found, json=json)


def _list(*, json: bool) -> int:
    books = [open_book(name).book for name in shipped()]
    if json:
        print_json({"books": [_book_json(book) for book in books]})
        return DONE
    grid = Grid(box=SIMPLE_HEAD, title="Rulebooks", title_style="bold")
    for name in ("book", "house", "wagers", *_STYLE):
        grid.add_column(name, justify="left" if name in ("book", "house") else "right")
    for book in books:
        counts = _provenance(book)
        grid.add_row(
            Text(book.name, "bold"), book.title, str(len(book.wagers)), *(str(counts[kind]) for kind in _STYLE)
        )
    screen = Screen()
    screen.print(grid)
    screen.print("  sevenout rules BOOK, sevenout rules BOOK WAGER, sevenout rules check FILE", style="dim")
    return DONE


def _provenance(book: Rulebook) -> Counter[str]:
    entries = [*house_values(book), *(entry for wager in book for entry in wager_values(wager))]
    return Counter(entry.cite.provenance for entry in entries)


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
        print_json({**_book_json(book), "values": values, "wagers": wagers})
        return DONE
    screen = Screen()
    document = f"  {book.document}" if book.document != book.title else ""
    screen.print(Text.assemble("\n", (book.title, "bold"), (document, "dim")))
    _show_values(screen, house_values(book))
    wide = screen.width >= 110
    grid = Grid(box=SIMPLE_HEAD)
    grid.add_column("wager", no_wrap=True)
    for name in ("pays", "made", "works with the puck off", *(("on the felt", "clause") if wide else ()), ""):
        grid.add_column(name)
    for wager in book:
        cite = (wager.pays or wager.parts or wager.made).cite
        works = "yes" if wager.working.off.value else "no"
        if wager.working.calls.value:
            works += f", called {' or '.join(wager.working.calls.value)}"
        row = (pays_text(wager), wager.made.value, works, *((wager.title, cite.clause) if wide else ()))
        grid.add_row(Text(wager.key, "bold"), *map(Text, row), _coloured(cite.provenance))
    screen.print(grid)
    return DONE


def _show_wager(book: Rulebook, wager: Wager, *, json: bool) -> int:
    if json:
        values = [_entry_json(entry) for entry in wager_values(wager)]
        print_json({"rules": book.name, "wager": wager.key, "title": wager.title, "values": values})
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (wager.key, "bold"), f"  {wager.title}", (f"  {book.title}", "dim")))
    _show_values(screen, wager_values(wager))
    return DONE


def _show_values(screen: Screen, entries: Iterable[Entry]) -> None:
    """One value a line with its clause, the plain words below it."""
    screen.print()
    for entry in entries:
        clause = f"  {entry.cite.clause}" if entry.cite.clause else ""
        provenance = (f"  {entry.cite.provenance}", _STYLE[entry.cite.provenance])
        screen.print(Text.assemble(f"  {entry.word:<20} ", (entry.text, "bold"), (clause, "dim"), provenance))
        says = entry.cite.says.removeprefix("assumed: ")
        if says:
            screen.print(Padding(Text(says, "dim"), (0, 0, 0, 23)), soft_wrap=False)


def _coloured(provenance: str) -> Text:
    return Text(provenance, _STYLE[provenance])


def _check(file: str, *, json: bool) -> int:
    try:
        compiled, faults = check_book(read_book(file))
    except BadRulebook as error:  # no TOML at all, or nothing to extend
        compiled, faults = None, error.faults
    if json:
        print_json({"file": file, "faults": [fault._asdict() for fault in faults]})
    elif compiled is None:
        for fault in faults:
            sys.stdout.write(f"{file}: {fault}\n")
        sys.stdout.write(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}\n")
    else:
        counts = _provenance(compiled.book)
        summary = ", ".join(f"{counts[kind]} {kind}" for kind in _STYLE)
        wagers = f"{len(compiled.spots)} wager{'s' if len(compiled.spots) > 1 else ''}, every roll has its row"
        sys.stdout.write(f"{file}: {compiled.book.title}: {wagers}. Values: {summary}\n")
    return MALFORMED if faults else DONE
