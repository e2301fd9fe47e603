"""`sevenout glossary`: the names of wagers and the meanings of words; of one, of all, or of one word."""

import argparse
from collections.abc import Iterable

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.errors import BadInput
from sevenout.base.vocabulary import did_you_mean, notation_name, stem
from sevenout.cli.shared.arguments import add_house, add_json, add_more, house_of
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE
from sevenout.cli.shared.output_formats import show_note
from sevenout.cli.shared.rulebook_values import PROVENANCE
from sevenout.cli.shared.text_output import print_json
from sevenout.reports.records.reference_records import glossary_record, looked_record
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.rulebook.glossary.terms import Looked, NamedWager, Term, look_up, names, terms
from sevenout.rulebook.source import shipped


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout glossary`."""
    command.description = "sevenout glossary · glossary BOOK · glossary WORD · glossary BOOK WORD"
    command.add_argument(
        "words", nargs="*", metavar="BOOK|WORD", help="a rulebook's name or file, words to look up, or both"
    )
    add_house(command, "all of them")
    add_json(command)
    add_more(command, "words")


def run(given: argparse.Namespace) -> int:
    """Shows names and words."""
    house, words = house_of(given.words, given.rules)
    one = house is not None
    books = [open_book(name) for name in (shipped() if house is None else (house,))]
    said = " ".join(words)
    if said:
        return _look_up(books, said, json=given.json)
    if given.json:
        print_json(glossary_record(books))
    elif one:
        _show_house(Screen(), books[0])
    else:
        _show_houses(Screen(), books)
    return DONE


def _look_up(books: list[CompiledBook], said: str, *, json: bool) -> int:
    looked = look_up(books, said)
    if not looked.terms and not looked.wagers:
        known = {name for rules in books for named in names(rules) for name in named.names}
        known |= {name for rules in books for term in terms(rules.book) for name in term.names}
        where = books[0].book.title if len(books) == 1 else "no house"
        has = "does not know" if len(books) == 1 else "knows"
        raise BadInput(f"{where} {has} {said!r}.{did_you_mean(notation_name(said), sorted(map(notation_name, known)))}")
    if json:
        print_json(looked_record(said, looked))
    else:
        _show_looked(Screen(), said, looked)
    return DONE


# --- one house


def _show_house(screen: Screen, rules: CompiledBook) -> None:
    screen.print(Text.assemble("\n", (rules.book.title, "bold"), ("  what it calls its wagers", "dim")))
    grid = _grid()
    for family in _families(names(rules)):
        also = f"  also {', '.join(_also(family))}" if _also(family) else ""
        grid.add_row(Text(_key(family), "bold"), Text.assemble(_title(family), (also, "dim")))
    screen.print(_indent(grid), soft_wrap=False)
    explained = terms(rules.book)
    if explained:
        screen.print(Text.assemble("\n  ", ("what its words mean", "bold")))
        screen.print(_indent(_terms(explained)), soft_wrap=False)
    else:
        screen.print()
        show_note(screen, "its document explains no words of its own")


def _terms(explained: Iterable[Term], *, house: bool = False) -> Grid:
    grid = _grid()
    for term in explained:
        grid.add_row(
            Text(" / ".join(term.names), "bold"),
            Text.assemble(
                term.says,
                (f"  {f'{term.house}: ' if house else ''}{term.clause}", "dim"),
                *([(f"  {term.provenance}", PROVENANCE[term.provenance])] if term.provenance != "stated" else []),
                (f"\n{', '.join(term.wagers)}" if term.wagers else "", "cyan"),
            ),
        )
    return grid


# --- several houses


def _show_houses(screen: Screen, books: list[CompiledBook]) -> None:
    """Every wager of any house, and which house calls it what."""
    screen.print(Text.assemble("\n", ("Names across houses", "bold"), ("  key, title, who calls it so", "dim")))
    _show_names(screen, [named for rules in books for named in names(rules)])
    counts = ", ".join(f"{rules.book.name} ({len(terms(rules.book))})" for rules in books if terms(rules.book))
    screen.print()
    show_note(screen, f"words explained: {counts}. sevenout glossary BOOK, sevenout glossary WORD")


def _show_looked(screen: Screen, said: str, looked: Looked) -> None:
    screen.print(Text.assemble("\n", (said, "bold")))
    if looked.terms:
        screen.print(_indent(_terms(looked.terms, house=True)), soft_wrap=False)
    if looked.wagers:
        _show_names(screen, looked.wagers)


def _show_names(screen: Screen, called: Iterable[NamedWager]) -> None:
    keys: dict[str, dict[str, list[str]]] = {}
    for house in _by_house(called):
        for family in _families(house):
            also = f", also {', '.join(_also(family))}" if _also(family) else ""
            keys.setdefault(_key(family), {}).setdefault(f"{_title(family)}{also}", []).append(family[0].house)
    grid = _grid()
    for key, titles in keys.items():
        said = Text()
        for title, houses in titles.items():
            said.append("\n" if said else "")
            said.append_text(Text.assemble(title, (f"  {', '.join(houses)}", "dim")))
        grid.add_row(Text(key, "bold"), said)
    screen.print(_indent(grid), soft_wrap=False)


# --- families


def _by_house(called: Iterable[NamedWager]) -> list[list[NamedWager]]:
    houses: dict[str, list[NamedWager]] = {}
    for named in called:
        houses.setdefault(named.house, []).append(named)
    return list(houses.values())


def _families(called: Iterable[NamedWager]) -> list[list[NamedWager]]:
    """The wagers of one house, those together that differ in their number and in nothing else of their title."""
    families: dict[tuple[str, str], list[NamedWager]] = {}
    for named in called:
        families.setdefault((_family_stem(named), _numberless(named)), []).append(named)
    return list(families.values())


def _family_stem(named: NamedWager) -> str:
    return f"{stem(named.wager)}-n" if named.family.endswith("-n") else named.wager


def _numberless(named: NamedWager) -> str:
    number = named.wager.removeprefix(f"{stem(named.wager)}-")
    return named.title.replace(number, "n") if named.family.endswith("-n") else named.title


def _key(family: list[NamedWager]) -> str:
    return _family_stem(family[0]) if len(family) > 1 else family[0].wager


def _title(family: list[NamedWager]) -> str:
    return _numberless(family[0]) if len(family) > 1 else family[0].title


def _also(family: list[NamedWager]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for named in family for name in named.also))


def _grid() -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    return grid


def _indent(grid: Grid) -> Padding:
    """A grid a little way in from the edge of the screen."""
    return Padding(grid, (0, 0, 0, 4), expand=False)
