"""`sevenout rules`: the books, one book, one wager with the clause behind every value, and the check of a file."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace
from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.answer import entry_record
from sevenout.cli.main import DONE, MALFORMED
from sevenout.cli.paytable import nets, nets_text, paytable
from sevenout.cli.screen import Screen, print_json
from sevenout.compile import Compiled, check_book, open_book
from sevenout.errors import BadInput, BadRulebook
from sevenout.money import format_amount
from sevenout.refusal import Citation
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.source import read_book, shipped
from sevenout.rulebook.values import Entry, house_values, wager_values
from sevenout.spots import describe, described
from sevenout.words import did_you_mean, nearest

HOUSE = "house"
"""Where the name of a wager is asked for: the values that hold for the whole house."""
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
    shown = open_book(book)
    if wager is None:
        return _show_book(shown, book, json=json)
    found = find(shown.book, shown.wager_named(wager) or wager)
    if found is not None:
        return _show_wager(shown, found, json=json)
    if wager == HOUSE:
        return _show_house(shown.book, json=json)
    known = did_you_mean(wager, (*shown.by_key, *(entry.family for entry in shown.book), HOUSE))
    raise BadInput(f"{shown.book.title} offers no {wager!r}.{known} See: sevenout rules {book}")


def find(book: Rulebook, name: str) -> Wager | None:
    """A wager by its name, or a family as a wager of no number in particular: `place-n`."""
    for wager in book:
        if wager.key == name:
            return wager
        if wager.family == name and wager.n is not None:
            flat, number = wager.attaches_to, str(wager.n)
            return replace(
                wager,
                key=name,
                title=wager.title.replace(number, "n"),
                label=wager.label.replace(number, "n"),
                n=None,
                attaches_to=flat and replace(flat, value=f"{flat.value.removesuffix(number)}n"),
            )
    return None


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


def _show_book(rules: Compiled, name: str, *, json: bool) -> int:
    book = rules.book
    if json:
        values = [entry_record(entry) for entry in house_values(book)]
        house = to_builtins(describe(rules))
        wagers = [{"wager": one.pop("key"), **one} for one in house.pop("wagers")]
        limits = {name: format_amount(house[name]) for name in ("minimum", "maximum", "chip")}
        print_json({**_book_json(book), **house, **limits, "values": values, "wagers": wagers})
        return DONE
    screen = Screen()
    document = f"  {book.document}" if book.document != book.title else ""
    screen.print(Text.assemble("\n", (book.title, "bold"), (document, "dim")))
    screen.print(Padding(values_grid(_grounds_together(book), says=None), (1, 0, 0, 2)), soft_wrap=False)
    _show_wagers(screen, rules)
    first = next(iter(book)).key
    screen.print(f" in plain words: sevenout rules {name} {HOUSE}, or with a wager: {first}", style="dim")
    return DONE


def _grounds_together(book: Rulebook) -> Iterator[Entry]:
    """The values of a house, the grounds of no rolls on one line for each way they are called."""
    grounds = {(f"no-roll {ground.key}", ground.call.cite) for ground in book.no_roll.grounds}
    together: dict[tuple[str, ...], list[Entry]] = {}
    for entry in house_values(book):
        if (entry.word, entry.cite) not in grounds:
            together[entry.word, entry.text, entry.cite.clause] = [entry]
            continue
        call, _, more = entry.text.partition(", ")
        named = entry.word.removeprefix("no-roll ") + (f" ({more})" if more else "")
        together.setdefault((call, entry.cite.provenance), []).append(Entry(f"no-roll {call}", named, entry.cite))
    for entries in together.values():
        cite = entries[0].cite
        clause = " … ".join(dict.fromkeys((cite.clause, entries[-1].cite.clause)))
        named = ", ".join(entry.text for entry in entries)
        yield Entry(entries[0].word, named, Citation(clause, cite.provenance))


def _show_wagers(screen: Screen, rules: Compiled) -> None:
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
        cells[-1].stylize(_STYLE[line.provenance])
        grid.add_row(*cells)
    screen.print(grid, soft_wrap=False)


_HEADS = {"come_out": "come-out", "title": "on the felt", "provenance": ""}


def _show_house(book: Rulebook, *, json: bool) -> int:
    if json:
        print_json({"rules": book.name, "values": [entry_record(entry) for entry in house_values(book)]})
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (book.title, "bold")))
    screen.print(Padding(values_grid(house_values(book)), (1, 0, 0, 2)), soft_wrap=False)
    return DONE


def _show_wager(rules: Compiled, wager: Wager, *, json: bool) -> int:
    if json:
        values = [entry_record(entry) for entry in wager_values(wager)]
        spot = rules.by_key.get(wager.key)
        one = {} if spot is None else to_builtins(described(rules, spot))
        one.pop("key", None)
        print_json({"rules": rules.book.name, "wager": wager.key, "title": wager.title, **one, "values": values})
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (wager.key, "bold"), f"  {wager.title}", (f"  {rules.book.title}", "dim")))
    screen.print(Text(f"  lies in: {wager.region}, row {wager.order}; its label: {wager.label}", "dim"))
    screen.print(Padding(values_grid(written(rules, wager)), (1, 0, 0, 2)), soft_wrap=False)
    return DONE


def written(rules: Compiled, wager: Wager) -> Iterator[Entry]:
    """Every value of a wager; behind the parts of a composite what they come to."""
    for entry in wager_values(wager):
        yield entry
        if entry.word == "parts" and (found := nets(rules, wager)):
            says = "on the whole stake: what the part that wins is paid, less the parts that lose"
            yield Entry("nets", nets_text(found), Citation(entry.cite.clause, "derived", says))


def values_grid(entries: Iterable[Entry], *, says: str | None = "\n") -> Grid:
    """Values with their clauses, and the plain words below or behind them, after `says`; None: without them."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for entry in entries:
        cite = entry.cite
        clause = f"  {cite.clause}" if cite.clause else ""
        words = cite.says.removeprefix("assumed: ") if says is not None else ""
        grid.add_row(
            Text(entry.word),
            Text.assemble(
                (entry.text, "bold"),
                (clause, "dim"),
                (f"  {cite.provenance}", _STYLE[cite.provenance]),
                (f"{says}{words}" if words else "", "dim"),
            ),
        )
    return grid


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
